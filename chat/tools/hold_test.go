package tools_test

import (
	"errors"
	"testing"

	"narthex/chat/church"
	"narthex/chat/confirmation"
	"narthex/chat/tools"
)

// What answers a question may begin as one.
func TestAnAnswerThatBeginsAsAQuestionIsAWish(t *testing.T) {
	f := setup(t)
	at := f.stocked()
	for said, want := range map[string]tools.ErrorCode{"como cinco": tools.NeedsYes, "Como 5 personas": tools.NeedsYes, "¿Cómo llego?": tools.NotFromVisitor, "como llego?": tools.NotFromVisitor} {
		visit := turn(at, church.Coordinator, "Queremos ir el domingo", said)
		visit.Before = []string{"", "Con gusto. ¿Cuántas personas vendrán?"}
		result := f.tools.Begin(visit).Call(t.Context(), tools.Call{ID: "c1", Name: "plan_visit", Arguments: `{"visit_date":"2026-05-17","party_size":5}`})
		read(t, result).expect(t, want)
	}
}

// Who adds to a message that they are asked about is asked about all of it, and about nothing else.
func TestWhoAddsToAMessageAnswersOnce(t *testing.T) {
	f := setup(t)
	asked := turn(f.church("ours"), church.Care, "Please pray for my son")
	first := f.ask(asked, "submit_prayer_request", `{"request":"Please pray for my son."}`)
	next := goesOn(asked, "When he goes out he gets into trouble")
	next.Before = []string{"", "Shall I pass this on to Grace Harbor Church?"}
	whole := f.ask(next, "submit_prayer_request", `{"request":"Please pray for my son\nWhen he goes out he gets into trouble"}`)
	if _, err := f.tools.Confirm(t.Context(), asked.Church, first, yes); !errors.Is(err, confirmation.ErrClosed) {
		t.Errorf("the half of it is done: %v", err)
	}
	if done, err := f.tools.Confirm(t.Context(), asked.Church, whole, yes); err != nil || !done.Result.Wrote || f.written() != 1 {
		t.Errorf("%+v, %v", done, err)
	}
}
