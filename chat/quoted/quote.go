package quoted

import (
	"math/bits"
	"unicode/utf8"
)

// Append appends a text as encoding/json writes it between its quotation marks, byte for byte. It looks at eight bytes at a time, since
// most of a prompt needs no escaping: encoding/json looks at one, and copies what it has written.
func Append(body []byte, text string) []byte {
	for {
		n := plainBytes(text)
		body = append(body, text[:n]...)
		if text = text[n:]; text == "" {
			return body
		}
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r < utf8.RuneSelf:
			body = appendEscaped(body, text[0])
		case r == utf8.RuneError && size == 1:
			body = append(body, `\ufffd`...)
		case r == '\u2028' || r == '\u2029':
			body = append(body, `\u202`...)
			body = append(body, hexDigits[r&0xf])
		default:
			body = append(body, text[:size]...)
		}
		text = text[size:]
	}
}

const hexDigits = "0123456789abcdef"

func appendEscaped(body []byte, b byte) []byte {
	switch b {
	case '"', '\\':
		return append(body, '\\', b)
	case '\n':
		return append(body, `\n`...)
	case '\t':
		return append(body, `\t`...)
	case '\r':
		return append(body, `\r`...)
	case '\b':
		return append(body, `\b`...)
	case '\f':
		return append(body, `\f`...)
	}
	return append(body, '\\', 'u', '0', '0', hexDigits[b>>4], hexDigits[b&0xf])
}

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// plainBytes is how many bytes at a text's beginning are written as they are.
func plainBytes(text string) int {
	i := 0
	for ; i+8 <= len(text); i += 8 {
		s := text[i : i+8]
		x := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 | uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
		// The lowest bit that is found is right, those above it may be borrowed from.
		if found := x&highs | (x-0x20*ones)&^x&highs | equal(x|0x02*ones, '>') | equal(x|0x04*ones, '&') | equal(x, '\\'); found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for i < len(text) && isPlain(text[i]) {
		i++
	}
	return i
}

// equal marks the bytes that are b, by their highest bits. '<' is '>' but for one bit, and '"' is '&'.
func equal(x uint64, b byte) uint64 {
	x ^= uint64(b) * ones
	return (x - ones) &^ x & highs
}

func isPlain(b byte) bool {
	return b >= 0x20 && b < utf8.RuneSelf && b != '"' && b != '\\' && b != '<' && b != '>' && b != '&'
}
