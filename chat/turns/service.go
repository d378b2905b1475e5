package turns

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"
	"golang.org/x/time/rate"

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/alarm"
	"narthex/chat/church"
	"narthex/chat/journal"
	"narthex/chat/live"
	"narthex/chat/model"
	"narthex/chat/safety"
	"narthex/chat/tools"
	"narthex/chat/transcript"
	"narthex/retrieval"
)

// Service takes visitors' messages and answers them: it checks, limits and journals a message, runs the cascade over it
// and records how that ended. Transports only write what it yields.
type Service struct {
	churches   *church.Store
	hub        *live.Hub
	journal    *journal.Journal
	flusher    *journal.Flusher
	active     *journal.ActiveChurches
	drain      *transcript.Drain
	transcript *transcript.Transcript
	memory     *memory
	limiter    *cache.Limiter
	reports    *alarm.Reports
	conduct    *cache.Conduct
	budget     *budget
	tiers      tierList
	embedder   retrieval.Embedder
	embeddings *cache.Embeddings
	searcher   *retrieval.Searcher
	config     Config
	metrics    *metrics
	logger     *slog.Logger
	lookups    *rate.Limiter   // of turns whose church nobody names
	admission  *admission      // of messages, and of turns from dead nodes
	stopping   context.Context // ended when running turns must end too
	stop       context.CancelCauseFunc
}

// Config tunes a Service; zero values get the defaults.
type Config struct {
	PerSession int           // messages a minute from one session; 0 = no limit
	PerAddress int           // messages a minute to one church from one client address; 0 = no limit
	TurnLimit  time.Duration // longest answer, default 2 minutes
	// DailyBudget is what models may cost for a church in a day, in millionths of a US dollar, where it has no budget of its
	// own; 0 = no limit.
	DailyBudget int64
	Prices      *model.Prices // of the models; default the built-in ones
	SpoolDir    string        // where reports of crises wait on disk for Postgres
	MaxTurns    int           // running at once in this process, default 20,000
	Registerer  prometheus.Registerer
	Logger      *slog.Logger
	Now         func() time.Time // default time.Now
}

// lookupRate is how many turns a second are looked for among the active churches. Clients that name the church need none.
const lookupRate = 50

// Parts are what a Service is put together from.
type Parts struct {
	Churches   *church.Store
	Redis      redis.UniversalClient
	Pool       *pgxpool.Pool // the app's role
	Limiter    *cache.Limiter
	Answers    *cache.Answers
	Embeddings *cache.Embeddings
	Embedder   retrieval.Embedder
	Searcher   *retrieval.Searcher
	Model      chat.Model
	Tools      *tools.Registry
	Conduct    *cache.Conduct
	Moderator  *safety.Moderator // nil: visitors' messages are shown to no moderation service
	Spending   *cache.Spending   // nil: one with the usual settings
	Notices    tools.Notifier    // nil: churches are not told what becomes of their budgets
}

// New returns the service. Run must be running for answers to reach Postgres.
func New(parts Parts, config Config) (*Service, error) {
	config, err := config.withDefaults()
	if err != nil {
		return nil, err
	}
	if parts.Spending == nil {
		if parts.Spending, err = cache.NewSpending(parts.Redis, cache.SpendingConfig{Registerer: config.Registerer}); err != nil {
			return nil, err
		}
	}
	safety.Warm() // or the first visitor waits for it
	m, j, hub := newMetrics(config.Registerer), journal.NewJournal(parts.Redis), live.NewHub()
	reports, err := alarm.New(config.SpoolDir, parts.Tools.Requests(), j.Watch, config.Logger, config.Registerer)
	if err != nil {
		return nil, err
	}
	s := &Service{
		churches:   parts.Churches,
		hub:        hub,
		journal:    j,
		flusher:    journal.NewFlusher(j, hub, m.journalErrors),
		active:     journal.NewActiveChurches(j),
		transcript: transcript.NewTranscript(parts.Pool),
		memory:     newMemory(),
		limiter:    parts.Limiter,
		reports:    reports,
		conduct:    parts.Conduct,
		budget:     newBudget(parts, config, m),
		embedder:   parts.Embedder,
		embeddings: parts.Embeddings,
		searcher:   parts.Searcher,
		config:     config,
		metrics:    m,
		logger:     config.Logger,
		lookups:    rate.NewLimiter(lookupRate, lookupRate),
		admission:  newAdmission(),
	}
	s.stopping, s.stop = context.WithCancelCause(context.Background())
	s.drain = transcript.NewDrain(parts.Redis, s.transcript, config.Logger, config.Registerer, s.contest)
	s.tiers = s.newTiers(parts)
	return s, nil
}

// withDefaults returns the settings with the defaults in place of zero values.
func (c Config) withDefaults() (Config, error) {
	c.TurnLimit = cmp.Or(c.TurnLimit, 2*time.Minute)
	if c.TurnLimit >= journal.AnsweredTTL {
		return c, fmt.Errorf("a turn may last %v at most, because it is remembered no longer", journal.AnsweredTTL)
	}
	c.MaxTurns = cmp.Or(c.MaxTurns, 20_000)
	if c.Now == nil {
		c.Now = time.Now
	}
	c.Logger = cmp.Or(c.Logger, slog.Default())
	if c.DailyBudget < 0 {
		return c, errBudget
	}
	var err error
	if c.Prices == nil {
		c.Prices, err = model.NewPrices()
	}
	return c, err
}

// Run does what goes on beside the answers until the context ends: it journals what they say, takes over the turns of dead
// nodes, and moves journaled messages into Postgres. A service runs once.
func (s *Service) Run(ctx context.Context) error {
	defer s.memory.close()
	var work sync.WaitGroup
	defer work.Wait()
	work.Go(func() { s.flusher.Run(ctx) })
	work.Go(func() { s.lookForLapsed(ctx) })
	work.Go(func() { s.reports.Run(ctx) })
	work.Go(func() { s.conduct.Listen(ctx) })
	work.Go(func() { s.budget.Run(ctx) })
	work.Go(func() { s.journal.Stops(ctx, s.stopHere) })
	return s.drain.Run(ctx)
}

// Close refuses new messages from now on; answers under way go on.
func (s *Service) Close() { s.admission.close() }

// Closed is closed when the service refuses new messages: readers who only wait had better go elsewhere.
func (s *Service) Closed() <-chan struct{} { return s.admission.closing }

// Finish waits for the answers under way, and for messages that came before Close. Those that are not done when ctx ends are given to whichever node
// takes them, or, without Redis, told to their visitors as cut off by a restart, and recorded so.
func (s *Service) Finish(ctx context.Context) {
	if !s.admission.wait(ctx) {
		s.stop(errShuttingDown)
		s.admission.wait(context.Background()) // their requests are cancelled; what they still do has deadlines of its own
	}
}

// Closing reports whether new messages are refused.
func (s *Service) Closing() bool { return s.admission.closed() }
