package retrieval_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pgvector/pgvector-go"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat/church"
	"narthex/cmd/dev/stack"
	"narthex/migrations/pgtest"
	"narthex/retrieval"
	"narthex/retrieval/retrievaltest"
)

const lensOfTexts = 4

// addLensText adds a lens with one curated text.
func addLensText(t *testing.T, db *pgtest.DB, title, content string) {
	t.Helper()
	retrievaltest.ExecAsOwner(t, db, `insert into theological_lenses (id, slug, name, description) values ($1, 'tested', 'Tested', 'x') on conflict do nothing`, lensOfTexts)
	retrievaltest.ExecAsOwner(t, db, `insert into lens_texts (id, lens_id, title, source, content, embedding, embedder) values ($1, $2, $3, 'a source', $4, $5::text::vector, $6)`,
		uuid.New(), lensOfTexts, title, content, pgvector.NewVector(retrievaltest.Embed(t, title+" "+content)).String(), retrieval.NewOffline().Name())
}

// knowing is a snapshot that knows all that has been changed of the reference data.
func knowing(t *testing.T, db *pgtest.DB) *church.Snapshot {
	t.Helper()
	snapshot := new(church.Snapshot)
	if err := db.Pool.QueryRow(t.Context(), `select sum(epoch)::bigint from reference_versions`).Scan(&snapshot.ReferenceEpoch); err != nil {
		t.Fatal(err)
	}
	return snapshot
}

func contents(passages []retrieval.Passage) (found []string) {
	for _, p := range passages {
		found = append(found, p.Content)
	}
	return found
}

// besideAnOutage is a church with a passage of its own and a text of its lens, and a pool whose way to Postgres can be interrupted.
func besideAnOutage(t *testing.T) (*pgtest.DB, uuid.UUID, *pgxpool.Pool, *stack.Outage) {
	t.Helper()
	db := pgtest.New(t)
	churchID := retrievaltest.NewChurch(t, db)
	retrievaltest.AddRow(t, db, churchID, retrievaltest.Row{Title: "Baptism", Content: "We baptize in the harbor every June."})
	addLensText(t, db, "Baptism", "Baptism is a sign of faith.")
	address, network := stack.NewOutage(t, db.URL)
	pool, err := pgxpool.New(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { network.Cut(); pool.Close() })
	return db, churchID, pool, network
}

// What is in memory is found while Postgres is away, also when it is time to read the texts of the lens again.
func TestWhatIsCachedIsFoundWithoutPostgres(t *testing.T) {
	db, churchID, pool, network := besideAnOutage(t)
	registry := prometheus.NewRegistry()
	searcher := retrieval.NewSearcher(pool, retrieval.SearcherConfig{Registerer: registry})
	q := retrievaltest.Ask(t, churchID, "What is baptism?")
	q.Snapshot, q.Lens, q.Threshold = knowing(t, db), lensOfTexts, -1
	mustFind := func(when string) {
		t.Helper()
		limited, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		passages, err := searcher.Search(limited, q)
		if found := contents(passages); err != nil || len(found) != 2 || found[0] != "We baptize in the harbor every June." {
			t.Errorf("%s: %q, %v", when, found, err)
		}
	}
	for range 3 {
		mustFind("before")
		searcher.AwaitReadings()
	}
	if n := observations(t, registry, "memory"); n != 1 {
		t.Fatalf("%d searches in memory", n)
	}
	for when, interrupt := range map[string]func(){"cut": network.Cut, "silent": network.Silence} {
		interrupt()
		searcher.AgeTexts()
		mustFind(when)
		mustFind(when + ", again")
		network.Restore()
	}
	searcher.AwaitReadings()
}

// A text is not told any more by who knows that it was changed, however lately it was read.
func TestACorrectedTextIsNotFoundAsItWas(t *testing.T) {
	db := pgtest.New(t)
	churchID := retrievaltest.NewChurch(t, db)
	retrievaltest.AddRow(t, db, churchID, retrievaltest.Row{Title: "Baptism", Content: "We baptize in the harbor every June."})
	addLensText(t, db, "Baptism", "Baptism is a sign of sin.")
	registry := prometheus.NewRegistry()
	searcher := retrieval.NewSearcher(db.Pool, retrieval.SearcherConfig{Registerer: registry})
	q := retrievaltest.Ask(t, churchID, "What is baptism?")
	q.Lens, q.Threshold = lensOfTexts, -1
	find := func(memory uint64, want string) {
		t.Helper()
		passages, err := searcher.Search(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		searcher.AwaitReadings()
		if found := contents(passages); len(found) != 2 || found[1] != want+"\n\nRests on: a source" {
			t.Errorf("%q", found)
		}
		if n := observations(t, registry, "memory"); n != memory {
			t.Errorf("%d searches in memory, want %d", n, memory)
		}
	}
	q.Snapshot = knowing(t, db)
	for _, memory := range []uint64{0, 0, 1} {
		find(memory, "Baptism is a sign of sin.")
	}
	retrievaltest.ExecAsOwner(t, db, `update lens_texts set content = 'Baptism is a sign of faith.'`)
	q.Snapshot = knowing(t, db)
	for _, memory := range []uint64{1, 1, 2, 3} {
		find(memory, "Baptism is a sign of faith.")
	}
}

// Texts that could not be read once are asked for in Postgres, and where that is away the church's own passages are found all the same.
func TestTextsThatCouldNotBeReadAreNotTakenForNone(t *testing.T) {
	db, churchID, pool, network := besideAnOutage(t)
	searcher := retrieval.NewSearcher(pool, retrieval.SearcherConfig{})
	q := retrievaltest.Ask(t, churchID, "What is baptism?")
	q.Snapshot, q.Lens, q.Threshold = knowing(t, db), lensOfTexts, -1
	find := func() ([]string, error) {
		limited, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		passages, err := searcher.Search(limited, q)
		searcher.AwaitReadings()
		return contents(passages), err
	}
	for range 3 {
		if found, err := find(); err != nil || len(found) != 2 {
			t.Fatalf("%q, %v", found, err)
		}
	}
	network.Cut()
	q.Snapshot.ReferenceEpoch++ // no text that is cached is known to be as this church knows it
	for range 2 {
		if found, err := find(); err == nil || len(found) != 1 || found[0] != "We baptize in the harbor every June." {
			t.Errorf("cut: %q, %v", found, err)
		}
	}
	network.Restore()
	if found, err := find(); err != nil || len(found) != 2 {
		t.Errorf("restored: %q, %v", found, err)
	}
}
