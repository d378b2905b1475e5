package turns_test

import (
	"testing"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/cmd/dev/stack"
)

func TestCriesForHelpToInventedChurchesAreAnsweredAndNotAllStored(t *testing.T) {
	const stored, sent = 3, 12
	var postgres *stack.Outage
	server := chattest.NewServer(t, chattest.CutPostgres(t, &postgres), func(c *chattest.Config) { c.Turns.CrisesPerAddress = stored })
	postgres.Cut()
	t.Cleanup(postgres.Restore)
	kept := 0
	cry := func(address string) bool {
		t.Helper()
		churchID := uuid.New()
		chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: "I want to kill myself", Address: address}))
		return server.Redis.Exists(t.Context(), "narthex:{"+churchID.String()+"}:journal").Val() > 0
	}
	for range sent {
		if cry("203.0.113.9") {
			kept++
		}
	}
	if kept < stored || kept > stored+1 { // a place may fall free meanwhile
		t.Errorf("%d of %d are in Redis", kept, sent)
	}
	if unstored := server.Counted(t, "narthex_crises_unstored_total", ""); int(unstored) != sent-kept {
		t.Errorf("%v were counted as not stored, of %d", unstored, sent-kept)
	}
	if !cry("203.0.113.10") {
		t.Error("of another address nothing is stored")
	}
}
