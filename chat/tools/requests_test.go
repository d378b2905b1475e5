package tools_test

import (
	"testing"

	"github.com/google/uuid"

	"narthex/chat/church"
	"narthex/chat/tools"
)

func TestACrisisNeedNotBeUrgent(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	_, created, err := f.tools.Requests().Submit(t.Context(), tools.Request{ChurchID: at.ID, SessionID: uuid.New(), TurnID: uuid.New(), Key: uuid.New(),
		Kind: tools.Crisis, Message: "everything is hopeless", At: thursday})
	if notice := f.notifier.last(t); err != nil || !created || notice.Urgent || notice.Kind != "crisis" {
		t.Errorf("created %v, %v, %+v", created, err, notice)
	}
}

func TestACrisisFlagsItsConversationOnce(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	session, other := uuid.New(), uuid.New()
	for _, id := range []uuid.UUID{session, other} {
		f.exec(`insert into conversations (church_id, session_id, agent) values ($1, $2, 'care')`, at.ID, id)
	}
	turnID := uuid.Must(uuid.NewV7())
	crisis := tools.Request{ChurchID: at.ID, SessionID: session, TurnID: turnID, Key: tools.Key(turnID, "crisis", ""), Kind: tools.Crisis, Urgent: true,
		Message: "what the visitor wrote", Details: []tools.Line{{Label: "category", Text: "self_harm"}}, At: thursday}
	id, created, err := f.tools.Requests().Submit(t.Context(), crisis)
	if err != nil || !created {
		t.Fatal(id, created, err)
	}
	again, created, err := tools.NewRequests(f.Pool, f.notifier, nil).Submit(t.Context(), crisis)
	if err != nil || created || again != id {
		t.Errorf("the second time: %s, created %v, %v; want %s", again, created, err, id)
	}
	if n := f.count(`select count(*) from visitor_requests where kind = 'crisis' and urgent and status = 'new' and details = '{"category": "self_harm"}'`); n != 1 {
		t.Errorf("%d rows", n)
	}
	if n := f.count(`select count(*) from conversations where flagged and session_id = $1`, session); n != 1 || f.count(`select count(*) from conversations where flagged`) != 1 {
		t.Error("not this conversation, or not this alone, is flagged")
	}
	if notice := f.notifier.last(t); !notice.Urgent || notice.RequestID != id || f.count(`select count(*) from test_notices`) != 1 {
		t.Errorf("%+v", notice)
	}
}

// TestWhatFollowsAnAccusationIsKeptFromTheChurchToo has a visitor accuse somebody of the church, and then ask for a call.
func TestWhatFollowsAnAccusationIsKeptFromTheChurchToo(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	session := uuid.New()
	for _, request := range []tools.Request{
		{Kind: tools.Prayer, SessionID: session},
		{Kind: tools.Crisis, SessionID: session, Safeguarding: true},
		{Kind: tools.Callback, SessionID: session},
		{Kind: tools.Crisis, SessionID: session},
		{Kind: tools.Visit, SessionID: uuid.New()},
	} {
		request.ChurchID, request.TurnID, request.Key, request.At = at.ID, uuid.New(), uuid.New(), thursday
		if _, _, err := f.tools.Requests().Submit(t.Context(), request); err != nil {
			t.Fatal(err)
		}
	}
	if n := f.count(`select count(*) from visitor_requests where safeguarding = (kind in ('crisis', 'callback'))`); n != 5 {
		t.Errorf("%d of 5 are marked as they should be", n)
	}
}

// TestWhatIsPromisedToGoApartDoesWithoutTheCrisis has the crisis of a conversation not be stored yet.
func TestWhatIsPromisedToGoApartDoesWithoutTheCrisis(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	accusing := turn(at, church.Care, "Pastor Mike touched me. Please tell somebody now, I am afraid")
	accusing.PassedTo = "Helen Marsh"
	if told := f.call(accusing, "escalate_to_pastor", `{"reason":"I am afraid"}`); !told.Wrote || told.Summary != "Passed on only to Helen Marsh." {
		t.Fatal(told.Summary, told.Content)
	}
	next := turn(at, church.Care, accusing.Said[0], "Please leave a message that I want to be called, 207 555 0199")
	next.PassedTo = accusing.PassedTo
	if told := f.call(next, "leave_message", `{"message":"I want to be called","phone":"207 555 0199"}`); !told.Wrote || told.Summary != "Passed on only to Helen Marsh." {
		t.Fatal(told.Summary, told.Content)
	}
	f.call(turn(at, church.Care, "Please leave a message that I come on Friday"), "leave_message", `{"message":"I come on Friday"}`)
	if marked, all := f.count(`select count(*) from visitor_requests where safeguarding`), f.written(); marked != 2 || all != 3 {
		t.Errorf("%d of %d requests go apart", marked, all)
	}
}

