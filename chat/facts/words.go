package facts

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// normalise gives the words of a text, lower-case and without accents, with a space before, between and after them;
// apostrophes join ("what's" is whats).
func normalise(text string) string {
	if !isASCII(text) {
		text = norm.NFKD.String(text)
	}
	plain := make([]byte, 1, len(text)+2)
	plain[0] = ' '
	for _, r := range text {
		r = unicode.ToLower(r)
		switch {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			plain = append(plain, byte(r))
		case r == '\'' || r == '’' || r == '`' || r > unicode.MaxLatin1 && unicode.Is(unicode.Mn, r):
		case r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			plain = utf8.AppendRune(plain, r)
		case plain[len(plain)-1] != ' ':
			plain = append(plain, ' ')
		}
	}
	if plain[len(plain)-1] != ' ' {
		plain = append(plain, ' ')
	}
	return string(plain)
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// tokens are the words of a text as normalise makes them.
func tokens(text string) []string { return strings.Fields(normalise(text)) }

// hasWord reports whether a word, or its singular or plural, is among those of a name.
func hasWord(name []string, word string) bool {
	singular := strings.TrimSuffix(word, "s")
	for _, w := range name {
		if w == word || w == singular || isPlural(w, word) {
			return true
		}
	}
	return false
}

func isPlural(plural, word string) bool {
	return len(plural) == len(word)+1 && plural[len(word)] == 's' && plural[:len(word)] == word
}

// hasAll reports whether every wanted word is among those of a name. There must be at least one.
func hasAll(name, wanted []string) bool {
	for _, w := range wanted {
		if !hasWord(name, w) {
			return false
		}
	}
	return len(wanted) > 0
}

// hasAny reports whether one of the words is among those of a name.
func hasAny(name []string, wanted set) bool {
	for _, w := range name {
		if wanted[w] {
			return true
		}
	}
	return false
}
