package redact

import (
	"strings"
	"unicode"

	"narthex/chat/words"
)

// kind says what a token is.
type kind int

const (
	plain   kind = iota
	unknown      // perhaps a name
	hidden       // a name, a number or a part of an address
)

// token is what stands between two spaces.
type token struct {
	opening, text, closing string   // the punctuation before it, itself, the punctuation after it
	words                  []string // its words, folded: a compound has several
	is                     kind
	first                  bool // begins a sentence, where a capital letter says nothing
	capital                bool
	name                   bool // is on the list of names
}

// tokensOf takes a text apart. A token of nothing but punctuation belongs to the one before it.
func tokensOf(text string) (tokens []token) {
	first := true
	for field := range strings.FieldsSeq(strings.Map(visible, text)) {
		core := strings.TrimFunc(field, isOutside)
		if core == "" {
			if len(tokens) > 0 {
				tokens[len(tokens)-1].closing += field
				first = first || endsSentence(field)
			}
			continue
		}
		at := strings.Index(field, core)
		t := token{opening: field[:at], text: core, closing: field[at+len(core):]}
		t.first = first || strings.ContainsAny(t.opening, "¿¡")
		letter := firstLetter(core)
		t.capital = unicode.IsUpper(letter)
		t.words = wordsOf(core)
		first = endsSentence(t.closing)
		tokens = append(tokens, t)
	}
	return tokens
}

// visible leaves out what nobody sees: it would hide a name from the list.
func visible(r rune) rune {
	if r == utf8Replacement || unicode.Is(unicode.Cf, r) || unicode.IsControl(r) && !unicode.IsSpace(r) {
		return -1
	}
	return r
}

const utf8Replacement = '\uFFFD'

func isOutside(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
}

func endsSentence(closing string) bool { return strings.ContainsAny(closing, ".!?:;\n") }

func firstLetter(text string) rune {
	for _, r := range text {
		if unicode.IsLetter(r) {
			return r
		}
	}
	return 0
}

// wordsOf are the folded words of a token: those of a compound, without an English genitive or contraction.
func wordsOf(core string) (found []string) {
	for _, part := range strings.FieldsFunc(core, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) && !words.IsApostrophe(r)
	}) {
		folded := words.Fold(part)
		if head, found := strings.CutSuffix(folded, "n't"); found {
			folded = head
		}
		head, tail, apostrophe := strings.Cut(folded, "'")
		switch {
		case !apostrophe:
			found = append(found, folded)
		case len(tail) <= 2: // the vicar's, we're
			found = append(found, head)
		default: // O'Brien
			found = append(found, head+tail)
		}
	}
	return found
}
