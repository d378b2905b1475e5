package budget

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
	b := New(Parts{Notices: nobody{}, Logger: slog.New(slog.DiscardHandler)})
	news := func(church uuid.UUID, spent int64) notice {
		return notice{church: church, day: "2026-03-08", spent: spent, limit: 100}
	}
	for range maxQueued {
		b.note(news(uuid.New(), 100))
	}
	last := uuid.New()
	b.note(news(last, 100))
	if len(b.queue) != maxQueued {
		t.Fatalf("%d wait", len(b.queue))
	}
	b.queue = nil // told
	for range 2 {
		b.note(news(last, 100))
	}
	if len(b.queue) != 1 || b.queue[0].church != last || b.queue[0].level != 100 {
		t.Errorf("waiting is %+v", b.queue)
	}
}
