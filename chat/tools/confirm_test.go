package tools_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
	"narthex/chat/confirmation"
	"narthex/chat/tools"
	"narthex/chat/tools/catalog"
)

const (
	forRuth   = "Please pray for my mother Ruth, she has surgery on Friday"
	forRuthIt = `{"request":"My mother Ruth has surgery on Friday","name":"Ruth","confidential":true}`
)

func TestNothingIsWrittenBeforeAYes(t *testing.T) {
	f := setup(t)
	at := f.stocked()
	for name, call := range dryCalls(at) {
		if !call.wrote || name == "escalate_to_pastor" {
			continue
		}
		before := f.count(`select count(*) from test_notices`)
		result := f.tools.Begin(call.asked).Call(t.Context(), tools.Call{ID: "c1", Name: name, Arguments: call.arguments})
		got := read(t, result)
		got.expect(t, tools.NeedsYes, "Nothing was written yet", "Do not ask them yourself")
		if result.Card == nil || result.Card.Title == "" || result.Card.Question == "" || len(result.Card.Fields) == 0 || got.Summary != result.Card.Title {
			t.Errorf("%s: %+v", name, result.Card)
			continue
		}
		for _, field := range result.Card.Fields {
			if field.Label == "" || field.Value == "" || strings.Contains(field.Label, "_") || strings.ToUpper(field.Label[:1]) != field.Label[:1] {
				t.Errorf("%s: the card says %+v", name, field)
			}
		}
		if told := f.count(`select count(*) from test_notices`); told != before || f.written() != 0 {
			t.Errorf("%s: %d notices, %d rows before a yes", name, told-before, f.written())
		}
		if counted := f.calls(name, string(tools.NeedsYes)); counted != 1 || f.calls(name, "ok") != 0 {
			t.Errorf("%s: counted %v times as asked", name, counted)
		}
	}
	done := f.call(turn(at, church.Care, danger), "escalate_to_pastor", inDanger)
	if !done.Wrote || done.Card != nil || f.written() != 1 {
		t.Errorf("somebody in danger is asked: %+v", done)
	}
}

// written counts the rows that tools write.
func (f *fixture) written() int {
	f.t.Helper()
	return f.count(`select (select count(*) from visitor_requests) + (select count(*) from event_registrations) + (select count(*) from group_join_requests)
		+ (select count(*) from volunteer_signups) + (select count(*) from newsletter_subscriptions)`)
}

func TestACardSaysWhatWouldBePassedOn(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	result := f.tools.Begin(turn(at, church.Care, forRuth)).Call(t.Context(), tools.Call{Name: "submit_prayer_request", Arguments: forRuthIt})
	want := []tools.Field{{Label: "In your words", Value: "My mother Ruth has surgery on Friday"}, {Label: "Read by", Value: "Pastor and prayer team; if the church has named neither, its admin"}, {Label: "Name", Value: "Ruth"}}
	if !slices.Equal(result.Card.Fields, want) || result.Card.Question != "Shall I pass this on to Grace Harbor Church?" || result.Card.Title != "Your prayer request" {
		t.Errorf("%+v", result.Card)
	}
	visit := turn(at, church.Coordinator, "Vamos a ir el domingo, somos cuatro con dos niños")
	visit.Language = "es"
	result = f.tools.Begin(visit).Call(t.Context(), tools.Call{Name: "plan_visit", Arguments: `{"visit_date":"2026-05-17","party_size":4,"children":2}`})
	want = []tools.Field{{Label: "Día de la visita", Value: "domingo 17 de mayo de 2026"}, {Label: "Cuántos vienen", Value: "4"}, {Label: "Niños", Value: "2"}, {Label: "Qué hay ese día", Value: "9:00 AM Traditional worship"}}
	if !slices.Equal(result.Card.Fields, want) || result.Card.Question != "¿Lo hago llegar a Grace Harbor Church?" {
		t.Errorf("%+v", result.Card)
	}
	polish := turn(at, church.Care, "Proszę o modlitwę za moją matkę, ma operację w piątek")
	polish.Spoken = "pl"
	result = f.tools.Begin(polish).Call(t.Context(), tools.Call{Name: "submit_prayer_request", Arguments: `{"request":"Proszę o modlitwę za moją matkę"}`})
	if result.Card == nil || result.Card.Question != "Czy mam to przekazać do Grace Harbor Church?" {
		t.Errorf("%+v", result)
	}
	accused := turn(at, church.Care, forRuth)
	accused.PassedTo = "Helen Marsh"
	result = f.tools.Begin(accused).Call(t.Context(), tools.Call{Name: "submit_prayer_request", Arguments: forRuthIt})
	if result.Card.Question != "Shall I pass this on, only to Helen Marsh?" || !slices.Contains(result.Card.Fields, tools.Field{Label: "Goes only to", Value: "Helen Marsh"}) {
		t.Errorf("%+v", result.Card)
	}
	if slices.ContainsFunc(result.Card.Fields, func(f tools.Field) bool { return f.Label == "Read by" }) {
		t.Errorf("a team reads what goes past it: %+v", result.Card.Fields)
	}
	accused = turn(at, church.Coordinator, "Can I get the newsletter at ana@example.org?") // which goes to the church's office
	accused.PassedTo = "Helen Marsh"
	result = f.tools.Begin(accused).Call(t.Context(), tools.Call{Name: "subscribe_to_newsletter", Arguments: `{"email":"ana@example.org"}`})
	if result.Card.Question != "Do you agree, and shall I subscribe you?" || slices.ContainsFunc(result.Card.Fields, func(f tools.Field) bool { return f.Value == "Helen Marsh" }) {
		t.Errorf("%+v", result.Card)
	}
}

