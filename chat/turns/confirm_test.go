package turns_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat"
	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
)

// asked has a visitor ask for prayer, and gives what they are asked back.
func asked(t *testing.T, server *chattest.Server, session uuid.UUID) (churchID uuid.UUID, events chattest.Events) {
	t.Helper()
	churchID = server.NewChurch(t)
	server.Exec(t, `insert into church_voice_agents (church_id) values ($1)`, churchID)
	server.Upstream.Script(modeltest.Call(modeltest.ToolCall{ID: "call_1", Name: "submit_prayer_request", Arguments: `{"request":"my mother Ruth"}`}))
	events = server.Ask(t, churchID, chattest.Question{Message: "Please pray for my mother Ruth", Session: session})
	if len(events.Asked()) != 1 {
		t.Fatalf("%v", events)
	}
	return churchID, events
}

func TestAnAnswerToACardIsRefusedWhereItIsNotOpen(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	session := uuid.New()
	churchID, events := asked(t, server, session)
	turn, call := events[0].Data["turnId"].(string), events.Asked()[0].Data["callId"]
	answer := func(change map[string]any) int {
		body := map[string]any{"sessionId": session, "churchId": churchID, "callId": call, "accept": true}
		for name, value := range change {
			body[name] = value
		}
		return server.PostToTurn(t, turn, "confirm", body)
	}
	for name, test := range map[string]struct {
		change map[string]any
		want   int
	}{
		"another session":    {map[string]any{"sessionId": uuid.New()}, 410},
		"another call":       {map[string]any{"callId": uuid.New()}, 410},
		"no call":            {map[string]any{"callId": "x"}, 400},
		"neither yes nor no": {map[string]any{"accept": nil}, 400},
		"a church of others": {map[string]any{"churchId": server.NewChurch(t)}, 410},
	} {
		if got := answer(test.change); got != test.want {
			t.Errorf("%s: %d, want %d", name, got, test.want)
		}
	}
	server.Exec(t, `update confirmations set expires_at = now() where church_id = $1`, churchID)
	if got := answer(nil); got != 410 {
		t.Errorf("late: %d", got)
	}
	if late := server.Ask(t, churchID, chattest.Question{Message: "yes", Session: session}); late.Text() != "That was a while ago, so nothing was passed on. Please tell me once more what you would like, and I will ask again." {
		t.Errorf("late, in words: %v", late)
	}
	if n := server.Count(t, `select count(*) from visitor_requests`); n != 0 {
		t.Errorf("%d requests", n)
	}
}

// How many text messages one client causes is bounded, whichever way they say yes.
func TestAChurchIsToldWhoseARequestIs(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	inWords := uuid.New()
	churchID, _ := asked(t, server, inWords)
	server.Ask(t, churchID, chattest.Question{Message: "yes", Session: inWords})
	buttonChurch, events := asked(t, server, uuid.New())
	server.Confirm(t, buttonChurch, events, true)
	atOnce := server.NewChurch(t)
	server.Exec(t, `insert into church_voice_agents (church_id) values ($1)`, atOnce)
	server.Upstream.Script(modeltest.Call(modeltest.ToolCall{ID: "call_1", Name: "escalate_to_pastor", Arguments: `{"reason":"my mother Ruth has died"}`}))
	server.Ask(t, atOnce, chattest.Question{Message: "My mother Ruth has died, can the pastor call me?", Agent: "care"})
	told := make(map[uuid.UUID]string)
	for _, notice := range server.Notices.All() {
		told[notice.ChurchID] = notice.Kind + " " + notice.Origin
	}
	for id, kind := range map[uuid.UUID]string{churchID: "prayer", buttonChurch: "prayer", atOnce: "escalation"} {
		if want := kind + " " + chat.OriginIn(id, "127.0.0.1"); told[id] != want {
			t.Errorf("a church is told %q, want %q", told[id], want)
		}
	}
}

func TestACardIsAnsweredAtAnyNodeAndOnce(t *testing.T) {
	first, second := chattest.TwoNodes(t, chattest.Patient)
	session := uuid.New()
	churchID, events := asked(t, first, session)
	for _, node := range []*chattest.Server{second, first} {
		if became := node.Confirm(t, churchID, events, true); became[0].Status != "done" {
			t.Errorf("%+v", became)
		}
	}
	body := map[string]any{"sessionId": session, "callId": events.Asked()[0].Data["callId"], "accept": false}
	if got := second.PostToTurn(t, events[0].Data["turnId"].(string), "confirm", body); got != 409 {
		t.Errorf("a no after the yes: %d", got)
	}
	if again := second.Ask(t, churchID, chattest.Question{Message: "Yes", Session: session}); again.Text() != "Your prayer request was passed on." {
		t.Errorf("a yes in words after the button: %v", again)
	}
	if n := first.Count(t, `select count(*) from visitor_requests where church_id = $1`, churchID); n != 1 {
		t.Errorf("%d requests", n)
	}
}

