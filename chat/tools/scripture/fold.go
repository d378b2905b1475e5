package scripture

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// fold writes text in small letters without accents, so that it is the same however a visitor writes it.
func fold(text string) string {
	var out strings.Builder
	out.Grow(len(text))
	for _, r := range norm.NFKD.String(text) {
		if !unicode.Is(unicode.Mn, r) {
			out.WriteRune(unicode.ToLower(r))
		}
	}
	return out.String()
}

// words are the folded text's words, numbers and signs between them apart.
func words(text string) []string {
	return strings.FieldsFunc(fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
