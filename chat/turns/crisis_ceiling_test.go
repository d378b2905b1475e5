package turns_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/cmd/dev/stack"
)

func TestAFloodOfCriesForHelpIsAnsweredAndNotStored(t *testing.T) {
	const stored, sent = 5, 25
	for _, name := range []string{"with Redis", "without Redis"} {
		t.Run(name, func(t *testing.T) {
			var network *stack.Outage
			// Of its own: after an outage a node does not ask Redis for a moment, and counts by itself.
			server := chattest.NewServer(t, chattest.CutRedis(t, &network), func(c *chattest.Config) { c.Turns.CrisesPerAddress = stored })
			churchID := server.NewChurch(t)
			server.Ask(t, churchID, chattest.Question{Message: "Is there parking?", Address: "203.0.113.7"})
			if name == "without Redis" {
				network.Cut()
			}
			before := server.Counted(t, "narthex_crises_unstored_total", "")
			for range sent {
				chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: "I want to kill myself", Address: "203.0.113.9"}))
			}
			if unstored := server.Counted(t, "narthex_crises_unstored_total", "") - before; unstored < sent-stored-1 || unstored > sent-stored {
				t.Errorf("%v of %d were not stored", unstored, sent)
			}
			other := uuid.New()
			chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: "I want to kill myself", Address: "203.0.113.10", Session: other}))
			network.Restore()
			chattest.Eventually(t, func() bool { return server.Redis.Ping(context.Background()).Err() == nil })
			chattest.Eventually(t, func() bool {
				return server.Count(t, `select count(*) from conversations where church_id = $1 and session_id = $2 and flagged`, churchID, other) == 1
			})
			if flagged := server.Count(t, `select count(*) from conversations where church_id = $1 and flagged`, churchID); flagged > stored+2 {
				t.Errorf("the one who is in danger is hidden among %d", flagged)
			}
		})
	}
}

func TestWhoFloodsWithCriesForHelpIsAnsweredLaterAndNobodyElseIs(t *testing.T) {
	const pause = 3 * time.Second
	server := chattest.NewServer(t, func(c *chattest.Config) { c.Turns.CrisesPerAddress, c.Turns.UnstoredPause = 1, pause })
	churchID := server.NewChurch(t)
	cry := func(address string) time.Duration {
		began := time.Now()
		chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: "I want to kill myself", Address: address}))
		return time.Since(began)
	}
	cry("203.0.113.9")
	if waited := cry("203.0.113.9"); waited < pause {
		t.Errorf("who floods is answered after %v", waited)
	}
	if waited := cry("203.0.113.10"); waited >= pause {
		t.Errorf("somebody else is answered after %v", waited)
	}
}