func TestAVisitIsPlannedForWhatIsOnThatDay(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	at.Special = []church.SpecialDay{
		{From: "2026-05-17", To: "2026-05-17", Kind: church.Instead, Name: "Picnic", Slots: []church.Slot{{Text: "Sunday 11:00 AM in the park"}}},
		{From: "2026-05-24", To: "2026-05-31", Kind: church.NoServices, Name: "The roof is mended", Note: "Come to St Peter's"},
		{From: "2026-05-28", To: "2026-05-28", Kind: church.Besides, Name: "Concert", Slots: []church.Slot{{Text: "Thursday 7:00 PM Concert"}}},
	}
	visit := turn(at, church.Coordinator, "We are coming on Sunday, four of us")
	result := f.tools.Begin(visit).Call(t.Context(), tools.Call{Name: "plan_visit", Arguments: `{"visit_date":"2026-05-17","party_size":4}`})
	if result.Card == nil || !slices.Contains(result.Card.Fields, tools.Field{Label: "What is on that day", Value: "Sunday 11:00 AM in the park"}) ||
		!slices.Contains(result.Card.Fields, tools.Field{Label: "About that day", Value: "Picnic"}) {
		t.Errorf("%+v", result)
	}
	result = f.tools.Begin(visit).Call(t.Context(), tools.Call{Name: "plan_visit", Arguments: `{"visit_date":"2026-05-28","party_size":3}`})
	if result.Card == nil || !slices.Contains(result.Card.Fields, tools.Field{Label: "What is on that day", Value: "Thursday 7:00 PM Concert"}) {
		t.Errorf("in a week without services: %+v", result)
	}
	f.call(visit, "plan_visit", `{"visit_date":"2026-05-31","party_size":4}`).expect(t, tools.NotFound, "31 May 2026 (The roof is mended. Come to St Peter's)")
}

func TestAVisitIsPlannedForADayThatHasNoMidnight(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	santiago, err := time.LoadLocation("America/Santiago")
	if err != nil {
		t.Fatal(err)
	}
	at.Location = santiago
	at.Hours = church.Hours{time.Saturday: {{Text: "Youth on Saturday"}}, time.Sunday: {{Text: "Mass on Sunday"}}}
	at.Special = []church.SpecialDay{{From: "2026-09-06", To: "2026-09-06", Kind: church.Besides, Slots: []church.Slot{{Text: "Lunch"}}}}
	visit := turn(at, church.Coordinator, "We are coming on 6 September, four of us")
	visit.Now = time.Date(2026, 9, 3, 12, 0, 0, 0, santiago)
	result := f.tools.Begin(visit).Call(t.Context(), tools.Call{Name: "plan_visit", Arguments: `{"visit_date":"2026-09-06","party_size":4}`})
	if result.Card == nil || !slices.Contains(result.Card.Fields, tools.Field{Label: "What is on that day", Value: "Mass on Sunday; Lunch"}) ||
		!slices.ContainsFunc(result.Card.Fields, func(f tools.Field) bool { return strings.Contains(f.Value, "6 September") }) {
		t.Errorf("%+v", result)
	}
	if starts := at.Special[0].Starts(santiago); starts.Day() != 6 {
		t.Errorf("the special day starts %v", starts)
	}
}

