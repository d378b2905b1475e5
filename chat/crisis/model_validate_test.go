package crisis

import (
	"fmt"
	"hash/fnv"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// folds is into how many parts the messages of others are divided: each part is judged by a model that learned from the
// others, and from all that is not of others.
const folds = 5

// crossValidate tells how the gate would do on messages that it has never seen, file by file.
func crossValidate(t *testing.T, known *ideas, all []*marked) {
	t.Helper()
	tallies := make(map[string]*tally)
	g := compiled()
	for part := range folds {
		seen, unseen := withhold(all, part)
		m := learnModel(known, seen)
		for _, l := range unseen {
			if tallies[l.foreign] == nil {
				tallies[l.foreign] = new(tally)
			}
			assessed := g.assess(m, l.text, l.earlier)
			finding, ok := assessed.Finding, assessed.Found
			tallies[l.foreign].add(l, finding, ok)
			if wanted, got := outcomeOf(l.category != "", l.unsure), outcomeOf(ok, finding.Unsure); wanted != got {
				t.Logf("%s for %s, %q: %q %q", got, wanted, finding.Rule, l.earlier, l.text)
			}
		}
	}
	for _, file := range slices.Sorted(maps.Keys(tallies)) {
		t.Logf("%s: %v", file, tallies[file])
	}
}

// writtenTogether is how many messages of a file stay in one part: who writes many does not forget the one before.
const writtenTogether = 20

// withhold divides the lessons: unseen is one part of what others wrote, seen all the rest. Files of the same name in both languages
// are divided alike, because one often retells the other.
func withhold(all []*marked, part int) (seen, unseen []*marked) {
	for _, l := range all {
		if l.foreign != "" && partOf(l) == part {
			unseen = append(unseen, l)
		} else {
			seen = append(seen, l)
		}
	}
	return seen, unseen
}

func partOf(l *marked) int {
	name := filepath.Base(l.foreign)
	if _, after, ok := strings.Cut(name, "_"); ok {
		name = after
	}
	hash := fnv.New32a()
	fmt.Fprintf(hash, "%s %d", name, l.place/writtenTogether)
	return int(hash.Sum32()>>7) % folds
}

// outcome is what the gate says of a message, or should say.
type outcome int

const (
	none outcome = iota
	unsure
	sure
	outcomes
)

func (o outcome) String() string { return [...]string{"none", "unsure", "sure"}[o] }

func outcomeOf(found, doubted bool) outcome {
	switch {
	case !found:
		return none
	case doubted:
		return unsure
	}
	return sure
}

// tally counts what was said of the messages, by what should have been said.
type tally struct {
	said                [outcomes][outcomes]int
	found, named, about int // found, and of these how many in the right category, and of the right person
}

func (c *tally) add(l *marked, f Finding, ok bool) {
	c.said[outcomeOf(l.category != "", l.unsure)][outcomeOf(ok, f.Unsure)]++
	if ok && l.category != "" {
		c.found++
		if f.Category == l.category {
			c.named++
		}
		if f.About == l.about {
			c.about++
		}
	}
}

func (c *tally) String() (text string) {
	for wanted := sure; wanted >= none; wanted-- {
		said := c.said[wanted]
		text += fmt.Sprintf("%s %d: sure %d, unsure %d, none %d; ", wanted, said[sure]+said[unsure]+said[none], said[sure], said[unsure], said[none])
	}
	return text + fmt.Sprintf("found %d, in the right category %d, of the right person %d", c.found, c.named, c.about)
}
