package safety

import (
	"slices"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"narthex/chat/words"
)

// symbol is what the automaton reads: a letter or digit that occurs in some term, 0 for one of no term, or a kind of separator.
type symbol uint16

const (
	firstSeparator        = invisible
	invisible      symbol = 0xfffc // nothing to be seen: an accent that follows its letter, a character without width
	space          symbol = 0xfffd
	apostrophe     symbol = 0xfffe
	joint          symbol = 0xffff // everything else: punctuation, hyphens, emphasis, emoji
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
const several = uint16(firstSeparator) - 1

// singles are slices of one letter each, so that none need be made.
var singles = sync.OnceValue(func() *[tabled]rune {
	var letters [tabled]rune
	for i := range letters {
		letters[i] = rune(i)
	}
	return &letters
})

// level returns the letters that a character is read as; if none, what kind of separator it is.
func level(r rune) (letters []rune, other symbol) {
	if r >= tabled {
		if unicode.Is(unicode.Han, r) || unicode.Is(unicode.Hangul, r) {
			return []rune{r}, 0
		}
		return work(r)
	}
	switch entry := levels()[r]; {
	case entry >= uint16(firstSeparator):
		return nil, symbol(entry)
	case entry == several:
		return work(r)
	default:
		return singles()[entry : entry+1], 0
	}
}

// width returns how many letters a character is read as.
func width(r rune) int {
	letters, _ := level(r)
	return len(letters)
}

// work does what level does, without a table.
func work(r rune) (letters []rune, other symbol) {
	switch {
	case words.IsApostrophe(r) && r != '`': // which marks code
		return nil, apostrophe
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Variation_Selector) || isFiller(r):
		return nil, invisible
	case unicode.IsSpace(r) || unicode.Is(unicode.Z, r) || r == '\u2800':
		return nil, space
	}
	// Of the decomposed forms of numbers, only digits count: the ² of a footnote is no part of the word before it.
	if unicode.In(r, unicode.L, unicode.Nd, unicode.Nl, unicode.Mc, unicode.So) {
		letters = plainLetters(r)
	}
	return letters, joint
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
		if plain, ok := lookalikes[part]; ok {
			part = rune(plain)
		}
		letters = append(letters, part)
	}
	return letters
}

// letter is one letter of a term, with what may stand between it and the next.
type letter struct {
	is         rune
	spaced     bool // white space: a word ends here
	apostrophe bool
}

// spell returns the letters of a term.
func spell(term string) []letter {
	var letters []letter
	for _, r := range term {
		plain, other := level(r)
		for _, p := range plain {
			letters = append(letters, letter{is: p})
		}
		if len(plain) > 0 || len(letters) == 0 || other == invisible {
			continue
		}
		last := &letters[len(letters)-1]
		last.apostrophe = true
		last.spaced = last.spaced || other != apostrophe
	}
	if len(letters) > 0 {
		letters[len(letters)-1].spaced = false // of words that end in quotation marks
	}
	return possessives(letters)
}

// possessives marks where an apostrophe may stand that was not configured: "Gods" and "Gods'" are "God's".
func possessives(letters []letter) []letter {
	for i := range letters {
		last := i == len(letters)-1
		before := !last && letters[i+1].is == 's' && (i+1 == len(letters)-1 || letters[i+1].spaced)
		if last || before {
			letters[i].apostrophe = true
		}
	}
	return letters
}

// forms returns a term and its plurals, which are its possessives as well.
func forms(letters []letter) [][]letter {
	var stem []rune
	for _, l := range letters {
		stem = append(stem, l.is)
	}
	last := stem[len(stem)-1]
	forms := [][]letter{letters, ending(letters, "s")}
	if !slices.Contains([]rune("aeiou"), last) {
		forms = append(forms, ending(letters, "es"))
	}
	if last == 'y' && len(letters) > 1 && !letters[len(letters)-2].spaced {
		forms = append(forms, ending(letters[:len(letters)-1], "ies"))
	}
	return forms
}

func ending(letters []letter, with string) []letter {
	form := slices.Clone(letters)
	for _, r := range with {
		form = append(form, letter{is: r})
	}
	return possessives(form)
}
