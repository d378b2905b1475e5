package retrieval

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pgvector/pgvector-go"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat/church"
	"narthex/chat/panics"
)

// Query asks for what one church has stored that bears on a question.
type Query struct {
	ChurchID  uuid.UUID
	Embedding []float32 // of Text, made by Embedder
	Embedder  string    // Embedder.Name(); rows of any other are left out
	Text      string    // as the visitor wrote it, for names and numbers; empty searches by meaning alone
	Language  string    // of Text, ISO 639-1; decides which words are too common to look for
	Limit     int       // at most so many passages; 0 means 8
	Threshold float64   // least similarity; 0 means the embedder's own (Thresholds.Search)
	Lens      int       // of the church: curated texts of it are found too, beyond Limit; 0: none

	// Snapshot of the church, by which is known whether what is cached in memory of its knowledge is as it is; nil: Postgres is asked.
	Snapshot *church.Snapshot

	Fill bool // offline: every place is filled, with the passages that fit best, however little that is
}

// defaultLimit is how many passages a query without a limit gets: what a prompt has room for.
const defaultLimit = 8

// Passage is a piece of a church's knowledge that may be shown to its visitors.
type Passage struct {
	ID          uuid.UUID
	DocumentID  uuid.UUID // nil unless Kind is KindDocument
	Kind        string
	Title       string // a FAQ's question, a document's title
	Content     string
	HeadingPath []string // headings above the passage, outermost first
	Page        int      // from 1; 0 where the format has no pages
	Similarity  float64  // cosine of passage and question; below the threshold if it was found by its words alone
	Score       float64  // reciprocal rank fusion of meaning and words; only its order means something
}

// Kinds of passages.
const (
	KindFAQ      = "faq"
	KindDocument = "document"
	KindTheology = "theology"
)

// Searcher finds passages, those of small churches that are asked again in memory. It is safe for concurrent use.
type Searcher struct {
	pool    *pgxpool.Pool
	ranker  *ranker
	cache   *passageCache
	seconds *prometheus.HistogramVec
}

// SearcherConfig holds what a Searcher may be told.
type SearcherConfig struct {
	MaxBytes   uint64                // memory for churches' passages, roughly; 0: 128 MiB
	Registerer prometheus.Registerer // nil: no metrics
}

// NewSearcher returns a searcher on a pool of the app's role.
func NewSearcher(pool *pgxpool.Pool, cfg SearcherConfig) *Searcher {
	return &Searcher{pool: pool, ranker: newRanker(), cache: newPassageCache(pool, cfg.MaxBytes, panics.New(nil, cfg.Registerer)), seconds: newSearchSeconds(cfg.Registerer)}
}

// Unseen returns a searcher that shares the memory of s, and whose searches show in no metric.
func (s *Searcher) Unseen() *Searcher {
	return &Searcher{pool: s.pool, ranker: s.ranker, cache: s.cache, seconds: newSearchSeconds(nil)}
}

// EmbedderMismatchError says that everything the church has stored was embedded by another embedder than the query's, so
// that nothing could be found.
type EmbedderMismatchError struct {
	Stored string // the embedder of the church's rows
	Query  string // the embedder of the query
}

func (e *EmbedderMismatchError) Error() string {
	return fmt.Sprintf("the church's knowledge was embedded by %q, but the server now uses %q: run `narthex reembed`", e.Stored, e.Query)
}

// embedderMismatch is the SQLSTATE that search_church_knowledge raises when it has only another embedder's rows.
const embedderMismatch = "NX001"

// Search returns at most q.Limit passages, best first, and behind them curated texts of the lens: those in memory, or else those that
// Postgres finds. Where that fails, what is in memory comes with the error.
func (s *Searcher) Search(ctx context.Context, q Query) ([]Passage, error) {
	inMemory, whole := s.InMemory(ctx, q)
	if whole {
		return inMemory, nil
	}
	passages, err := s.InPostgres(ctx, q)
	if err != nil {
		return inMemory, err
	}
	return passages, nil
}

// InMemory finds in memory what InPostgres would find, for which Postgres is not asked. whole is false where it has to be: the passages are then
// the church's own at most, for want of better ones.
func (s *Searcher) InMemory(ctx context.Context, q Query) (passages []Passage, whole bool) {
	if len(q.Embedding) != Dimensions {
		return nil, false
	}
	started := time.Now()
	q = q.complete()
	own, texts, whole := s.cache.search(ctx, q.wider())
	if !whole {
		return s.best(q, own), false
	}
	s.seconds.WithLabelValues("memory").Observe(time.Since(started).Seconds())
	return append(s.best(q, own), texts...), true
}

