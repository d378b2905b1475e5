package crisis

import (
	_ "embed"
	"fmt"
	"strings"

	"narthex/chat/linear"
)

//go:embed model/ideas.txt
var ideasText string

// idea is what a word is about, whatever the word and its language; 0 if nothing that matters.
type idea = uint8

// The ideas that stand in no list: what a number may say of somebody's age.
const (
	childsAge idea = 1 + iota
	oldAge
	anyNumber
	firstListed
)

// shortestStem is the length of the shortest beginning that the list of ideas may name.
const shortestStem = 3

// ideas says what words are about. They are kept by their hashes: the words of a message need not be spelled out.
type ideas struct {
	words, stems ideasByHash
	child        idea
	people       [256]bool // by idea: somebody whom a message may be about
}

// ideasByHash is a map with a sieve before it: most words are about nothing, and need no more than a look at one bit.
type ideasByHash struct {
	ideas map[uint32]idea
	sieve [1 << (sieveBits - 6)]uint64
}

const sieveBits = 15

func (b *ideasByHash) set(hash uint32, i idea) {
	bit := hash >> (32 - sieveBits)
	b.sieve[bit/64] |= 1 << (bit % 64)
	b.ideas[hash] = i
}

func (b *ideasByHash) of(hash uint32) idea {
	bit := hash >> (32 - sieveBits)
	if b.sieve[bit/64]&(1<<(bit%64)) == 0 {
		return 0
	}
	return b.ideas[hash]
}

// readIdeas reads "name = word word begin* ...". The names of people have a meaning here, the others are for the reader.
func readIdeas(text string) (*ideas, error) {
	known := new(ideas)
	known.words.ideas, known.stems.ideas = make(map[uint32]idea), make(map[uint32]idea)
	next := firstListed
	for _, line := range lines(text) {
		name, words, ok := strings.Cut(line, "=")
		if !ok {
			return nil, fmt.Errorf("line %q", line)
		}
		switch strings.TrimSpace(name) {
		case "child":
			known.child, known.people[next] = next, true
		case "parent", "partner", "relative", "friend":
			known.people[next] = true
		}
		for word := range strings.FieldsSeq(words) {
			stem, begins := strings.CutSuffix(word, "*")
			of := &known.words
			if begins {
				of = &known.stems
			}
			key := linear.HashOf(stem)
			if of.of(key) != 0 || begins && len(stem) < shortestStem || strings.ContainsAny(stem, "*_'") {
				return nil, fmt.Errorf("word %q", word)
			}
			of.set(key, next)
		}
		next++
	}
	return known, nil
}
