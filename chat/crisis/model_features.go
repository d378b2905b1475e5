package crisis

import (
	"narthex/chat/linear"
	"narthex/chat/sequence"
)

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
	stemsNear
	kindsNear
	aSound
	twoSounds
	aGroup
	aField
	twoGroups
)

// farIdeas is how many words may lie between ideas that are taken together.
const farIdeas = 7

// nearWords is how many of the words before it a word is taken together with, whatever lies between.
const nearWords = 5

// nearby are the last words, each in its place of a ring.
type nearby struct{ stems, kinds [nearWords]uint32 }

// append appends what word i says together with the words before it.
func (n *nearby) append(hashes []uint32, s said, i int) []uint32 {
	stem := s.word
	if s.stem != 0 {
		stem = s.stem
	}
	kind := stem
	if s.idea != 0 {
		kind = uint32(s.idea)
	}
	for d := range min(i, nearWords) {
		at := (i - 1 - d) % nearWords
		hashes = append(hashes, linear.Mix(stemsNear, n.stems[at], stem), linear.Mix(kindsNear, n.kinds[at], kind))
	}
	n.stems[i%nearWords], n.kinds[i%nearWords] = stem, kind
	return hashes
}

// read takes the features of the words, whose letters are given.
func (f *features) read(letters []byte, words []said) {
	f.hashes, f.ends = f.hashes[:0], f.ends[:0]
	var idea1, idea2 idea // the last one and the one before
	var at int            // where the last one was
	var before1, before2 said
	var kind1, kind2 uint32
	var near nearby
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
		if s.sound != 0 {
			h = append(h, linear.Mix(aSound, s.sound, 0), linear.Mix(twoSounds, before1.sound, s.sound))
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
		if s.known != nil {
			group := s.known.Group()
			h = append(h, linear.Mix(aGroup, group, 0), linear.Mix(aField, s.known.Field(), 0))
			if before1.known != nil {
				h = append(h, linear.Mix(twoGroups, before1.known.Group(), group))
			}
		}
		h = near.append(h, s, i)
		f.hashes = linear.AppendLetters(h, lettersOfWord, letters[s.from:s.to])
		f.ends = append(f.ends, int32(len(h)))
		before1, before2, kind1, kind2 = s, before1, kind, kind1
	}
}

// ordered is what is needed to read a text in the order of its words.
type ordered struct {
	words sequence.Words
	pass  sequence.Pass
}

// read takes the features of each word by itself: what it means beside others is for the network to find out.
func (o *ordered) read(letters []byte, words []said) {
	of := &o.words
	of.Features, of.Ends, of.Vectors = of.Features[:0], of.Ends[:0], of.Vectors[:0]
	for _, s := range words {
		of.Features = s.features(of.Features, letters)
		of.Ends = append(of.Ends, int32(len(of.Features)))
		of.Vectors = append(of.Vectors, s.known)
	}
}

// features appends what a word is by itself.
func (s *said) features(hashes []uint32, letters []byte) []uint32 {
	hashes = append(hashes, linear.Mix(aWord, s.word, 0))
	if s.stem != 0 {
		hashes = append(hashes, linear.Mix(aStem, s.stem, 0))
	}
	if s.sound != 0 {
		hashes = append(hashes, linear.Mix(aSound, s.sound, 0))
	}
	if s.idea != 0 {
		hashes = append(hashes, linear.Mix(anIdea, uint32(s.idea), 0))
	}
	if s.known != nil {
		hashes = append(hashes, linear.Mix(aGroup, s.known.Group(), 0))
	}
	return linear.AppendLetters(hashes, lettersOfWord, letters[s.from:s.to])
}
