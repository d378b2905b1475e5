package knowledge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"narthex/retrieval"
	"narthex/retrieval/chunk"
	"narthex/retrieval/extract"
)

// Library holds the documents and FAQs of churches and keeps them embedded. It is safe for concurrent use, on any number
// of nodes.
type Library struct {
	pool     *pgxpool.Pool
	embedder retrieval.Embedder
	cfg      Config
	jobs     *river.Client[pgx.Tx] // only inserts
	metrics  *libraryMetrics
}

// Config holds what a Library may be told. What is zero gets the default.
type Config struct {
	Extractor  Extractor // default: extract.NewIsolated with its own defaults
	Chunks     chunk.Config
	BatchTexts int // texts embedded and stored at a time, so lost at most by a crash; default 64
	// ScanLimit is the number of rows from which a church is searched through the approximate index; default 20,000, which
	// takes an exact search some 40 ms (1,000 rows take 2).
	ScanLimit  int
	Logger     *slog.Logger          // default slog.Default()
	Registerer prometheus.Registerer // nil: no metrics
}

// Extractor reads the text of a document. It fails with an *extract.Refusal, or with another error when trying again may
// help.
type Extractor interface {
	Extract(ctx context.Context, mediaType string, content []byte) (extract.Text, error)
}

// NewLibrary returns a library on a pool of the app's role.
func NewLibrary(pool *pgxpool.Pool, embedder retrieval.Embedder, cfg Config) (*Library, error) {
	if pool == nil || embedder == nil {
		return nil, errors.New("a library needs a database and an embedder")
	}
	if cfg.Extractor == nil {
		isolated, err := extract.NewIsolated(extract.IsolatedConfig{})
		if err != nil {
			return nil, err
		}
		cfg.Extractor = isolated
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	cfg.BatchTexts = cmp.Or(cfg.BatchTexts, 64)
	cfg.ScanLimit = cmp.Or(cfg.ScanLimit, 20_000)
	jobs, err := river.NewClient(riverpgxv5.New(pool), &river.Config{Logger: cfg.Logger})
	if err != nil {
		return nil, fmt.Errorf("prepare to queue jobs: %w", err)
	}
	l := &Library{pool: pool, embedder: embedder, cfg: cfg, jobs: jobs, metrics: newLibraryMetrics(cfg.Registerer)}
	if cfg.Registerer != nil {
		cfg.Registerer.MustRegister(&pendingCollector{library: l})
	}
	return l, nil
}
