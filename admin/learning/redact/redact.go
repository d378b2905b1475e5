package redact

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mask stands where something was taken out.
const Mask = "[…]"

// Redactor reads questions of one church's visitors. It is safe for concurrent use.
type Redactor struct{ own map[string]bool }

// New returns the redactor of a church that has published some texts: their words are no secret.
func New(published iter.Seq[string]) *Redactor {
	r := &Redactor{own: make(map[string]bool)}
	for text := range published {
		for _, t := range tokensOf(text) {
			for _, word := range t.words {
				if utf8.RuneCountInString(word) > 2 {
					r.own[word] = true
				}
			}
		}
	}
	return r
}

// Reading is a question of which it is known what each of its parts is.
type Reading struct{ tokens []token }

// Read reads a question.
func (r *Redactor) Read(question string) Reading {
	tokens := tokensOf(question)
	r.judge(tokens)
	return Reading{tokens}
}

// WithoutNames is the question for comparing what it means with others. It is never shown.
func (q Reading) WithoutNames() string {
	var out strings.Builder
	for _, t := range q.tokens {
		if t.is == hidden {
			continue
		}
		if out.Len() > 0 {
			out.WriteByte(' ')
		}
		out.WriteString(t.opening + t.text + t.closing)
	}
	return out.String()
}

// Unknown are the words, folded, that are neither known nor known to be secret: Shown asks about them.
func (q Reading) Unknown() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, t := range q.tokens {
			if t.is != unknown {
				continue
			}
			for _, word := range t.words {
				if !yield(word) {
					return
				}
			}
		}
	}
}

// Shown is the question as it may be shown, and how many of its words were taken out and are left. common says of a word that is not
// known whether so many use it that it gives away nobody; nil: of none.
func (q Reading) Shown(common func(word string) bool) (text string, out, left int) {
	var shown strings.Builder
	masked := false
	for _, t := range q.tokens {
		show := t.is == plain || t.is == unknown && common != nil && allOf(t.words, common)
		if show {
			left++
		} else {
			out++
		}
		if !show && masked {
			continue // what is taken out in a row is one
		}
		if shown.Len() > 0 {
			shown.WriteByte(' ')
		}
		if show {
			shown.WriteString(t.opening + t.text + t.closing)
		} else {
			shown.WriteString(inverted(t.opening) + Mask)
		}
		masked = !show
	}
	return tidy(shown.String(), q.tokens), out, left
}

// inverted keeps of what stands before a word that a question begins.
func inverted(opening string) string {
	if strings.Contains(opening, "¿") {
		return "¿"
	}
	return ""
}

// tidy ends the text as the question ended.
func tidy(text string, tokens []token) string {
	if len(tokens) > 0 && strings.Contains(tokens[len(tokens)-1].closing, "?") && !strings.HasSuffix(text, "?") {
		text += "?"
	}
	rest := strings.TrimLeft(text, "¿¡")
	first, size := utf8.DecodeRuneInString(rest)
	if unicode.IsLower(first) {
		return text[:len(text)-len(rest)] + string(unicode.ToUpper(first)) + rest[size:]
	}
	return text
}

func allOf(words []string, is func(string) bool) bool {
	for _, word := range words {
		if !is(word) {
			return false
		}
	}
	return len(words) > 0
}
