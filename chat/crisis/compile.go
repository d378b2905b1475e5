package crisis

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// gate is everything Assess needs, compiled from the rule files.
type gate struct {
	words     func(message string, f *folded, words []class) []class // reads a message
	spelt     *lexicon                                               // what the words of a message stand for, nil of a phrase book
	rules     []rule
	patterns  []pattern
	starting  [][]int32 // by class: the patterns to look for when a word of it is there
	breaks    []bool    // by class: words that begin another clause
	minor     uint64    // the signal that the visitor is a child
	want      uint64    // the signal that somebody lacks food, or what pays for it
	news      uint64    // the signal that somebody tells of a body, or of living alone
	pressing  uint64    // the signal that it may be a matter of the hour
	young     uint64    // the signal that a child is named
	jest      uint64    // the signal that somebody laughs
	trifle    uint64    // the signal that it is about next to nothing
	thing     uint64    // the signal that it is done to a thing
	earnest   uint64    // the signal that it is meant
	grief     uint64    // the signal that somebody was lost
	gone      uint64    // the signal that somebody took their own life
	perhaps   uint64    // the signal that it may not be so, or not be over
	past      uint64    // the signal that something is over
	still     uint64    // the signal that it is not
	habit     uint64    // the signal that something happens again and again
	childhood uint64    // the signal that it did so in the visitor's childhood
	another   uint64    // the signal that somebody else is told of
	myself    uint64    // the signal that something is said of the visitor
	longOver  uint64    // the signal that something was long ago
	restored  uint64    // the signal that its visitor lives well today
	relapse   uint64    // the signal that something of it may be present
	clergy    uint64    // the signal that clergy or staff of a church did it
	classes   int
}

// Words with a meaning in the rule files.
const (
	edge     = "^"      // the start or end of a sentence
	number   = "#"      // any number
	negation = "@not"   // no gap steps over these
	breaking = "@break" // a clause ends before these
	fence    = "@fence" // no gap of an innocent pattern steps over these
)

// compiled is the gate. It cannot fail but by a mistake in the rule files, which every test would show.
var compiled = sync.OnceValue(func() *gate {
	g, err := compile()
	if err != nil {
		panic(fmt.Sprintf("the rules of the crisis gate: %v", err))
	}
	return g
})

// draft is a pattern before its words have classes.
type draft struct {
	rule     int
	elements []element
	rest     bool
}

func compile() (*gate, error) {
	written, sets, err := readRules()
	if err != nil {
		return nil, err
	}
	spelling, err := readSpelling()
	if err != nil {
		return nil, err
	}
	g, classes, err := newGate(written, sets, spelling)
	if err != nil {
		return nil, err
	}
	g.spelt = newLexicon(classes, spelling)
	g.words = func(message string, f *folded, words []class) []class {
		f.fold(message)
		return g.spelt.read(f, words)
	}
	return g, nil
}

// newGate compiles rules into a gate that does not know yet how a message is cut into words, of which it gives the classes.
func newGate(written []source, sets map[string][]string, spelling *spelling) (*gate, map[string]class, error) {
	g := new(gate)
	drafts, err := g.draft(written, newLineReader(sets, spelling.widen))
	if err != nil {
		return nil, nil, err
	}
	used := inUse(drafts)
	classes, err := classify(used, sets)
	if err != nil {
		return nil, nil, err
	}
	g.classes = int(firstClass)
	for _, c := range classes {
		g.classes = max(g.classes, int(c)+1)
	}
	g.breaks = make([]bool, g.classes)
	for _, word := range sets[breaking] {
		g.breaks[classes[word]] = true
	}
	for _, set := range used {
		set.classes = classesOf(set.words, classes)
	}
	g.build(drafts)
	g.anchor(drafts, used)
	return g, classes, nil
}

// draft reads the rules into g and returns their patterns.
func (g *gate) draft(written []source, reader *lineReader) ([]draft, error) {
	numbers, err := numberSignals(written)
	if err != nil {
		return nil, err
	}
	var drafts []draft
	var mistakes []error
	for _, w := range written {
		r, err := newRule(w, numbers)
		if err != nil {
			return nil, err
		}
		if bit := g.named(strings.TrimPrefix(w.name, w.language+".")); bit != nil && r.kind == signals {
			*bit |= 1 << r.signal
		}
		for _, line := range w.lines {
			if line[0] == '+' {
				set, err := together(line, numbers)
				if err != nil {
					return nil, fmt.Errorf("[%s]: %w", w.name, err)
				}
				r.any = append(r.any, set)
				continue
			}
			variants, rest, err := reader.read(line)
			if err != nil {
				mistakes = append(mistakes, fmt.Errorf("[%s]: %w", w.name, err))
			}
			for _, elements := range variants {
				drafts = append(drafts, draft{len(g.rules), elements, rest})
			}
		}
		g.rules = append(g.rules, r)
	}
	return drafts, errors.Join(mistakes...)
}

