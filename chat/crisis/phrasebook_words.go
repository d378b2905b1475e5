package crisis

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// sameLetters are letters that do not come apart into one without a mark, and Arabic ones that are written in one another's place.
var sameLetters = map[rune]rune{
	'đ': 'd', 'ł': 'l', 'ø': 'o', 'ı': 'i', 'ة': 'ه', 'ى': 'ي', 'ی': 'ي', 'ک': 'ك', 'ٱ': 'ا',
}

// words gives the classes of the words of a message, with a boundary before, between and after its sentences. Where none is there
// that a phrase is looked for at, there are none.
func (b *phrasebook) words(message string, f *folded, words []class) []class {
	r := wordReader{book: b, text: f.text[:0], words: append(words, boundary)}
	message = message[:min(len(message), maxBytes)]
	for i := 0; i < len(message); i++ {
		c := message[i]
		switch {
		case 'a' <= c && c <= 'z' || '0' <= c && c <= '9':
			r.text = append(r.text, c)
		case 'A' <= c && c <= 'Z':
			r.text = append(r.text, c|0x20)
		case c == ' ':
			r.end()
		case c < utf8.RuneSelf:
			r.separator(rune(c))
		default:
			other, size := utf8.DecodeRuneInString(message[i:])
			if isJamo(other) {
				if whole := norm.NFC.String(message[i:]); whole != message[i:] { // no longer than it was
					message, i = whole, -1
					continue
				}
			}
			r.rune(other)
			i += size - 1
		}
	}
	r.end()
	f.text = r.text
	if !r.found {
		return r.words[:1]
	}
	return append(r.words, boundary)
}

// wordReader reads the words of a message.
type wordReader struct {
	book  *phrasebook
	text  []byte // of the word that is being read
	words []class
	found bool // a word that a phrase is looked for at
}

// rune reads a character that is not ASCII.
func (r *wordReader) rune(c rune) {
	switch {
	case singly(c):
		r.end()
		r.text = r.book.appendRune(r.text, c)
		r.end()
	case c < plainUntil && r.book.plain[c] != "":
		r.text = append(r.text, r.book.plain[c]...)
	case c == 'ʼ': // an apostrophe that is a letter, as Ukrainian has it
		r.end()
	case unicode.IsLetter(c) || unicode.IsNumber(c):
		r.text = r.book.appendRune(r.text, c)
	case unicode.In(c, unicode.Mn, unicode.Cf):
	default:
		r.separator(c)
	}
}

// separator ends a word, and with what ends a sentence also that.
func (r *wordReader) separator(c rune) {
	r.end()
	switch c {
	case '.', '!', '?', ';', '\n', '…', '。', '！', '？', '؟', '；', '؛', '．':
		r.words = append(r.words, boundary)
	}
}

// end ends the word that is being read, if any.
func (r *wordReader) end() {
	if len(r.text) == 0 {
		return
	}
	word := otherWord
	if hash := hashOf(r.text); r.book.known[hash>>6]&(1<<(hash&63)) != 0 {
		if c, ok := r.book.classes[string(r.text)]; ok {
			word = c
			r.found = r.found || len(r.book.gate.starting[c]) > 0
		}
	}
	r.words = append(r.words, word)
	r.text = r.text[:0]
}

// singly reports whether each character of a script is read as a word: Chinese has no spaces between words, and Koreans put them
// as they like.
func singly(c rune) bool { return c >= 0x2e80 && unicode.In(c, unicode.Han, unicode.Hangul) }

// isJamo tells the parts that Hangul may be written in, a telephone's as well as an old computer's.
func isJamo(c rune) bool { return 0x1100 <= c && c <= 0x11ff }

// plainUntil is the first letter behind those that what they are read as is kept of: the Latin ones.
const plainUntil = 0x250

// readLetters notes what the Latin letters with a mark are read as.
func (b *phrasebook) readLetters() {
	for c := rune(utf8.RuneSelf); c < plainUntil; c++ {
		if unicode.IsLetter(c) {
			b.plain[c] = string(b.appendRune(nil, c))
		}
	}
}

// appendRune appends a character as the phrases have it: small, without marks, in one way of writing.
func (b *phrasebook) appendRune(text []byte, c rune) []byte {
	if singly(c) {
		if other, ok := b.variants[c]; ok {
			c = other
		}
		return utf8.AppendRune(text, c)
	}
	var space [utf8.UTFMax]byte
	parts := norm.NFKD.PropertiesString(string(utf8.AppendRune(space[:0], c))).Decomposition()
	if parts == nil {
		return appendLetter(text, c)
	}
	for len(parts) > 0 {
		part, size := utf8.DecodeRune(parts)
		parts = parts[size:]
		text = appendLetter(text, part)
	}
	return text
}

func appendLetter(text []byte, c rune) []byte {
	c = unicode.ToLower(c)
	if same, ok := sameLetters[c]; ok {
		c = same
	}
	switch {
	case unicode.Is(unicode.Mn, c), c == 'ـ': // a line that only stretches an Arabic word
		return text
	case '٠' <= c && c <= '٩':
		c += '0' - '٠'
	}
	return utf8.AppendRune(text, c)
}

// illegible reports whether a message is in letters of which the learned model has read none: of another script, with no Latin
// one among them that such letters could be meant to be taken for, or with the marks of Vietnamese.
func illegible(message string) bool {
	other := 0
	for _, c := range message {
		switch {
		case c < utf8.RuneSelf && unicode.IsLetter(c):
			other = -maxBytes
		case vietnamese(c):
			return true
		case unicode.IsLetter(c) && !unicode.Is(unicode.Latin, c):
			other++
		}
	}
	return other > 0
}

// vietnamese tells the letters with two marks, or with a mark that no other language has.
func vietnamese(c rune) bool { return 0x1ea0 <= c && c <= 0x1ef9 || c == 'ơ' || c == 'ư' }

// hashOf is a word's place in a table of bits (FNV-1a).
func hashOf(word []byte) uint16 {
	hash := uint32(2166136261)
	for _, c := range word {
		hash = (hash ^ uint32(c)) * 16777619
	}
	return uint16(hash>>16) ^ uint16(hash)
}