func TestARequestOfAConversationThatIsNotStoredYetIsKept(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	request := tools.Request{ChurchID: at.ID, SessionID: uuid.New(), TurnID: uuid.New(), Key: uuid.New(), Kind: tools.Crisis, At: thursday}
	if _, created, err := f.tools.Requests().Submit(t.Context(), request); err != nil || !created {
		t.Fatal(created, err)
	}
}

func TestARequestThatTheDatabaseRefusesIsAnError(t *testing.T) {
	f := setup(t)
	for name, request := range map[string]tools.Request{
		"of no church":        {ChurchID: uuid.New(), Kind: tools.Prayer, Key: uuid.New()},
		"of an unknown kind":  {ChurchID: f.church("ours").ID, Kind: "gossip", Key: uuid.New()},
		"with a name of 1 KB": {ChurchID: f.church("theirs").ID, Kind: tools.Prayer, Key: uuid.New(), Name: string(make([]byte, 1024))},
	} {
		if _, _, err := f.tools.Requests().Submit(t.Context(), request); err == nil {
			t.Errorf("a request %s was kept", name)
		}
	}
	if f.count(`select count(*) from test_notices`) != 0 {
		t.Error("somebody was notified")
	}
}

// A contact is promised to the safeguarding contact alone before the accusation is stored.
func TestAContactAfterAnAccusationIsNotWrittenToWhatTheOfficeReads(t *testing.T) {
	f := setup(t)
	at, session := f.church("ours"), uuid.New()
	submit := func(request tools.Request) uuid.UUID {
		t.Helper()
		request.ChurchID, request.SessionID, request.Kind, request.Key, request.At = at.ID, session, tools.Crisis, uuid.New(), thursday
		id, _, err := f.tools.Requests().Submit(t.Context(), request)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	ordinary := submit(tools.Request{TurnID: uuid.New(), Urgent: true, Message: "I want to die"})
	accusing := submit(tools.Request{TurnID: uuid.New(), Phone: "207 555 0199", Safeguarding: true})
	if accusing == ordinary || f.count(`select count(*) from visitor_requests where safeguarding and phone is not null`) != 1 || f.count(`select count(*) from visitor_requests where not safeguarding and phone is null`) != 1 {
		t.Error("the number stands where the office reads it")
	}
	if again := submit(tools.Request{TurnID: uuid.New(), Phone: "207 555 0199", Safeguarding: true}); again != accusing {
		t.Error("the number is not found again")
	}
	if notices := f.count(`select count(*) from test_notices`); notices != 2 {
		t.Errorf("%d notices", notices)
	}
}

// Where the answer to a cry for help is lost, the page sends it again, for up to an hour: it is one message, and one alarm.
func TestACrisisThatIsSentAgainLaterIsToldOnce(t *testing.T) {
	f := setup(t)
	at, session, message := f.church("ours"), uuid.New(), uuid.New()
	for _, test := range []struct {
		turn         uuid.UUID
		urgent, told bool
	}{{message, false, true}, {message, false, false}, {message, true, true}, {message, true, false}, {message, false, false}, {uuid.New(), true, true}} {
		request := tools.Request{ChurchID: at.ID, SessionID: session, TurnID: test.turn, Kind: tools.Crisis, Key: uuid.New(), Urgent: test.urgent, At: thursday}
		id, told, err := f.tools.Requests().Submit(t.Context(), request)
		if err != nil || id == uuid.Nil || told != test.told {
			t.Errorf("%+v: %v, %v", test, told, err)
		}
	}
	if notices := f.count(`select count(*) from test_notices`); notices != 3 {
		t.Errorf("%d notices", notices)
	}
}
