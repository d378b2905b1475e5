package turns_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/cmd/dev/stack"
)

// TestACrisisIsAnsweredOverAWebSocketWhateverIsDown holds that the whole answer comes, and that the church is told once.
func TestACrisisIsAnsweredOverAWebSocketWhateverIsDown(t *testing.T) {
	var postgres, journal *stack.Outage
	p := openPorch(t, onTheHour, func(s *settings) {
		s.redisURL, journal = stack.NewOutage(t, stack.NeedRedisDB(t))
		s.postgres = func(dsn string) string {
			dsn, postgres = stack.NewOutage(t, dsn)
			return dsn
		}
	})
	address := p.socketServer(t)
	for name, outage := range map[string]func(){
		"nothing is down":            func() {},
		"Redis and Postgres are cut": func() { postgres.Cut(); journal.Cut() },
	} {
		t.Run(name, func(t *testing.T) {
			churchID, session := p.newWatchfulChurch(t), uuid.New()
			p.ask(t, churchID, question{message: "What time is church on Sunday?", session: session})
			p.messages(t, churchID, 2)
			outage()
			l := dialSocket(t, address)
			l.ask(churchID, question{message: inDanger, session: session})
			events := l.hear(named("done", "error"))
			if said := text(events); !strings.HasPrefix(said, crisisMessage) || !strings.Contains(said, "988") || !strings.HasSuffix(said, crisisBlessing) {
				t.Errorf("it was answered %v:\n%s", names(events), said)
			}
			postgres.Restore()
			journal.Restore()
			if found := p.reports(t, churchID, 1); found[0].Session != session {
				t.Errorf("reported %+v", found)
			}
			// A second report of the same would have come before that of somebody else, which is waited for.
			other := uuid.New()
			for _, each := range []uuid.UUID{session, other} {
				l.ask(churchID, question{message: inDanger, session: each})
				l.hear(named("done", "error"))
			}
			if found := p.reports(t, churchID, 2); found[1].Session != other {
				t.Errorf("reported %+v", found)
			}
		})
	}
}
