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

// Whether few may read it is asked of what was said before, and wishes for that.
func TestAPrivacyWishMayBeAQuestion(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	for said, want := range map[string]tools.ErrorCode{"could only the pastor read it, please?": tools.NeedsYes, "¿puede quedar entre nosotros?": tools.NeedsYes, "can just Father Declan see it?": tools.NeedsYes, "¿lo puede leer solo el padre?": tools.NeedsYes,
		"can it be for Grace only?": tools.NeedsYes, "could this just be for Rosa": tools.NeedsYes, "can you let only Grace read it?": tools.NeedsYes, "can it go only to you?": tools.NeedsYes, "could you just keep it between you and him?": tools.NeedsYes,
		"¿puede ser solo para Graciela?": tools.NeedsYes, "¿puede quedar nomás con el padre?": tools.NeedsYes, "¿lo pueden ver solo ustedes?": tools.NeedsYes, "¿lo puede leer Graciela solamente?": tools.NeedsYes,
		"just wondering if you have a nursery?": tools.NotFromVisitor, "do you just take cash?": tools.NotFromVisitor, "are you only open on sunday?": tools.NotFromVisitor, "is it only you who sings at the service?": tools.NotFromVisitor,
		"¿solo quería saber si tienen guardería?": tools.NotFromVisitor, "¿usted solo trabaja el domingo?": tools.NotFromVisitor, "¿el culto es solo el domingo?": tools.NotFromVisitor, "is the retreat only for women?": tools.NotFromVisitor, "¿el retiro es solo para mujeres?": tools.NotFromVisitor,
		"just wondering, when is the service?": tools.NotFromVisitor, "is there only one service?": tools.NotFromVisitor, "¿solo hay un culto?": tools.NotFromVisitor, "when is the service?": tools.NotFromVisitor, "where is the church?": tools.NotFromVisitor} {
		t.Run(said, func(t *testing.T) {
			asked := turn(at, church.Care, "Please pray for my son", said)
			asked.Before = []string{"", "Shall I pass this on to Grace Harbor Church?"}
			result := f.tools.Begin(asked).Call(t.Context(), tools.Call{ID: "c1", Name: "submit_prayer_request", Arguments: `{"request":"Please pray for my son","confidential":true}`})
			read(t, result).expect(t, want)
		})
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

// What only begins alike, or is for somebody else, is another wish.
func TestAWishThatBeginsAlikeLeavesTheFirstToBeAnswered(t *testing.T) {
	f := setup(t)
	asked := turn(f.church("ours"), church.Care, "Please pray for Jo")
	first := f.ask(asked, "submit_prayer_request", `{"request":"Please pray for Jo"}`)
	second := f.ask(goesOn(asked, "Please pray for Joan's surgery"), "submit_prayer_request", `{"request":"Please pray for Joan's surgery"}`)
	for _, question := range []confirmation.Ref{first, second} {
		if done, err := f.tools.Confirm(t.Context(), asked.Church, question, yes); err != nil || !done.Result.Wrote {
			t.Errorf("%+v, %v", done, err)
		}
	}
}

func TestAnotherDayForAsManyPeopleIsAskedAboutAlone(t *testing.T) {
	for _, corrected := range []string{`{"visit_date":"2026-05-24","party_size":4,"phone":"207-555-0134"}`, `{"visit_date":"2026-05-17","party_size":5,"phone":"207-555-0134"}`} {
		f := setup(t)
		asked := turn(f.stocked(), church.Coordinator, "We would like to visit on May 17, we are 4. Or 5, or on May 24. 207-555-0134")
		first := f.ask(asked, "plan_visit", `{"visit_date":"2026-05-17","party_size":4,"phone":"207-555-0134"}`)
		second := f.ask(goesOn(asked, "sorry, make it May 24, or we are 5"), "plan_visit", corrected)
		if _, err := f.tools.Confirm(t.Context(), asked.Church, first, yes); !errors.Is(err, confirmation.ErrClosed) {
			t.Errorf("what was corrected is done: %v", err)
		}
		if done, err := f.tools.Confirm(t.Context(), asked.Church, second, yes); err != nil || !done.Result.Wrote {
			t.Errorf("%+v, %v", done, err)
		}
	}
}
