package transcript_test

import (
	"context"
	"log/slog"
	"testing"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/chattest"
	"narthex/chat/transcript"
)

// storedOfOthers is how many messages are stored that are not a church's.
func (b *bench) storedOfOthers(t testing.TB, churchID uuid.UUID) (messages int) {
	t.Helper()
	chattest.Must(t, b.db.Admin.QueryRow(context.Background(), `select count(*) from messages where church_id <> $1`, churchID).Scan(&messages))
	return messages
}

// What is held takes its room, and is told of, while it is being stored as well: it may come back.
func TestWhatIsBeingStoredIsHeldStill(t *testing.T) {
	const room = 10_000
	b := newBench(t, 1)
	release := b.hold(t, `select from churches where id = $1 for update`, b.churches[0])
	n := b.newNode(t, b.redis, slog.New(slog.DiscardHandler))
	n.Hold(question(b.churches[0]))
	chattest.RunUntilCleanup(t, n.Run)
	chattest.Eventually(t, func() (waits bool) {
		chattest.Must(t, b.db.Admin.QueryRow(t.Context(), `
			select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock')`).Scan(&waits))
		return waits
	})
	taken := 1
	for range room {
		if n.Hold(question(b.churches[0])) {
			taken++
		}
	}
	if told := n.value(t, "narthex_journal_held_records"); taken != room || told != room {
		t.Errorf("%d records are held, and %v told of", taken, told)
	}
	release()
	chattest.Eventually(t, func() bool { return n.value(t, "narthex_journal_held_records") == 0 })
	if stored := b.stored(t); stored != room {
		t.Errorf("%d messages are stored", stored)
	}
}

func TestAPanicOverAHeldRecordCostsTheOthersNothing(t *testing.T) {
	b := newBench(t, 2)
	known := question(b.churches[0])
	_, err := transcript.NewTranscript(b.db.Pool).Store(t.Context(), known.ChurchID, []chat.Record{known})
	chattest.Must(t, err)
	panicked := make(chan struct{}, 1)
	n := b.newNodeTelling(b.redis, slog.New(slog.DiscardHandler), func(uuid.UUID) {
		select {
		case panicked <- struct{}{}:
			panic("a fault of ours")
		default:
		}
	})
	n.Hold(known)
	n.Hold(question(b.churches[1]))
	chattest.RunUntilCleanup(t, n.Run)
	chattest.Eventually(t, func() bool { return n.value(t, "narthex_journal_held_records") == 0 })
	if stored := b.stored(t); stored != 2 || len(panicked) != 1 {
		t.Errorf("%d messages are stored, after %d panics", stored, len(panicked))
	}
}
