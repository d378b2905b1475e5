package crisis

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

// Rows of so many letters of a word are features too: they know a word again that is misspelled or takes another ending.
const (
	fewestLetters = 3
	mostLetters   = 5
)

// farIdeas is how many words may lie between ideas that are taken together.
const farIdeas = 7

func mix(kind, a, b uint32) uint32 {
	h := kind*0x9e3779b1 ^ a*0x85ebca6b ^ (b*0xc2b2ae35)<<7 ^ (b*0xc2b2ae35)>>25
	h ^= h >> 15
	h *= 0x2c1b3c6d
	return h ^ h>>13
}

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
		h := append(f.hashes, mix(aWord, s.word, 0), mix(twoWords, before1.word, s.word), mix(wordsApart, before2.word, s.word),
			mix(twoKinds, kind1, kind), mix(kindsApart, kind2, kind), mix(threeKinds, mix(twoKinds, kind2, kind1), kind))
		if s.stem != 0 {
			h = append(h, mix(aStem, s.stem, 0))
		}
		if s.idea != 0 {
			if i-at > farIdeas {
				idea1, idea2 = 0, 0
			}
			h = append(h, mix(anIdea, uint32(s.idea), 0), mix(twoIdeas, uint32(idea1), uint32(s.idea)),
				mix(ideasApart, uint32(idea2), uint32(s.idea)),
				mix(threeIdeas, uint32(idea2)<<8|uint32(idea1), uint32(s.idea)))
			idea1, idea2, at = s.idea, idea1, i
		}
		f.hashes = letters(h, text[s.from:s.to])
		f.ends = append(f.ends, int32(len(h)))
		before1, before2, kind1, kind2 = s, before1, kind, kind1
	}
}

// letters appends the rows of letters of a word, its beginning and end being letters too.
func letters(hashes []uint32, word []byte) []uint32 {
	word = word[:min(len(word), maxGuess)]
	n := len(word)
	for from := -1; from < n-1 && n > 0; from++ {
		h := hashStart
		for i := from; i < min(from+mostLetters, n+1); i++ {
			letter := wordEdge
			if 0 <= i && i < n {
				letter = word[i]
			}
			if h = (h ^ uint32(letter)) * hashPrime; i-from >= fewestLetters-1 {
				hashes = append(hashes, mix(lettersOfWord, h, 0))
			}
		}
	}
	return hashes
}

// wordEdge stands for the beginning and the end of a word among its letters.
const wordEdge byte = '.'
