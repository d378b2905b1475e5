package disclosure

import (
	"slices"

	"narthex/chat/linear"
	"narthex/chat/words"
)

// The kinds of feature of a text.
const (
	aWord uint32 = iota + 1
	aStem
	twoWords
	wordsApart
	threeWords
	lettersOfWord
	firstWords
)

const (
	stemLength  = 5  // letters that stand for a longer word and its other forms
	longestRead = 40 // letters of a word that are read
)

// features are the marks of a text, as hashes.
type features struct {
	folded []byte
	hashes []uint32
}

// textEdge stands before and after a text.
var textEdge = linear.HashOf(".")

// read takes the features of a text.
func (f *features) read(text string) {
	f.folded = words.AppendFold(f.folded[:0], text)
	h := slices.Grow(f.hashes[:0], 24*len(f.folded)/5)
	before1, before2, n := textEdge, uint32(0), 0
	for from, to := words.Next(f.folded, 0); from < to; from, to = words.Next(f.folded, to) {
		word := f.folded[from:min(to, from+longestRead)]
		whole, stem := linear.HashStart, uint32(0)
		for i, b := range word {
			if whole = (whole ^ uint32(b)) * linear.HashPrime; i == stemLength-1 && len(word) > stemLength {
				stem = whole
			}
		}
		h = append(h, linear.Mix(aWord, whole, 0), linear.Mix(twoWords, before1, whole), linear.Mix(wordsApart, before2, whole),
			linear.Mix(threeWords, linear.Mix(twoWords, before2, before1), whole))
		if stem != 0 {
			h = append(h, linear.Mix(aStem, stem, 0))
		}
		if n < 2 {
			h = append(h, linear.Mix(firstWords, whole, 0))
		}
		h = linear.AppendLetters(h, lettersOfWord, word)
		before1, before2 = whole, before1
		n++
	}
	f.hashes = append(h, linear.Mix(twoWords, before1, textEdge), linear.Mix(threeWords, linear.Mix(twoWords, before2, before1), textEdge))
}