// The accusation is heard by one node, and the card answered at another.
func TestACardFromBeforeAnAccusationGoesToNobodyOfTheChurch(t *testing.T) {
	first, second := chattest.TwoNodes(t, chattest.Patient)
	session := uuid.New()
	churchID, events := asked(t, first, session)
	chattest.CheckCrisis(t, first.Ask(t, churchID, chattest.Question{Message: "The pastor touched me. I am afraid of him", Session: session}))
	second.Confirm(t, churchID, events, true)
	if n := first.Count(t, `select count(*) from visitor_requests where church_id = $1 and kind = 'prayer' and safeguarding`, churchID); n != 1 {
		t.Errorf("%d prayers are kept from the office", n)
	}
}

// What is said in place of an answer that leads to the people of the church asks what the answer asked.
func TestAYesIsHeardAfterAnAnswerThatWasKeptFromWhoAccused(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID, session := server.NewChurch(t), uuid.New()
	server.Exec(t, `insert into church_voice_agents (church_id) values ($1)`, churchID)
	chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: "The pastor touched me. I am afraid of him", Session: session}))
	server.Upstream.Script(modeltest.Stream(
		modeltest.Role(), modeltest.Text("The church office will call you. "), modeltest.ToolDelta(0, "call_1", "submit_prayer_request", `{"request":"my mother Ruth"}`),
		modeltest.Finish("tool_calls"), modeltest.Usage(1, 0, 1), modeltest.Done(),
	))
	events := server.Ask(t, churchID, chattest.Question{Message: "Please pray for my mother Ruth", Session: session})
	if said := events.Text(); len(events.Asked()) == 0 || strings.Contains(said, "will call") || !strings.HasSuffix(said, "?") {
		t.Fatalf("%d cards, and it was answered: %s", len(events.Asked()), said) // each again after the reset
	}
	server.Ask(t, churchID, chattest.Question{Message: "Yes", Session: session})
	if n := server.Count(t, `select count(*) from visitor_requests where church_id = $1 and kind = 'prayer' and safeguarding`, churchID); n != 1 {
		t.Errorf("%d prayers were passed on", n)
	}
}

func TestAnAnswerToACardWaitsForPostgresNoLongerThanItMay(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient, func(c *chattest.Config) { c.Turns.ConfirmLimit = 300 * time.Millisecond })
	session := uuid.New()
	churchID, events := asked(t, server, session)
	held, err := server.DB.Admin.BeginTx(t.Context(), pgx.TxOptions{})
	chattest.Must(t, err)
	_, err = held.Exec(t.Context(), `select from confirmations where church_id = $1 for update`, churchID)
	chattest.Must(t, err)
	ref := chat.TurnRef{Church: churchID, Session: session, Turn: uuid.MustParse(events[0].Data["turnId"].(string))}
	callID := uuid.MustParse(events.Asked()[0].Data["callId"].(string))
	for _, accept := range []bool{false, true} {
		began := time.Now()
		if _, err := server.Service.Confirm(t.Context(), ref, chat.Confirmation{CallID: callID, Accept: accept}, ""); !errors.Is(err, chat.ErrUnavailable) {
			t.Errorf("accepted %v: %v", accept, err)
		}
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("accepted %v: after %v", accept, took)
		}
	}
	chattest.Must(t, held.Rollback(t.Context()))
	// The limit is one that a busy machine may need for the writing alone: who is told to try again does so.
	for range 2 {
		status, err := server.Service.Confirm(t.Context(), ref, chat.Confirmation{CallID: callID, Accept: true}, "")
		for began := time.Now(); errors.Is(err, chat.ErrUnavailable) && time.Since(began) < time.Minute; {
			status, err = server.Service.Confirm(t.Context(), ref, chat.Confirmation{CallID: callID, Accept: true}, "")
		}
		if err != nil || status.Status != "done" {
			t.Errorf("%+v, %v", status, err)
		}
	}
	if n := server.Count(t, `select count(*) from visitor_requests where church_id = $1`, churchID); n != 1 {
		t.Errorf("%d requests", n)
	}
}

func TestACardGoesWithItsConversation(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	session := uuid.New()
	churchID, events := asked(t, server, session)
	chattest.Must(t, server.Service.ForgetFor(t.Context(), churchID, session))
	if n := server.Count(t, `select count(*) from confirmations where church_id = $1`, churchID); n != 0 {
		t.Errorf("%d cards are left", n)
	}
	body := map[string]any{"sessionId": session, "churchId": churchID, "callId": events.Asked()[0].Data["callId"], "accept": true}
	if got := server.PostToTurn(t, events[0].Data["turnId"].(string), "confirm", body); got != 410 {
		t.Errorf("%d", got)
	}
}
