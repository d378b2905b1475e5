package disclosure

import "testing"

// mostOrdinaryTaken is the share of ordinary messages, none of which the model has learned from, that may be taken for questions about
// the assistant. A few of them do ask about it: they are labelled for the crisis gate,
// which finds nothing in them.
const mostOrdinaryTaken = 0.02

func TestOrdinaryMessagesAreNotTakenForQuestionsAboutTheAssistant(t *testing.T) {
	_, withheld := readLessons(t)
	taken := 0
	for _, text := range withheld {
		if q, ok := Recognise(text, nil); ok {
			taken++
			t.Logf("%q: %v", text, q.Subjects)
		}
	}
	share := float64(taken) / float64(len(withheld))
	t.Logf("%d of %d taken (%.4f)", taken, len(withheld), share)
	if len(withheld) == 0 || share > mostOrdinaryTaken {
		t.Errorf("%d of %d ordinary messages are taken (%.4f), at most %.3f", taken, len(withheld), share, mostOrdinaryTaken)
	}
}

// mostOfChurchesTaken is the share of questions to churches, none of which the model has learned from, that may be taken for questions about
// the assistant.
const mostOfChurchesTaken = 0.005

func TestWhatChurchesAreAskedIsNotTakenForQuestionsAboutTheAssistant(t *testing.T) {
	asked, taken := askedOfChurches(t, "unseen"), 0
	for _, text := range asked {
		if _, ok := Recognise(text, nil); ok {
			taken++
		}
	}
	share := float64(taken) / float64(len(asked))
	t.Logf("%d of %d taken (%.4f)", taken, len(asked), share)
	if share > mostOfChurchesTaken {
		t.Errorf("%d of %d questions to churches are taken (%.4f), at most %.4f", taken, len(asked), share, mostOfChurchesTaken)
	}
}
