package disclosure_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"narthex/chat/disclosure"
)

// What the questions in testdata must be recognised as, of those that rules were written for and of those kept aside alike.
const (
	leastRecall = 0.95
	mostFalse   = 0.02
)

// asked is a question with what it is about; none: nothing of the assistant.
type asked struct{ about, text string }

// corpus reads the questions of a language: those that rules were written for, and every third, which is kept aside.
func corpus(t testing.TB, language string) (tuned, aside []asked) {
	t.Helper()
	data, err := os.ReadFile("testdata/questions_" + language + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(data)) {
		about, text, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || about[0] == '#' {
			continue
		}
		if n++; n%3 == 0 {
			aside = append(aside, asked{about, text})
		} else {
			tuned = append(tuned, asked{about, text})
		}
	}
	return tuned, aside
}

func TestQuestionsAboutTheAssistantAreToldFromThoseToTheChurch(t *testing.T) {
	var allAside []asked
	for _, language := range []string{"en", "es"} {
		tuned, aside := corpus(t, language)
		allAside = append(allAside, aside...)
		t.Run(language, func(t *testing.T) { measure(t, tuned, true) })
	}
	t.Run("kept aside", func(t *testing.T) { measure(t, allAside, false) })
}

func measure(t *testing.T, questions []asked, show bool) {
	theirs, found, others, taken, named := 0, 0, 0, 0, 0
	for _, q := range questions {
		got, ok := disclosure.Recognise(q.text, nil)
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
			if slices.Contains(got.Subjects, disclosure.Subject(q.about)) {
				named++
			}
		}
		if show && (!right || ok && !slices.Contains(got.Subjects, disclosure.Subject(q.about))) {
			t.Logf("%q: %v, want %s", q.text, got.Subjects, q.about)
		}
	}
	recall, wrong := float64(found)/float64(theirs), float64(taken)/float64(others)
	t.Logf("%d of %d recognised (%.3f), %d of them by their subject; %d of %d others taken (%.3f)", found, theirs, recall, named, taken, others, wrong)
	if recall < leastRecall || wrong > mostFalse {
		t.Errorf("recall %.3f, want %.2f; taken wrongly %.3f, at most %.2f", recall, leastRecall, wrong, mostFalse)
	}
}
