package turns_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/model/modeltest"
	"narthex/cmd/dev/stack"
)

func TestACrisisIsAnsweredWhateverIsDown(t *testing.T) {
	var postgres, journal *stack.Outage
	p := openPorch(t, onTheHour, func(s *settings) {
		s.redisURL, journal = stack.NewOutage(t, stack.NeedRedisDB(t))
		s.postgres = func(dsn string) string {
			dsn, postgres = stack.NewOutage(t, dsn)
			return dsn
		}
	})
	p.upstream.Default(modeltest.Status(500))
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
			churchID, session := p.newWatchfulChurch(t), uuid.New()
			if !test.unmet {
				p.ask(t, churchID, question{message: "What time is church on Sunday?", session: session})
				p.messages(t, churchID, 2)
			}
			test.outage()
			began := time.Now()
			events := p.ask(t, churchID, question{message: inDanger, session: session})
			t.Logf("answered within %v", time.Since(began).Round(time.Millisecond))
			checkCrisis(t, events)
			if said := text(events); !test.unmet && (!strings.HasPrefix(said, crisisMessage) || !strings.Contains(said, "988")) || len(said) < 100 {
				t.Errorf("it was answered:\n%s", said)
			}
			postgres.Restore()
			journal.Restore()
			if found := p.reports(t, churchID, 1)[0]; found.Session != session || found.Turn.String() != events[0].data["turnId"] || found.Message != inDanger {
				t.Errorf("reported %+v", found)
			}
			want := 4
			if test.unmet {
				want = 2
			}
			p.messages(t, churchID, want)
			eventually(t, func() bool { return p.flagged(t, churchID, session) })
			eventually(t, func() bool { return p.redis.Ping(context.Background()).Err() == nil })
		})
	}
}

func TestACrisisIsAnsweredWhenTheVisitorHasSentTooMuch(t *testing.T) {
	p, other := twoNodes(t, onTheHour, func(s *settings) { s.config.PerSession = 2 })
	churchID, session := p.newWatchfulChurch(t), uuid.New()
	p.upstream.Default(modeltest.Reply("I am here."))
	for {
		res, err := p.post(t.Context(), churchID, question{message: "What time is church on Sunday?", session: session})
		must(t, err)
		must(t, res.Body.Close())
		if res.StatusCode == http.StatusTooManyRequests {
			break
		}
	}
	events := p.ask(t, churchID, question{message: inDanger, session: session})
	checkCrisis(t, events)
	if found := p.reports(t, churchID, 1)[0]; found.Session != session {
		t.Errorf("reported %+v", found)
	}
	eventually(t, func() bool { return p.flagged(t, churchID, session) })
	again := other.resume(t, churchID, session, events[0].data["turnId"].(string), 0)
	if text(again) != text(events) {
		t.Errorf("read again on another node: %v", again)
	}
}

// A conversation is watched wherever it goes on, also when Redis was away while the crisis was found.
func TestAConversationIsWatchedThatRedisDoesNotKnowOf(t *testing.T) {
	address, network := stack.NewOutage(t, stack.NeedRedisDB(t))
	p, other := twoNodes(t, onTheHour, func(s *settings) { s.redisURL = address })
	p.upstream.Default(modeltest.Reply("I am here with you."))
	churchID, session := p.newWatchfulChurch(t), uuid.New()
	network.Cut()
	checkCrisis(t, p.ask(t, churchID, question{message: inDanger, session: session}))
	eventually(t, func() bool { return p.flagged(t, churchID, session) })
	network.Restore()
	p.reports(t, churchID, 1)
	eventually(t, func() bool { return other.redis.Ping(context.Background()).Err() == nil })
	events := other.ask(t, churchID, question{message: hymnal, session: session})
	if told := p.upstream.LastChat().System(); events[0].data["agent"] != "care" || !strings.Contains(told, underCrisisRules) {
		t.Errorf("it went on with %v: %v", events[0].data["agent"], events)
	}
}
