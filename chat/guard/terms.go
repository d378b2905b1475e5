package guard

import (
	"unicode/utf8"

	"narthex/chat/church"
	"narthex/chat/words"
)

// termSet is the forbidden terms of some rules, compiled together.
type termSet struct {
	automaton automaton
	origins   []origin // by the number of a term in the automaton
}

type origin struct {
	rule *church.Rule
	term string
}

// newTermSet compiles the terms of rules; ok is false if their automaton needs more states than that.
func newTermSet(rules []church.Rule, most int) (set *termSet, ok bool) {
	spelled, origins := spellRules(rules)
	built, ok := newAutomaton(spelled, most)
	return &termSet{built, origins}, ok
}

// spellRules gives all forms of the terms that rules forbid, and where each comes from.
func spellRules(rules []church.Rule) (spelled [][]letter, origins []origin) {
	for i := range rules {
		for _, term := range rules[i].Forbidden {
			letters := spell(term)
			if len(letters) == 0 {
				continue
			}
			for _, form := range forms(letters) {
				spelled = append(spelled, form)
				origins = append(origins, origin{&rules[i], term})
			}
		}
	}
	return spelled, origins
}

// mostSets is how many sets of terms are looked for side by side: a church's own, several where together they are too large for one, and
// its lens's, which it shares with others. Each costs a step for each letter.
const mostSets = 8

// mostTries is how often a church's terms are compiled at most, each of the sets by halving what did not fit.
const mostTries = 32

// apart is a church's terms, compiled in as few sets of at most mostStates as halving finds.
type apart struct {
	sets  []*termSet
	left  []string // terms for which there is no set: that fit into none, or come when there are as many as may be
	tries int
}

func compileApart(rules []church.Rule) (sets []*termSet, left []string) {
	var a apart
	a.compile(rules)
	return a.sets, a.left
}

func (a *apart) compile(rules []church.Rule) {
	if len(a.sets) < mostSets-1 && a.tries < mostTries {
		a.tries++
		if set, ok := newTermSet(rules, mostStates); ok {
			a.sets = append(a.sets, set)
			return
		}
		if first, second := halves(rules); second != nil {
			a.compile(first)
			a.compile(second)
			return
		}
	}
	for _, rule := range rules {
		a.left = append(a.left, rule.Forbidden...)
	}
}

// halves divides rules, and a single one by its terms; second is nil for a single term.
func halves(rules []church.Rule) (first, second []church.Rule) {
	if n := len(rules) / 2; n > 0 {
		return rules[:n], rules[n:]
	}
	one, other := rules[0], rules[0]
	n := len(one.Forbidden) / 2
	if n == 0 {
		return rules, nil
	}
	one.Forbidden, other.Forbidden = one.Forbidden[:n], other.Forbidden[n:]
	return []church.Rule{one}, []church.Rule{other}
}

// termReader is where a guard stands in one set of terms.
type termReader struct {
	state int32 // of the automaton
	start int   // where the longest beginning of a term in play begins; counts only while there is one
}

// readTerms moves on by a piece of text, as far as terms are concerned. Of several that the same character makes whole, the longest counts,
// and of those the first set's.
func (g *Guard) readTerms(text string) (first *Hit) {
	for i, set := range g.terms.sets {
		hit, end := g.readers[i].read(g, set, text)
		if hit != nil && (first == nil || end < len(text) || hit.Offset < first.Offset) {
			first = hit
		}
		text = text[:end]
	}
	return first
}

// endOfTerms returns the term that the answer ends in, which its end makes whole.
func (g *Guard) endOfTerms() (first *Hit) {
	for i, set := range g.terms.sets {
		reader := &g.readers[i]
		if last := &set.automaton.states[reader.state]; last.term != 0 {
			if hit := reader.completed(g, set, last, "", 0); first == nil || hit.Offset < first.Offset {
				first = hit
			}
		}
	}
	return first
}

// read moves on by a piece of text, up to its end or that of the character that makes a term whole.
func (t *termReader) read(g *Guard, set *termSet, text string) (hit *Hit, end int) {
	a := &set.automaton
	for i := 0; i < len(text); {
		before := &a.states[t.state]
		letters, size := 0, 1
		if b := text[i]; b >= utf8.RuneSelf {
			var r rune
			r, size = utf8.DecodeRuneInString(text[i:])
			letters = t.step(a, r)
		} else if s := a.ascii[b]; s < words.FirstSeparator {
			letters = 1
			t.state = a.next(before, s)
		} else {
			t.state = before.after(s, t.state)
		}
		if t.state == complete {
			return t.completed(g, set, before, text, i), i + size
		}
		if after := a.states[t.state].depth; after > 0 {
			t.follow(g, before.depth, after, letters, text, i)
		}
		i += size
	}
	return nil, len(text)
}

// step moves on by a character that is not ASCII, which may stand for several letters. It returns how many.
func (t *termReader) step(a *automaton, r rune) (letters int) {
	plain, other := words.Level(r)
	for _, p := range plain {
		t.state = a.next(&a.states[t.state], a.symbol(p))
	}
	if len(plain) == 0 {
		t.state = a.states[t.state].after(other, t.state)
	}
	return len(plain)
}

// follow keeps track of where the longest beginning of a term in play begins, after the letters of the character text[i]:
// before and after are how long it was and is.
func (t *termReader) follow(g *Guard, before, after int32, letters int, text string, i int) {
	switch n := int32(letters); {
	case before > 0 && after == before+n: // it is the same
	case after <= n: // a beginning is at the start of a word, so it does not begin within a character
		t.start = g.out + len(g.held) + i
	default:
		t.start = g.back(text, i, int(after-n))
	}
}

// completed makes a hit of the term that ends in a state, before text[i].
func (t *termReader) completed(g *Guard, set *termSet, state *state, text string, i int) *Hit {
	found := set.origins[state.term-1]
	hit := &Hit{Kind: Forbidden, Term: found.term, Topic: found.rule.Topic, Position: found.rule.Position, Offset: t.start}
	if state.termDepth < state.depth { // another term, which begins earlier, might have followed
		hit.Offset = g.back(text, i, int(state.termDepth))
	}
	return hit
}

// back returns where in the answer the letter begins that stands so many letters before text[i].
func (g *Guard) back(text string, i, letters int) int {
	at := g.out + len(g.held)
	for i > 0 && letters > 0 {
		r, size := utf8.DecodeLastRuneInString(text[:i])
		i -= size
		letters -= width(r)
	}
	if letters <= 0 {
		return at + i
	}
	i = len(g.held)
	for i > 0 && letters > 0 {
		r, size := utf8.DecodeLastRune(g.held[:i])
		i -= size
		letters -= width(r)
	}
	return g.out + i
}
