package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold levels a text for comparing: small letters, Latin ones without accents (people leave them out), compatibility
// characters as what they stand for (ﬁ is fi, ² is 2), one kind of apostrophe, one space for any white space and none at
// either end, nothing invisible. Marks of other scripts stay: there they make different words.
func Fold(text string) string {
	if isFolded(text) {
		return text
	}
	var space [256]byte // more than most questions have
	return string(AppendFold(space[:0], text))
}

// AppendFold appends a folded text. It allocates nothing but room in the slice, as long as every letter is Latin.
func AppendFold(folded []byte, text string) []byte {
	if hasOtherScript(text) {
		return append(folded, foldScripts(text)...)
	}
	start := len(folded)
	for i := 0; i < len(text); {
		if b := text[i]; b < utf8.RuneSelf {
			if 'a' <= b && b <= 'z' {
				folded = append(folded, b)
			} else {
				folded = appendASCII(folded, start, b)
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		folded = appendLatin(folded, start, r, text[i:i+size])
		i += size
	}
	if n := len(folded); n > start && folded[n-1] == ' ' {
		folded = folded[:n-1]
	}
	return folded
}

// isFolded reports that a text is folded, where that takes no more than a look at its bytes.
func isFolded(text string) bool {
	space := true
	for i := range len(text) {
		b := text[i]
		if b >= utf8.RuneSelf || 'A' <= b && b <= 'Z' || b == '`' || b != ' ' && isSpace(b) || b == ' ' && space {
			return false
		}
		space = b == ' '
	}
	return text == "" || !space
}

func isSpace(b byte) bool { return b == ' ' || '\t' <= b && b <= '\r' }

func appendASCII(folded []byte, start int, b byte) []byte {
	switch {
	case 'A' <= b && b <= 'Z':
		b |= 0x20
	case b == '`':
		b = '\''
	case isSpace(b):
		if len(folded) == start || folded[len(folded)-1] == ' ' {
			return folded
		}
		b = ' '
	}
	return append(folded, b)
}

// appendLatin appends a character that is no letter of another script.
func appendLatin(folded []byte, start int, r rune, text string) []byte {
	switch {
	case IsApostrophe(r):
		return append(folded, '\'')
	case isInvisible(r), unicode.Is(unicode.Mn, r):
		return folded
	case unicode.IsSpace(r):
		return appendASCII(folded, start, ' ')
	case r == 'ß' || r == 'ẞ':
		return append(folded, "ss"...)
	}
	parts := norm.NFKD.PropertiesString(text).Decomposition()
	if parts == nil {
		return utf8.AppendRune(folded, unicode.ToLower(r))
	}
	for len(parts) > 0 {
		part, size := utf8.DecodeRune(parts)
		parts = parts[size:]
		switch {
		case part < utf8.RuneSelf:
			folded = appendASCII(folded, start, byte(part))
		case IsApostrophe(part):
			folded = append(folded, '\'')
		case !unicode.Is(unicode.Mn, part):
			folded = utf8.AppendRune(folded, unicode.ToLower(part))
		}
	}
	return folded
}

// IsApostrophe knows what keyboards and word processors write for an apostrophe, and what is mistaken for one.
func IsApostrophe(r rune) bool {
	switch r {
	case '\'', '`', '’', '‘', '‛', 'ʼ', 'ʻ', '′', '´', '＇':
		return true
	}
	return false
}

// isInvisible tells joiners, soft hyphens, variation selectors and the like.
func isInvisible(r rune) bool {
	return r >= 0xad && (unicode.Is(unicode.Cf, r) || r >= 0xfe00 && r <= 0xfe0f)
}

// hasOtherScript reports whether a text has letters that are not Latin.
func hasOtherScript(text string) bool {
	for i := range len(text) {
		if text[i] >= 0xcd { // the first byte of U+0340 and all after it
			return strings.ContainsFunc(text[i:], isOther)
		}
	}
	return false
}

// isOther tells letters, and the marks on them, of all scripts but the Latin one.
func isOther(r rune) bool {
	return r > 0x36f && (unicode.IsLetter(r) || unicode.IsMark(r)) && !isInvisible(r) && !unicode.In(r, unicode.Latin, unicode.Common, unicode.Inherited)
}

// foldScripts folds a text of any script.
func foldScripts(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case IsApostrophe(r): // which would come apart into a space and an accent
			return '\''
		case isInvisible(r):
			return -1
		}
		return r
	}, text)
	var plain strings.Builder
	other := false // the character before is a letter of another script
	for _, r := range norm.NFD.String(cases.Fold().String(norm.NFKC.String(text))) {
		switch {
		case unicode.Is(unicode.Mn, r) && !other:
			continue
		case IsApostrophe(r):
			r = '\''
		}
		other = isOther(r)
		plain.WriteRune(r)
	}
	return strings.Join(strings.Fields(norm.NFC.String(plain.String())), " ")
}
