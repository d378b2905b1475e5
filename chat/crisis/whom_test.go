package crisis_test

import (
	"os"
	"slices"
	"testing"

	"github.com/goccy/go-yaml"

	"narthex/chat/crisis"
)

// told is a message with whom it tells of.
type told struct {
	Text, Language string
	About          crisis.Subject
	Child, Past    *bool // whether a child writes, and whether what is told is over; nil where that is not judged
}

// third: every third message of the file teaches nothing and is not looked at. The others may
// be, by whoever mends how it is read of whom a message tells.
const third = 3

// What must be read rightly of those that are found, in per cent: what was reached.
const (
	leastSubject = 90
	leastChild   = 90
	leastPast    = 66
)

// share counts how much was read rightly.
type share struct{ right, all int }

func (s *share) add(right bool) {
	s.all++
	if right {
		s.right++
	}
}

func (s share) percent() int { return 100 * s.right / max(1, s.all) }

// TestWhomAMessageTellsOf shows of the third that nobody has looked at totals alone.
func TestWhomAMessageTellsOf(t *testing.T) {
	data, err := os.ReadFile("testdata/unseen/whom.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var messages []told
	if err := yaml.Unmarshal(data, &messages); err != nil {
		t.Fatal(err)
	}
	var found [2]share
	var shares [2]map[string]*share
	for i := range shares {
		shares[i] = map[string]*share{"subject": {}, "child": {}, "past": {}, "subject, en": {}, "subject, es": {}}
	}
	for i, m := range messages {
		set := 0
		if i%third == 0 {
			set = 1
		}
		f, ok := crisis.Assess(m.Text, nil)
		if found[set].add(ok); !ok {
			continue
		}
		of := shares[set]
		of["subject"].add(f.About == m.About)
		of["subject, "+m.Language].add(f.About == m.About)
		wrong := f.About != m.About
		if m.Child != nil {
			of["child"].add(f.Minor == *m.Child)
			wrong = wrong || f.Minor != *m.Child
		}
		if m.Past != nil {
			of["past"].add(f.Past == *m.Past)
			wrong = wrong || f.Past != *m.Past
		}
		if wrong && set == 0 {
			t.Logf("%q: about %s, a child writes %v, over %v, by %s", m.Text, f.About, f.Minor, f.Past, f.Rule)
		}
	}
	for set, name := range []string{"looked at", "unseen"} {
		t.Logf("%s: of %d messages %d found", name, found[set].all, found[set].right)
		for _, what := range []string{"subject", "subject, en", "subject, es", "child", "past"} {
			t.Logf("%s: %s: %d of %d read rightly (%d %%)", name, what, shares[set][what].right, shares[set][what].all, shares[set][what].percent())
		}
	}
	least := map[string]int{"subject": leastSubject, "child": leastChild, "past": leastPast}
	for what, percent := range least {
		if got := shares[1][what].percent(); got < percent {
			t.Errorf("%s: %d %% of the unseen third are read rightly, at least %d are wanted", what, got, percent)
		}
	}
	if len(messages) < 200 || !slices.ContainsFunc(messages, func(m told) bool { return m.Language == "es" }) {
		t.Errorf("%d messages", len(messages))
	}
}
