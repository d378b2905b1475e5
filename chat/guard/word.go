package guard

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// parts reports whether a character stands between words. A dash may be of a link's path, or of a number.
func parts(r rune) bool {
	if r < utf8.RuneSelf {
		return asciiParts[r]
	}
	return unicode.IsSpace(r) || unicode.IsPunct(r) && r != '–' && r != '\u2010' && r != '\u2011'
}

var asciiParts = func() (set [utf8.RuneSelf]bool) {
	for r := range set {
		set[r] = r <= ' ' || strings.ContainsRune("<>\"`()[]{}|", rune(r))
	}
	return set
}()

// borders reports whether one word ends and another begins between two characters of which neither parts words: Chinese and Japanese
// have no blanks around a link, and Korean puts its endings there.
func borders(a, b rune) bool {
	return (a >= utf8.RuneSelf || b >= utf8.RuneSelf) && (isLatin(a) && isUnspaced(b) || isUnspaced(a) && isLatin(b))
}

func isLatin(r rune) bool { return r < utf8.RuneSelf && (isDigit(byte(r)) || isLetter(byte(r))) }

func isUnspaced(r rune) bool { return r >= 0x0e00 && unicode.In(r, unspaced...) }

// unspaced are scripts in which words, or words and their endings, follow a number or a link without a blank.
var unspaced = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// continues reports whether a character beside a number makes one word of both. Nothing does in scripts that have no blanks.
func continues(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !isUnspaced(r)
}

// wordEnd gives where the word ends that begins, or goes on, at text[i].
func wordEnd(text string, i int) int {
	before, at := rune(' '), i
	for at < len(text) && !strings.HasPrefix(text[at:], "![") {
		r, size := utf8.DecodeRuneInString(text[at:])
		if parts(r) || borders(before, r) {
			break
		}
		before, at = r, at+size
	}
	return at
}

// runEnd gives where the run of words ends at text[i] that nothing parts but a border.
func runEnd(text string, i int) int {
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		if parts(r) {
			break
		}
		i += size
	}
	return i
}

// wordStart gives where the word begins in which a text ends.
func wordStart(text string) int {
	next, at := rune(' '), len(text)
	for at > 0 {
		r, size := utf8.DecodeLastRuneInString(text[:at])
		if parts(r) || borders(r, next) {
			break
		}
		next, at = r, at-size
	}
	return at
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' || b >= utf8.RuneSelf }

func isWordByte(b byte) bool { return isDigit(b) || isLetter(b) || b == '_' }