// A node that dies, or loses its database, between the yes and the end of the work has done nothing, and the next one does it.
func TestAYesIsDoneOnceAlsoWhenItsNodeDies(t *testing.T) {
	f := setup(t)
	asked := turn(f.church("ours"), church.Care, forRuth)
	question := f.ask(asked, "submit_prayer_request", forRuthIt)
	dying, err := tools.New(tools.Parts{Tools: catalog.All, Pool: f.Pool, Notifier: dies{f}}, tools.Config{Now: func() time.Time { return f.now }})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := dying.Confirm(t.Context(), asked.Church, question, yes); err == nil {
		t.Error("it outlived that")
	}
	if f.written() != 0 {
		t.Error("half of it is written")
	}
	var all sync.WaitGroup
	for range 20 {
		node := f.registry()
		all.Go(func() {
			done, err := node.Confirm(t.Context(), asked.Church, question, yes)
			if err != nil || done.Status != confirmation.Accepted || done.Tool != "submit_prayer_request" || done.CallID != question.Call {
				t.Errorf("%+v, %v", done, err)
			}
		})
	}
	all.Wait()
	if rows, notices := f.written(), f.count(`select count(*) from test_notices`); rows != 1 || notices != 1 {
		t.Errorf("%d rows, %d notices", rows, notices)
	}
	if done, err := f.tools.Confirm(t.Context(), asked.Church, question, yes); err != nil || done.Result.Summary != "Your prayer request was passed on." {
		t.Errorf("once more: %+v, %v", done, err)
	}
	var before *confirmation.AnsweredError
	if _, err := f.tools.Confirm(t.Context(), asked.Church, question, tools.Answer{}); !errors.As(err, &before) {
		t.Errorf("a no after the yes: %v", err)
	}
}

// dies is a notifier whose node loses its database as it writes.
type dies struct{ f *fixture }

func (d dies) Notify(ctx context.Context, tx pgx.Tx, notice tools.Notice) error {
	if err := d.f.notifier.Notify(ctx, tx, notice); err != nil {
		return err
	}
	return tx.Conn().Close(ctx)
}

// Whom a card led to before somebody was accused may be the one who is accused.
func TestAYesAfterAnAccusationLeadsNobodyToThePeopleOfTheChurch(t *testing.T) {
	f := setup(t)
	at := f.stocked()
	accusing := tools.Answer{Accept: true, Words: "yes", PassedTo: "Helen Marsh"}
	supper := f.ask(turn(at, church.Coordinator, ana), "register_for_event", anaSupper)
	if done, err := f.tools.Confirm(t.Context(), at, supper, accusing); err != nil || done.Status != confirmation.Failed || f.written() != 0 {
		t.Errorf("%+v, %v: %d rows", done, err, f.written())
	}
	told := turn(at, church.Care, "Please pray for my brother Tom, he is lonely")
	told.PassedTo, told.Language = "el equipo de protección", "es" // on the card, in its language
	spanish := f.ask(told, "submit_prayer_request", `{"request":"My brother Tom is lonely"}`)
	if done, err := f.tools.Confirm(t.Context(), at, spanish, accusing); err != nil || done.Result.Summary != "Pasado solo a el equipo de protección." {
		t.Errorf("%+v, %v", done, err)
	}
	prayer := f.ask(turn(at, church.Care, forRuth), "submit_prayer_request", forRuthIt)
	done, err := f.tools.Confirm(t.Context(), at, prayer, accusing)
	if err != nil || done.Status != confirmation.Accepted || done.Result.Summary != "Passed on only to Helen Marsh." || f.count(`select count(*) from visitor_requests where safeguarding`) != 2 {
		t.Errorf("%+v, %v", done, err)
	}
}

