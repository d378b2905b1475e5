package turns

import (
	"context"
	"log/slog"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/tools"
)

type nobody struct{}

func (nobody) Notify(context.Context, pgx.Tx, tools.Notice) error { return nil }

// Postgres may be away for as long as it takes a thousand churches to reach their budgets.
func TestWhatFindsNoRoomIsNotTakenForTold(t *testing.T) {
	b := &budget{notices: nobody{}, metrics: newMetrics(nil), logger: slog.New(slog.DiscardHandler), marked: make(map[uuid.UUID]mark)}
	news := func(church uuid.UUID, spent int64) budgetNews {
		return budgetNews{church: church, day: "2026-03-08", spent: spent, limit: 100}
	}
	for range maxUntold {
		b.note(news(uuid.New(), 100))
	}
	last := uuid.New()
	b.note(news(last, 100))
	if len(b.untold) != maxUntold {
		t.Fatalf("%d wait", len(b.untold))
	}
	b.untold = nil // told
	for range 2 {
		b.note(news(last, 100))
	}
	if len(b.untold) != 1 || b.untold[0].church != last || b.untold[0].level != 100 {
		t.Errorf("waiting is %+v", b.untold)
	}
}