// named gives where the gate keeps a signal that has a meaning here, nil for the others.
func (g *gate) named(signal string) *uint64 {
	switch signal {
	case minorSignal:
		return &g.minor
	case griefSignal:
		return &g.grief
	case goneSignal:
		return &g.gone
	case perhapsNotSignal:
		return &g.perhaps
	case pastSignal:
		return &g.past
	case stillSignal:
		return &g.still
	case habitSignal:
		return &g.habit
	case childhoodSignal:
		return &g.childhood
	case anotherSignal:
		return &g.another
	case myselfSignal:
		return &g.myself
	case clergySignal:
		return &g.clergy
	case longOverSignal:
		return &g.longOver
	case restoredSignal:
		return &g.restored
	case relapseSignal:
		return &g.relapse
	case wantSignal:
		return &g.want
	case newsSignal:
		return &g.news
	case pressingSignal:
		return &g.pressing
	case youngSignal:
		return &g.young
	case jestSignal:
		return &g.jest
	case trifleSignal:
		return &g.trifle
	case thingSignal:
		return &g.thing
	case earnestSignal:
		return &g.earnest
	}
	return nil
}

// inUse gives the sets of words that the patterns are made of.
func inUse(drafts []draft) (used []*wordSet) {
	for _, d := range drafts {
		for _, e := range d.elements {
			if e.words != nil && !e.words.used {
				e.words.used = true
				used = append(used, e.words)
			}
		}
	}
	return used
}

// classify puts the words that stand in the same sets into one class.
func classify(used []*wordSet, sets map[string][]string) (map[string]class, error) {
	count := uint32(0)
	within := make(map[string][]uint32) // word to the sets it is in, by their numbers
	note := func(words []string) {
		for _, word := range words {
			within[word] = append(within[word], count)
		}
		count++
	}
	note(sets[negation])
	note(sets[breaking])
	note(sets[fence])
	note([]string{number})
	for _, set := range used {
		note(set.words)
	}
	classes := map[string]class{edge: boundary}
	negations, fences, others := make(map[string]class), make(map[string]class), make(map[string]class)
	for _, word := range slices.Sorted(maps.Keys(within)) {
		if word == edge {
			continue
		}
		signature := make([]byte, 0, 64)
		for _, n := range within[word] {
			signature = binary.BigEndian.AppendUint32(signature, n)
		}
		first, known := firstClass, others
		if slices.Contains(sets[negation], word) {
			first, known = firstNegation, negations
		} else if slices.Contains(sets[fence], word) {
			first, known = firstFence, fences
		}
		if _, ok := known[string(signature)]; !ok {
			known[string(signature)] = first + class(len(known))
		}
		classes[word] = known[string(signature)]
	}
	if most := int(lastNegation-firstNegation) + 1; len(negations) > most || len(fences) > most {
		return nil, fmt.Errorf("%d kinds of negations and %d of fences, at most %d", len(negations), len(fences), most)
	}
	return classes, nil
}

func classesOf(words []string, classes map[string]class) []class {
	of := make([]class, 0, len(words))
	for _, word := range words {
		of = append(of, classes[word])
	}
	slices.Sort(of)
	return slices.Compact(of)
}

// build makes the automata of the patterns.
func (g *gate) build(drafts []draft) {
	g.patterns = make([]pattern, len(drafts))
	masks := make([]uint64, g.classes) // all zero between two patterns
	var classes []class
	for i, d := range drafts {
		p := d.pattern(g.rules[d.rule].kind == innocents)
		classes = classes[:0]
		for place, e := range d.elements {
			if e.words == nil {
				continue
			}
			for _, c := range e.words.classes {
				if masks[c] == 0 {
					classes = append(classes, c)
				}
				masks[c] |= 1 << place
			}
		}
		slices.Sort(classes)
		p.classes, p.masks = make([]class, len(classes)), make([]uint64, len(classes))
		for j, c := range classes {
			p.classes[j], p.masks[j] = c, masks[c]
			masks[c] = 0
		}
		g.patterns[i] = p
	}
}

// pattern is the automaton without the classes of its words.
func (d draft) pattern(innocent bool) pattern {
	p := pattern{rule: d.rule, rest: d.rest, accept: 1 << len(d.elements)}
	for i, e := range d.elements {
		bit := uint64(1) << i
		if e.optional {
			p.optional |= bit
		}
		if e.words != nil {
			p.literal |= bit
		} else {
			p.gaps |= bit
		}
		if e.loose {
			p.loose |= bit
		}
	}
	p.fenced = p.gaps
	if innocent {
		p.fenced = p.loose
	}
	return p
}

// anchor makes the table that leads from a word to the patterns worth trying: each pattern is listed under the words of
// that element of it which are the rarest in the rules, and so in what people write.
func (g *gate) anchor(drafts []draft, used []*wordSet) {
	weigh(drafts, used, g.classes)
	g.starting = make([][]int32, g.classes)
	var need []*wordSet
	for i, d := range drafts {
		need = need[:0]
		for _, e := range d.elements {
			if !e.optional {
				need = append(need, e.words)
			}
		}
		slices.SortStableFunc(need, func(a, b *wordSet) int { return a.weight - b.weight }) // what is rarely there is looked for first
		p := &g.patterns[i]
		p.need = make([][]class, len(need))
		for j, set := range need {
			p.need[j] = set.classes
		}
		for _, c := range p.need[0] {
			g.starting[c] = append(g.starting[c], int32(i))
		}
	}
}

// weigh counts how often words are looked for.
func weigh(drafts []draft, used []*wordSet, classes int) {
	uses := make([]int, classes)
	for _, d := range drafts {
		for _, e := range d.elements {
			if e.words == nil {
				continue
			}
			for _, c := range e.words.classes {
				uses[c]++
			}
		}
	}
	uses[boundary] = 1 << 30
	for _, set := range used {
		for _, c := range set.classes {
			set.weight += uses[c]
		}
	}
}
