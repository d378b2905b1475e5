package words

import (
	"iter"
	"unicode"
	"unicode/utf8"
)

// Split ranges over the words of a text that was folded: letters with their marks, and digits. Everything else separates,
// also an apostrophe.
func Split(folded string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for from, to := Next(folded, 0); from < to; from, to = Next(folded, to) {
			if !yield(folded[from:to]) {
				return
			}
		}
	}
}

// Next finds the first word of a folded text at or after an index; both ends are the same where there is none. It is Split
// where nothing may be allocated.
func Next[text string | []byte](folded text, at int) (from, to int) {
	for from = at; from < len(folded); {
		is, size := wordAt(folded, from)
		if is {
			break
		}
		from += size
	}
	for to = from; to < len(folded); {
		is, size := wordAt(folded, to)
		if !is {
			break
		}
		to += size
	}
	return from, to
}

// wordAt reports whether the character at an index belongs to a word, and its size.
func wordAt[text string | []byte](folded text, at int) (is bool, size int) {
	b := folded[at]
	if b < utf8.RuneSelf {
		return 'a' <= b && b <= 'z' || '0' <= b && b <= '9' || 'A' <= b && b <= 'Z', 1
	}
	r, size := utf8.DecodeRuneInString(string(folded[at:min(at+utf8.UTFMax, len(folded))]))
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r), size
}
