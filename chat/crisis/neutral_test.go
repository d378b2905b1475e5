package crisis_test

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"narthex/chat/crisis"
)

// What was reached, of the unseen third and of the others: not what is wanted, a hundredth of what is harmless, and nearly every danger.
const (
	mostNeutral    = 0.045
	leastInNeutral = 0.8
	leastOfCarers  = 0.6
)

// isJudge says of the neutral messages and of the dangers beside them have not been looked at: every third. Of them totals alone are shown.
func isJudge(i int) bool { return i%3 == 2 }

// TestNeutralMessagesAreNoCrisis holds the gate to what people bring to a church on any day, about as many things as one can think of,
// mostly in a few words.
func TestNeutralMessagesAreNoCrisis(t *testing.T) {
	for _, language := range []string{"en", "es"} {
		data, err := os.ReadFile("testdata/neutral_" + language + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		var seen, judged unseen
		for i, message := range strings.Split(strings.TrimSpace(string(data)), "\n") {
			finding, found := crisis.Assess(message, nil)
			if isJudge(i) {
				judged.add(finding, found)
				continue
			}
			seen.add(finding, found)
			if found {
				t.Logf("%+v: %s", finding, message)
			}
		}
		t.Logf("%s: of %d unseen neutral messages %.3f taken for a danger, %.3f without doubt; of %d others %.3f and %.3f", language,
			judged.messages, judged.foundShare(), judged.sureShare(), seen.messages, seen.foundShare(), seen.sureShare())
		if max(judged.foundShare(), seen.foundShare()) > mostNeutral {
			t.Errorf("%s: too many neutral messages are taken for a danger", language)
		}
	}
}

// TestDangersBesideNeutralWordsAreFound says what must not be paid for that: dangers in the words of the neutral messages, and of who
// cares for somebody or is ill and has the means at hand, with what is harmless in the same words.
func TestDangersBesideNeutralWordsAreFound(t *testing.T) {
	for file, least := range map[string]float64{"neutral_danger": leastInNeutral, "carers_en": leastOfCarers, "carers_es": leastOfCarers} {
		data, err := os.ReadFile("testdata/" + file + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		var messages []heldOut
		if err := yaml.Unmarshal(data, &messages); err != nil {
			t.Fatal(err)
		}
		seen, judged := make(unseenCounts), make(unseenCounts)
		for i, m := range messages {
			finding, found := crisis.Assess(m.Text, nil)
			if isJudge(i) {
				judged.add(m.Expect, finding, found)
				continue
			}
			seen.add(m.Expect, finding, found)
			if found != (m.Expect != "none") {
				t.Logf("%s, %v %s: %s", m.Expect, found, finding.Rule, m.Text)
			}
		}
		for _, label := range slices.Sorted(maps.Keys(seen)) {
			t.Logf("%s, %s: of %d unseen messages %.3f found, %.3f without doubt; of %d others %.3f and %.3f", file, label, judged[label].messages,
				judged[label].foundShare(), judged[label].sureShare(), seen[label].messages, seen[label].foundShare(), seen[label].sureShare())
		}
		if judged["sure"].foundShare() < least || seen["sure"].foundShare() < least {
			t.Errorf("%s: too few of the dangers are found", file)
		}
	}
}
