package retrieval_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat/church"
	"narthex/migrations/pgtest"
	"narthex/retrieval"
	"narthex/retrieval/retrievaltest"
)

// fromMemory searches twice with a snapshot, so that those after it are in memory, and fails if one is not.
func fromMemory(t testing.TB, db *pgtest.DB, churchID uuid.UUID) func(q retrieval.Query) []retrieval.Passage {
	registry := prometheus.NewRegistry()
	searcher := retrieval.NewSearcher(db.Pool, retrieval.SearcherConfig{Registerer: registry})
	snapshot := new(church.Snapshot)
	search := func(q retrieval.Query) []retrieval.Passage {
		t.Helper()
		q.Snapshot = snapshot
		passages, err := searcher.Search(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		return passages
	}
	for range 2 {
		search(retrievaltest.Ask(t, churchID, "anything"))
		searcher.AwaitReadings()
	}
	return func(q retrieval.Query) []retrieval.Passage {
		t.Helper()
		before := observations(t, registry, "memory")
		passages := search(q)
		if observations(t, registry, "memory") != before+1 {
			t.Fatalf("%q was not searched in memory", q.Text)
		}
		return passages
	}
}

// What is tried out needs no memory of its own, and does not show among what visitors ask.
func TestWhoSearchesUnseenSharesTheMemory(t *testing.T) {
	db := pgtest.New(t)
	pool, err := pgxpool.New(t.Context(), db.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	churchID, registry := storeDemoChurch(t, db, "grace-harbor"), prometheus.NewRegistry()
	searcher := retrieval.NewSearcher(pool, retrieval.SearcherConfig{Registerer: registry})
	q := retrievaltest.Ask(t, churchID, "When is the service?")
	q.Snapshot = new(church.Snapshot)
	for range 2 {
		if _, err := searcher.Search(t.Context(), q); err != nil {
			t.Fatal(err)
		}
		searcher.AwaitReadings()
	}
	want, err := searcher.Search(t.Context(), q)
	if err != nil || len(want) == 0 {
		t.Fatalf("%d passages, %v", len(want), err)
	}
	seen := observations(t, registry, "memory")
	pool.Close() // nothing but the memory answers now
	found, err := searcher.Unseen().Search(t.Context(), q)
	if diff := cmp.Diff(want, found); err != nil || diff != "" {
		t.Errorf("found %v: %s", err, diff)
	}
	if now := observations(t, registry, "memory"); now != seen {
		t.Errorf("%v searches are shown, not %v", now, seen)
	}
}

// mustAgree compares what was found in memory with what Postgres finds.
func mustAgree(t testing.TB, postgres *retrieval.Searcher, q retrieval.Query, cached []retrieval.Passage) {
	t.Helper()
	passages, err := postgres.Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(passages, cached, cmpopts.EquateApprox(0, 1e-6), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%q, at most %d, at least %v: found by Postgres (-) and in memory (+):\n%s", q.Text, q.Limit, q.Threshold, diff)
	}
}

// What people ask the demonstration churches, with and without every place filled, finds the same either way.
func TestMemoryFindsWhatPostgresFinds(t *testing.T) {
	db := pgtest.New(t)
	postgres := retrieval.NewSearcher(db.Pool, retrieval.SearcherConfig{})
	searched := 0
	for short, folder := range demoFolders {
		churchID := storeDemoChurch(t, db, folder)
		cached := fromMemory(t, db, churchID)
		for _, part := range []string{"seen", "unseen", "unanswerable"} {
			for i, asked := range questionsOf(t, part) {
				if asked.church != short {
					continue
				}
				q := retrievaltest.Ask(t, churchID, asked.question)
				q.Language = []string{"en", "es", ""}[i%3]
				q.Limit = []int{8, 1, 3, 20}[i%4]
				q.Threshold = []float64{0, 0.2, -1, 0.9}[i/4%4]
				mustAgree(t, postgres, q, cached(q))
				q.Fill = true
				mustAgree(t, postgres, q, cached(q))
				searched++
			}
		}
	}
	if searched < 100 {
		t.Errorf("only %d questions", searched)
	}
}

// Rows that share words and vectors by chance, so that ranks tie, words are common or rare, and meaning and words disagree. The vectors
// are of whole numbers: what ties does so to the last bit.
func TestMemoryFindsWhatPostgresFindsAmongTies(t *testing.T) {
	db := pgtest.New(t)
	postgres := retrieval.NewSearcher(db.Pool, retrieval.SearcherConfig{})
	random := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("parking baptism baptized choir youth 9 10am 2026 bread lord's José niños services the of hall 555-0134 Sunday naïve running ran")
	sentence := func(most int) string {
		said := make([]string, 1+random.IntN(most))
		for i := range said {
			said[i] = words[random.IntN(len(words))]
		}
		return strings.Join(said, " ")
	}
	meaning := func() []float32 {
		vector := retrievaltest.Direction(random.IntN(6))
		for axis := range 6 {
			vector[axis] += float32(random.IntN(3))
		}
		return vector
	}
	for size, rows := range map[string]int{"few": 5, "some": 60, "many": 400} {
		t.Run(size, func(t *testing.T) {
			churchID := retrievaltest.NewChurch(t, db)
			for range rows {
				retrievaltest.AddRow(t, db, churchID, retrievaltest.Row{
					Title: sentence(2), Content: sentence(5), Language: []string{"en", "es", "fr"}[random.IntN(3)], Embedding: meaning(),
				})
			}
			cached := fromMemory(t, db, churchID)
			for range 60 {
				q := retrievaltest.Ask(t, churchID, sentence(8))
				q.Limit, q.Threshold, q.Language = 1+random.IntN(12), random.Float64(), []string{"en", "es", ""}[random.IntN(3)]
				q.Embedding = meaning()
				mustAgree(t, postgres, q, cached(q))
			}
		})
	}
}

func TestWhatPostgresAloneCanReadIsAskedOfPostgres(t *testing.T) {
	db := pgtest.New(t)
	churchID := retrievaltest.NewChurch(t, db)
	retrievaltest.AddRow(t, db, churchID, retrievaltest.Row{Title: "예배", Content: "주일 예배는 오전 11시입니다."})
	registry := prometheus.NewRegistry()
	searcher := retrieval.NewSearcher(db.Pool, retrieval.SearcherConfig{Registerer: registry})
	q := retrievaltest.Ask(t, churchID, "예배 몇 시")
	q.Snapshot = new(church.Snapshot)
	for range 4 {
		passages, err := searcher.Search(t.Context(), q)
		if err != nil || len(passages) != 1 {
			t.Errorf("found %+v, %v", passages, err)
		}
		searcher.AwaitReadings()
	}
	if n := observations(t, registry, "memory"); n != 0 {
		t.Errorf("%d searches in memory", n)
	}
}

// What a church changes is found as its snapshot changes; what may not be shown is never cached.
func TestMemoryIsGoodForItsSnapshotAlone(t *testing.T) {
	db := pgtest.New(t)
	churchID, other := retrievaltest.NewChurch(t, db), retrievaltest.NewChurch(t, db)
	parking := retrievaltest.AddRow(t, db, churchID, retrievaltest.Row{Title: "Parking", Content: "Park behind the hall."})
	retrievaltest.AddRow(t, db, churchID, retrievaltest.Row{Title: "Parking", Content: "The key of the hall lies under the mat.", Visibility: "internal"})
	theirs := retrievaltest.AddRow(t, db, other, retrievaltest.Row{Title: "Parking", Content: "Park in the street."})
	registry := prometheus.NewRegistry()
	searcher := retrieval.NewSearcher(db.Pool, retrieval.SearcherConfig{Registerer: registry})
	search := func(ctx context.Context, churchID uuid.UUID, snapshot *church.Snapshot) (found []uuid.UUID) {
		t.Helper()
		q := retrievaltest.Ask(t, churchID, "Where is parking behind the hall or in the street?")
		q.Snapshot, q.Threshold = snapshot, -1
		passages, err := searcher.Search(ctx, q)
		if err != nil {
			t.Fatal(err)
		}
		searcher.AwaitReadings()
		return ids(passages)
	}
	mustFind := func(found []uuid.UUID, memory uint64, want ...uuid.UUID) {
		t.Helper()
		if diff := cmp.Diff(want, found, cmpopts.SortSlices(func(a, b uuid.UUID) bool { return a.String() < b.String() })); diff != "" {
			t.Errorf("found -want +got:\n%s", diff)
		}
		if n := observations(t, registry, "memory"); n != memory {
			t.Errorf("%d searches in memory, want %d", n, memory)
		}
	}
	first := new(church.Snapshot)
	mustFind(search(t.Context(), churchID, first), 0, parking)
	mustFind(search(t.Context(), churchID, first), 0, parking)
	mustFind(search(t.Context(), churchID, first), 1, parking)
	mustFind(search(t.Context(), other, first), 1, theirs)
	bus := retrievaltest.AddRow(t, db, churchID, retrievaltest.Row{Title: "Bus", Content: "The bus stops in the street."})
	mustFind(search(t.Context(), churchID, first), 2, parking)
	second := new(church.Snapshot)
	mustFind(search(t.Context(), churchID, second), 2, parking, bus)
	mustFind(search(t.Context(), churchID, second), 2, parking, bus)
	mustFind(search(t.Context(), churchID, second), 3, parking, bus)
	overlaid := church.WithOverlay(t.Context(), &church.Overlay{ChurchID: other})
	mustFind(search(overlaid, churchID, second), 4, parking, bus)
	mustFind(search(t.Context(), churchID, nil), 4, parking, bus)
}

func TestAChurchThatIsTooLargeIsNotCached(t *testing.T) {
	db := pgtest.New(t)
	churchID := retrievaltest.NewChurch(t, db)
	retrievaltest.AddRandomRows(t, db, churchID, 501, 7)
	registry := prometheus.NewRegistry()
	searcher := retrieval.NewSearcher(db.Pool, retrieval.SearcherConfig{Registerer: registry})
	q := retrievaltest.Ask(t, churchID, "text")
	q.Snapshot, q.Threshold = new(church.Snapshot), -1
	for range 4 {
		if passages, err := searcher.Search(t.Context(), q); err != nil || len(passages) != 8 {
			t.Errorf("%d passages, %v", len(passages), err)
		}
		searcher.AwaitReadings()
	}
	if n := observations(t, registry, "memory"); n != 0 {
		t.Errorf("%d searches in memory", n)
	}
}

// A Postgres from which a church's passages cannot be read in time still answers those who search, each of whom waits for their own search
// alone; and what could not be read is not tried again at once.
func TestNobodyWaitsForWhatIsToBeCached(t *testing.T) {
	db := pgtest.New(t)
	churchID := retrievaltest.NewChurch(t, db)
	fillChurches(t, db, []uuid.UUID{churchID}, 400)
	var reads atomic.Int64
	searcher := retrieval.NewSearcher(slowToRead(t, db.URL, &reads), retrieval.SearcherConfig{})
	q := retrievaltest.Ask(t, churchID, "text")
	q.Snapshot, q.Threshold = new(church.Snapshot), -1
	for range 5 {
		limited, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		if passages, err := searcher.Search(limited, q); err != nil || len(passages) != 8 {
			t.Errorf("%d passages, %v", len(passages), err)
		}
		cancel()
		searcher.AwaitReadings()
	}
	if n := reads.Load(); n != 1 {
		t.Errorf("what is to be cached was read %d times", n)
	}
}

// slowToRead is a pool whose connections break off as soon as a church's passages come in one piece.
func slowToRead(t *testing.T, url string, reads *atomic.Int64) *pgxpool.Pool {
	t.Helper()
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	dial := config.ConnConfig.DialFunc
	config.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		return &cutConn{Conn: conn, reads: reads}, err
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// cutConn breaks off once more has come since the last request than a search gives.
type cutConn struct {
	net.Conn
	reads *atomic.Int64
	came  int
}

const moreThanASearch = 256 << 10

func (c *cutConn) Write(p []byte) (int, error) {
	c.came = 0
	return c.Conn.Write(p)
}

func (c *cutConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if c.came += n; c.came > moreThanASearch {
		c.reads.Add(1)
		_ = c.Conn.Close()
		return 0, net.ErrClosed
	}
	return n, err
}

// Whoever searches meanwhile does not wait for what is read, and all find the same.
func TestManyWhoSearchAtOnceFindTheSame(t *testing.T) {
	db := pgtest.New(t)
	churchID := retrievaltest.NewChurch(t, db)
	for i, group := range []string{"Choir", "Youth fellowship", "Bread ministry", "Walking group"} {
		retrievaltest.AddRow(t, db, churchID, retrievaltest.Row{Title: group, Content: fmt.Sprint("We meet on Mondays at ", i+5, ".")})
	}
	searcher := retrieval.NewSearcher(db.Pool, retrieval.SearcherConfig{})
	q := retrievaltest.Ask(t, churchID, "Does the choir meet on Mondays?")
	q.Snapshot = new(church.Snapshot)
	found := make(chan []retrieval.Passage)
	for range 16 {
		go func() {
			passages, err := searcher.Search(t.Context(), q)
			if err != nil {
				t.Error(err)
			}
			found <- passages
		}()
	}
	uncached := retrievaltest.Ask(t, churchID, q.Text)
	for range 16 {
		mustAgree(t, searcher, uncached, <-found)
	}
}

// BenchmarkSearchInMemory searches 150 passages, as most churches have, and the 500 that are cached at most.
func BenchmarkSearchInMemory(b *testing.B) {
	for _, rows := range []int{150, 500} {
		b.Run(fmt.Sprint(rows, "Passages"), func(b *testing.B) {
			db := pgtest.New(b)
			churchID := retrievaltest.NewChurch(b, db)
			fillChurches(b, db, []uuid.UUID{churchID}, rows)
			cached := fromMemory(b, db, churchID)
			q := retrievaltest.Ask(b, churchID, question)
			b.ReportAllocs()
			for b.Loop() {
				cached(q)
			}
		})
	}
}
