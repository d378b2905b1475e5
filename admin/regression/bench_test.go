package regression_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// A set of two hundred questions, of which the model answers half: from the button to the last result.
func BenchmarkTwoHundredQuestions(b *testing.B) {
	h := newTower(b)
	for b.Loop() {
		if run := h.ended(b, h.begin(b)); run.Done != 200 || run.Passed != 200 {
			b.Fatalf("%+v", run)
		}
	}
}

// The same of a draft that changes thirty FAQs.
func BenchmarkTwoHundredQuestionsOfADraft(b *testing.B) {
	h := newTower(b)
	for i := range 30 {
		question := fmt.Sprintf("Where is cupboard %d?", i)
		h.AddKnowledge(b, h.church, "faq", question, "In the hall.", true)
		h.draft(b, question, "In the tower.")
	}
	for b.Loop() {
		_, page := h.post(b, path+"/runs", url.Values{"configuration": {"draft"}})
		if run := h.ended(b, runID.FindStringSubmatch(page)[1]); run.Done != 200 || run.Passed != 200 {
			b.Fatalf("%+v", run)
		}
	}
}

// newTower is a house with two hundred questions, whose jobs are worked on.
func newTower(b *testing.B) *house {
	b.Helper()
	h := newHouse(b)
	h.AddKnowledge(b, h.church, "faq", "May I bring my dog?", "Well-behaved dogs are welcome.", true)
	var table strings.Builder
	table.WriteString("question,agent,must_not_say\n")
	for i := range 50 {
		for _, agent := range []string{"coordinator", "care"} {
			fmt.Fprintf(&table, "When is your service on Sunday? %d,%s,nonsense\n", i, agent)
			fmt.Fprintf(&table, "How does one get into room %d of the old tower?,%s,nonsense\n", i, agent)
		}
	}
	h.file(b, table.String())
	h.work(b)
	return h
}
