package disclosure

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// What the questions in testdata must be recognised as. Whether others are, unseen_test.go tells.
const (
	leastRecall = 0.95
	mostFalse   = 0.02
)

// asked is a question with what it is about; none: nothing of the assistant.
type asked struct{ about, text string }

// corpus reads the questions of a language, which rules were written for and the model learns from.
func corpus(t testing.TB, language string) (all []asked) {
	t.Helper()
	data, err := os.ReadFile("testdata/questions_" + language + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if about, text, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && about[0] != '#' {
			all = append(all, asked{about, text})
		}
	}
	return all
}

func TestQuestionsAboutTheAssistantAreToldFromThoseToTheChurch(t *testing.T) {
	for _, language := range []string{"en", "es"} {
		t.Run(language, func(t *testing.T) { measure(t, corpus(t, language)) })
	}
}

func measure(t *testing.T, questions []asked) {
	theirs, found, others, taken, named := 0, 0, 0, 0, 0
	for _, q := range questions {
		got, ok := Recognise(q.text, nil)
		right := ok == (q.about != "none")
		if q.about == "none" {
			others++
			if ok {
				taken++
			}
		} else {
			theirs++
			if ok {
				found++
			}
			if slices.Contains(got.Subjects, Subject(q.about)) {
				named++
			}
		}
		if !right || ok && !slices.Contains(got.Subjects, Subject(q.about)) {
			t.Logf("%q: %v, want %s", q.text, got.Subjects, q.about)
		}
	}
	recall, wrong := float64(found)/float64(theirs), float64(taken)/float64(others)
	t.Logf("%d of %d recognised (%.3f), %d of them by their subject; %d of %d others taken (%.3f)", found, theirs, recall, named, taken, others, wrong)
	if recall < leastRecall || wrong > mostFalse {
		t.Errorf("recall %.3f, want %.2f; taken wrongly %.3f, at most %.2f", recall, leastRecall, wrong, mostFalse)
	}
}
