package guard

import (
	"slices"
	"strings"
	"sync"
)

// claims finds what an assistant must not claim to be or do. They are many sentences made of few words, so they are
// looked for word by word, by the automaton that patterns.go makes of their patterns.
//
// A claim counts where none of the four words before it, back to the last comma or stop, denies it or leaves it open: "no soy
// pastor", "you asked whether I am human", "I cannot promise that what you tell me is confidential". Nor does one that begins with an "it" for what
// its own part of the sentence has named: "for data protection reasons it is not recorded".
type claims struct {
	phrases
	negating map[uint64]bool
	reasons  map[uint64]bool
	ours     map[uint64]bool
	it       uint64
}

// negators deny what follows them, or leave it open.
const negators = `not never no nor neither cannot cant dont doesnt isnt wont wouldnt couldnt whether if unless promise pretend say says claim think
	ni nunca jamas tampoco prometer pretender decir digo si sin
	pas ne n jamais promettre dire`

// reasons are the words that open a part of a sentence which says why or when something else is so, and ours the words by which it is about
// the visitor, the assistant or their chat all the same. leading is how many words such a part has before its "it".
const (
	reasons = `for when because out due since`
	ours    = `i im ive id me my we our you your yours here chat chats conversation conversations message messages write tell say assure promise word now this`
	leading = 3
)

// reach is how many words before a claim may deny it.
const reach = 4

var assistantClaims = sync.OnceValue(func() *claims { return newClaims(slices.Concat(claimed, secrecyPromised, rescueClaimed)) })

func newClaims(patterns []string) *claims {
	c := &claims{phrases: newPhrases(patterns), negating: make(map[uint64]bool), reasons: make(map[uint64]bool), ours: make(map[uint64]bool), it: hashWord("it")}
	for word := range strings.FieldsSeq(negators) {
		c.negating[hashWord(word)] = true
	}
	for word := range strings.FieldsSeq(reasons) {
		c.reasons[hashWord(word)] = true
	}
	for word := range strings.FieldsSeq(ours) {
		c.ours[hashWord(word)] = true
	}
	return c
}

func hashWord(word string) uint64 {
	var reader leaker
	for i, r := range word {
		reader.rune(r, i)
	}
	return reader.hashed
}

// claimer reads an answer word by word, as far as claims are concerned.
type claimer struct {
	begun   [maxBegun]begun
	count   int
	ripe    bool            // the word that comes next may make a claim whole, and is held
	hold    int             // where the last word ended
	negated int             // number of the last word that denies, from 1; 0: none in this part of the sentence
	said    int             // words in this part of the sentence
	reason  bool            // it opens with a word that says why or when something else is so, and has none of ours
	recent  [maxClaim]int32 // the last words of the answer, by their number in it and that among the words of claims
}

// begun is a claim of which the beginning was read.
type begun struct {
	node   int32
	first  int  // the number of its first word in the answer
	start  int  // where that begins
	denied bool // by what stands before it
}

const (
	maxBegun = 16 // more than can be begun at the same time with the sentences there are
	maxClaim = 32 // more than the words of the longest claim there is
)

// read moves on by a word, the answer's number-th, which ends at an offset.
func (k *claimer) read(c *claims, w word, number, at int) (start int, claim string) {
	k.ripe, k.hold = false, at
	id, known := c.numbers[w.hash]
	kept := 0
	if known {
		k.recent[number%maxClaim] = id
		if k.count < maxBegun {
			denied := k.negated != 0 && number-k.negated <= reach || w.hash == c.it && k.reason && k.said >= leading
			k.begun[k.count] = begun{0, number, w.start, denied}
			k.count++
		}
		for _, b := range k.begun[:k.count] {
			next := c.next(b.node, id)
			if next == nowhere {
				continue
			}
			if c.nodes[next].whole && !b.denied {
				return b.start, k.words(c, b.first, number)
			}
			k.ripe = k.ripe || c.nodes[next].ripe
			k.begun[kept] = begun{next, b.first, b.start, b.denied}
			kept++
		}
	}
	k.count = kept
	k.reason = (k.said == 0 && c.reasons[w.hash] || k.said > 0 && k.reason) && !c.ours[w.hash]
	k.said++
	if c.negating[w.hash] {
		k.negated = number
	}
	return 0, ""
}

// words are those of the answer from one number to another, which are all words of claims.
func (k *claimer) words(c *claims, first, last int) string {
	var all []string
	for number := max(first, last-maxClaim+1); number <= last; number++ {
		all = append(all, c.words[k.recent[number%maxClaim]])
	}
	return strings.Join(all, " ")
}

// pause ends what a denial holds for.
func (k *claimer) pause(r rune) {
	if strings.ContainsRune(",.;:!?…—–\n", r) {
		k.negated, k.said, k.reason = 0, 0, false
	}
}
