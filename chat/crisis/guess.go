package crisis

import (
	"bytes"
)

// maxGuess is the length of the longest word that is worth guessing at. No rule has one that is as long.
const maxGuess = 40

// guess finds out what a word that is not in the lexicon stands for; nil if it is just another word. odd says that it has
// characters that are no letters.
func (l *lexicon) guess(word []byte, odd bool) []class {
	if len(word) > maxGuess {
		return nil
	}
	if odd {
		return l.guessOdd(word)
	}
	return l.guessPlain(word)
}

func (l *lexicon) guessPlain(word []byte) []class {
	if meaning, ok := l.meanings[string(word)]; ok {
		return meaning
	}
	if meaning := l.guessRepeated(word); meaning != nil {
		return meaning
	}
	if len(word) >= nearFrom-1 {
		if meaning := l.guessNear(word); meaning != nil {
			return meaning
		}
	}
	return l.guessJoined(word)
}

// guessOdd guesses at a word with digits or signs in it.
func (l *lexicon) guessOdd(word []byte) []class {
	if isNumber(word) {
		return l.number
	}
	var room [maxGuess]byte
	if bytes.IndexByte(word, '*') >= 0 {
		return l.holed[string(without(word, '*', room[:0]))]
	}
	plain := without(without(word, '\'', room[:0]), '`', room[:0])
	if digit := bytes.IndexAny(plain, "0123456789@$!|"); digit < 0 {
		return l.guessPlain(plain)
	}
	if split := leadingDigits(plain); split > 0 { // 13yo, 40pills
		if meaning, ok := l.meanings[string(plain[split:])]; ok {
			return append(l.numberMeaning(plain[:split]), meaning...)
		}
	}
	for _, one := range []byte{'i', 'l'} {
		var letters [maxGuess]byte
		if meaning := l.guessPlain(lettersFor(plain, one, letters[:0])); meaning != nil {
			return meaning
		}
	}
	return nil
}

func (l *lexicon) numberMeaning(digits []byte) []class {
	if meaning, ok := l.meanings[string(digits)]; ok {
		return meaning[:len(meaning):len(meaning)]
	}
	return l.number[:1:1]
}

func isNumber(word []byte) bool { return leadingDigits(word) == len(word) }

func leadingDigits(word []byte) int {
	for i, b := range word {
		if b < '0' || b > '9' {
			return i
		}
	}
	return len(word)
}

func without(word []byte, char byte, kept []byte) []byte {
	for _, b := range word {
		if b != char {
			kept = append(kept, b)
		}
	}
	return kept
}

// lettersFor replaces digits and signs by the letters that they look like. A 1 looks like two.
func lettersFor(word []byte, one byte, letters []byte) []byte {
	for _, b := range word {
		switch b {
		case '0':
			b = 'o'
		case '1', '!', '|':
			b = one
		case '3':
			b = 'e'
		case '4', '@':
			b = 'a'
		case '5', '$':
			b = 's'
		case '7':
			b = 't'
		case '8':
			b = 'b'
		}
		letters = append(letters, b)
	}
	return letters
}

// guessRepeated looks for the word with fewer of a letter that stands there several times: "killll", "dieeee", "sooo".
func (l *lexicon) guessRepeated(word []byte) []class {
	for _, most := range []int{2, 1} {
		var room [maxGuess]byte
		fewer := atMost(word, most, room[:0])
		if len(fewer) == len(word) {
			continue
		}
		if meaning, ok := l.meanings[string(fewer)]; ok {
			return meaning
		}
	}
	return nil
}

// atMost leaves no more than so many of a letter in a row.
func atMost(word []byte, most int, kept []byte) []byte {
	run := 0
	for i, b := range word {
		if i > 0 && word[i-1] == b {
			run++
		} else {
			run = 1
		}
		if run <= most {
			kept = append(kept, b)
		}
	}
	return kept
}

// guessNear looks for a key word that differs in one letter, or has two exchanged.
func (l *lexicon) guessNear(word []byte) []class {
	if meaning, ok := l.near[string(word)]; ok {
		return meaning
	}
	if len(word) > 14 {
		return nil
	}
	var room [maxGuess]byte
	copy(room[:], word[:1])
	copy(room[1:], word[2:]) // the word without its letter 1
	for i := 1; i < len(word); i++ {
		if meaning, ok := l.near[string(room[:len(word)-1])]; ok {
			return meaning
		}
		room[i] = word[i]
	}
	return nil
}

// guessJoined takes apart words that are written without spaces, all of which must be known: "iwanttodie".
func (l *lexicon) guessJoined(word []byte) []class {
	if len(word) < 5 || !l.hasStem(word) {
		return nil
	}
	var from [maxGuess + 1]int // where the word that ends here begins, plus one; 0: none does
	from[0] = 1
	for end := 1; end <= len(word); end++ {
		for start := max(0, end-14); start < end; start++ { // the longest first
			if _, known := l.meanings[string(word[start:end])]; known && from[start] > 0 {
				from[end] = start + 1
				break
			}
		}
	}
	if from[len(word)] == 0 {
		return nil
	}
	var meaning []class
	for end := len(word); end > 0; end = from[end] - 1 {
		meaning = append(append([]class(nil), l.meanings[string(word[from[end]-1:end])]...), meaning...)
	}
	return meaning
}

func (l *lexicon) hasStem(word []byte) bool {
	for _, stem := range l.stems {
		if bytes.Contains(word, []byte(stem)) {
			return true
		}
	}
	return false
}
