package guard

import (
	"strings"
	"unicode/utf8"

	"narthex/chat/words"
)

// How much of an instruction is a leak, and from where on an answer is held because it may become one. What the model
// has in common with its instructions by chance is shorter, or made of small words.
const (
	leakWords   = 8 // in a row
	leakContent = 3 // of them, with at least so many letters:
	contentSize = 4
	heldFrom    = leakWords - 2 // the words before are let out
)

// leaks knows the runs of words that are a leak, by a hash of their words.
type leaks struct {
	lines []string
	// runs holds those of 8 words, with the number of their line, and their first 6 and 7 words.
	runs   map[uint64]int
	claims *claims // nil: none
}

// leak is a run of words of an instruction in an answer, or a claim.
type leak struct {
	line  string // of the instructions; or the claim
	claim bool
	start int // in the answer
	hold  int // up to where it was let out
}

// newLeaks returns nil if no line of the instructions is long enough to be told from chance, and there are no claims.
func newLeaks(instructions []string, claims *claims) *leaks {
	l := &leaks{runs: make(map[uint64]int), claims: claims}
	for _, text := range instructions {
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			for part := range strings.Lines(sayable.Replace(line)) {
				l.add(line, part)
			}
		}
	}
	if len(l.runs) == 0 && claims == nil {
		return nil
	}
	return l
}

// sayable takes out of the instructions what they say as an answer may have to say it.
var sayable = strings.NewReplacer("person of this church who can", "\n", "such as a parent, teacher or school counselor", "\n")

func (l *leaks) add(line, part string) {
	var reader leaker
	for i := 0; i <= len(part); {
		r, size := ' ', 1
		if i < len(part) {
			r, size = utf8.DecodeRuneInString(part[i:])
		}
		if reader.rune(r, i) && reader.words >= leakWords && reader.content() >= leakContent {
			l.lines = append(l.lines, line)
			number := len(l.lines) - 1
			for shift := range leakWords - heldFrom + 1 { // of the run's first 6, 7 and 8 words
				l.runs[reader.hash(leakWords-shift, shift)] = number
			}
		}
		i += size
	}
}

// leaker reads an answer word by word, as far as the instructions are concerned.
type leaker struct {
	run  int // words of a run that the answer ends in, if at least heldFrom; else 0
	hold int // where the sixth of them ends

	hashed  uint64 // the letters of the word that is being read
	letters int
	begin   int // where it begins
	last    int // where the word before it ended
	words   int // read so far
	recent  [leakWords]word
	claim   claimer
}

type word struct {
	hash    uint64
	start   int
	content bool
}

// read moves on by a piece of text that stands at an offset of the answer.
func (k *leaker) read(l *leaks, text string, at int) (found leak, ok bool) {
	if l == nil {
		return leak{}, false
	}
	for i := 0; i < len(text); {
		b, size := text[i], 1
		ended, pause := false, rune(0)
		switch {
		case 'a' <= b && b <= 'z':
			k.letter(rune(b), at+i)
		case b == ' ':
			ended = k.end()
		default:
			var r rune
			r, size = utf8.DecodeRuneInString(text[i:])
			ended, pause = k.rune(r, at+i), r
		}
		if ended {
			if found, ok := k.follow(l, at+i); ok {
				return found, true
			}
		}
		if pause != 0 {
			k.claim.pause(pause)
		}
		i += size
	}
	return leak{}, false
}

// endOfWord tells it that the answer ends.
func (k *leaker) endOfWord(l *leaks, at int) (found leak, ok bool) {
	if l == nil || !k.end() {
		return leak{}, false
	}
	return k.follow(l, at)
}

// rune moves on by a character, and reports whether a word has ended before it. Emphasis and apostrophes are no part of
// a word and end none.
func (k *leaker) rune(r rune, at int) (ended bool) {
	letters, other := words.Level(r)
	for _, letter := range letters {
		k.letter(letter, at)
	}
	if len(letters) > 0 || other == words.Invisible || other == words.Apostrophe || strings.ContainsRune("*_~`", r) {
		return false
	}
	return k.end()
}

const prime = 1099511628211 // of the FNV hash

func (k *leaker) letter(r rune, at int) {
	if k.letters == 0 {
		k.begin = at
	}
	k.letters++
	k.hashed = (k.hashed ^ uint64(r)) * prime
}

// end ends the word that is being read, if one is.
func (k *leaker) end() bool {
	if k.letters == 0 {
		return false
	}
	k.recent[k.words%leakWords] = word{k.hashed, k.begin, k.letters >= contentSize}
	k.words++
	k.hashed, k.letters = 0, 0
	return true
}

// follow looks whether the answer, whose last word ends at an offset, ends in a run now. A run of seven words is looked
// for only where one of six ended before, so that most words cost one look.
func (k *leaker) follow(l *leaks, at int) (found leak, ok bool) {
	longest := max(k.run+1, heldFrom)
	k.run = 0
	for words := longest; words >= heldFrom && k.run == 0; words-- {
		line, known := l.runs[k.hash(words, 0)]
		if !known || k.words < words {
			continue
		}
		k.run = words
		switch words {
		case leakWords:
			return leak{line: l.lines[line], start: k.recent[k.words%leakWords].start, hold: k.hold}, true
		case heldFrom:
			k.hold = at
		default:
			k.hold = k.last
		}
	}
	k.last = at
	if l.claims == nil {
		return leak{}, false
	}
	held := k.claim.hold
	if start, claim := k.claim.read(l.claims, k.recent[(k.words-1)%leakWords], k.words, at); claim != "" {
		return leak{line: claim, claim: true, start: start, hold: held}, true
	}
	return leak{}, false
}

// hash is that of some words in a row: those before the last few, which are skipped.
func (k *leaker) hash(words, skip int) uint64 {
	sum := uint64(words)
	for i := k.words - skip - words; i < k.words-skip; i++ {
		sum = sum*prime + k.recent[(i+2*leakWords)%leakWords].hash
	}
	return sum
}

// content counts the longer ones of the last eight words.
func (k *leaker) content() (n int) {
	for _, w := range k.recent {
		if w.content {
			n++
		}
	}
	return n
}
