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
	anIdea
	twoIdeas
	threeIdeas
	ideasApart
	twoKinds
	kindsApart
	threeKinds
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

// read takes the features of a text. all says what words are about.
func (f *features) read(all *linear.Ideas, text string) {
	f.folded = words.AppendFold(f.folded[:0], text)
	h := slices.Grow(f.hashes[:0], 6*len(f.folded))
	before1, before2, kind1, kind2 := textEdge, uint32(0), textEdge, uint32(0)
	var idea1, idea2 linear.Idea
	n := 0
	for from, to := words.Next(f.folded, 0); from < to; from, to = words.Next(f.folded, to) {
		word := f.folded[from:min(to, from+longestRead)]
		var begun [longestRead + 1]uint32 // by length, the hash of the beginning
		begun[0] = linear.HashStart
		for i, b := range word {
			begun[i+1] = (begun[i] ^ uint32(b)) * linear.HashPrime
		}
		whole := begun[len(word)]
		h = append(h, linear.Mix(aWord, whole, 0), linear.Mix(twoWords, before1, whole), linear.Mix(wordsApart, before2, whole),
			linear.Mix(threeWords, linear.Mix(twoWords, before2, before1), whole))
		if len(word) > stemLength {
			h = append(h, linear.Mix(aStem, begun[stemLength], 0))
		}
		if n++; n <= 2 {
			h = append(h, linear.Mix(firstWords, whole, 0))
		}
		kind := whole
		if idea := all.Of(begun[:len(word)+1]); idea != 0 {
			kind = uint32(idea)
			h = append(h, linear.Mix(anIdea, kind, 0), linear.Mix(twoIdeas, uint32(idea1), kind), linear.Mix(ideasApart, uint32(idea2), kind),
				linear.Mix(threeIdeas, uint32(idea2)<<8|uint32(idea1), kind))
			idea1, idea2 = idea, idea1
		}
		h = append(h, linear.Mix(twoKinds, kind1, kind), linear.Mix(kindsApart, kind2, kind),
			linear.Mix(threeKinds, linear.Mix(twoKinds, kind2, kind1), kind))
		h = linear.AppendLetters(h, lettersOfWord, word)
		before1, before2, kind1, kind2 = whole, before1, kind, kind1
	}
	f.hashes = append(h, linear.Mix(twoWords, before1, textEdge), linear.Mix(threeWords, linear.Mix(twoWords, before2, before1), textEdge))
}