func TestANoWritesNothingAndAYesAfterItIsRefused(t *testing.T) {
	f := setup(t)
	asked := turn(f.church("ours"), church.Care, forRuth)
	question := f.ask(asked, "submit_prayer_request", forRuthIt)
	for range 2 {
		if done, err := f.tools.Confirm(t.Context(), asked.Church, question, tools.Answer{}); err != nil || done.Status != confirmation.Declined || done.Result.Summary != "All right: nothing was passed on." {
			t.Errorf("%+v, %v", done, err)
		}
	}
	var before *confirmation.AnsweredError
	if _, err := f.tools.Confirm(t.Context(), asked.Church, question, yes); !errors.As(err, &before) || f.written() != 0 {
		t.Errorf("%v, %d rows", err, f.written())
	}
}

func TestWhatCannotBeDoneAnyMoreIsSaid(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	f.event(at, "Supper", saturday, "capacity = 1")
	first, second := turn(at, church.Coordinator, ana), turn(at, church.Coordinator, "Sign me up, I'm Tom, tom@example.org")
	late := f.ask(second, "register_for_event", `{"event":"Supper","name":"Tom","email":"tom@example.org"}`)
	f.call(first, "register_for_event", anaSupper)
	done, err := f.tools.Confirm(t.Context(), at, late, yes)
	if err != nil || done.Status != confirmation.Failed || !strings.Contains(done.Result.Summary, "no place is left") || f.written() != 1 {
		t.Errorf("%+v, %v", done, err)
	}
	prayer := turn(at, church.Care, forRuth)
	question := f.ask(prayer, "submit_prayer_request", forRuthIt)
	at.Intake.PrayerRequests = false
	if done, err := f.tools.Confirm(t.Context(), at, question, yes); err != nil || done.Status != confirmation.Failed || f.written() != 1 {
		t.Errorf("switched off meanwhile: %+v, %v", done, err)
	}
}

// goesOn is the next turn of a conversation.
func goesOn(before tools.Turn, said string) tools.Turn {
	next := turn(before.Church, before.Agent, append(slices.Clone(before.Said), said)...)
	next.Session = before.Session
	return next
}

func TestTheSameWishToldOnceMakesOneRequest(t *testing.T) {
	f := setup(t)
	asked := turn(f.church("ours"), church.Care, forRuth)
	if got := f.call(asked, "submit_prayer_request", forRuthIt); !got.Wrote {
		t.Fatal(got.Content)
	}
	for _, said := range []string{"thanks", "Thank you so much, God bless you", "Amen"} {
		f.call(goesOn(asked, said), "submit_prayer_request", forRuthIt).expect(t, tools.AlreadyDone, "passed on already")
		f.call(goesOn(asked, said), "submit_prayer_request", `{"request":"Ruth's surgery on Friday"}`).expect(t, tools.AlreadyDone)
	}
	if f.written() != 1 {
		t.Errorf("%d requests", f.written())
	}
	if got := f.call(goesOn(asked, "And please pray for my brother Tom, who lost his job"), "submit_prayer_request", `{"request":"My brother Tom lost his job"}`); !got.Wrote || f.written() != 2 {
		t.Errorf("another wish: %s", got.Content)
	}
	if got := f.call(turn(asked.Church, church.Care, forRuth), "submit_prayer_request", forRuthIt); !got.Wrote || f.written() != 3 {
		t.Errorf("another visitor's: %s", got.Content)
	}
}

func TestWhoWasReachedAtOnceIsNotToldAgainForThanks(t *testing.T) {
	f := setup(t)
	asked := turn(f.church("ours"), church.Care, danger)
	if got := f.call(asked, "escalate_to_pastor", inDanger); !got.Wrote {
		t.Fatal(got.Content)
	}
	f.call(goesOn(asked, "thanks"), "escalate_to_pastor", inDanger).expect(t, tools.AlreadyDone)
	if got := f.call(goesOn(asked, "Please, I am afraid, he is hitting me"), "escalate_to_pastor", `{"reason":"I am afraid, he is hitting me"}`); !got.Wrote || f.written() != 2 {
		t.Errorf("new danger is not told: %s", got.Content)
	}
}

