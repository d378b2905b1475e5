package lookup

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"testing"
	"time"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/degradation"
	"narthex/migrations/pgtest"
	"narthex/retrieval"
	"narthex/retrieval/retrievaltest"
)

// What is in memory is found although Postgres is left alone, and does not count for an answer of Postgres.
func TestWhatIsInMemoryIsFoundWhilePostgresIsLeftAlone(t *testing.T) {
	db := pgtest.New(t)
	churchID := retrievaltest.NewChurch(t, db)
	retrievaltest.AddRow(t, db, churchID, retrievaltest.Row{Title: "Baptism", Content: "We baptize in the harbor every June."})
	logger := slog.New(slog.NewTextHandler(io.Discard, nil))
	looking := &ofTurn{turn: new(chat.Turn), Sources: New(Parts{
		Embedder: retrieval.NewOffline(), Searcher: retrieval.NewSearcher(db.Pool, retrieval.SearcherConfig{}),
		Degraded: degradation.NewLog(logger, nil), Logger: logger,
	}, 10*time.Second)}
	q := retrievaltest.Ask(t, churchID, "What is baptism?")
	q.Snapshot = new(church.Snapshot)
	search := func() int {
		t.Helper()
		passages, err := looking.search(t.Context(), q)
		if err != nil {
			t.Error(err)
		}
		return len(passages)
	}
	search()
	search() // what it finds is read beside it
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		if _, whole := looking.Searcher.InMemory(t.Context(), q); whole {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("what was searched for twice is not in memory")
		}
	}
	looking.bounds.limit = time.Millisecond
	silent := func(ctx context.Context) (int, error) {
		<-ctx.Done()
		return 0, ctx.Err()
	}
	for err := error(nil); !errors.Is(err, errUnasked); {
		_, err = read(t.Context(), looking.bounds, silent)
	}
	if found := search(); found != 1 {
		t.Errorf("found %d", found)
	}
}
