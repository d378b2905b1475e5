package words

import (
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Symbol is what a text is made of for those who look for words in it: a letter or digit as its code point or as the number
// that a reader has given it, or a kind of separator.
type Symbol uint16

// The kinds of separators.
const (
	FirstSeparator        = Invisible
	Invisible      Symbol = 0xfffc // nothing to be seen: an accent that follows its letter, a character without width
	Space          Symbol = 0xfffd
	Apostrophe     Symbol = 0xfffe
	Joint          Symbol = 0xffff // everything else: punctuation, hyphens, emphasis, emoji
)

// Code points below this are looked up. It includes the letters of Latin, Greek and Cyrillic.
const tabled = 0x2100

// levels holds, for each code point below tabled, the letter that it is read as, or a separator, or [several].
var levels = sync.OnceValue(func() *[tabled]uint16 {
	var table [tabled]uint16
	for r := range rune(tabled) {
		letters, other := work(r)
		switch {
		case len(letters) == 0:
			table[r] = uint16(other)
		case len(letters) == 1 && letters[0] < tabled:
			table[r] = uint16(letters[0])
		default:
			table[r] = several
		}
	}
	return &table
})

// several marks a code point of several letters in the table.
const several = uint16(FirstSeparator) - 1

// singles are slices of one letter each, so that none need be made.
var singles = sync.OnceValue(func() *[tabled]rune {
	var letters [tabled]rune
	for i := range letters {
		letters[i] = rune(i)
	}
	return &letters
})

// Level returns the letters that a character is read as; if none, what kind of separator it is.
func Level(r rune) (letters []rune, other Symbol) {
	if r >= tabled {
		if unicode.Is(unicode.Han, r) || unicode.Is(unicode.Hangul, r) {
			return []rune{r}, 0
		}
		return work(r)
	}
	switch entry := levels()[r]; {
	case entry >= uint16(FirstSeparator):
		return nil, Symbol(entry)
	case entry == several:
		return work(r)
	default:
		return singles()[entry : entry+1], 0
	}
}

// work does what level does, without a table.
func work(r rune) (letters []rune, other Symbol) {
	switch {
	case IsApostrophe(r) && r != '`': // which marks code
		return nil, Apostrophe
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Variation_Selector) || IsFiller(r):
		return nil, Invisible
	case unicode.IsSpace(r) || unicode.Is(unicode.Z, r) || r == '\u2800':
		return nil, Space
	}
	// Of the decomposed forms of numbers, only digits count: the ² of a footnote is no part of the word before it.
	if unicode.In(r, unicode.L, unicode.Nd, unicode.Nl, unicode.Mc, unicode.So) {
		letters = plainLetters(r)
	}
	return letters, Joint
}

// plainLetters decomposes a character: é is e, ﬁ is f and i, Ⅷ is v, i, i, i.
func plainLetters(r rune) []rune {
	var letters []rune
	parts := norm.NFKD.AppendString(nil, string(r))
	for len(parts) > 0 {
		part, size := utf8.DecodeRune(parts)
		parts = parts[size:]
		if !unicode.In(part, unicode.L, unicode.Nd, unicode.Mc) {
			continue
		}
		part = unicode.ToLower(part)
		if plain, ok := Lookalikes[part]; ok {
			part = rune(plain)
		}
		letters = append(letters, part)
	}
	return letters
}
