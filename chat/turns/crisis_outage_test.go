package turns_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/cmd/dev/stack"
)

func TestACrisisIsAnsweredWhateverIsDown(t *testing.T) {
	var postgres, journal *stack.Outage
	server := chattest.NewServer(t, chattest.OnTheHour, chattest.CutRedis(t, &journal), chattest.CutPostgres(t, &postgres))
	server.Upstream.Default(modeltest.Status(500))
	nothing := func() {}
	for _, test := range []struct {
		name   string
		outage func()
		unmet  bool // the church was never loaded
	}{
		{name: "the model", outage: nothing},
		{name: "Postgres", outage: func() { postgres.Cut() }},
		{name: "Postgres, which says nothing", outage: func() { postgres.Silence() }},
		{name: "Postgres, and the church was never loaded", outage: func() { postgres.Cut() }, unmet: true},
		{name: "Redis", outage: func() { journal.Cut() }},
		{name: "Redis, which says nothing", outage: func() { journal.Silence() }},
		{name: "all", outage: func() { postgres.Cut(); journal.Cut() }},
		{name: "all, and the church was never loaded", outage: func() { postgres.Cut(); journal.Cut() }, unmet: true},
		{name: "all, saying nothing", outage: func() { postgres.Silence(); journal.Silence() }},
	} {
		t.Run(test.name, func(t *testing.T) {
			churchID, session := server.NewCrisisChurch(t), uuid.New()
			if !test.unmet {
				server.Ask(t, churchID, chattest.Question{Message: "What time is church on Sunday?", Session: session})
				server.Messages(t, churchID, 2)
			}
			test.outage()
			began := time.Now()
			events := server.Ask(t, churchID, chattest.Question{Message: chattest.InDanger, Session: session})
			t.Logf("answered within %v", time.Since(began).Round(time.Millisecond))
			chattest.CheckCrisis(t, events)
			if said := events.Text(); !test.unmet && (!strings.HasPrefix(said, chattest.CrisisMessage) || !strings.Contains(said, "988")) || len(said) < 100 {
				t.Errorf("it was answered:\n%s", said)
			}
			postgres.Restore()
			journal.Restore()
			if found := server.CrisisReports(t, churchID, 1)[0]; found.Session != session || found.Turn.String() != events[0].Data["turnId"] || found.Message != chattest.InDanger {
				t.Errorf("reported %+v", found)
			}
			want := 4
			if test.unmet {
				want = 2
			}
			server.Messages(t, churchID, want)
			chattest.Eventually(t, func() bool { return server.Flagged(t, churchID, session) })
			chattest.Eventually(t, func() bool { return server.Redis.Ping(context.Background()).Err() == nil })
		})
	}
}

func TestACrisisIsAnsweredWhenTheVisitorHasSentTooMuch(t *testing.T) {
	server, other := chattest.TwoNodes(t, chattest.OnTheHour, func(config *chattest.Config) { config.Turns.PerSession = 2 })
	churchID, session := server.NewCrisisChurch(t), uuid.New()
	server.Upstream.Default(modeltest.Reply("I am here."))
	for {
		res, err := server.Post(t.Context(), churchID, chattest.Question{Message: "What time is church on Sunday?", Session: session})
		chattest.Must(t, err)
		chattest.Must(t, res.Body.Close())
		if res.StatusCode == http.StatusTooManyRequests {
			break
		}
	}
	events := server.Ask(t, churchID, chattest.Question{Message: chattest.InDanger, Session: session})
	chattest.CheckCrisis(t, events)
	if found := server.CrisisReports(t, churchID, 1)[0]; found.Session != session {
		t.Errorf("reported %+v", found)
	}
	chattest.Eventually(t, func() bool { return server.Flagged(t, churchID, session) })
	again := other.Resume(t, churchID, session, events[0].Data["turnId"].(string), 0)
	if again.Text() != events.Text() {
		t.Errorf("read again on another node: %v", again)
	}
}

// A conversation is watched wherever it goes on, also when Redis was away while the crisis was found.
func TestAConversationIsWatchedThatRedisDoesNotKnowOf(t *testing.T) {
	address, network := stack.NewOutage(t, stack.NeedRedisDB(t))
	server, other := chattest.TwoNodes(t, chattest.OnTheHour, func(config *chattest.Config) { config.RedisURL = address })
	server.Upstream.Default(modeltest.Reply("I am here with you."))
	churchID, session := server.NewCrisisChurch(t), uuid.New()
	network.Cut()
	chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: chattest.InDanger, Session: session}))
	chattest.Eventually(t, func() bool { return server.Flagged(t, churchID, session) })
	network.Restore()
	server.CrisisReports(t, churchID, 1)
	chattest.Eventually(t, func() bool { return other.Redis.Ping(context.Background()).Err() == nil })
	events := other.Ask(t, churchID, chattest.Question{Message: chattest.ModelQuestion, Session: session})
	if told := server.Upstream.LastChat().System(); events[0].Data["agent"] != "care" || !strings.Contains(told, chattest.CrisisRules) {
		t.Errorf("it went on with %v: %v", events[0].Data["agent"], events)
	}
}

// TestACrisisOfAnotherNodeIsKnownWhileRedisIsAway asks a node that has not seen the conversation.
func TestACrisisOfAnotherNodeIsKnownWhileRedisIsAway(t *testing.T) {
	address, network := stack.NewOutage(t, stack.NeedRedisDB(t))
	server, other := chattest.TwoNodes(t, chattest.OnTheHour, func(config *chattest.Config) { config.RedisURL = address })
	server.Upstream.Default(modeltest.Reply("I am here with you."))
	churchID, session := server.NewCrisisChurch(t), uuid.New()
	const fact = "What time is church on Sunday?"
	plain := other.Ask(t, churchID, chattest.Question{Message: fact}).Text()
	chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: chattest.InDanger, Session: session}))
	server.Messages(t, churchID, 4)
	network.Cut()
	for message, tier := range map[string]int{fact: 0, chattest.ModelQuestion: 4} {
		events := other.Ask(t, churchID, chattest.Question{Message: message, Session: session})
		if said := events.Text(); events.Tier() != tier || events[0].Data["agent"] != "care" || !strings.Contains(said, "988") || tier == 0 && !strings.HasPrefix(said, plain) {
			t.Errorf("%q was answered by %v of tier %d: %q", message, events[0].Data["agent"], events.Tier(), said)
		}
	}
	if events := other.Ask(t, churchID, chattest.Question{Message: fact}); events.Text() != plain || events[0].Data["agent"] == "care" {
		t.Errorf("another conversation is watched: %v", events)
	}
	network.Restore()
	server.Messages(t, churchID, 10)
}
