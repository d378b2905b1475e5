package safety

import (
	"fmt"
	"testing"
)

// folds is into how many parts the messages of others are divided: each part is judged by a model that learned from the
// others, and from all that is not of others.
const folds = 5

// crossValidate tells how the gate would do on messages that it has never seen.
func crossValidate(t *testing.T, known *ideas, all []*marked) {
	t.Helper()
	var rules, model, both tally
	g := compiled()
	for part := range folds {
		seen, unseen := withhold(all, part)
		m := learnModel(known, seen)
		for _, l := range unseen {
			s := scratches.Get().(*scratch)
			found, signs := g.look(l.text, s)
			if signs != 0 {
				found = g.combine(found, signs, g.signsOf(l.earlier, s), false)
			}
			rules.add(l, found != nil, found != nil && found.finding.Category == l.category)
			s.folded.fold(l.text)
			finding, ok := m.sense(l.text, l.earlier, m.read(&s.folded, &s.alone), signs&g.grief != 0, s)
			model.add(l, ok, finding.Category == l.category)
			scratches.Put(s)

			finding, ok = g.assess(m, l.text, l.earlier)
			both.add(l, ok, finding.Category == l.category)
			if ok != (l.category != "") {
				t.Logf("%q is found as %q: %q %q", l.category, finding.Rule, l.earlier, l.text)
			}
		}
	}
	t.Logf("rules alone: %v", rules)
	t.Logf("model alone: %v", model)
	t.Logf("both:        %v", both)
}

// withhold divides the lessons: unseen is one part of what others wrote, seen all the rest.
func withhold(all []*marked, part int) (seen, unseen []*marked) {
	foreign := 0
	for _, l := range all {
		if l.foreign {
			foreign++
		}
		if l.foreign && foreign%folds == part {
			unseen = append(unseen, l)
		} else {
			seen = append(seen, l)
		}
	}
	return seen, unseen
}

// tally counts what was found.
type tally struct{ right, named, missed, wrong int }

func (c *tally) add(l *marked, found, named bool) {
	switch {
	case found && l.category == "":
		c.wrong++
	case found:
		c.right++
		if named {
			c.named++
		}
	case l.category != "":
		c.missed++
	}
}

func (c tally) String() string {
	share := func(part, of int) float64 { return float64(part) / float64(max(1, of)) }
	return fmt.Sprintf("recall %.3f (%d of %d), precision %.3f (%d false), right category %.3f", share(c.right, c.right+c.missed),
		c.right, c.right+c.missed, share(c.right, c.right+c.wrong), c.wrong, share(c.named, c.right))
}
