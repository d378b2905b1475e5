package church_test

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pgvector/pgvector-go"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat/church"
	"narthex/migrations/pgtest"
)

const embedder = "test-embedder"

// patient bounds waits, those for a load too where a test is about something else, and must not fail on a busy machine.
const patient = 30 * time.Second

// fixture is a migrated database with the lenses that tests speak of, and no church.
type fixture struct {
	*pgtest.DB
	t testing.TB
}

func setup(t testing.TB) *fixture {
	t.Helper()
	f := &fixture{DB: pgtest.New(t), t: t}
	f.exec(`
		insert into theological_lenses (id, slug, name, description, vocabulary) values
		(4, 'catholic', 'Catholic', 'In communion with Rome.', '[{"term": "Mass", "gloss": "the Eucharistic liturgy", "instead_of": "service"}]'),
		(10, 'christocentric', 'Christocentric', 'Christ first.', '[{"term": "grace", "gloss": "unearned favour"}]'),
		(12, 'baptist', 'Baptist', 'Believers'' baptism.', '[]')`)
	f.exec(`
		insert into theological_contradictions (lens_id, topic, position, forbidden_terms) values
		(4, 'saints', 'We ask the saints to pray with us.', '{saint worship}'),
		(4, 'eucharist', 'Christ is truly present.', '{mere symbol,just bread}'),
		(10, 'salvation', 'Salvation is found in Christ.', '{karma}')`)
	f.exec(`insert into church_families (key, name, position, lens_id) values ('catholic', 'Catholic', 1, 4), ('baptist', 'Baptist', 2, 12)`)
	f.exec(`
		insert into denominations (key, family_key, name, lens_id) values
		('roman_catholic', 'catholic', 'Roman Catholic', 4), ('southern_baptist', 'baptist', 'Southern Baptist', 12)`)
	return f
}

// exec runs a statement as the owner, as a hand at psql would.
func (f *fixture) exec(sql string, args ...any) {
	f.t.Helper()
	if _, err := f.Admin.Exec(f.t.Context(), sql, args...); err != nil {
		f.t.Fatalf("%s: %v", sql, err)
	}
}

// church adds a church to the directory.
func (f *fixture) church(slug string) uuid.UUID {
	f.t.Helper()
	id := uuid.Must(uuid.NewV7())
	f.exec(`insert into churches (id, slug, name, timezone) values ($1, $2, $3, 'America/Chicago')`, id, slug, "Church "+slug)
	return id
}

// subscriber adds a church with a premium record.
func (f *fixture) subscriber(slug, plan string) uuid.UUID {
	f.t.Helper()
	id := f.church(slug)
	f.exec(`
		insert into premium_churches (church_id, plan, channel, chatbot_enabled, chatbot_agent_id)
		values ($1, $2, split_part($2, '_', 2), true, $1)`, id, plan)
	return id
}

func (f *fixture) faq(churchID uuid.UUID, question, metadata string) uuid.UUID {
	f.t.Helper()
	id := uuid.Must(uuid.NewV7())
	f.exec(`
		insert into unified_rag_content (id, organization_id, content_type, title, content, metadata, embedding, question_embedding)
		values ($1, $2, 'faq', $3, 'Answer to ' || $3, $4, $5, $5)`, id, churchID, question, metadata, vector(0.5))
	return id
}

func vector(first float32) pgvector.Vector {
	values := make([]float32, 1536)
	values[0], values[1535] = first, -1
	return pgvector.NewVector(values)
}

// store is a Store under test with its metrics.
type store struct {
	*church.Store
	t       testing.TB
	metrics *prometheus.Registry
}

// newStore returns a store that nothing announces changes to.
func newStore(t testing.TB, pool *pgxpool.Pool, config church.Config) *store {
	config.Embedder = embedder
	config.LoadTimeout = cmp.Or(config.LoadTimeout, patient)
	registry := prometheus.NewRegistry()
	config.Registerer = registry
	config.Logger = slog.New(slog.NewTextHandler(io.Discard, nil))
	return &store{Store: church.NewStore(pool, config), t: t, metrics: registry}
}

// listen runs the store until the test ends, and returns when it hears announcements.
func (s *store) listen() *store {
	s.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx) }()
	go func() { done <- s.LookAfter(ctx) }()
	s.t.Cleanup(func() {
		cancel()
		for range 2 {
			if err := <-done; err != nil {
				s.t.Errorf("Run: %v", err)
			}
		}
	})
	s.eventually("the store listens", s.Listening)
	return s
}

func (s *store) snapshot(id uuid.UUID) *church.Snapshot {
	s.t.Helper()
	snapshot, err := s.ByID(s.t.Context(), id)
	if err != nil {
		s.t.Fatalf("ByID: %v", err)
	}
	return snapshot
}

func (s *store) expectByID(id uuid.UUID, want error) {
	s.t.Helper()
	if _, err := s.ByID(s.t.Context(), id); !errors.Is(err, want) {
		s.t.Errorf("ByID: %v; want %v", err, want)
	}
}

func (s *store) expectBySlug(slug string, want error) {
	s.t.Helper()
	if _, err := s.BySlug(s.t.Context(), slug); !errors.Is(err, want) {
		s.t.Errorf("BySlug(%q): %v; want %v", slug, err, want)
	}
}

// metric returns the sum of a metric's series that have the label value, all series when it is empty.
func (s *store) metric(name, label string) float64 {
	s.t.Helper()
	families, err := s.metrics.Gather()
	if err != nil {
		s.t.Fatal(err)
	}
	var sum float64
	for _, family := range families {
		if family.GetName() != name {
			continue
		}
		for _, series := range family.GetMetric() {
			matches := label == ""
			for _, pair := range series.GetLabel() {
				matches = matches || pair.GetValue() == label
			}
			if matches {
				sum += series.GetCounter().GetValue() + series.GetGauge().GetValue() + float64(series.GetHistogram().GetSampleCount())
			}
		}
	}
	return sum
}

func (s *store) loads() float64 { return s.metric("narthex_church_snapshot_loads_total", "") }

// eventually waits for what happens outside this process, which no channel can tell of.
func (s *store) eventually(what string, holds func() bool) time.Duration {
	s.t.Helper()
	began := time.Now()
	for !holds() {
		if time.Since(began) > patient {
			s.t.Fatalf("not within %v: %s", patient, what)
		}
		time.Sleep(time.Millisecond)
	}
	return time.Since(began)
}

// tracer counts what goes to the database.
type tracer struct{ queries, batches atomic.Int64 }

func (c *tracer) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	c.queries.Add(1)
	return ctx
}
func (c *tracer) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	c.batches.Add(1)
	return ctx
}
func (c *tracer) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData)     {}
func (c *tracer) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}
func (c *tracer) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData)     {}

func (f *fixture) tracedPool() (*pgxpool.Pool, *tracer) {
	f.t.Helper()
	config, err := pgxpool.ParseConfig(f.URL)
	if err != nil {
		f.t.Fatal(err)
	}
	counts := &tracer{}
	config.ConnConfig.Tracer = counts
	pool, err := pgxpool.NewWithConfig(f.t.Context(), config)
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(pool.Close)
	return pool, counts
}
