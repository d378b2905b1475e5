package websocket_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/cmd/dev/stack"
)

// TestACrisisIsAnsweredOverAWebSocketWhateverIsDown holds that the whole answer comes, and that the church is told once.
func TestACrisisIsAnsweredOverAWebSocketWhateverIsDown(t *testing.T) {
	var postgres, journal *stack.Outage
	server := chattest.NewServer(t, chattest.OnTheHour, chattest.CutRedis(t, &journal), chattest.CutPostgres(t, &postgres))
	address := server.SocketURL
	for name, outage := range map[string]func(){
		"nothing is down":            func() {},
		"Redis and Postgres are cut": func() { postgres.Cut(); journal.Cut() },
	} {
		t.Run(name, func(t *testing.T) {
			churchID, session := server.NewCrisisChurch(t), uuid.New()
			server.Ask(t, churchID, chattest.Question{Message: "What time is church on Sunday?", Session: session})
			server.Messages(t, churchID, 2)
			outage()
			l := dialSocket(t, address)
			l.ask(churchID, chattest.Question{Message: chattest.InDanger, Session: session})
			events := l.hear(named("done", "error"))
			if said := events.Text(); !strings.HasPrefix(said, chattest.CrisisMessage) || !strings.Contains(said, "988") || !strings.HasSuffix(said, chattest.CrisisBlessing) {
				t.Errorf("it was answered %v:\n%s", events.Names(), said)
			}
			postgres.Restore()
			journal.Restore()
			if found := server.CrisisReports(t, churchID, 1); found[0].Session != session {
				t.Errorf("reported %+v", found)
			}
			// A second report of the same would have come before that of somebody else, which is waited for.
			other := uuid.New()
			for _, each := range []uuid.UUID{session, other} {
				l.ask(churchID, chattest.Question{Message: chattest.InDanger, Session: each})
				l.hear(named("done", "error"))
			}
			if found := server.CrisisReports(t, churchID, 2); found[1].Session != other {
				t.Errorf("reported %+v", found)
			}
		})
	}
}
