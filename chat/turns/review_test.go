package turns_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/crisis"
	"narthex/chat/crisis/review"
	"narthex/chat/model/modeltest"
)

// withReader has a second reader look at what the gate is in doubt about, and waits for it as long as a busy machine may take.
func withReader(c *chattest.Config) { c.Reader = &review.Config{Limit: chattest.WaitLimit} }

// readings are the requests that the second reader made.
func readings(server *chattest.Server) (asked []modeltest.ChatRequest) {
	for _, request := range server.Upstream.Chats() {
		if strings.Contains(request.System(), "whether anybody may be in danger") {
			asked = append(asked, request)
		}
	}
	return asked
}

func TestWhatTheGateIsInDoubtAboutIsRaisedByTheSecondReader(t *testing.T) {
	server := chattest.NewServer(t, chattest.OnTheHour, withReader)
	churchID := server.NewCrisisChurch(t)
	session := uuid.New()
	server.Upstream.Script(chattest.SaysDanger)
	events := server.Ask(t, churchID, chattest.Question{Message: chattest.InDoubt(t), Session: session})
	chattest.CheckCrisis(t, events)
	if asked := readings(server); len(asked) != 1 || asked[0].Model != "fast-model" || len(server.Upstream.Chats()) != 1 {
		t.Errorf("the model was asked %+v", server.Upstream.Chats())
	}
	reports := server.CrisisReports(t, churchID, 1)
	if reports[0].Urgent || reports[0].Category != string(crisis.Despair) || reports[0].Session != session {
		t.Errorf("reported %+v", reports[0])
	}
	for _, m := range server.Messages(t, churchID, 2) {
		if m.Role == "assistant" && (m.Tier != nil || *m.Reason != "crisis") {
			t.Errorf("stored %+v", m)
		}
	}
	if !server.Flagged(t, churchID, session) {
		t.Error("the conversation is not flagged")
	}
	if spent := server.Count(t, `select coalesce(sum(cost_micros), 0) from messages where church_id = $1`, churchID); spent == 0 {
		t.Error("the church was charged nothing for the reader")
	}
	// The answer asks, and a yes is understood although the gate does not find again what it missed.
	chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: "Yes", Session: session}))
	if reports = server.CrisisReports(t, churchID, 2); !reports[1].Urgent {
		t.Errorf("after a yes the church is told %+v", reports[1])
	}
	if len(server.Upstream.Chats()) != 1 {
		t.Error("the model was asked about a yes")
	}
}

func TestWhatTheSecondReaderLetsPassIsAnsweredAsAnyOther(t *testing.T) {
	for name, behaviour := range map[string]modeltest.Behaviour{
		"nothing":            chattest.SaysNothing,
		"a figure of speech": chattest.SaysFigure,
		"nonsense":           modeltest.Reply("Of course! ", "I will."),
		"a wrong type":       modeltest.Reply(`{"meaning":"literal","danger":["suicide"],"about":"visitor"}`),
		"an error":           modeltest.Status(500),
	} {
		t.Run(name, func(t *testing.T) {
			server := chattest.NewServer(t, withReader)
			churchID := server.NewCrisisChurch(t)
			server.Upstream.Script(behaviour)
			server.Upstream.Default(modeltest.Reply("I hear you."))
			events := server.Ask(t, churchID, chattest.Question{Message: chattest.InDoubt(t)})
			if events.Tier() != 4 || events.Text() != "I hear you." {
				t.Errorf("it was answered with %v", events)
			}
			if len(readings(server)) != 1 || len(server.CrisisNotices(churchID)) != 0 {
				t.Errorf("%d readings, the church was told %v", len(readings(server)), server.CrisisNotices(churchID))
			}
		})
	}
}

func TestAVisitorWaitsForTheSecondReaderNoLongerThanItsLimit(t *testing.T) {
	const limit = 300 * time.Millisecond
	server := chattest.NewServer(t, func(c *chattest.Config) { c.Reader = &review.Config{Limit: limit, Failures: 1, Pause: time.Hour} })
	churchID := server.NewChurch(t)
	server.Upstream.Script(modeltest.Stream(modeltest.Role(), modeltest.Silence()))
	server.Upstream.Default(modeltest.Reply("I hear you."))
	asked := time.Now()
	events := server.Ask(t, churchID, chattest.Question{Message: chattest.InDoubt(t)})
	if took := time.Since(asked); events.Text() != "I hear you." || took < limit {
		t.Errorf("after %v it was answered with %v", took, events)
	}
	if err := server.Upstream.WaitCancelled(t.Context()); err != nil { // the answer did not wait for the reader's
		t.Fatal(err)
	}
	// It is left alone now: the next visitor does not wait at all.
	server.Ask(t, churchID, chattest.Question{Message: chattest.InDoubt(t)})
	if n := len(readings(server)); n != 1 {
		t.Errorf("%d readings", n)
	}
}

func TestTheSecondReaderSeesOnlyWhatTheGateIsInDoubtAbout(t *testing.T) {
	server := chattest.NewServer(t, withReader)
	churchID := server.NewCrisisChurch(t)
	for _, message := range []string{
		"What time is church on Sunday?", "Who is on your staff?", "Is there parking?", chattest.ModelQuestion, "Are you a person?", "Thank you!",
	} {
		server.Ask(t, churchID, chattest.Question{Message: message})
	}
	if asked := readings(server); len(asked) != 0 {
		t.Errorf("it was shown %q", asked[0].LastUser())
	}
	// A stored fact does not come before it.
	server.Upstream.Script(chattest.SaysDanger)
	doubtful := chattest.InDoubt(t)
	server.AddKnowledge(t, churchID, "faq", doubtful, "A stored answer.", true)
	chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: doubtful}))
}

func TestTheSecondReaderIsPaidForAsLongAsThoseInDangerAre(t *testing.T) {
	noon := time.Date(2026, 3, 10, 16, 0, 0, 0, time.UTC) // in New York
	server := chattest.NewServer(t, withReader, func(c *chattest.Config) { c.Turns.Now = func() time.Time { return noon } })
	for name, c := range map[string]struct {
		dollars, spent int64
		asked          bool
	}{
		"the budget is spent":                  {2, 2, true},
		"what danger may cost is spent":        {2, 10, false},
		"a church spends nothing on any model": {0, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			churchID := server.NewChurch(t)
			server.Exec(t, `insert into organization_settings (organization_id, chatbot_config) values ($1, jsonb_build_object('daily_budget_usd', $2::integer))`, churchID, c.dollars)
			server.Spending.Add(churchID, "2026-03-10", c.spent*1_000_000)
			before := len(readings(server))
			if c.asked {
				server.Upstream.Script(chattest.SaysDanger)
			}
			events := server.Ask(t, churchID, chattest.Question{Message: chattest.InDoubt(t)})
			if asked := len(readings(server)) > before; asked != c.asked {
				t.Errorf("asked %v, answered %v", asked, events)
			}
		})
	}
}

func TestWithEverythingDownTheSecondReaderStandsInNobodysWay(t *testing.T) {
	server := chattest.NewServer(t, withReader)
	churchID := server.NewCrisisChurch(t)
	server.Upstream.Default(modeltest.Status(503))
	chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: chattest.InDanger}))
	if !server.CrisisReports(t, churchID, 1)[0].Urgent {
		t.Error("the alarm was lowered")
	}
	if events := server.Ask(t, churchID, chattest.Question{Message: "What time is church on Sunday?"}); events.Tier() != 0 {
		t.Errorf("a stored fact was answered with %v", events)
	}
}
