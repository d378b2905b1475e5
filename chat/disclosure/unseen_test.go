package disclosure_test

import (
	"os"
	"testing"

	"github.com/goccy/go-yaml"

	"narthex/chat/disclosure"
)

// What must be recognised of the questions that somebody wrote who had seen no rule. Rules may be written for those of
// learned.yaml. Nobody who writes rules may read unseen_about.yaml: only its totals tell how good the rules are.
const (
	leastLearned = 0.95
	leastUnseen  = 0.50
	mostTaken    = 0.02 // of what asks the church, or tells something
)

func TestQuestionsInTheWordsOfOthersAreRecognised(t *testing.T) {
	for file, least := range map[string]float64{"learned": leastLearned, "unseen_about": leastUnseen} {
		data, err := os.ReadFile("testdata/" + file + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		var all []struct{ Text, Language, Topic string }
		if err := yaml.Unmarshal(data, &all); err != nil {
			t.Fatal(err)
		}
		for _, language := range []string{"en", "es"} {
			theirs, found, others, taken := 0, 0, 0, 0
			for _, q := range all {
				if q.Language != language {
					continue
				}
				_, ok := disclosure.Recognise(q.Text, nil)
				switch {
				case q.Topic != "none":
					theirs++
					found += count(ok)
				default:
					others++
					taken += count(ok)
				}
			}
			recall, wrong := float64(found)/float64(theirs), float64(taken)/float64(others)
			t.Logf("%s, %s: %d of %d recognised (%.3f); %d of %d others taken (%.3f)", file, language, found, theirs, recall, taken, others, wrong)
			if recall < least || wrong > mostTaken {
				t.Errorf("%s, %s: recall %.3f, want %.2f; taken wrongly %.3f, at most %.3f", file, language, recall, least, wrong, mostTaken)
			}
		}
	}
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
