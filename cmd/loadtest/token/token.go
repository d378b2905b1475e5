// Package token makes the words of the mock model. Each carries its place in the answer and the time it was sent, so
// that whoever receives it, through whatever was between, can tell how long it took and whether any is missing.
package token

import (
	"bytes"
	"time"
)

// Size is the length of a token in bytes: the mark, its place, its time and a space.
const Size = 1 + placeDigits + timeDigits + 1

const (
	mark        = '~'
	placeDigits = 2
	timeDigits  = 8
	// digits are consonants alone: no word can come about that a filter would take for an insult or a name, and no figure
	// that looks like a telephone number.
	digits = "bcdfghjklmnpqrstvwxz"
	base   = len(digits)
	// Places is where places start again from 0; a gap of a multiple of it would go unnoticed.
	Places = base * base
	// period is where times start again: about 7 hours.
	period = 20 * 20 * 20 * 20 * 20 * 20 * 20 * 20 // base^timeDigits, microseconds
)

var values = func() (v [256]int8) {
	for i := range v {
		v[i] = -1
	}
	for i := range digits {
		v[digits[i]] = int8(i)
	}
	return v
}()

// Token is one that was found.
type Token struct {
	Place int           // in its answer, modulo Places
	Age   time.Duration // from sending to now, modulo 7 hours; a clock that was set back makes it negative
}

// Append appends the token of a place in its answer, sent at now.
func Append(dst []byte, place int, now time.Time) []byte {
	dst = append(dst, mark)
	dst = appendNumber(dst, int64(place%Places), placeDigits)
	dst = appendNumber(dst, now.UnixMicro()%period, timeDigits)
	return append(dst, ' ')
}

func appendNumber(dst []byte, n int64, width int) []byte {
	start := len(dst)
	for range width {
		dst = append(dst, digits[0])
	}
	for i := len(dst) - 1; i >= start; i-- {
		dst[i] = digits[n%int64(base)]
		n /= int64(base)
	}
	return dst
}

// Next returns the first token in text and what follows it; ok is false when there is none.
func Next(text []byte, now time.Time) (found Token, rest []byte, ok bool) {
	for {
		start := bytes.IndexByte(text, mark)
		if start < 0 || len(text)-start < Size-1 { // the space may have been trimmed
			return Token{}, nil, false
		}
		text = text[start+1:]
		if found, ok := read(text, now); ok {
			return found, text[placeDigits+timeDigits:], true
		}
	}
}

// NextSpoken is Next for a text made for the ear, in which a token is a word of its own without the mark.
func NextSpoken(text []byte, now time.Time) (found Token, rest []byte, ok bool) {
	for len(text) > 0 {
		word := text
		if end := bytes.IndexByte(text, ' '); end >= 0 {
			word, text = text[:end], text[end+1:]
		} else {
			text = nil
		}
		word = bytes.TrimRight(bytes.TrimLeft(word, string(mark)), ".,")
		if len(word) != placeDigits+timeDigits {
			continue
		}
		if found, ok := read(word, now); ok {
			return found, text, true
		}
	}
	return Token{}, nil, false
}

// read reads what follows a mark.
func read(text []byte, now time.Time) (Token, bool) {
	place, placeOK := number(text[:placeDigits])
	sent, sentOK := number(text[placeDigits : placeDigits+timeDigits])
	if !placeOK || !sentOK {
		return Token{}, false
	}
	age := (now.UnixMicro() - sent) % period
	if age > period/2 {
		age -= period
	}
	return Token{Place: int(place), Age: time.Duration(age) * time.Microsecond}, true
}

func number(text []byte) (n int64, ok bool) {
	for _, c := range text {
		digit := values[c]
		if digit < 0 {
			return 0, false
		}
		n = n*int64(base) + int64(digit)
	}
	return n, true
}
