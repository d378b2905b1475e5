package speech

import (
	"strings"
	"unicode"
)

// filter takes from a text, rune by rune, what no voice can say: emoji, control characters, marks of emphasis.
type filter struct {
	lineStart bool
	star      bool // an asterisk stands at the start of a line: a mark of emphasis, or of an item
}

// plain are signs that are written in more than one way.
var plain = map[rune]string{
	'’': "'", '‘': "'", '“': "", '”': "", '„': "", '"': "", '«': "", '»': "", '`': "", '…': "...", '→': "-", '‐': "-", '‑': "-", '‒': "–", '−': "-",
	'½': " 1/2", '¼': " 1/4", '¾': " 3/4", '•': "•", '·': "•", '▪': "•", '‣': "•", '◦': "•", '°': "°", 'º': "º", 'ª': "ª", '©': "", '®': "", '™': "",
}

// add appends what is left of a piece. What it does depends on the runes, not on where the pieces end.
func (f *filter) add(to *strings.Builder, piece string) {
	for _, r := range piece {
		if f.star {
			f.star = false
			if r == ' ' || r == '\t' {
				to.WriteByte('-')
			}
		}
		switch replaced, known := plain[r]; {
		case r == '\n':
			to.WriteByte('\n')
			f.lineStart = true
			continue
		case r == '*':
			f.star = f.lineStart
		case known:
			to.WriteString(replaced)
		case r == '\r', r == '\v', r == '\f', r == '\u2028', r == '\u2029':
			to.WriteByte('\n')
			f.lineStart = true
			continue
		case unicode.IsSpace(r):
			to.WriteByte(' ')
			continue // a line may be indented
		case silent(r):
			continue
		default:
			to.WriteRune(r)
		}
		f.lineStart = false
	}
}

// silent reports whether a rune is none that a voice says.
func silent(r rune) bool {
	switch {
	case r < ' ', r == unicode.ReplacementChar, r == 0x20e3:
		return true
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.So, unicode.Variation_Selector):
		return true
	case unicode.Is(unicode.Sk, r) && r > unicode.MaxLatin1: // tones of skin
		return true
	}
	return false
}
