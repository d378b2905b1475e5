package crisis_test

import (
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/goccy/go-yaml"

	"narthex/chat/crisis"
)

// TestNewsAndJestAreNoDanger holds the gate to what two families sound like: news of a body, and killing in jest. Of each six messages the
// last two have not been looked at: of them it shows totals alone.
func TestNewsAndJestAreNoDanger(t *testing.T) {
	for _, kind := range []struct {
		file                      string
		mostHarmless, leastDanger float64 // of the unseen ones: taken for a danger, and found
	}{
		{file: "testdata/news.yaml", mostHarmless: 0.2, leastDanger: 1},
		{file: "testdata/jest.yaml", mostHarmless: 0.15, leastDanger: 1},
	} {
		data, err := os.ReadFile(kind.file)
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
			if i%6 >= 4 {
				judged.add(m.Expect, finding, found)
				continue
			}
			seen.add(m.Expect, finding, found)
			if found != (m.Expect != "none") || m.Expect == "sure" && finding.Unsure {
				t.Errorf("%q: %v, %+v, want %s", m.Text, found, finding, m.Expect)
			}
		}
		for _, label := range slices.Sorted(maps.Keys(judged)) {
			unseen, others := judged[label], seen[label]
			t.Logf("%s, %s: of %d unseen messages %.3f found, %.3f without doubt; of %d others %.3f and %.3f", kind.file, label,
				unseen.messages, unseen.foundShare(), unseen.sureShare(), others.messages, others.foundShare(), others.sureShare())
			if label == "none" && unseen.foundShare() > kind.mostHarmless || label != "none" && unseen.foundShare() < kind.leastDanger {
				t.Errorf("%s, %s: at most %.2f of what is harmless and at least %.2f of danger are wanted", kind.file, label, kind.mostHarmless, kind.leastDanger)
			}
		}
	}
}
