package guard

import (
	"encoding/binary"
	"slices"

	"narthex/chat/words"
)

// automaton finds terms in a row of symbols: Aho and Corasick's, made deterministic together with the separators that
// may stand within a term, so that each symbol costs one step whatever the text. Its states know how long the longest
// beginning of a term is that the text ends in; the libraries there are keep that to themselves.
type automaton struct {
	ascii  [128]words.Symbol
	others map[rune]words.Symbol // letters of terms that are not ASCII
	states []state
	arcs   []arc
	starts []int32 // by symbol: the state after it at the beginning of a word
}

// state stands for the beginnings of terms that the text may be ending in.
type state struct {
	arcs, end  uint32 // in automaton.arcs: where letters lead that continue one of them
	open       bool   // no letter stands before, so a term may begin
	depth      int32  // letters of the longest beginning
	term       int32  // number of the longest whole term, from 1; 0: none. It holds if no letter follows.
	termDepth  int32  // its letters
	joint      int32  // the states after separators
	space      int32
	apostrophe int32
}

type arc struct {
	letter words.Symbol
	to     int32
}

// The states there always are.
const (
	outside  int32 = iota // after a separator, with no term in play
	inWord                // after a letter, with no term in play
	complete              // after a separator that makes a term whole: the end
)

// next returns the state after a letter.
func (a *automaton) next(s *state, letter words.Symbol) int32 {
	for _, e := range a.arcs[s.arcs:s.end] {
		if e.letter == letter {
			return e.to
		}
	}
	if s.open {
		return a.starts[letter]
	}
	return inWord
}

// after returns the state after a separator; same is the number of the state itself.
func (s *state) after(separator words.Symbol, same int32) int32 {
	switch separator {
	case words.Invisible:
		return same
	case words.Space:
		return s.space
	case words.Apostrophe:
		return s.apostrophe
	}
	return s.joint
}

// symbol returns what a letter is to the automaton.
func (a *automaton) symbol(r rune) words.Symbol {
	if r < 128 {
		return a.ascii[r]
	}
	return a.others[r]
}

// place is a node of the tree of all terms: the place after one of their letters.
type place struct {
	letter   letter
	symbol   words.Symbol
	depth    int32
	term     int32 // that ends here, from 1
	children []int32
}

// builder makes an automaton's states: sets of places.
type builder struct {
	automaton
	places []place // the first is the root
	known  map[string]int32
	sets   [][]int32 // by state
}

// mostStates is how many an automaton of somebody else's terms may have: the terms of a lens need a few thousand. Terms that repeat
// themselves need twice as many with every repetition.
const mostStates = 50_000

// newAutomaton makes one of no more states than that; ok is false if the terms need more.
func newAutomaton(terms [][]letter, most int) (built automaton, ok bool) {
	b := &builder{places: make([]place, 1), known: make(map[string]int32)}
	symbols := b.alphabet(terms)
	for i, term := range terms {
		b.insert(term, int32(i+1))
	}
	b.state(nil, true)  // outside
	b.state(nil, false) // inWord
	b.state(nil, true)  // complete, which nothing leaves
	b.sets, b.states = append(b.sets, nil), append(b.states, state{open: true})
	b.starts = slices.Repeat([]int32{inWord}, symbols)
	for s := range b.starts {
		if set := b.continued(nil, true, words.Symbol(s)); len(set) > 0 {
			b.starts[s] = b.state(set, false)
		}
	}
	for s := 0; s < len(b.states); s++ {
		if int32(s) != complete {
			b.connect(int32(s))
		}
		if len(b.states) > most {
			return automaton{}, false
		}
	}
	b.arcs, b.states = slices.Clone(b.arcs), slices.Clone(b.states) // as many as there are, not as there is room for
	return b.automaton, true
}

// alphabet numbers the letters of all terms, and fills the table of ASCII.
func (b *builder) alphabet(terms [][]letter) (symbols int) {
	numbers := make(map[rune]words.Symbol)
	for _, term := range terms {
		for _, l := range term {
			if _, known := numbers[l.is]; !known {
				numbers[l.is] = words.Symbol(len(numbers) + 1)
			}
		}
	}
	for r := range b.ascii {
		letters, other := words.Level(rune(r))
		if len(letters) > 0 {
			other = numbers[letters[0]]
		}
		b.ascii[r] = other
	}
	b.others = make(map[rune]words.Symbol)
	for r, s := range numbers {
		if r >= 128 {
			b.others[r] = s
		}
	}
	return len(numbers) + 1
}

// insert puts a term into the tree. Of two that are the same, the first counts.
func (b *builder) insert(term []letter, number int32) {
	at := int32(0)
	for _, l := range term {
		i := slices.IndexFunc(b.places[at].children, func(child int32) bool { return b.places[child].letter == l })
		if i >= 0 {
			at = b.places[at].children[i]
			continue
		}
		child := int32(len(b.places))
		b.places = append(b.places, place{letter: l, symbol: b.symbol(l.is), depth: b.places[at].depth + 1})
		b.places[at].children = append(b.places[at].children, child)
		at = child
	}
	if b.places[at].term == 0 {
		b.places[at].term = number
	}
}

// state returns the number of the state for a sorted set of places.
func (b *builder) state(set []int32, open bool) int32 {
	key := make([]byte, 0, 4*len(set)+1)
	for _, p := range set {
		key = binary.BigEndian.AppendUint32(key, uint32(p))
	}
	if open {
		key = append(key, 1)
	}
	if number, known := b.known[string(key)]; known {
		return number
	}
	s := state{open: open}
	for _, p := range set {
		place := &b.places[p]
		s.depth = max(s.depth, place.depth)
		if place.term != 0 && place.depth > s.termDepth {
			s.term, s.termDepth = place.term, place.depth
		}
	}
	number := int32(len(b.states))
	b.known[string(key)] = number
	b.states, b.sets = append(b.states, s), append(b.sets, set)
	return number
}

// connect finds out where a state leads.
func (b *builder) connect(number int32) {
	set, open := b.sets[number], b.states[number].open
	from := len(b.arcs)
	for _, p := range set {
		for _, child := range b.places[p].children {
			s := b.places[child].symbol
			if !slices.ContainsFunc(b.arcs[from:], func(e arc) bool { return e.letter == s }) {
				b.arcs = append(b.arcs, arc{s, b.state(b.continued(set, open, s), false)})
			}
		}
	}
	joint, spaced, possessive := complete, complete, complete
	if b.states[number].term == 0 {
		joint = b.state(set, true)
		spaced = b.state(b.where(set, func(l letter) bool { return l.spaced }), true)
		possessive = b.state(b.where(set, func(l letter) bool { return l.apostrophe }), true)
	}
	s := &b.states[number]
	s.arcs, s.end = uint32(from), uint32(len(b.arcs))
	s.joint, s.space, s.apostrophe = joint, spaced, possessive
}

// continued returns the places after a letter.
func (b *builder) continued(set []int32, open bool, s words.Symbol) []int32 {
	var places []int32
	follow := func(from int32) {
		for _, child := range b.places[from].children {
			if b.places[child].symbol == s {
				places = append(places, child)
			}
		}
	}
	for _, p := range set {
		follow(p)
	}
	if open {
		follow(0)
	}
	slices.Sort(places)
	return slices.Compact(places)
}

// where returns the places whose separators are as wanted.
func (b *builder) where(set []int32, wanted func(letter) bool) []int32 {
	var places []int32
	for _, p := range set {
		if wanted(b.places[p].letter) {
			places = append(places, p)
		}
	}
	return places
}
