package crisis

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"narthex/chat/words"
)

// maxBytes is how much of a text is read. A visitor's message has at most 2,000 characters, of four bytes each.
const maxBytes = 8000

// token is a piece of a text between separators, as it stands in folded.text.
type token struct {
	from, to uint16
	wide     bool // more than one space, or a new line, before it
	starts   bool // a new sentence
	pauses   bool // a comma or the like before it
	odd      bool // has characters that are no letters
}

// folded is a text in small plain letters, cut into tokens.
type folded struct {
	text   []byte
	tokens []token

	from    int // of the token that is being read
	spaces  int // before it
	stopped bool
	paused  bool
	odd     bool
	piece   int // tokens since the last end of a sentence
}

// fold reads a text: case, accents, look-alike letters and characters without width are levelled.
func (f *folded) fold(text string) {
	*f = folded{text: f.text[:0], tokens: f.tokens[:0]}
	f.add(text, maxBytes)
}

// foldAll reads several texts as one, each a sentence of its own. If they are too long together, the first are cut short.
func (f *folded) foldAll(texts []string, last string) {
	*f = folded{text: f.text[:0], tokens: f.tokens[:0]}
	room := max(0, maxBytes-len(last))
	for _, text := range texts {
		f.add(text, room)
		room = max(0, room-len(text))
		f.separator('\n')
	}
	f.add(last, maxBytes)
}

// add reads on, up to so many bytes.
func (f *folded) add(text string, most int) {
	text = text[:min(len(text), most)]
	for i := 0; i < len(text); {
		b := text[i]
		if b < utf8.RuneSelf {
			f.ascii(b, text, i)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		f.rune(r, text[i:i+size])
		i += size
	}
	f.end()
}

func (f *folded) ascii(b byte, text string, i int) {
	switch {
	case 'a' <= b && b <= 'z':
		f.text = append(f.text, b)
	case 'A' <= b && b <= 'Z':
		f.text = append(f.text, b|0x20)
	case '0' <= b && b <= '9':
		f.text = append(f.text, b)
		f.odd = true
	case b == ' ':
		f.end()
		f.spaces++
	case strings.IndexByte("'`*@$!|", b) >= 0 && f.inWord(text, i):
		f.text = append(f.text, b)
		f.odd = true
	case b == '.' && i+1 < len(text) && isLetterOrDigit(text[i+1]):
		f.end()
	default:
		f.separator(rune(b))
	}
}

// inWord reports whether the character at i has letters on both sides, as in "don't", "k!ll" and "s*icide".
func (f *folded) inWord(text string, i int) bool {
	return len(f.text) > f.from && i+1 < len(text) && isLetterOrDigit(text[i+1])
}

func isLetterOrDigit(b byte) bool {
	return 'a' <= b|0x20 && b|0x20 <= 'z' || '0' <= b && b <= '9'
}

// separator ends a token, and with what ends a sentence also that.
func (f *folded) separator(r rune) {
	f.end()
	switch r {
	case '.', '!', '?', ';', '…', '¿', '¡', '。':
		f.stopped = true
	case '\n', '\r', '\u2028', '\u2029':
		f.stopped = true
		f.spaces += 2
	case '\t':
		f.spaces++
	case ',', ':', '-', '–', '—', '(', ')', '/', '、', '，':
		f.paused = true
	}
}

// end ends the token that is being read, if any. A sentence of a single word is no sentence: people who are desperate
// write "I. Want. To. Die."
func (f *folded) end() {
	if len(f.text) == f.from {
		return
	}
	starts := f.stopped && f.piece >= 2
	if f.stopped {
		f.piece = 0
	}
	f.piece++
	f.tokens = append(f.tokens, token{
		from: uint16(f.from), to: uint16(len(f.text)), wide: f.spaces > 1, starts: starts, pauses: f.paused, odd: f.odd,
	})
	f.from, f.spaces, f.stopped, f.paused, f.odd = len(f.text), 0, false, false, false
}

// rune reads a character that is not ASCII.
func (f *folded) rune(r rune, text string) {
	if plain, ok := words.Lookalikes[r]; ok {
		f.text = append(f.text, plain)
		return
	}
	switch {
	case r == '’' || r == '‘' || r == 'ʼ':
		if len(f.text) > f.from {
			f.text = append(f.text, '\'')
			f.odd = true
		}
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Variation_Selector) || words.IsFiller(r):
	case unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsSymbol(r):
		f.decompose(r, text)
	case unicode.IsSpace(r):
		f.end()
		f.spaces++
	default:
		f.separator(r)
	}
}

// decompose appends the plain letters that a character is made of: é is e, ｋ is k, 𝐤 is k, ⓚ is k.
func (f *folded) decompose(r rune, text string) {
	parts := norm.NFKD.PropertiesString(text).Decomposition()
	before := len(f.text)
	for len(parts) > 0 {
		part, size := utf8.DecodeRune(parts)
		parts = parts[size:]
		if plain, ok := words.Lookalikes[part]; ok {
			f.text = append(f.text, plain)
		} else if part < utf8.RuneSelf && isLetterOrDigit(byte(part)) {
			f.text = append(f.text, byte(unicode.ToLower(part)))
			f.odd = f.odd || part <= '9'
		}
	}
	if len(f.text) == before {
		f.separator(r)
	}
}
