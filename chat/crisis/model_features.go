package crisis

import "narthex/chat/linear"

// features are the marks of a text, as hashes. Those of word i end where ends[i] says, so that any stretch of words has
// its features in one piece.
type features struct {
	hashes []uint32
	ends   []int32
}

// The kinds of feature. A kind goes into the hash, so that features of two kinds never mean the same.
const (
	aWord uint32 = iota + 1
	aStem
	twoWords
	wordsApart
	anIdea
	twoIdeas
	ideasApart
	threeIdeas
	twoKinds
	kindsApart
	threeKinds
	lettersOfWord
)

// farIdeas is how many words may lie between ideas that are taken together.
const farIdeas = 7

// read takes the features of the words.
func (f *features) read(text []byte, words []said) {
	f.hashes, f.ends = f.hashes[:0], f.ends[:0]
	var idea1, idea2 idea // the last one and the one before
	var at int            // where the last one was
	var before1, before2 said
	var kind1, kind2 uint32
	for i, s := range words {
		kind := s.word
		if s.idea != 0 {
			kind = uint32(s.idea)
		}
		h := append(f.hashes, linear.Mix(aWord, s.word, 0), linear.Mix(twoWords, before1.word, s.word), linear.Mix(wordsApart, before2.word, s.word),
			linear.Mix(twoKinds, kind1, kind), linear.Mix(kindsApart, kind2, kind), linear.Mix(threeKinds, linear.Mix(twoKinds, kind2, kind1), kind))
		if s.stem != 0 {
			h = append(h, linear.Mix(aStem, s.stem, 0))
		}
		if s.idea != 0 {
			if i-at > farIdeas {
				idea1, idea2 = 0, 0
			}
			h = append(h, linear.Mix(anIdea, uint32(s.idea), 0), linear.Mix(twoIdeas, uint32(idea1), uint32(s.idea)),
				linear.Mix(ideasApart, uint32(idea2), uint32(s.idea)),
				linear.Mix(threeIdeas, uint32(idea2)<<8|uint32(idea1), uint32(s.idea)))
			idea1, idea2, at = s.idea, idea1, i
		}
		f.hashes = linear.AppendLetters(h, lettersOfWord, text[s.from:min(s.to, s.from+maxGuess)])
		f.ends = append(f.ends, int32(len(h)))
		before1, before2, kind1, kind2 = s, before1, kind, kind1
	}
}
