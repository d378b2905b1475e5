package chat

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// lineBreaks are the other ways to break a line: those of old systems, of Word (U+000B within a paragraph) and of Unicode.
var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n")

// plainText trims what somebody wrote, breaks its lines in one way, and drops other control characters: they come along when
// text is pasted, and nobody is to be refused help for them. It refuses what is no text, and NUL, which Postgres cannot store.
func plainText(text string) (string, error) {
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return "", ErrInvalidText
	}
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, lineBreaks.Replace(text))
	return strings.TrimSpace(text), nil
}
