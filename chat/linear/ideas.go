package linear

import (
	"fmt"
	"strings"
)

// Idea is what a word is about, whatever the word and its language; 0 if nothing that matters.
type Idea = uint8

// ShortestStem is the length of the shortest beginning that a list of ideas may name.
const ShortestStem = 3

// Ideas says what words are about. They are kept by their hashes: the words of a message need not be spelled out.
type Ideas struct{ words, stems ideasByHash }

// ideasByHash is a map with a sieve before it: most words are about nothing, and need no more than a look at one bit.
type ideasByHash struct {
	ideas map[uint32]Idea
	sieve [1 << (sieveBits - 6)]uint64
}

const sieveBits = 15

func (b *ideasByHash) set(hash uint32, i Idea) {
	bit := hash >> (32 - sieveBits)
	b.sieve[bit/64] |= 1 << (bit % 64)
	b.ideas[hash] = i
}

func (b *ideasByHash) of(hash uint32) Idea {
	bit := hash >> (32 - sieveBits)
	if b.sieve[bit/64]&(1<<(bit%64)) == 0 {
		return 0
	}
	return b.ideas[hash]
}

// ReadIdeas reads lines "name = word word begin* ...", of which each is an idea, numbered from first on. "begin*" is every word that
// begins so. An empty line and one that begins with # say nothing.
func ReadIdeas(text string, first Idea) (known *Ideas, named map[string]Idea, err error) {
	known, named = new(Ideas), make(map[string]Idea)
	known.words.ideas, known.stems.ideas = make(map[uint32]Idea), make(map[uint32]Idea)
	next := first
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		name, words, ok := strings.Cut(line, "=")
		if !ok {
			return nil, nil, fmt.Errorf("line %q", line)
		}
		named[strings.TrimSpace(name)] = next
		for word := range strings.FieldsSeq(words) {
			stem, begins := strings.CutSuffix(word, "*")
			of := &known.words
			if begins {
				of = &known.stems
			}
			key := HashOf(stem)
			if of.of(key) != 0 || begins && len(stem) < ShortestStem || strings.ContainsAny(stem, "*_'") {
				return nil, nil, fmt.Errorf("word %q", word)
			}
			of.set(key, next)
		}
		next++
	}
	return known, named, nil
}

// Of gives what a word is about by the hashes of its beginnings: begun[n] is that of its first n letters, the last that of the
// whole word.
func (k *Ideas) Of(begun []uint32) Idea {
	n := len(begun) - 1
	i := k.words.of(begun[n])
	for ; i == 0 && n >= ShortestStem; n-- {
		i = k.stems.of(begun[n])
	}
	return i
}
