package crisis

import (
	"slices"
)

// class is a set of words that no rule tells apart. The first have meanings of their own.
type class = uint16

const (
	otherWord class = iota // a word that no rule knows, or one that has been spent on a figure of speech
	boundary               // the start or end of a text or sentence
	firstNegation
	lastNegation = firstNegation + 31 // there is room for so many kinds of negation
	firstFence   = lastNegation + 1
	lastFence    = firstFence + 31 // and so many of words that no gap in an innocent pattern steps over
	firstClass   = lastFence + 1
)

// pattern is a row of elements to be found in a row of words, as a non-deterministic automaton whose states are the bits
// of a word of the machine (Baeza-Yates and Gonnet's shift-and, with Navarro and Raffinot's optional elements). Looking
// for it takes a few operations for each word of the text, whatever the text.
type pattern struct {
	rule     int
	classes  []class   // of the words that it is made of
	masks    []uint64  // by index in classes: the elements that a word of the class can stand for
	gaps     uint64    // elements that any word can stand for, but a negation
	fenced   uint64    // those of them that can also stand for a fence
	loose    uint64    // elements that any word can stand for
	optional uint64    // elements that may be missing; never the first or last
	literal  uint64    // elements that are words, not gaps
	accept   uint64    // the bit after the last element
	rest     bool      // what follows in the sentence belongs to it too
	need     [][]class // what must be there, the rarest first
}

// after gives the elements that may come next, once those in done have found their words. The addition carries each bit
// through the optional elements that follow it.
func (p *pattern) after(done uint64) uint64 {
	next := done << 1
	return next | (((next & p.optional) + p.optional) ^ p.optional)
}

// in reports whether the pattern is in the text.
func (p *pattern) in(t *text) bool {
	t.load(p)
	ready := uint64(1)
	for _, word := range t.words {
		ready = 1 | p.after(ready&t.masks[word])
		if ready&p.accept != 0 {
			return true
		}
	}
	return false
}

// spend marks the words that the pattern is made of, wherever it is in the text.
func (p *pattern) spend(t *text, breaks []bool) {
	t.load(p)
	ready := uint64(1)
	for i, word := range t.words {
		t.states[i] = ready & t.masks[word]
		ready = 1 | p.after(t.states[i])
		if p.rest && ready&p.accept != 0 {
			t.spendRest(i+1, breaks)
		}
	}
	last := p.accept >> 1
	var wanted uint64 // elements before the one that the word after this one stands for
	for i := len(t.words) - 1; i >= 0; i-- {
		on := t.states[i] & (wanted | last)
		if on&p.literal != 0 {
			t.spent[i] = true
		}
		wanted = p.before(on)
	}
}

// before gives the elements that those in on can follow.
func (p *pattern) before(on uint64) uint64 {
	previous := on >> 1
	for {
		skipped := (previous & p.optional) >> 1 &^ previous
		if skipped == 0 {
			return previous
		}
		previous |= skipped
	}
}

// text is what a message says, as the patterns look at it.
type text struct {
	words   []int   // by place: the number of its class among those of the text
	classes []class // the classes of the text
	numbers []int   // by class, its place in classes plus one; 0: not in the text
	masks   []uint64
	states  []uint64
	spent   []bool
}

// set makes t the text of the given words. numbers has room for every class and is all zero.
func (t *text) set(words []class) {
	for _, c := range t.classes {
		t.numbers[c] = 0
	}
	t.words, t.classes = t.words[:0], t.classes[:0]
	for _, c := range words {
		if t.numbers[c] == 0 {
			t.classes = append(t.classes, c)
			t.numbers[c] = len(t.classes)
		}
		t.words = append(t.words, t.numbers[c]-1)
	}
	t.masks = slices.Grow(t.masks[:0], len(t.classes))[:len(t.classes)]
	t.states = slices.Grow(t.states[:0], len(words))[:len(words)]
	t.spent = slices.Grow(t.spent[:0], len(words))[:len(words)]
	clear(t.spent)
}

// load makes masks those of the pattern.
func (t *text) load(p *pattern) {
	for i, c := range t.classes {
		switch {
		case c == boundary:
			t.masks[i] = 0
		case firstNegation <= c && c <= lastNegation:
			t.masks[i] = p.loose
		case firstFence <= c && c <= lastFence:
			t.masks[i] = p.fenced
		default:
			t.masks[i] = p.gaps
		}
	}
	for i, c := range p.classes {
		if number := t.numbers[c]; number > 0 {
			t.masks[number-1] |= p.masks[i]
		}
	}
}

// spendRest marks what is left of a sentence or clause.
func (t *text) spendRest(from int, breaks []bool) {
	for i := from; i < len(t.words); i++ {
		if c := t.classes[t.words[i]]; c == boundary || breaks[c] {
			return
		}
		t.spent[i] = true
	}
}

// has reports whether a word of one of the classes is in the text.
func (t *text) has(classes []class) bool {
	for _, c := range classes {
		if t.numbers[c] > 0 {
			return true
		}
	}
	return false
}

// possible reports whether every element that must be there can find a word, where the first of them has found one.
func (p *pattern) possible(t *text) bool {
	for _, classes := range p.need[1:] {
		if !t.has(classes) {
			return false
		}
	}
	return true
}