func TestWhoCorrectsThemselvesIsAskedAboutThatAlone(t *testing.T) {
	f := setup(t)
	asked := turn(f.church("ours"), church.Care, forRuth)
	first := f.ask(asked, "submit_prayer_request", `{"request":"My mother Ruth has surgery on Friday"}`)
	next := goesOn(asked, "yes, and my name is Ann Marie")
	second := f.ask(next, "submit_prayer_request", `{"request":"My mother Ruth has surgery on Friday","name":"Ann Marie"}`)
	third := f.ask(goesOn(next, "Also for my brother Tom, who lost his job"), "submit_prayer_request", `{"request":"My brother Tom lost his job","name":"Ann Marie"}`)
	if _, err := f.tools.Confirm(t.Context(), asked.Church, first, yes); !errors.Is(err, confirmation.ErrClosed) {
		t.Errorf("what was corrected is done: %v", err)
	}
	for _, question := range []confirmation.Ref{second, third} {
		if done, err := f.tools.Confirm(t.Context(), asked.Church, question, yes); err != nil || !done.Result.Wrote {
			t.Errorf("%+v, %v", done, err)
		}
	}
	if f.written() != 2 {
		t.Errorf("%d requests", f.written())
	}
}

// Two wishes are two also where the same is to be done with them.
func TestAnotherWishLeavesTheFirstToBeAnswered(t *testing.T) {
	f := setup(t)
	asked := turn(f.church("ours"), church.Care, forRuth)
	first := f.ask(asked, "submit_prayer_request", `{"request":"My mother Ruth has surgery on Friday","confidential":false}`)
	next := goesOn(asked, "Also for my brother Tom, who lost his job")
	second := f.ask(next, "submit_prayer_request", `{"request":"My brother Tom lost his job","confidential":false}`)
	third := f.ask(goesOn(next, "and my name is Ann Marie"), "submit_prayer_request", `{"request":"My brother Tom lost his job","name":"Ann Marie","confidential":false}`)
	if _, err := f.tools.Confirm(t.Context(), asked.Church, second, yes); !errors.Is(err, confirmation.ErrClosed) {
		t.Errorf("what was corrected is done: %v", err)
	}
	for _, question := range []confirmation.Ref{first, third} {
		if done, err := f.tools.Confirm(t.Context(), asked.Church, question, yes); err != nil || !done.Result.Wrote {
			t.Errorf("%+v, %v", done, err)
		}
	}
}

// The same choice, day or number of people makes no one wish of two.
func TestTwoWishesOfOneKindAreBothAnswered(t *testing.T) {
	for _, two := range []struct {
		agent               church.Agent
		name, first, second string
	}{
		{church.Discipleship, "request_baptism", `{"for_whom":"child","message":"my son Tom","name":"Ana Ruiz","phone":"207-555-0134"}`,
			`{"for_whom":"child","message":"my daughter Ann","name":"Ana Ruiz","phone":"207-555-0134"}`},
		{church.Care, "request_practical_help", `{"help_with":"food","situation":"food","needed_by":"2026-06-19","name":"Ana Ruiz","phone":"207-555-0134"}`,
			`{"help_with":"rent","situation":"rent","needed_by":"2026-06-19","name":"Ana Ruiz","phone":"207-555-0134"}`},
	} {
		f := setup(t)
		asked := turn(f.church("ours"), two.agent, "I would like baptism for my son Tom and need help with food by Friday. Ana Ruiz, 207-555-0134")
		first := f.ask(asked, two.name, two.first)
		second := f.ask(goesOn(asked, "I would like baptism for my daughter Ann and need help with rent by Friday"), two.name, two.second)
		for _, question := range []confirmation.Ref{first, second} {
			if done, err := f.tools.Confirm(t.Context(), asked.Church, question, yes); err != nil || !done.Result.Wrote {
				t.Errorf("%s: %+v, %v", two.name, done, err)
			}
		}
	}
}

func TestTwoEventsOfOneMessageAreBothAnswered(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	f.event(at, "Supper", saturday, "capacity = 10")
	f.event(at, "Picnic", saturday, "capacity = 10")
	asked := turn(at, church.Coordinator, "Register the 2 of us for the Supper and the Picnic. Ana Ruiz, ana@example.org")
	var questions []confirmation.Ref
	for _, event := range []string{"Supper", "Picnic"} {
		questions = append(questions, f.ask(asked, "register_for_event", `{"event":"`+event+`","people":2,"name":"Ana Ruiz","email":"ana@example.org"}`))
	}
	for _, question := range questions {
		if done, err := f.tools.Confirm(t.Context(), at, question, yes); err != nil || !done.Result.Wrote {
			t.Errorf("%+v, %v", done, err)
		}
	}
}

