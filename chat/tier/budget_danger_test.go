package tier_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/cmd/dev/stack"
)

// spendsNothing gives a church a budget of nothing.
func spendsNothing(t testing.TB, server *chattest.Server, churchID uuid.UUID) {
	t.Helper()
	server.Exec(t, `insert into organization_settings (organization_id, chatbot_config) values ($1, '{"daily_budget_usd":0}')
		on conflict (organization_id) do update set chatbot_config = excluded.chatbot_config`, churchID)
}

func TestTheBudgetNeverSilencesWhoIsInDanger(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient, priced, allowing(1))
	churchID, session := server.NewCrisisChurch(t), uuid.New()
	spendsNothing(t, server, churchID)
	chattest.Eventually(t, func() bool { return reason(server.Ask(t, churchID, chattest.Question{Message: pews})) == "budget" })
	if events := server.Ask(t, churchID, chattest.Question{Message: chattest.InDanger, Session: session}); reason(events) != "crisis" {
		t.Errorf("%v", events)
	}
	server.Upstream.Default(modeltest.Reply("I am listening."))
	if events := server.Ask(t, churchID, chattest.Question{Message: "Where do newcomers sit at the harvest supper?", Session: session}); !strings.HasPrefix(events.Text(), "I am listening.\n\n") {
		t.Errorf("the conversation goes on with %v", events)
	}
	server.CrisisReports(t, churchID, 1)
}

func TestWhoIsThoughtInDangerCannotSpendWithoutEnd(t *testing.T) {
	const each = 600_000
	for name, test := range map[string]struct {
		budget  int64
		answers int
	}{
		"a small budget leaves a dollar": {3000, 2},
		"others have five times as much": {400_000, 4},
		"a church that spends nothing":   {0, 2},
	} {
		t.Run(name, func(t *testing.T) {
			server := chattest.NewServer(t, chattest.OnTheHour, chattest.Patient, priced, allowing(test.budget))
			churchID, session := server.NewCrisisChurch(t), uuid.New()
			if test.budget == 0 {
				spendsNothing(t, server, churchID)
			}
			chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: chattest.InDanger, Session: session}))
			server.Upstream.Default(costing("I am listening.", each/2, 0, 0))
			for i := range test.answers {
				if events := server.Ask(t, churchID, chattest.Question{Message: pews, Session: session}); !strings.HasPrefix(events.Text(), "I am listening.\n\n") {
					t.Errorf("answer %d: %v", i+1, events)
				}
			}
			asked := len(server.Upstream.Chats())
			for message, line := range map[string]string{"Are you still there?": "**call or text 988**", "¿Sigue usted ahí conmigo?": "988"} {
				events := server.Ask(t, churchID, chattest.Question{Message: message, Session: session})
				chattest.CheckCrisis(t, events)
				if said := events.Text(); !strings.Contains(said, line) || !strings.Contains(said, "911") {
					t.Errorf("%s", said)
				}
			}
			if events := server.Ask(t, churchID, chattest.Question{Message: pews}); reason(events) != "budget" {
				t.Errorf("somebody else: %v", events)
			}
			if n := len(server.Upstream.Chats()) - asked; n != 0 {
				t.Errorf("the model was asked %d times", n)
			}
			server.CrisisReports(t, churchID, 1)
		})
	}
}

// What was said in danger may lie further back than is read again, and still the conversation is watched.
func TestBeyondEveryBudgetAWatchedConversationIsGivenTheLines(t *testing.T) {
	server := chattest.NewServer(t, chattest.OnTheHour, chattest.Patient, priced, allowing(1))
	churchID, session := server.NewCrisisChurch(t), uuid.New()
	chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: chattest.InDanger, Session: session}))
	for range 7 {
		server.Ask(t, churchID, chattest.Question{Message: "What time is church on Sunday?", Session: session})
	}
	server.Upstream.Default(costing("I am listening.", 600_000, 0, 0))
	server.Ask(t, churchID, chattest.Question{Message: pews, Session: session})
	events := server.Ask(t, churchID, chattest.Question{Message: "How many pipes has the organ?", Session: session})
	chattest.CheckCrisis(t, events)
	if said := events.Text(); !strings.Contains(said, "988") || !strings.Contains(said, "911") || strings.Contains(said, "tomorrow") {
		t.Errorf("%s", said)
	}
}

// While Redis is away no node knows what another has found, and nobody's own words may be what the budget silences.
func TestWithoutRedisTheBudgetSilencesNobodyWhoWasInDanger(t *testing.T) {
	address, network := stack.NewOutage(t, stack.NeedRedisDB(t))
	server, other := chattest.TwoNodes(t, chattest.OnTheHour, chattest.Patient, priced, allowing(3000), func(config *chattest.Config) { config.RedisURL = address })
	server.Upstream.Default(modeltest.Reply("I am here with you."))
	churchID := server.NewCrisisChurch(t)
	spendsNothing(t, server, churchID)
	network.Cut()
	if events := other.Ask(t, churchID, chattest.Question{Message: pews}); reason(events) != "budget" {
		t.Fatalf("%v", events)
	}
	for name, test := range map[string]struct {
		said  string
		sent  []chat.HistoryItem
		wants string
	}{
		"found on another node":         {said: chattest.InDanger, wants: "I am here with you."},
		"known from the browser alone":  {sent: []chat.HistoryItem{{Role: "user", Content: chattest.InDespair}, {Role: "assistant", Content: "Estoy aquí."}}, wants: "I am here with you."},
		"somebody who was in no danger": {said: "What time is church on Sunday?", wants: "before tomorrow"},
	} {
		t.Run(name, func(t *testing.T) {
			session := uuid.New()
			if test.said != "" {
				server.Ask(t, churchID, chattest.Question{Message: test.said, Session: session})
			}
			events := other.Ask(t, churchID, chattest.Question{Message: "Are you still there?", Session: session, History: test.sent})
			if !strings.Contains(events.Text(), test.wants) {
				t.Errorf("%v", events)
			}
			if told := server.Upstream.LastChat(); test.wants != "before tomorrow" && !strings.Contains(told.System(), chattest.CrisisRules) {
				t.Error("the model was not told of the crisis")
			}
		})
	}
	network.Restore()
	server.CrisisReports(t, churchID, 1)
}
