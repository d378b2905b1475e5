package voice_test

import (
	"testing"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
)

// firstWords are how many first words were timed.
func (x *exchange) firstWords(t *testing.T) uint64 {
	t.Helper()
	families, err := x.Registry.Gather()
	chattest.Must(t, err)
	for _, family := range families {
		if family.GetName() == "narthex_voice_first_word_seconds" {
			return family.GetMetric()[0].GetHistogram().GetSampleCount()
		}
	}
	return 0
}

func TestOnlyTheFirstWordsOfAnswersAreTimed(t *testing.T) {
	t.Parallel()
	x := newExchange(t, pausing)
	x.church(t)
	c := x.dial(t, "CA1")
	isAskedWhetherThere(t, c)
	chattest.Must(t, c.Press(t.Context(), "1"))
	listen(t, c)
	hears(t, c, "...")
	if count := x.firstWords(t); count != 0 {
		t.Errorf("%d first words are timed before an answer", count)
	}
	x.Upstream.Script(modeltest.Reply("The blue one. It is on the left."))
	hears(t, c, chattest.ModelQuestion)
	chattest.Must(t, c.Say(t.Context(), "Goodbye."))
	ends(t, c)
	chattest.Eventually(t, func() bool { return x.firstWords(t) == 1 })
}
