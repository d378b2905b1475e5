package turns_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/cmd/dev/stack"
)

// down is what is out of reach while a visitor says something.
type down struct{ model, postgres, redis bool }

func (d down) String() string {
	names := []string{}
	for _, what := range []struct {
		is   bool
		name string
	}{{d.model, "the model"}, {d.postgres, "Postgres"}, {d.redis, "Redis"}} {
		if what.is {
			names = append(names, what.name)
		}
	}
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, " and ")
}

// outages are every way in which the three may be down while a visitor speaks of danger, and then leaves a number: one by one and
// together, all the time and one after another.
func outages() (all [][2]down) {
	for i := range 8 {
		d := down{model: i&1 != 0, postgres: i&2 != 0, redis: i&4 != 0}
		all = append(all, [2]down{d, d})
	}
	model, postgres, redis := down{model: true}, down{postgres: true}, down{redis: true}
	both := down{model: true, postgres: true, redis: true}
	return append(all, [2]down{model, redis}, [2]down{redis, postgres}, [2]down{postgres, redis}, [2]down{both, {}}, [2]down{{}, both},
		[2]down{{postgres: true, redis: true}, model})
}

// Whatever is down while a visitor speaks of danger and then leaves a number: both are answered, the number is kept on the one
// request that there is, and the church is told once of each.
func TestACrisisAndItsContactComeThroughEveryOutage(t *testing.T) {
	var postgres, journal *stack.Outage
	server := chattest.NewServer(t, chattest.OnTheHour, chattest.CutRedis(t, &journal), chattest.CutPostgres(t, &postgres))
	for _, phases := range outages() {
		t.Run(phases[0].String()+", then "+phases[1].String(), func(t *testing.T) {
			server.Upstream.Default(modeltest.Reply("We are glad that you ask."))
			churchID, session := server.NewCrisisChurch(t), uuid.New()
			server.Ask(t, churchID, chattest.Question{Message: "What time is church on Sunday?", Session: session})
			server.Messages(t, churchID, 2)
			suffer := func(d down) {
				t.Helper()
				postgres.Restore()
				journal.Restore()
				if !d.redis {
					chattest.Eventually(t, func() bool { return server.Redis.Ping(t.Context()).Err() == nil })
				}
				server.Upstream.Default(modeltest.Reply("We are glad that you ask."))
				if d.model {
					server.Upstream.Default(modeltest.Status(500))
				}
				if d.postgres {
					postgres.Cut()
				}
				if d.redis {
					journal.Cut()
				}
			}
			suffer(phases[0])
			events := server.Ask(t, churchID, chattest.Question{Message: chattest.InDanger, Session: session})
			chattest.CheckCrisis(t, events)
			said := events.Text()
			if !strings.HasPrefix(said, chattest.CrisisMessage) || !strings.Contains(said, "988") || !strings.Contains(said, "911") {
				t.Errorf("it was answered:\n%s", said)
			}
			suffer(phases[1])
			for range 2 { // said twice, it is told once
				events := server.Ask(t, churchID, chattest.Question{Message: "call me at 207 555 0199", Session: session})
				chattest.CheckCrisis(t, events)
				if said := events.Text(); !strings.Contains(said, "207 555 0199") || !strings.Contains(said, "988") {
					t.Errorf("it was confirmed:\n%s", said)
				}
			}
			suffer(down{})
			keptContact(t, server, churchID, session, "207 555 0199", "")
			server.Messages(t, churchID, 8) // all that was on its way has arrived, and nothing was told again
			chattest.Eventually(t, func() bool { return server.Flagged(t, churchID, session) })
			if notices := server.CrisisNotices(churchID); len(notices) != 2 || !notices[0].Urgent {
				t.Errorf("told %d times: %+v", len(notices), notices)
			}
		})
	}
}
