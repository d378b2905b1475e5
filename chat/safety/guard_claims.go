package safety

import (
	"strings"
	"sync"
)

// claims finds what an assistant must not claim to be or do. They are many sentences made of few words, so they are
// looked for word by word.
//
// A claim counts where none of the four words before it, back to the last comma or stop, denies it or leaves it open: "no soy
// pastor", "you asked whether I am human", "I cannot promise that what you tell me is confidential".
type claims struct {
	words    map[uint64]int32 // by their hash, see leaker
	negating map[uint64]bool
	steps    map[step]int32
	nodes    []claimNode
}

// step leads from a node by a word.
type step struct{ node, word int32 }

type claimNode struct {
	claim string // the claim that ends here; empty: none
	ripe  bool   // the next word may make one whole
}

// negators deny what follows them, or leave it open.
const negators = `not never no nor neither cannot cant dont doesnt isnt wont wouldnt couldnt whether if unless promise pretend say says claim think
	ni nunca jamas tampoco prometer pretender decir digo si sin
	pas ne n jamais promettre dire`

// reach is how many words before a claim may deny it.
const reach = 4

var assistantClaims = sync.OnceValue(func() *claims { return newClaims(claimed) })

func newClaims(patterns []string) *claims {
	c := &claims{words: make(map[uint64]int32), negating: make(map[uint64]bool), steps: make(map[step]int32), nodes: make([]claimNode, 1)}
	for word := range strings.FieldsSeq(negators) {
		c.negating[hashWord(word)] = true
	}
	for _, pattern := range patterns {
		for _, phrase := range expand(pattern) {
			c.add(phrase)
		}
	}
	return c
}

func (c *claims) add(phrase string) {
	before, at := int32(0), int32(0)
	for word := range strings.FieldsSeq(phrase) {
		hash := hashWord(word)
		number, known := c.words[hash]
		if !known {
			number = int32(len(c.words) + 1)
			c.words[hash] = number
		}
		next, known := c.steps[step{at, number}]
		if !known {
			next = int32(len(c.nodes))
			c.nodes = append(c.nodes, claimNode{})
			c.steps[step{at, number}] = next
		}
		before, at = at, next
	}
	c.nodes[before].ripe, c.nodes[at].claim = true, phrase
}

func hashWord(word string) uint64 {
	var reader leaker
	for i, r := range word {
		reader.rune(r, i)
	}
	return reader.hashed
}

// expand writes out a pattern's choices: "I {am|was} {|now }here".
func expand(pattern string) []string {
	before, rest, found := strings.Cut(pattern, "{")
	if !found {
		return []string{pattern}
	}
	choices, after, _ := strings.Cut(rest, "}")
	var all []string
	for _, tail := range expand(after) {
		for choice := range strings.SplitSeq(choices, "|") {
			all = append(all, before+choice+tail)
		}
	}
	return all
}

// claimer reads an answer word by word, as far as claims are concerned.
type claimer struct {
	begun   [maxBegun]begun
	count   int
	ripe    bool // the word that comes next may make a claim whole, and is held
	hold    int  // where the last word ended
	negated int  // number of the last word that denies, from 1; 0: none in this part of the sentence
}

// begun is a claim of which the beginning was read.
type begun struct {
	node   int32
	start  int  // in the answer
	denied bool // by what stands before it
}

// maxBegun is more than can be begun at the same time with the sentences there are.
const maxBegun = 8

// read moves on by a word, the answer's number-th, which ends at an offset.
func (k *claimer) read(c *claims, w word, number, at int) (start int, claim string) {
	k.ripe, k.hold = false, at
	id, known := c.words[w.hash]
	kept := 0
	if known {
		if k.count < maxBegun {
			k.begun[k.count] = begun{0, w.start, k.negated != 0 && number-k.negated <= reach}
			k.count++
		}
		for _, b := range k.begun[:k.count] {
			next, goesOn := c.steps[step{b.node, id}]
			if !goesOn {
				continue
			}
			if claim := c.nodes[next].claim; claim != "" && !b.denied {
				return b.start, claim
			}
			k.ripe = k.ripe || c.nodes[next].ripe
			k.begun[kept] = begun{next, b.start, b.denied}
			kept++
		}
	}
	k.count = kept
	if c.negating[w.hash] {
		k.negated = number
	}
	return 0, ""
}

// pause ends what a denial holds for.
func (k *claimer) pause(r rune) {
	if strings.ContainsRune(",.;:!?…—–\n", r) {
		k.negated = 0
	}
}
