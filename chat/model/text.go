package model

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// Text arrives in pieces that may end in the middle of a character, so pieces are kept as bytes until a textJoiner has put
// them together. Half of a surrogate pair, which UTF-8 has no form for, is kept in the three bytes its number would have.

// appendUnquoted appends what a JSON string stands for, broken characters as they came. The decoder has checked its syntax.
func appendUnquoted(text, literal []byte) ([]byte, error) {
	for rest := literal[1 : len(literal)-1]; ; {
		plain := bytes.IndexByte(rest, '\\')
		if plain < 0 {
			return append(text, rest...), nil
		}
		text = append(text, rest[:plain]...)
		if rest = rest[plain+1:]; rest[0] != 'u' {
			text = append(text, unescape(rest[0]))
			rest = rest[1:]
			continue
		}
		unit, err := strconv.ParseUint(string(rest[1:5]), 16, 16)
		if err != nil {
			return text, err
		}
		text = appendUnit(text, uint16(unit))
		rest = rest[5:]
	}
}

func unescape(letter byte) byte {
	switch letter {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return letter // quote, slash, backslash
}

// appendUnit appends a UTF-16 code unit.
func appendUnit(p []byte, unit uint16) []byte {
	if utf16.IsSurrogate(rune(unit)) {
		return append(p, 0xe0|byte(unit>>12), 0x80|byte(unit>>6)&0x3f, 0x80|byte(unit)&0x3f)
	}
	return utf8.AppendRune(p, rune(unit))
}

// textJoiner makes valid UTF-8 of the pieces of a text, whose borders may run through characters.
type textJoiner struct {
	held []byte // the start of a character
}

// append appends what is whole so far. What can never become a character is replaced.
func (j *textJoiner) append(whole, piece []byte) []byte {
	if len(j.held) == 0 && utf8.Valid(piece) {
		return append(whole, piece...)
	}
	rest := append(j.held, piece...)
	for len(rest) > 0 {
		r, size := utf8.DecodeRune(rest)
		if r != utf8.RuneError || size > 1 {
			whole = append(whole, rest[:size]...)
			rest = rest[size:]
			continue
		}
		r, size = decodeSurrogates(rest)
		if size == 0 || !utf8.FullRune(rest) {
			break // the start of a character that may go on in the next piece
		}
		whole = utf8.AppendRune(whole, r)
		rest = rest[size:]
	}
	j.held = append([]byte(nil), rest...)
	return whole
}

// flush ends the text: what was held back is no character.
func (j *textJoiner) flush() string {
	if len(j.held) == 0 {
		return ""
	}
	j.held = nil
	return string(utf8.RuneError)
}

// decodeSurrogates reads a pair of surrogates of three bytes each. size is 0 where the second may still come, 1 where there
// is no surrogate at all, 3 where one stands alone.
func decodeSurrogates(p []byte) (r rune, size int) {
	high, ok := surrogate(p)
	if !ok {
		return utf8.RuneError, 1
	}
	next := p[3:]
	if len(next) == 0 || (len(next) < 3 && next[0] == 0xed) {
		return utf8.RuneError, 0
	}
	if low, ok := surrogate(next); ok {
		if pair := utf16.DecodeRune(high, low); pair != utf8.RuneError {
			return pair, 6
		}
	}
	return utf8.RuneError, 3
}

func surrogate(p []byte) (rune, bool) {
	if len(p) < 3 || p[0] != 0xed || p[1] < 0xa0 || p[1] > 0xbf || p[2]&0xc0 != 0x80 {
		return 0, false
	}
	return rune(p[0]&0x0f)<<12 | rune(p[1]&0x3f)<<6 | rune(p[2]&0x3f), true
}
