package guard

import (
	"os"
	"strings"
	"testing"
)

// What the guard must stop and let pass of the sentences in testdata, of those kept aside alike.
const (
	leastStopped     = 0.95
	mostStoppedWrong = 0.02
)

// claimSentences reads a file of sentences: those that patterns were written for, and every third, which is kept aside.
func claimSentences(t testing.TB, name string) (tuned, aside []string) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if n++; n%3 == 0 {
			aside = append(aside, line)
		} else {
			tuned = append(tuned, line)
		}
	}
	return tuned, aside
}

func TestPromisesOfSecrecyAndRescueAreStoppedAndWhatChurchesOfferPasses(t *testing.T) {
	made, madeAside := claimSentences(t, "claims_made")
	others, othersAside := claimSentences(t, "claims_not_made")
	t.Run("tuned", func(t *testing.T) { measureClaims(t, made, others, true) })
	t.Run("kept aside", func(t *testing.T) { measureClaims(t, madeAside, othersAside, false) })
}

func measureClaims(t *testing.T, made, others []string, show bool) {
	count := func(all []string, want bool) (stopped int) {
		for _, sentence := range all {
			_, hit := say(ofAssistant, sentence)
			if hit != nil {
				stopped++
			}
			if show && (hit != nil) != want {
				t.Logf("%s: %+v", sentence, hit)
			}
		}
		return stopped
	}
	stopped, wrong := count(made, true), count(others, false)
	t.Logf("%d of %d claims stopped, %d of %d other sentences", stopped, len(made), wrong, len(others))
	if share := float64(stopped) / float64(len(made)); share < leastStopped {
		t.Errorf("%.3f of the claims are stopped, want %.2f", share, leastStopped)
	}
	if share := float64(wrong) / float64(len(others)); share > mostStoppedWrong {
		t.Errorf("%.3f of the other sentences are stopped, at most %.2f", share, mostStoppedWrong)
	}
}
