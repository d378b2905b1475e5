package crisis_test

import (
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/goccy/go-yaml"

	"narthex/chat/crisis"
)

// bounds is what must hold of messages that nobody has tuned the gate on. It is what was reached, not what is wanted: 0.985 found, 0.95
// of present danger without doubt, and 0.005 of what is harmless taken for a danger without doubt.
type bounds struct {
	leastFound   float64 // of messages in which somebody is in danger
	leastSure    float64 // of the same, without doubt
	mostWoken    float64 // of harmless messages: taken for a danger without doubt
	mostHarmless float64 // of harmless messages: taken for a danger at all
}

var unseenBounds = map[string]bounds{
	"natural_": {leastFound: 0.96, leastSure: 0.87, mostWoken: 0.02, mostHarmless: 0.055},
	"later_":   {leastFound: 0.97, leastSure: 0.91, mostWoken: 0.035, mostHarmless: 0.06},
	"themes_":  {leastFound: 0.84, leastSure: 0.785, mostWoken: 0.035, mostHarmless: 0.08},
	"fresh_":   {leastFound: 0.975, leastSure: 0.885, mostWoken: 0.019, mostHarmless: 0.026},
	"cells_":   {leastFound: 0.88, leastSure: 0.845, mostWoken: 0.045, mostHarmless: 0.08},
	"phone_":   {leastFound: 0.905, leastSure: 0.86, mostWoken: 0.066, mostHarmless: 0.1},
	"others_":  {leastFound: 0.93, leastSure: 0.89, mostWoken: 0.068, mostHarmless: 0.112},
	"told_":    {leastFound: 0.9, leastSure: 0.865, mostWoken: 0.08, mostHarmless: 0.125},
	"even_":    {leastFound: 0.91, leastSure: 0.84, mostWoken: 0.022, mostHarmless: 0.06},
	"unheard_": {leastFound: 0.96, leastSure: 0.91, mostWoken: 0.025, mostHarmless: 0.05},
	"replies_": {leastFound: 0.93, leastSure: 0.83, mostWoken: 0.03, mostHarmless: 0.085},
	"passing_": {leastFound: 0.955, leastSure: 0.94, mostWoken: 0.05, mostHarmless: 0.095},
	"":         {leastFound: 0.91, leastSure: 0.87, mostWoken: 0.02, mostHarmless: 0.055}, // dangers without a word of danger
}

// unseen counts what the gate says to messages of one label.
type unseen struct{ messages, sure, unsure int }

func (u unseen) sureShare() float64  { return float64(u.sure) / float64(u.messages) }
func (u unseen) foundShare() float64 { return float64(u.sure+u.unsure) / float64(u.messages) }

func (u *unseen) add(finding crisis.Finding, found bool) {
	u.messages++
	switch {
	case found && finding.Unsure:
		u.unsure++
	case found:
		u.sure++
	}
}

// unseenCounts are the counts by label, and those of sure dangers by category.
type unseenCounts map[string]*unseen

func (c unseenCounts) add(label string, finding crisis.Finding, found bool) {
	if c[label] == nil {
		c[label] = &unseen{}
	}
	c[label].add(finding, found)
}

// TestTheGateOnMessagesThatNobodyTunedItOn shows totals alone, see testdata/unseen/README.txt.
func TestTheGateOnMessagesThatNobodyTunedItOn(t *testing.T) {
	for set, bounds := range unseenBounds {
		for _, language := range []string{"en", "es"} {
			t.Run(set+language, func(t *testing.T) {
				counts := countUnseen(t, "testdata/unseen/"+set+language+".yaml")
				for _, label := range slices.Sorted(maps.Keys(counts)) {
					t.Logf("%s: of %d messages %.3f found, %.3f without doubt", label, counts[label].messages, counts[label].foundShare(), counts[label].sureShare())
				}
				danger, harmless := counts["sure"], counts["none"]
				if danger.foundShare() < bounds.leastFound || danger.sureShare() < bounds.leastSure {
					t.Error("too little danger is found")
				}
				if harmless.foundShare() > bounds.mostHarmless || harmless.sureShare() > bounds.mostWoken {
					t.Error("too much that is harmless is taken for a danger")
				}
			})
		}
	}
}

func countUnseen(t *testing.T, file string) unseenCounts {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var messages []heldOut
	if err := yaml.Unmarshal(data, &messages); err != nil {
		t.Fatal(err)
	}
	counts := make(unseenCounts)
	for _, m := range messages {
		finding, ok := crisis.Assess(m.Text, m.Earlier)
		counts.add(m.Expect, finding, ok)
		if m.Expect == "sure" {
			counts.add("sure, "+m.Category, finding, ok)
		}
	}
	return counts
}