func TestAYesInWordsCountsDirectlyAfterTheCard(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	asked := turn(at, church.Care, forRuth)
	f.ask(asked, "submit_prayer_request", forRuthIt)
	say := func(said tools.Spoken) []tools.Confirmed {
		t.Helper()
		done, err := f.tools.ConfirmSpoken(t.Context(), at, asked.Session, said)
		if err != nil {
			t.Fatal(err)
		}
		return done
	}
	for _, said := range []tools.Spoken{{Message: "yes", Previous: "Who reads it?"}, {Message: "yes"}, {Message: "thanks", Previous: forRuth}, {Message: "yes, when is church?", Previous: forRuth}} {
		if done := say(said); len(done) != 0 || f.written() != 0 {
			t.Errorf("%+v: %+v", said, done)
		}
	}
	for range 2 { // the second is sent again
		if done := say(tools.Spoken{Message: "Yes, please", Previous: forRuth}); len(done) != 1 || done[0].Result.Summary != "Your prayer request was passed on." || f.written() != 1 {
			t.Errorf("%+v", done)
		}
	}
	_, err := f.tools.ConfirmSpoken(t.Context(), at, turn(at, church.Care).Session, tools.Spoken{Message: "yes", Previous: forRuth, Answered: "I am sorry.\n\nShall I pass this on to Grace Harbor Church?"})
	if !errors.Is(err, tools.ErrLate) {
		t.Errorf("a yes that comes late: %v", err)
	}
}

// A visitor agrees to more than one thing in the same words.
func TestAYesToSomethingElseWritesNothing(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	asked := goesOn(turn(at, church.Care, forRuth), "yes please")
	f.ask(asked, "submit_prayer_request", forRuthIt)
	const question = "Shall I pass this on to Grace Harbor Church?"
	say := func(answered string, written int) {
		t.Helper()
		done, err := f.tools.ConfirmSpoken(t.Context(), at, asked.Session, tools.Spoken{Message: "ok", Previous: "yes please", Answered: answered})
		if err != nil || f.written() != written || len(done) != 0 && answered != question {
			t.Errorf("after %q: %+v, %v, %d written", answered, done, err, f.written())
		}
	}
	say("Here is the map. Is that ok?", 0)
	say(question, 1)
	say("Here is the map. Is that ok?", 1) // nor is what was done told again
}

// TestALateYesIsRecognisedBehindALineOfCare has nothing be asked any more.
func TestALateYesIsRecognisedBehindALineOfCare(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	const care = "\n\nAnd if you need somebody to talk to, at any hour: **call or text 988**."
	late := func(answered string) bool {
		_, err := f.tools.ConfirmSpoken(t.Context(), at, uuid.New(), tools.Spoken{Message: "yes", Previous: forRuth, Answered: answered})
		return errors.Is(err, tools.ErrLate)
	}
	for _, question := range []string{"Shall I pass this on to Grace Harbor Church?", "Shall I register you for this?", "Do you agree, and shall I subscribe you?",
		"Shall I pass this on, only to Helen Marsh?", "¿Lo hago llegar, solo a Helen Marsh?", "Czy mam to przekazać, wyłącznie do: Helen Marsh?"} {
		for _, answered := range []string{question, "I am sorry.\n\n" + question, question + care, "I am sorry.\n\n" + question + care} {
			if !late(answered) {
				t.Errorf("not after %q", answered)
			}
		}
	}
	for _, answered := range []string{"Shall we go on?" + care, "Shall I register you for this?\n\nThe supper is on Friday.\n\nIt is free."} {
		if late(answered) {
			t.Errorf("after %q", answered)
		}
	}
}

func TestALinkNeedsNoYes(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	at.Scheduling = church.Scheduling{CalendarEnabled: true, CalendarAppID: "grace-harbor-pastoral", EventTypeID: "pastoral-visit-30"}
	result := f.tools.Begin(turn(at, church.Care, "I'd like an appointment with the pastor")).Call(t.Context(), tools.Call{Name: "book_appointment", Arguments: `{}`})
	if result.Card != nil || !result.OK || result.Wrote || len(result.Links) != 1 {
		t.Errorf("%+v", result)
	}
}
