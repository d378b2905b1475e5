package turns_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/model/modeltest"
	"narthex/cmd/dev/stack"
)

// spendsNothing gives a church a budget of nothing.
func (p *porch) spendsNothing(t testing.TB, churchID uuid.UUID) {
	t.Helper()
	p.exec(t, `insert into organization_settings (organization_id, chatbot_config) values ($1, '{"daily_budget_usd":0}')
		on conflict (organization_id) do update set chatbot_config = excluded.chatbot_config`, churchID)
}

func TestTheBudgetNeverSilencesWhoIsInDanger(t *testing.T) {
	p := openPorch(t, patient, priced, allowing(1))
	churchID, session := p.newWatchfulChurch(t), uuid.New()
	p.spendsNothing(t, churchID)
	eventually(t, func() bool { return reason(p.ask(t, churchID, question{message: pews})) == "budget" })
	if events := p.ask(t, churchID, question{message: inDanger, session: session}); reason(events) != "crisis" {
		t.Errorf("%v", events)
	}
	p.upstream.Default(modeltest.Reply("I am listening."))
	if events := p.ask(t, churchID, question{message: "Where do newcomers sit at the harvest supper?", session: session}); text(events) != "I am listening." {
		t.Errorf("the conversation goes on with %v", events)
	}
	p.reports(t, churchID, 1)
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
			p := openPorch(t, onTheHour, patient, priced, allowing(test.budget))
			churchID, session := p.newWatchfulChurch(t), uuid.New()
			if test.budget == 0 {
				p.spendsNothing(t, churchID)
			}
			checkCrisis(t, p.ask(t, churchID, question{message: inDanger, session: session}))
			p.upstream.Default(costing("I am listening.", each/2, 0, 0))
			for i := range test.answers {
				if events := p.ask(t, churchID, question{message: pews, session: session}); text(events) != "I am listening." {
					t.Errorf("answer %d: %v", i+1, events)
				}
			}
			asked := len(p.upstream.Chats())
			for message, line := range map[string]string{"Are you still there?": "**call or text 988**", "¿Sigue usted ahí conmigo?": "988"} {
				events := p.ask(t, churchID, question{message: message, session: session})
				checkCrisis(t, events)
				if said := text(events); !strings.HasPrefix(said, crisisMessage) || !strings.HasSuffix(said, crisisBlessing) || !strings.Contains(said, line) || !strings.Contains(said, "911") {
					t.Errorf("%s", said)
				}
			}
			if events := p.ask(t, churchID, question{message: pews}); reason(events) != "budget" {
				t.Errorf("somebody else: %v", events)
			}
			if n := len(p.upstream.Chats()) - asked; n != 0 {
				t.Errorf("the model was asked %d times", n)
			}
			p.reports(t, churchID, 1)
		})
	}
}

// What was said in danger may lie further back than is read again, and still the conversation is watched.
func TestBeyondEveryBudgetAWatchedConversationIsGivenTheLines(t *testing.T) {
	p := openPorch(t, onTheHour, patient, priced, allowing(1))
	churchID, session := p.newWatchfulChurch(t), uuid.New()
	checkCrisis(t, p.ask(t, churchID, question{message: inDanger, session: session}))
	for range 7 {
		p.ask(t, churchID, question{message: "What time is church on Sunday?", session: session})
	}
	p.upstream.Default(costing("I am listening.", 600_000, 0, 0))
	p.ask(t, churchID, question{message: pews, session: session})
	events := p.ask(t, churchID, question{message: "How many pipes has the organ?", session: session})
	checkCrisis(t, events)
	if said := text(events); !strings.Contains(said, "988") || !strings.Contains(said, "911") || strings.Contains(said, "tomorrow") {
		t.Errorf("%s", said)
	}
}

// While Redis is away no node knows what another has found, and nobody's own words may be what the budget silences.
func TestWithoutRedisTheBudgetSilencesNobodyWhoWasInDanger(t *testing.T) {
	address, network := stack.NewOutage(t, stack.NeedRedisDB(t))
	p, other := twoNodes(t, onTheHour, patient, priced, allowing(3000), func(s *settings) { s.redisURL = address })
	p.upstream.Default(modeltest.Reply("I am here with you."))
	churchID := p.newWatchfulChurch(t)
	p.spendsNothing(t, churchID)
	network.Cut()
	if events := other.ask(t, churchID, question{message: pews}); reason(events) != "budget" {
		t.Fatalf("%v", events)
	}
	for name, test := range map[string]struct {
		said  string
		sent  []chat.HistoryItem
		wants string
	}{
		"found on another node":         {said: inDanger, wants: "I am here with you."},
		"known from the browser alone":  {sent: []chat.HistoryItem{{Role: "user", Content: inDespair}, {Role: "assistant", Content: "Estoy aquí."}}, wants: "I am here with you."},
		"somebody who was in no danger": {said: "What time is church on Sunday?", wants: "before tomorrow"},
	} {
		t.Run(name, func(t *testing.T) {
			session := uuid.New()
			if test.said != "" {
				p.ask(t, churchID, question{message: test.said, session: session})
			}
			events := other.ask(t, churchID, question{message: "Are you still there?", session: session, history: test.sent})
			if !strings.Contains(text(events), test.wants) {
				t.Errorf("%v", events)
			}
			if told := p.upstream.LastChat(); test.wants != "before tomorrow" && !strings.Contains(told.System(), underCrisisRules) {
				t.Error("the model was not told of the crisis")
			}
		})
	}
	network.Restore()
	p.reports(t, churchID, 1)
}
