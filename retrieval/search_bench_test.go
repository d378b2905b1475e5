package retrieval_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/migrations/pgtest"
	"narthex/retrieval"
	"narthex/retrieval/retrievaltest"
)

// BenchmarkSearch searches one church of 1,000 passages in a table of 200,000, and beside it the same in a table of
// 20,000, in turns, so that what else the machine does falls on both. It reports the medians and the 99th percentile in
// milliseconds, how much the median grew with ten times as many rows, and recall@8 against brute force. Loading takes
// minutes and 2 GB:
//
//	go test ./retrieval -run '^$' -bench BenchmarkSearch -benchtime 1000x -timeout 30m
func BenchmarkSearch(b *testing.B) {
	small, large := newSearchBench(b, 20), newSearchBench(b, 200)
	for _, c := range []struct{ name, text string }{{"by meaning", ""}, {"by meaning and words", question}} {
		b.Run(c.name, func(b *testing.B) {
			recall := large.recall(b, c.text)
			i := 0
			for b.Loop() {
				small.search(b, i, c.text)
				large.search(b, i, c.text)
				i++
			}
			before, after := small.percentile(50), large.percentile(50)
			b.ReportMetric(after, "p50-ms")
			b.ReportMetric(large.percentile(99), "p99-ms")
			b.ReportMetric(before, "p50-ms-of-20k")
			b.ReportMetric(after/before, "growth")
			b.ReportMetric(recall, "recall@8")
			small.took, large.took = nil, nil
		})
	}
}

// BenchmarkSearchOfATypicalChurch searches 150 passages, as most churches have.
func BenchmarkSearchOfATypicalChurch(b *testing.B) {
	db := pgtest.New(b)
	churchID := retrievaltest.NewChurch(b, db)
	fillChurches(b, db, []uuid.UUID{churchID}, 150)
	retrievaltest.ExecAsOwner(b, db, `vacuum analyze unified_rag_content`)
	s := &searchBench{db: db, churchID: churchID, stored: readVectors(b, db, churchID), searcher: retrieval.NewSearcher(db.Pool, retrieval.SearcherConfig{})}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		s.search(b, i, question)
		i++
	}
	b.ReportMetric(s.percentile(50), "p50-ms")
}

// searchBench is a database of churches with 1,000 passages each, one of which is searched.
type searchBench struct {
	db       *pgtest.DB
	searcher *retrieval.Searcher
	churchID uuid.UUID
	stored   []retrievaltest.StoredVector
	took     []time.Duration
}

func newSearchBench(b *testing.B, churches int) *searchBench {
	db := pgtest.New(b)
	added := make([]uuid.UUID, churches)
	for i := range added {
		added[i] = retrievaltest.NewChurch(b, db)
	}
	retrievaltest.ExecAsOwner(b, db, `drop index unified_rag_content_words`) // faster made at once than row by row
	fillChurches(b, db, added, 1000)
	retrievaltest.ExecAsOwner(b, db, `create index unified_rag_content_words on unified_rag_content using gin (organization_id, words) with (fastupdate = off)`)
	retrievaltest.ExecAsOwner(b, db, `vacuum analyze unified_rag_content`)
	churchID := added[churches/2]
	return &searchBench{db: db, churchID: churchID, stored: readVectors(b, db, churchID),
		searcher: retrieval.NewSearcher(db.Pool, retrieval.SearcherConfig{})}
}

func (s *searchBench) query(i int, text string) retrieval.Query {
	return retrieval.Query{ChurchID: s.churchID, Embedding: s.stored[i%len(s.stored)].Vector, Embedder: retrievaltest.Offline.Name(),
		Threshold: -1, Text: text, Language: "en", Limit: 8}
}

func (s *searchBench) search(b *testing.B, i int, text string) {
	started := time.Now()
	if _, err := s.searcher.Search(b.Context(), s.query(i, text)); err != nil {
		b.Fatal(err)
	}
	s.took = append(s.took, time.Since(started))
}

func (s *searchBench) recall(b *testing.B, text string) float64 {
	hits := 0
	const checked = 100
	for i := range checked {
		q := s.query(i*7, text)
		got, err := s.searcher.Search(b.Context(), q)
		if err != nil {
			b.Fatal(err)
		}
		for _, id := range bruteForce(s.stored, q.Embedding, q.Limit) {
			if slices.Contains(ids(got), id) {
				hits++
			}
		}
	}
	return float64(hits) / float64(checked*8)
}

func (s *searchBench) percentile(p int) float64 {
	slices.Sort(s.took)
	return float64(s.took[min(len(s.took)*p/100, len(s.took)-1)].Microseconds()) / 1000
}

func readVectors(t testing.TB, db *pgtest.DB, churchID uuid.UUID) []retrievaltest.StoredVector {
	t.Helper()
	rows, err := db.Admin.Query(context.Background(), `select id, embedding::real[] from unified_rag_content where organization_id = $1`, churchID)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (s retrievaltest.StoredVector, err error) {
		return s, row.Scan(&s.ID, &s.Vector)
	})
	if err != nil {
		t.Fatal(err)
	}
	return stored
}
