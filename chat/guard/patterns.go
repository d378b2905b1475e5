package guard

import (
	"encoding/binary"
	"slices"
	"strings"
)

// phrases is the automaton that reads, word by word, all that patterns may say: "I {am|was} {|now }here" says four phrases.
//
// The patterns say more than a million phrases of a thousand words, so these are never written out: what a choice has in
// common before and after it is kept once. Each word leads from a node to one other, as it would in a tree of all phrases.
type phrases struct {
	words   []string         // as they are first written
	numbers map[uint64]int32 // of the words, by their hash, see leaker
	nodes   []phraseNode     // the first is before the first word
	steps   []phraseStep     // by the node that they lead from, then by word
	first   []int32          // by word: the node after it where it comes first, which is asked at every word of an answer
}

// phraseNode stands for the beginnings of phrases that all go on alike.
type phraseNode struct {
	steps, end uint32 // in phrases.steps
	whole      bool   // a phrase ends here
	ripe       bool   // the next word may make one whole
}

type phraseStep struct{ word, to int32 }

// nowhere is where a word leads that no phrase goes on with.
const nowhere = -1

// next returns the node that a word leads to.
func (p *phrases) next(node, word int32) int32 {
	if node == 0 {
		return p.first[word]
	}
	n := &p.nodes[node]
	steps := p.steps[n.steps:n.end]
	i, found := slices.BinarySearchFunc(steps, word, func(s phraseStep, word int32) int { return int(s.word - word) })
	if !found {
		return nowhere
	}
	return steps[i].to
}

// phraseBuilder reads patterns into places between their words, and makes each set of places where phrases that begin alike may
// be at the same time a node.
type phraseBuilder struct {
	phrases
	places []phrasePlace // the first is before all patterns
	known  map[string]int32
	sets   [][]int32 // the places of each node
}

// phrasePlace is a place between the words of a pattern.
type phrasePlace struct {
	steps []phraseStep
	skips []int32 // the places after choices that may be left out
	last  bool    // a pattern ends here
}

func newPhrases(patterns []string) phrases {
	b := &phraseBuilder{phrases: phrases{numbers: make(map[uint64]int32)}, places: make([]phrasePlace, 1), known: make(map[string]int32)}
	for _, pattern := range patterns {
		b.places[b.pattern(pattern)].last = true
	}
	b.node([]int32{0})
	for n := 0; n < len(b.sets); n++ {
		b.connect(n)
	}
	for n := range b.nodes {
		node := &b.nodes[n]
		node.ripe = slices.ContainsFunc(b.steps[node.steps:node.end], func(s phraseStep) bool { return b.nodes[s.to].whole })
	}
	b.first = slices.Repeat([]int32{nowhere}, len(b.words))
	for _, s := range b.steps[:b.nodes[0].end] {
		b.first[s.word] = s.to
	}
	b.nodes, b.steps, b.words = slices.Clip(b.nodes), slices.Clip(b.steps), slices.Clip(b.words)
	return b.phrases
}

// pattern reads a pattern and returns the place at its end. A choice stands between whole words: it may hold the space that
// is needed before or after it.
func (b *phraseBuilder) pattern(pattern string) (at int32) {
	for pattern != "" {
		before, rest, _ := strings.Cut(pattern, "{")
		at = b.row(at, before, nowhere)
		choices, after, found := strings.Cut(rest, "}")
		if found {
			end := b.place()
			for choice := range strings.SplitSeq(choices, "|") {
				b.row(at, choice, end)
			}
			at = end
		}
		pattern = after
	}
	return at
}

// row adds words after a place, up to another or a new one.
func (b *phraseBuilder) row(at int32, text string, end int32) int32 {
	words := strings.Fields(text)
	for i, word := range words {
		to := end
		if i < len(words)-1 || end == nowhere {
			to = b.place()
		}
		b.places[at].steps = append(b.places[at].steps, phraseStep{b.number(word), to})
		at = to
	}
	if end != nowhere && len(words) == 0 {
		b.places[at].skips = append(b.places[at].skips, end)
	}
	return at
}

func (b *phraseBuilder) place() int32 {
	b.places = append(b.places, phrasePlace{})
	return int32(len(b.places) - 1)
}

func (b *phraseBuilder) number(word string) int32 {
	hash := hashWord(word)
	number, known := b.numbers[hash]
	if !known {
		number = int32(len(b.words))
		b.numbers[hash], b.words = number, append(b.words, word)
	}
	return number
}

// node returns the number of the node for some places and those that are reached from them without a word.
func (b *phraseBuilder) node(places []int32) int32 {
	for i := 0; i < len(places); i++ {
		places = append(places, b.places[places[i]].skips...)
	}
	slices.Sort(places)
	places = slices.Compact(places)
	key := make([]byte, 0, 4*len(places))
	for _, p := range places {
		key = binary.BigEndian.AppendUint32(key, uint32(p))
	}
	if number, known := b.known[string(key)]; known {
		return number
	}
	number := int32(len(b.nodes))
	whole := slices.ContainsFunc(places, func(p int32) bool { return b.places[p].last })
	b.known[string(key)] = number
	b.nodes, b.sets = append(b.nodes, phraseNode{whole: whole}), append(b.sets, places)
	return number
}

// connect finds out where the words lead that follow a node.
func (b *phraseBuilder) connect(n int) {
	var all []phraseStep
	for _, p := range b.sets[n] {
		all = append(all, b.places[p].steps...)
	}
	slices.SortFunc(all, func(a, b phraseStep) int { return int(a.word - b.word) })
	from := len(b.steps)
	for len(all) > 0 {
		word := all[0].word
		var places []int32
		for len(all) > 0 && all[0].word == word {
			places, all = append(places, all[0].to), all[1:]
		}
		b.steps = append(b.steps, phraseStep{word, b.node(places)})
	}
	b.nodes[n].steps, b.nodes[n].end = uint32(from), uint32(len(b.steps))
}
