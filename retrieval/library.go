package retrieval

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
)

// Library holds the documents and FAQs of churches and keeps them embedded. It is safe for concurrent use, on any number
// of nodes.
type Library struct {
	pool     *pgxpool.Pool
	embedder Embedder
	cfg      LibraryConfig
	jobs     *river.Client[pgx.Tx] // only inserts
	metrics  *libraryMetrics
}

// LibraryConfig holds what a Library may be told. What is zero gets the default.
type LibraryConfig struct {
	Extractor  Extractor // default: NewIsolated with its own defaults
	Chunks     ChunkConfig
	BatchTexts int // texts embedded and stored at a time, so lost at most by a crash; default 64
	// ScanLimit is the number of rows from which a church is searched through the approximate index; default 20,000, which
	// takes an exact search some 40 ms (1,000 rows take 2).
	ScanLimit  int
	Logger     *slog.Logger          // default slog.Default()
	Registerer prometheus.Registerer // nil: no metrics
}

// Extractor reads the text of a document. It fails with one of the package's refusals (ErrTooLarge …), or with another
// error when trying again may help.
type Extractor interface {
	Extract(ctx context.Context, mediaType string, content []byte) (Extracted, error)
}

// NewLibrary returns a library on a pool of the app's role.
func NewLibrary(pool *pgxpool.Pool, embedder Embedder, cfg LibraryConfig) (*Library, error) {
	if pool == nil || embedder == nil {
		return nil, errors.New("a library needs a database and an embedder")
	}
	if cfg.Extractor == nil {
		isolated, err := NewIsolated(IsolatedConfig{})
		if err != nil {
			return nil, err
		}
		cfg.Extractor = isolated
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	setDefault(&cfg.BatchTexts, 64)
	setDefault(&cfg.ScanLimit, 20_000)
	jobs, err := river.NewClient(riverpgxv5.New(pool), &river.Config{Logger: cfg.Logger})
	if err != nil {
		return nil, fmt.Errorf("prepare to queue jobs: %w", err)
	}
	l := &Library{pool: pool, embedder: embedder, cfg: cfg, jobs: jobs}
	l.metrics = newLibraryMetrics(cfg.Registerer, l)
	return l, nil
}

// Embedder returns the embedder that the library's rows are made by.
func (l *Library) Embedder() Embedder { return l.embedder }

// ChurchPending is what waits to be done for one church.
type ChurchPending struct {
	ChurchID  uuid.UUID
	Documents int // queued or being ingested
	Rows      int // without an embedding
	Due       int // of Rows, those whose next attempt is due
}

// Pending returns every church for which something waits.
func (l *Library) Pending(ctx context.Context) ([]ChurchPending, error) {
	rows, err := l.pool.Query(ctx, `select organization_id, unfinished_documents, pending_rows, due_rows from pending_knowledge()`)
	if err != nil {
		return nil, fmt.Errorf("look for pending knowledge: %w", err)
	}
	pending, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (p ChurchPending, err error) {
		return p, row.Scan(&p.ChurchID, &p.Documents, &p.Rows, &p.Due)
	})
	if err != nil {
		return nil, fmt.Errorf("look for pending knowledge: %w", err)
	}
	return pending, nil
}

// classifyBatch is how many rows change sides in one statement: each costs some milliseconds in the HNSW index.
const classifyBatch = 200

// Classify moves churches that have grown large to the approximate index, and those that have shrunk back to the exact
// scan. It returns how many rows changed sides.
func (l *Library) Classify(ctx context.Context) (int, error) {
	total := 0
	for {
		var changed int
		if err := l.pool.QueryRow(ctx, `select classify_knowledge($1, $2)`, l.cfg.ScanLimit, classifyBatch).Scan(&changed); err != nil {
			return total, fmt.Errorf("sort churches by size: %w", err)
		}
		total += changed
		if changed == 0 {
			return total, nil
		}
	}
}
