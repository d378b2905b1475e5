package crisis

import (
	"slices"
	"sync"
)

// minorSignal is the rule that tells from how somebody writes of themselves that they are a child.
const minorSignal = "minor"

// griefSignal is the rule that tells that somebody was lost: then despair must be surer.
const griefSignal = "grief"

// The rules that tell what rules/bereaved.txt says of who took their own life.
const (
	goneSignal       = "gone"
	perhapsNotSignal = "perhaps_not"
)

// wantSignal is the rule that tells that somebody lacks food, or what pays for it: then the model alone finds no despair.
const wantSignal = "want"

// The rules that tell what rules/news.txt says of a body, and rules/jest.txt of killing.
const (
	newsSignal     = "news"
	pressingSignal = "pressing"
	youngSignal    = "young"
	jestSignal     = "jest"
	trifleSignal   = "trifle"
	thingSignal    = "thing"
	earnestSignal  = "earnest"
)

// The rules that tell what rules/subject.txt says of whom a message tells.
const (
	anotherSignal = "another"
	myselfSignal  = "myself"
)

// The rules that tell what rules/past.txt notes of a danger.
const (
	pastSignal      = "past"
	stillSignal     = "still"
	clergySignal    = "clergy"
	habitSignal     = "habit"
	childhoodSignal = "childhood"
)

// The rules that tell what rules/testimony.txt says of what is long over.
const (
	longOverSignal = "long_over"
	restoredSignal = "restored"
	relapseSignal  = "relapse"
)

// scratch is the memory that looking at one message needs.
type scratch struct {
	folded folded
	words  []class
	text   text
	found  []int32 // patterns worth trying
	tried  []bool  // by pattern
	spared bool    // words of the text belonged to figures of speech and the like, and were taken out

	alone, together reading // of the message, and of it with those before it
}

var scratches = sync.Pool{New: func() any { return compiled().newScratch() }}

func (g *gate) newScratch() *scratch {
	return &scratch{text: text{numbers: make([]int, g.classes)}, tried: make([]bool, len(g.patterns))}
}

// prepare reads a text and finds the patterns worth trying.
func (g *gate) prepare(message string, s *scratch) {
	s.words = g.words(message, &s.folded, s.words[:0])
	s.text.set(s.words)
	s.found, s.spared = s.found[:0], false
	for _, c := range s.text.classes {
		for _, i := range g.starting[c] {
			if !s.tried[i] && g.patterns[i].possible(&s.text) {
				s.tried[i] = true
				s.found = append(s.found, i)
			}
		}
	}
	for _, i := range s.found {
		s.tried[i] = false
	}
	slices.Sort(s.found)
}

// look gives the rule that finds the gravest in a text by itself, nil if none does, and the signs in it.
func (g *gate) look(message string, s *scratch) (found *rule, signs uint64) {
	g.prepare(message, s)
	return g.judge(s)
}

// lookSurely is look without the weak rules: where the gravest of them was called off, a sure one may have stood behind it.
func (g *gate) lookSurely(message string, s *scratch) *rule {
	g.prepare(message, s)
	s.found = slices.DeleteFunc(s.found, func(i int32) bool { return g.rules[g.patterns[i].rule].weak })
	found, _ := g.judge(s)
	return found
}

// judge gives the gravest finding and the signs in a text that has been prepared.
func (g *gate) judge(s *scratch) (found *rule, signs uint64) {
	if len(s.found) == 0 {
		return nil, 0
	}
	found = g.gravest(s, true, 0, nil)
	signs = g.signs(s, true)
	g.spendInnocents(s)
	signs |= g.signs(s, false)
	return g.gravest(s, false, signs, found), signs
}

// gravest gives the rule with the gravest finding: the one found before, or one of the raw rules or the others.
func (g *gate) gravest(s *scratch, raw bool, signs uint64, found *rule) *rule {
	for _, i := range s.found {
		p := &g.patterns[i]
		r := &g.rules[p.rule]
		if r.kind == finds && r.raw == raw && r.unless&signs == 0 && r.graver(found) && p.in(&s.text) {
			found = r
		}
	}
	return found
}

// spendInnocents takes the words out of a text that belong to figures of speech and the like.
func (g *gate) spendInnocents(s *scratch) {
	for _, i := range s.found {
		p := &g.patterns[i]
		if g.rules[p.rule].kind == innocents && p.in(&s.text) {
			p.spend(&s.text, g.breaks)
			s.spared = true
		}
	}
	if !s.spared {
		return
	}
	for i := range s.words {
		if s.text.spent[i] && s.words[i] != boundary {
			s.words[i] = otherWord
		}
	}
	s.text.set(s.words)
}

// signs gives the signals in a text that has been prepared: the raw ones, or the others.
func (g *gate) signs(s *scratch, raw bool) (signs uint64) {
	for _, i := range s.found {
		p := &g.patterns[i]
		r := &g.rules[p.rule]
		if bit := uint64(1) << r.signal; r.kind == signals && r.raw == raw && signs&bit == 0 && p.in(&s.text) {
			signs |= bit
		}
	}
	return signs
}

// signsOf gives the signals in earlier messages.
func (g *gate) signsOf(messages []string, s *scratch) (signs uint64) {
	for _, text := range messages {
		g.prepare(text, s)
		signs |= g.signs(s, true)
		g.spendInnocents(s)
		signs |= g.signs(s, false)
	}
	return signs
}

// combine adds what signs mean together. At least one of them must be new, or the answer to a message long past would
// come again and again. Of the weak rules none counts where it must be sure.
func (g *gate) combine(found *rule, signs, before uint64, sure bool) *rule {
	for i := range g.rules {
		r := &g.rules[i]
		if sure && r.weak {
			continue
		}
		for _, set := range r.any {
			if set&signs != 0 && set&^(signs|before) == 0 && r.unless&signs == 0 && r.graver(found) {
				found = r
			}
		}
	}
	return found
}