// InPostgres asks Postgres, in one round trip. How passages are chosen and ordered is told above search_church_knowledge in the migrations. It
// fails with an *EmbedderMismatchError when all of the church's rows were made by another embedder.
func (s *Searcher) InPostgres(ctx context.Context, q Query) ([]Passage, error) {
	if len(q.Embedding) != Dimensions {
		return nil, fmt.Errorf("search: the query's embedding has %d dimensions, not %d", len(q.Embedding), Dimensions)
	}
	q = q.complete()
	own, texts, err := s.find(ctx, q.wider())
	if err != nil {
		return nil, err
	}
	return append(s.best(q, own), texts...), nil
}

// complete applies the defaults.
func (q Query) complete() Query {
	if q.Limit <= 0 {
		q.Limit = defaultLimit
	}
	if q.Threshold == 0 {
		q.Threshold = ThresholdsFor(q.Embedder).Search
	}
	return q
}

// wide is how many passages are found with an expanded question, for the best of them to be picked.
const wide = 100

// wider looks, where every place is to be filled, for what says the same in other words as well: the offline embedder measures shared
// words, of which a question and its answer often have none.
func (q Query) wider() Query {
	if q.fills() {
		q.Embedding, q.Limit, q.Threshold = embedWords(concepts.expanded(q.Text)), max(wide, q.Limit), -1
	}
	return q
}

func (q Query) fills() bool { return q.Fill && q.Embedder == offlineName && q.Text != "" }

// best picks from what a wider query has found.
func (s *Searcher) best(q Query, found []Passage) []Passage {
	if !q.fills() {
		return found
	}
	return s.ranker.rank(q.Text, found, q.Limit)
}

// find returns the church's own passages, and the curated texts of its lens.
func (s *Searcher) find(ctx context.Context, q Query) (own, texts []Passage, err error) {
	started := time.Now()
	found, texts, err := s.search(ctx, q)
	if err != nil {
		if pgErr, ok := errors.AsType[*pgconn.PgError](err); ok && pgErr.Code == embedderMismatch {
			return nil, nil, &EmbedderMismatchError{Stored: pgErr.Detail, Query: q.Embedder}
		}
		return nil, nil, fmt.Errorf("search the church's knowledge: %w", err)
	}
	passages := make([]Passage, len(found))
	mode := "exact"
	for i, row := range found {
		passages[i] = row.passage()
		if row.Approximate {
			mode = "approximate"
		}
	}
	s.seconds.WithLabelValues(mode).Observe(time.Since(started).Seconds())
	return passages, texts, nil
}

func (s *Searcher) search(ctx context.Context, q Query) (found []foundRow, texts []Passage, err error) {
	batch := &pgx.Batch{}
	batch.Queue(`
		select id, document_id, content_type, title, content, heading_path, page, similarity, score, approximate
		from search_church_knowledge($1, $2, $3, $4, nullif($5, ''), nullif($6, ''), nullif($7, ''))`,
		withVectors{}, q.ChurchID, pgvector.NewVector(q.Embedding), q.Threshold, q.Limit, church.Storable(q.Text), q.Embedder, q.Language)
	if q.Lens > 0 {
		queueLensTexts(batch, q)
	}
	err = church.BatchInChurch(ctx, s.pool, q.ChurchID, batch, func(results pgx.BatchResults) error {
		rows, err := results.Query()
		if err != nil {
			return err
		}
		if found, err = pgx.CollectRows(rows, pgx.RowToStructByName[foundRow]); err != nil || q.Lens == 0 {
			return err
		}
		texts, err = collectLensTexts(results)
		return err
	})
	return found, texts, err
}

type foundRow struct {
	ID          uuid.UUID
	DocumentID  *uuid.UUID
	ContentType string
	Title       string
	Content     string
	HeadingPath []string
	Page        *int
	Similarity  float64
	Score       float64
	Approximate bool
}

func (r foundRow) passage() Passage {
	p := Passage{
		ID: r.ID, Kind: r.ContentType, Title: r.Title, Content: r.Content, HeadingPath: r.HeadingPath,
		Similarity: r.Similarity, Score: r.Score,
	}
	if r.DocumentID != nil {
		p.DocumentID = *r.DocumentID
	}
	if r.Page != nil {
		p.Page = *r.Page
	}
	return p
}
