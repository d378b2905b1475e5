package church

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/cache/bounded"
)

// Config of a Store. Zero fields get the defaults given.
type Config struct {
	Embedder    string        // names the embedder now in use; FAQs embedded by another are left out
	MaxBytes    uint64        // memory for churches, roughly; 256 MiB
	LoadTimeout time.Duration // how long a visitor waits for a church to be loaded; 1.5 s
	MaxAge      time.Duration // after which what is cached is looked after, though nothing was announced; 10 min
	Registerer  prometheus.Registerer
	Logger      *slog.Logger
}

const (
	defaultMaxBytes    = 256 << 20
	defaultLoadTimeout = 1500 * time.Millisecond
	defaultMaxAge      = 10 * time.Minute

	// maxLoads bounds the connections that loads take from the pool at once, whatever ids visitors send.
	maxLoads = 8
	// unheardFor is how long what was loaded counts as fresh while no announcements are heard.
	unheardFor = time.Second
	// listedShare is the part of the memory that churches which are only listed have besides: a crawler of the directory must not
	// push out those that people chat with.
	listedShare = 8
	maxAbsent   = 10_000
	maxSlugs    = 100_000
	// retryEvery is the pause between attempts to reach an unreachable database on behalf of churches that can be served
	// as they were, and probeTimeout is how long the one visitor who makes the attempt may wait for it.
	retryEvery   = 2 * time.Second
	probeTimeout = 300 * time.Millisecond
)

// Store keeps the churches that this node serves in memory. Its methods may be called at the same time.
//
// What is cached is fresh while the node hears announcements (see Run), none has named it since it was loaded, and its church has the
// same day as then; without announcements it is fresh for a second. What is not fresh is loaded again before it is served, unless the
// database cannot be reached: then it is served as it was, and only one call every two seconds tries again.
//
// In case of a change that nothing announces (triggers switched off for a repair, say) a church is also loaded again behind the back of
// who asks for it ten minutes after it was loaded. What finds nothing new leaves the snapshot, and what was derived of it. What was
// announced never does: it may be of knowledge that a snapshot does not have.
type Store struct {
	pool    *pgxpool.Pool
	config  Config
	metrics *metrics

	entries bounded.Cache[uuid.UUID, *entry] // churches with a premium record, by weight
	listed  bounded.Cache[uuid.UUID, *entry] // those without, by weight
	absent  bounded.Cache[uuid.UUID, *entry] // ids that no church has, by number
	loads   flights[uuid.UUID, *entry]
	turns   chan struct{}  // holds one token for each load under way
	aged    chan uuid.UUID // to be looked after, see LookAfter
	seed    maphash.Seed

	slugs        bounded.Cache[string, uuid.UUID] // checked against the church it leads to, so it may be outdated
	unknownSlugs bounded.Cache[string, unknownSlug]
	lookups      flights[string, uuid.UUID]

	reference      atomic.Pointer[reference]
	referenceLoads flights[struct{}, *reference]
	reported       bounded.Cache[report, struct{}]

	listening  atomic.Bool
	generation atomic.Uint64 // raised when everything loaded before may have changed
	unknown    atomic.Uint64 // raised when any slug may have become a church's
	heard      atomic.Uint64 // announcements and reconnects so far
	retryAt    atomic.Int64  // Unix nanoseconds before which the database is not tried again for what can be served stale; 0: it is reachable
}

// entry is what is known of one id. directory is nil when no church has it, snapshot when the church has no premium
// record.
type entry struct {
	directory *Directory
	snapshot  *Snapshot
	bytes     uint32
	loadedAt  time.Time
	until     time.Time // when it must be loaded again, whatever is announced
	sum       uint64    // of all that was read

	flight     uint64 // the load that made it
	generation uint64 // Store.generation when that load started
	outdated   atomic.Bool
	waits      atomic.Bool // in Store.aged
}

