package crisis_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"narthex/chat/crisis"
)

// The gate must find nearly all that is a crisis and little that is none, on the messages in testdata/crisis.
const (
	leastRecall    = 0.98
	leastPrecision = 0.95
)

// corpus is a file of messages that are all of a kind.
type corpus struct {
	Category      crisis.Category // of messages that must be found, and not softly
	Unsure        bool            // messages that need the softer answer
	None          bool            // messages in which there is nothing to find
	Messages      []string
	Conversations [][]string // the last message is the one to be assessed
}

// example is a message with the visitor's messages before it.
type example struct {
	message string
	earlier []string
}

func (c corpus) examples() []example {
	var all []example
	for _, message := range c.Messages {
		all = append(all, example{message: message})
	}
	for _, said := range c.Conversations {
		all = append(all, example{message: said[len(said)-1], earlier: said[:len(said)-1]})
	}
	return all
}

func readCorpora(t testing.TB) map[string]corpus {
	t.Helper()
	files, err := filepath.Glob("testdata/crisis/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no corpus: %v", err)
	}
	corpora := make(map[string]corpus)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var c corpus
		if err := yaml.UnmarshalWithOptions(text, &c, yaml.Strict()); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		corpora[strings.TrimSuffix(filepath.Base(file), ".yaml")] = c
	}
	return corpora
}

// score counts what was found of a kind.
type score struct{ right, missed, wrong int }

func (s score) recall() float64    { return float64(s.right) / float64(max(1, s.right+s.missed)) }
func (s score) precision() float64 { return float64(s.right) / float64(max(1, s.right+s.wrong)) }

func (s score) String() string {
	return fmt.Sprintf("recall %.3f (%d of %d), precision %.3f", s.recall(), s.right, s.right+s.missed, s.precision())
}

func TestTheGateFindsCrisesAndLittleElse(t *testing.T) {
	var overall, gentle score
	found := make(map[crisis.Category]*score)
	of := func(category crisis.Category) *score {
		if found[category] == nil {
			found[category] = new(score)
		}
		return found[category]
	}
	mustFind, mustNot := 0, 0
	for name, c := range readCorpora(t) {
		for _, e := range c.examples() {
			finding, ok := crisis.Assess(e.message, e.earlier)
			switch {
			case c.None:
				mustNot++
				if ok {
					overall.wrong++
					of(finding.Category).wrong++
					t.Logf("%s: found %s in %q", name, finding.Rule, e.message)
				}
			case !ok:
				overall.missed++
				t.Logf("%s: missed %q", name, e.message)
			default:
				overall.right++
			}
			if c.Unsure {
				tally(&gentle, ok && finding.Unsure, ok && !finding.Unsure)
				if ok && !finding.Unsure {
					t.Logf("%s: %s is not soft in %q", name, finding.Rule, e.message)
				}
			}
			if c.Category != "" {
				mustFind++
				same := ok && finding.Category == c.Category && !finding.Unsure
				tally(of(c.Category), same, false)
				if ok && !same {
					of(finding.Category).wrong++
					t.Logf("%s: %s (%s, soft: %v) in %q", name, finding.Rule, finding.Category, finding.Unsure, e.message)
				}
			}
		}
	}
	for _, category := range slices.Sorted(maps.Keys(found)) {
		t.Logf("%-14s %v", category, *found[category])
	}
	t.Logf("%-14s %v", "unsure", gentle)
	t.Logf("%-14s %v", "overall", overall)
	if overall.recall() < leastRecall || overall.precision() < leastPrecision {
		t.Errorf("overall %v", overall)
	}
	if mustFind < 250 || mustNot < 250 {
		t.Errorf("the corpus has %d messages that must be found and %d that must not", mustFind, mustNot)
	}
}

func tally(s *score, right, wrong bool) {
	if right {
		s.right++
	} else {
		s.missed++
	}
	if wrong {
		s.wrong++
	}
}
