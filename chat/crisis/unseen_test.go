package crisis_test

import (
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/goccy/go-yaml"

	"narthex/chat/crisis"
)

// What must hold of messages that nobody has tuned the gate on. It is what was reached, not what is wanted: 0.985 found, 0.95 of
// present danger without doubt, and 0.005 of what is harmless taken for a danger without doubt.
const (
	leastUnseenFound   = 0.81 // of messages in which somebody is in danger
	leastUnseenSure    = 0.70 // of the same, without doubt
	mostUnseenWoken    = 0.04 // of harmless messages: taken for a danger without doubt
	mostUnseenHarmless = 0.07 // of harmless messages: taken for a danger at all
)

// unseen counts what the gate says to messages of one label.
type unseen struct{ messages, sure, unsure int }

func (u unseen) sureShare() float64  { return float64(u.sure) / float64(u.messages) }
func (u unseen) foundShare() float64 { return float64(u.sure+u.unsure) / float64(u.messages) }

// TestTheGateOnMessagesThatNobodyTunedItOn shows totals alone, see testdata/unseen/README.txt.
func TestTheGateOnMessagesThatNobodyTunedItOn(t *testing.T) {
	counts := make(map[string]*unseen)
	for _, language := range []string{"en", "es"} {
		data, err := os.ReadFile("testdata/unseen/" + language + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		var messages []heldOut
		if err := yaml.Unmarshal(data, &messages); err != nil {
			t.Fatal(err)
		}
		for _, m := range messages {
			label := language + " " + m.Expect
			if counts[label] == nil {
				counts[label] = &unseen{}
			}
			count := counts[label]
			count.messages++
			switch finding, ok := crisis.Assess(m.Text, m.Earlier); {
			case ok && finding.Unsure:
				count.unsure++
			case ok:
				count.sure++
			}
		}
	}
	for _, label := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%s: of %d messages %.3f found, %.3f without doubt", label, counts[label].messages, counts[label].foundShare(), counts[label].sureShare())
	}
	for _, language := range []string{"en", "es"} {
		danger, harmless := counts[language+" sure"], counts[language+" none"]
		if danger.foundShare() < leastUnseenFound || danger.sureShare() < leastUnseenSure {
			t.Errorf("%s: too little danger is found", language)
		}
		if harmless.foundShare() > mostUnseenHarmless || harmless.sureShare() > mostUnseenWoken {
			t.Errorf("%s: too much that is harmless is taken for a danger", language)
		}
	}
}