// NewStore returns a store that reads from the pool as the app's role. Run must be running for changes to be heard.
func NewStore(pool *pgxpool.Pool, config Config) *Store {
	if config.MaxBytes == 0 {
		config.MaxBytes = defaultMaxBytes
	}
	if config.LoadTimeout == 0 {
		config.LoadTimeout = defaultLoadTimeout
	}
	if config.MaxAge == 0 {
		config.MaxAge = defaultMaxAge
	}
	if config.Logger == nil {
		config.Logger = slog.Default()
	}
	weigh := func(_ uuid.UUID, e *entry) uint32 { return e.bytes }
	s := &Store{
		pool:         pool,
		config:       config,
		entries:      bounded.New(bounded.Config[uuid.UUID, *entry]{MostWeight: config.MaxBytes, Weigh: weigh}),
		listed:       bounded.New(bounded.Config[uuid.UUID, *entry]{MostWeight: config.MaxBytes / listedShare, Weigh: weigh}),
		aged:         make(chan uuid.UUID, maxAged),
		seed:         maphash.MakeSeed(),
		absent:       bounded.New(bounded.Config[uuid.UUID, *entry]{Most: maxAbsent}),
		turns:        make(chan struct{}, maxLoads),
		slugs:        bounded.New(bounded.Config[string, uuid.UUID]{Most: maxSlugs}),
		unknownSlugs: bounded.New(bounded.Config[string, unknownSlug]{Most: maxAbsent}),
		reported:     bounded.New(bounded.Config[report, struct{}]{Most: maxReports}),
	}
	s.metrics = newMetrics(s, config.Registerer)
	return s
}

// ByID returns the church's snapshot. The error is ErrNotFound, ErrNotSubscribed, ErrUnavailable, the cause of ctx, or
// what the database said. With a context that carries an overlay of the church it is read as it would be, by this call.
func (s *Store) ByID(ctx context.Context, id uuid.UUID) (*Snapshot, error) {
	if o := overlayOf(ctx, id); o != nil {
		return s.overlaid(ctx, o)
	}
	e, err := s.entry(ctx, id)
	if err != nil {
		return nil, err
	}
	return e.subscribed()
}

// BySlug returns the snapshot of the church with the slug; errors as of ByID.
func (s *Store) BySlug(ctx context.Context, slug string) (*Snapshot, error) {
	e, err := s.entryBySlug(ctx, slug)
	if err != nil {
		return nil, err
	}
	return e.subscribed()
}

// Directory returns the directory's facts of the church with the slug, subscribed or not.
func (s *Store) Directory(ctx context.Context, slug string) (*Directory, error) {
	e, err := s.entryBySlug(ctx, slug)
	if err != nil {
		return nil, err
	}
	return e.directory, nil
}

func (e *entry) subscribed() (*Snapshot, error) {
	switch {
	case e.snapshot != nil:
		return e.snapshot, nil
	case e.directory != nil:
		return nil, ErrNotSubscribed
	default:
		return nil, ErrNotFound
	}
}

func (s *Store) entry(ctx context.Context, id uuid.UUID) (*entry, error) {
	for _, cache := range s.caches() {
		e, ok := cache.Get(id)
		if !ok {
			continue
		}
		fresh, aged := s.freshness(e)
		if !fresh {
			return s.refresh(ctx, id, e)
		}
		if aged {
			s.lookAfterSoon(id, e)
		}
		return e, nil
	}
	return s.load(ctx, id, s.config.LoadTimeout)
}

// caches are where an id may be, in the order in which to look.
func (s *Store) caches() [3]bounded.Cache[uuid.UUID, *entry] {
	return [...]bounded.Cache[uuid.UUID, *entry]{s.entries, s.listed, s.absent}
}

// cacheOf is where an entry belongs.
func (s *Store) cacheOf(e *entry) bounded.Cache[uuid.UUID, *entry] {
	switch {
	case e.snapshot != nil:
		return s.entries
	case e.directory != nil:
		return s.listed
	}
	return s.absent
}

func (s *Store) peek(id uuid.UUID) *entry {
	for _, cache := range s.caches() {
		if e, ok := cache.Peek(id); ok {
			return e
		}
	}
	return nil
}

// refresh loads the church again, and falls back on what is known of it.
func (s *Store) refresh(ctx context.Context, id uuid.UUID, known *entry) (*entry, error) {
	timeout, try := s.mayTry()
	if !try {
		s.metrics.staleServed.Inc()
		return known, nil
	}
	e, err := s.load(ctx, id, timeout)
	switch {
	case err == nil:
		return e, nil
	case ctx.Err() != nil:
		return nil, err
	case !errors.Is(err, ErrUnavailable):
		s.config.Logger.ErrorContext(ctx, "church not refreshed, serving it as it was", "church", id, "err", err)
	}
	s.metrics.staleServed.Inc()
	return known, nil
}

// mayTry says whether to ask the database for the sake of something that could be served stale, and for how long.
func (s *Store) mayTry() (timeout time.Duration, try bool) {
	retryAt := s.retryAt.Load()
	if retryAt == 0 {
		return s.config.LoadTimeout, true
	}
	now := time.Now()
	if now.UnixNano() < retryAt {
		return 0, false
	}
	return min(probeTimeout, s.config.LoadTimeout), s.retryAt.CompareAndSwap(retryAt, now.Add(retryEvery).UnixNano())
}

