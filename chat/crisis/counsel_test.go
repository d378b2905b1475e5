package crisis

import (
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// What was reached on the messages of testdata/counsel and testdata/counsel_2. What is wanted of harmless ones is 0.005 without doubt and 0.015 at all.
func TestTheGateOnWhatACounsellorWouldBeWokenFor(t *testing.T) {
	for file, bounds := range map[string]struct{ mostMissed, mostLessSure, mostTaken, mostWoken int }{
		"counsel/looked_at":   {mostMissed: 0, mostLessSure: 0, mostTaken: 1, mostWoken: 0},
		"counsel/judged":      {mostMissed: 2, mostLessSure: 0, mostTaken: 3, mostWoken: 2},
		"counsel_2/looked_at": {mostMissed: 0, mostLessSure: 0, mostTaken: 3, mostWoken: 0},
		"counsel_2/judged":    {mostMissed: 8, mostLessSure: 1, mostTaken: 3, mostWoken: 1},
	} {
		t.Run(file, func(t *testing.T) {
			var messages []struct{ Text, Expect string }
			if err := yaml.Unmarshal(readAll(t, "testdata/"+file+".yaml"), &messages); err != nil {
				t.Fatal(err)
			}
			dangers, missed, lessSure, harmless, taken, woken := 0, 0, 0, 0, 0, 0
			for _, m := range messages {
				at, sure := talk{messages: strings.Split(m.Text, " | ")}.assess()
				switch {
				case m.Expect == none.String():
					harmless++
					if at >= 0 {
						taken++
					}
					if sure {
						woken++
					}
				case at < 0:
					dangers++
					missed++
				default:
					dangers++
					if m.Expect == "sure" && !sure {
						lessSure++
					}
				}
				if strings.HasSuffix(file, "looked_at") && (at >= 0) != (m.Expect != none.String()) {
					t.Logf("%d, sure %v, want %s: %q", at, sure, m.Expect, m.Text)
				}
			}
			t.Logf("of %d dangers %d missed, %d that are sure in doubt; of %d harmless ones %d taken, %d without doubt", dangers, missed, lessSure, harmless, taken, woken)
			if dangers < 60 || missed > bounds.mostMissed || lessSure > bounds.mostLessSure {
				t.Error("too little danger is found")
			}
			if harmless < 70 || taken > bounds.mostTaken || woken > bounds.mostWoken {
				t.Error("too much that is harmless is taken for a danger")
			}
		})
	}
}