// load reads the church from the database and caches it.
func (s *Store) load(ctx context.Context, id uuid.UUID, timeout time.Duration) (*entry, error) {
	if id == uuid.Nil {
		return nil, ErrNotFound
	}
	return s.loads.do(ctx, id, func(flight uint64) (*entry, error) {
		generation := s.generation.Load()
		began := time.Now()
		var e *entry
		err := s.ask(ctx, timeout, func(ctx context.Context) (err error) {
			e, err = s.read(ctx, id)
			return err
		})
		s.metrics.loadSeconds.Observe(time.Since(began).Seconds())
		s.metrics.loads.WithLabelValues(outcome(e, err)).Inc()
		if err != nil {
			return nil, fmt.Errorf("load church %s: %w", id, err)
		}
		e.flight, e.generation = flight, generation
		return e, nil
	}, func(e *entry, overtaken bool) { s.keep(id, e, overtaken) })
}

func outcome(e *entry, err error) string {
	switch {
	case errors.Is(err, ErrUnavailable):
		return outcomeUnavailable
	case err != nil:
		return outcomeFailed
	case e.directory == nil:
		return outcomeNotFound
	case e.snapshot == nil:
		return outcomeNotSubscribed
	default:
		return outcomeLoaded
	}
}

// keep caches what a load found. An overtaken load is kept as outdated, to be served should the database go away, but
// not in place of what a later load found.
//
// What found nothing new leaves what is known as it is, with all that was derived of it.
func (s *Store) keep(id uuid.UUID, e *entry, overtaken bool) {
	present := s.peek(id)
	if overtaken {
		e.outdated.Store(true)
		if present != nil && present.flight > e.flight {
			return
		}
	}
	if present != nil && present.unannounced(e) && present.sum == e.sum {
		e.directory, e.snapshot = present.directory, present.snapshot
	}
	own := s.cacheOf(e)
	for _, cache := range s.caches() {
		if cache != own {
			cache.Drop(id)
		}
	}
	own.Set(id, e)
	if e.directory != nil {
		s.slugs.Set(e.directory.Slug, id)
	}
}

// unannounced reports whether nothing was announced between an entry and a later one of the same day. What was announced may be of
// what no load reads, and others keep for as long as the snapshot is the same: the passages that a church has stored.
func (e *entry) unannounced(later *entry) bool {
	return !e.outdated.Load() && e.generation == later.generation && e.until.Equal(later.until)
}

func (s *Store) entryBySlug(ctx context.Context, slug string) (*entry, error) {
	if id, ok := s.slugs.Get(slug); ok {
		e, err := s.entry(ctx, id)
		if err != nil || e.directory != nil && e.directory.Slug == slug {
			return e, err
		}
		s.slugs.Drop(slug) // renamed or gone: another church may have the slug now
	}
	id, err := s.lookUp(ctx, slug)
	if err != nil {
		return nil, err
	}
	e, err := s.entry(ctx, id)
	if err != nil {
		return nil, err
	}
	if e.directory == nil || e.directory.Slug != slug {
		return nil, ErrNotFound // renamed at this very moment
	}
	return e, nil
}

// lookUp finds the church that has the slug.
func (s *Store) lookUp(ctx context.Context, slug string) (uuid.UUID, error) {
	if !possibleSlug(slug) {
		return uuid.Nil, ErrNotFound
	}
	if s.isUnknown(slug) {
		return uuid.Nil, ErrNotFound
	}
	id, err := s.lookups.do(ctx, slug, func(uint64) (id uuid.UUID, err error) {
		err = s.ask(ctx, s.config.LoadTimeout, func(ctx context.Context) error {
			id, err = readSlug(ctx, s.pool, slug)
			return err
		})
		return id, err
	}, func(id uuid.UUID, overtaken bool) {
		if id == uuid.Nil && !overtaken {
			s.unknownSlugs.Set(strings.Clone(slug), unknownSlug{generation: s.unknown.Load(), since: time.Now()})
		}
	})
	if err != nil {
		return uuid.Nil, fmt.Errorf("look up church %q: %w", slug, err)
	}
	if id == uuid.Nil {
		return uuid.Nil, ErrNotFound
	}
	return id, nil
}

// isUnknown reports whether no church has the slug, as far as was heard since it was looked for.
func (s *Store) isUnknown(slug string) bool {
	unknown, ok := s.unknownSlugs.Get(slug)
	if !ok || unknown.generation != s.unknown.Load() {
		return false
	}
	return time.Since(unknown.since) < s.knownFor(s.config.MaxAge)
}
