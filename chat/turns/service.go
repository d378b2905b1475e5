package turns

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
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
	"narthex/chat/tier"
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
	scribe     *journal.Flusher
	active     *journal.ActiveChurches
	drain      *transcript.Drain
	transcript *transcript.Transcript
	memory     *memory
	limiter    *cache.Limiter
	reports    *alarm.Reports
	conduct    *cache.Conduct
	budget     *budget
	gates      *chat.Cascade // what comes before all tiers, whatever the question
	atOnce     *chat.Cascade // these, and the tiers that answer from memory alone
	cascade    *chat.Cascade // all
	afterwards *chat.Cascade // the others
	embedder   retrieval.Embedder
	embeddings *cache.Embeddings
	searcher   *retrieval.Searcher
	config     Config
	metrics    *metrics
	logger     *slog.Logger
	lookups    *rate.Limiter // of turns whose church nobody names
	closing    atomic.Bool
	closed     chan struct{}
	turns      sync.RWMutex    // held for reading by every running turn
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

// NewService wires the cascade and returns the service. Run must be running for answers to reach Postgres.
func New(parts Parts, config Config) (*Service, error) {
	if config.TurnLimit == 0 {
		config.TurnLimit = 2 * time.Minute
	}
	if config.TurnLimit >= journal.AnsweredTTL {
		return nil, fmt.Errorf("a turn may last %v at most, because it is remembered no longer", journal.AnsweredTTL)
	}
	if config.MaxTurns == 0 {
		config.MaxTurns = 20_000
	}
	if config.Now == nil {
		config.Now = time.Now
	}
	if config.Logger == nil {
		config.Logger = slog.Default()
	}
	if config.DailyBudget < 0 {
		return nil, errBudget
	}
	if config.Prices == nil {
		prices, err := model.NewPrices()
		if err != nil {
			return nil, err
		}
		config.Prices = prices
	}
	m := newMetrics(config.Registerer)
	s := &Service{
		churches: parts.Churches, hub: live.NewHub(), lookups: rate.NewLimiter(lookupRate, lookupRate), journal: journal.NewJournal(parts.Redis), closed: make(chan struct{}), transcript: transcript.NewTranscript(parts.Pool), limiter: parts.Limiter,
		embedder: parts.Embedder, embeddings: parts.Embeddings, searcher: parts.Searcher,
		conduct: parts.Conduct, memory: newMemory(), config: config, metrics: m, logger: config.Logger,
	}
	var err error
	if parts.Spending == nil {
		if parts.Spending, err = cache.NewSpending(parts.Redis, cache.SpendingConfig{Registerer: config.Registerer}); err != nil {
			return nil, err
		}
	}
	s.budget = &budget{
		spending: parts.Spending, usual: config.DailyBudget, pool: parts.Pool, notices: parts.Notices, now: config.Now,
		metrics: m, logger: config.Logger, marked: make(map[uuid.UUID]mark),
	}
	s.stopping, s.stop = context.WithCancelCause(context.Background())
	s.scribe = journal.NewFlusher(s.journal, s.hub, config.Logger, m.journalErrors)
	s.active = journal.NewActiveChurches(s.journal)
	s.drain = transcript.NewDrain(parts.Redis, s.transcript, config.Logger, config.Registerer, s.contest)
	safety.Warm() // or the first visitor waits for it
	if s.reports, err = alarm.New(config.SpoolDir, parts.Tools.Requests(), s.journal.Watch, config.Logger, config.Registerer); err != nil {
		return nil, err
	}
	thresholds := retrieval.ThresholdsFor(parts.Embedder.Name())
	answers := tier.NewCache(parts.Answers, parts.Embedder.Name(), parts.Churches, parts.Redis)
	author := &tier.Author{Model: parts.Model, Tools: parts.Tools, Remember: s.rememberIn(answers), OnPrompt: m.observePrompt, OnHit: func(turn *chat.Turn, hit *safety.Hit) {
		m.guarded.WithLabelValues(turn.Lens.Lens.Slug, string(hit.Kind)).Inc()
	}}
	failed := func(tier string) { m.tierErrors.WithLabelValues(tier).Inc() }
	passage, full := chat.Step{Name: "3", Tier: tier.NewPassage(author, thresholds)}, chat.Step{Name: "4", Tier: tier.NewModel(author, thresholds)}
	cached := chat.Step{Name: "2", Tier: answers}
	gates := []chat.Step{
		{Name: "crisis", Tier: tier.NewCrisis(s.lately, s.reports.Tell)},
		{Name: "conduct", Tier: tier.NewCooling(parts.Conduct, s.watched)},
	}
	atOnce := append(slices.Clip(gates), chat.Step{Name: "agent", Tier: tier.Agent{}}, chat.Step{Name: "0", Tier: tier.Facts{}})
	afterwards := []chat.Step{{Name: "conduct", Tier: tier.NewConduct(parts.Conduct)}}
	if parts.Moderator != nil {
		afterwards = append(afterwards, chat.Step{Name: "moderation", Tier: tier.NewModeration(parts.Moderator, parts.Conduct, s.foundLate)})
	}
	afterwards = append(afterwards,
		chat.Step{Name: "1", Tier: tier.NewFAQ(thresholds)},
		cached,
		// Once more, with all that was said before, wherever that was: it is looked up from here on in any case.
		chat.Step{Name: "crisis", Tier: tier.NewCrisis(tier.EarlierMessages, s.foundLate)},
		chat.Step{Name: "budget", Tier: tier.NewBudget(author, s.budget.left, m.budgetRefused.Inc)},
		chat.Step{Name: "generate", Tier: tier.NewSingleFlight(s.hub,
			chat.NewCascade(config.Logger, failed, passage, full), chat.NewCascade(config.Logger, failed, cached, passage, full), m.shared.Inc)},
	)
	s.gates = chat.NewCascade(config.Logger, failed, gates...)
	s.atOnce = chat.NewCascade(config.Logger, failed, atOnce...)
	s.afterwards = chat.NewCascade(config.Logger, failed, afterwards...)
	s.cascade = chat.NewCascade(config.Logger, failed, slices.Concat(atOnce, afterwards)...)
	return s, nil
}

func (s *Service) rememberIn(answers *tier.Cache) func(context.Context, *chat.Turn, cache.Answer) {
	return func(ctx context.Context, turn *chat.Turn, answer cache.Answer) {
		defer turn.Stage("remember")()
		if err := answers.Remember(ctx, turn, answer); err != nil {
			s.logger.WarnContext(ctx, "an answer could not be cached", "church", turn.Church.ID, "turn", turn.ID, "error", err)
		}
	}
}

// cascadeFor leaves out the tiers that a turn has been through.
func (s *Service) cascadeFor(turn *chat.Turn) *chat.Cascade {
	if turn.AskedAtOnce {
		return s.afterwards
	}
	return s.cascade
}

// Run does what goes on beside the answers until the context ends: it journals what they say, takes over the turns of dead
// nodes, and moves journaled messages into Postgres. A service runs once.
func (s *Service) Run(ctx context.Context) error {
	defer s.memory.close()
	var work sync.WaitGroup
	defer work.Wait()
	work.Go(func() { s.scribe.Run(ctx) })
	work.Go(func() { s.watch(ctx) })
	work.Go(func() { s.reports.Run(ctx) })
	work.Go(func() { s.conduct.Listen(ctx) })
	work.Go(func() { s.budget.Run(ctx) })
	work.Go(func() { s.journal.Stops(ctx, s.stopHere) })
	return s.drain.Run(ctx)
}

// stopHere stops a turn that runs in this process. Whoever announced it has checked the right to it.
func (s *Service) stopHere(churchID, turn uuid.UUID) {
	if r, ok := s.hub.ByID(turn); ok && r.Ref.Church == churchID {
		r.Cancel(live.ErrStopped)
	}
}

// Close refuses new messages from now on; answers under way go on.
func (s *Service) Close() {
	if !s.closing.Swap(true) {
		close(s.closed)
	}
}

// Closed is closed when the service refuses new messages: readers who only wait had better go elsewhere.
func (s *Service) Closed() <-chan struct{} { return s.closed }

// Finish waits for the answers under way, after Close. Those that are not done when ctx ends are given to whichever node
// takes them, or, without Redis, told to their visitors as cut off by a restart, and recorded so.
func (s *Service) Finish(ctx context.Context) {
	ended := make(chan struct{})
	go func() {
		s.turns.Lock() // when the last turn has let go
		defer s.turns.Unlock()
		close(ended)
	}()
	select {
	case <-ended:
	case <-ctx.Done():
		s.stop(errShuttingDown)
		<-ended // their requests are cancelled; what they still do has deadlines of its own
	}
}

// Closing reports whether new messages are refused.
func (s *Service) Closing() bool { return s.closing.Load() }

// embedLimit bounds the embedding of a question, retries included: the full model can answer without.
const embedLimit = 3 * time.Second

// embed asks the embedding cache, then the embedder. A cache that is down costs the embedder a request, nothing else.
func (s *Service) embed(ctx context.Context, turn *chat.Turn, text string) ([]float32, error) {
	churchID, name := turn.Church.ID, s.embedder.Name()
	if vector, ok, err := s.embeddings.Get(ctx, churchID, name, text); err == nil && ok {
		return vector, nil
	}
	ctx, cancel := context.WithTimeout(ctx, embedLimit)
	defer cancel()
	vectors, err := s.embedder.Embed(ctx, []string{text})
	if err != nil {
		return nil, fmt.Errorf("embed the question: %w", err)
	}
	turn.Cost.AddText(strings.TrimPrefix(name, "openai:"), text)
	if err := s.embeddings.Put(ctx, churchID, name, text, vectors[0]); err != nil {
		s.logger.DebugContext(ctx, "an embedding could not be cached", "error", err)
	}
	return vectors[0], nil
}

// history is what the server knows of the session before this turn; what the client claims was said counts only where it
// knows nothing. Postgres may be a moment behind this node's memory, and this node may have missed what others answered.
func (s *Service) history(ctx context.Context, req *chat.Request, current uuid.UUID) []chat.HistoryItem {
	ctx, cancel := context.WithTimeout(ctx, recentTimeout)
	defer cancel()
	records, err := s.transcript.Recent(ctx, req.ChurchID, req.SessionID, chat.MaxHistoryInPrompt+1) // one may be this turn's
	if err != nil {
		s.logger.WarnContext(ctx, "a conversation's past could not be read", "church", req.ChurchID, "error", err)
	}
	records = append(records, s.memory.conversation(req.ChurchID, req.SessionID)...)
	slices.SortStableFunc(records, func(a, b chat.Record) int {
		return cmp.Or(a.At.Compare(b.At), -strings.Compare(a.Role, b.Role)) // a question before its answer
	})
	items := make([]chat.HistoryItem, 0, len(records))
	seen := make(map[uuid.UUID]bool, len(records))
	for _, r := range records {
		if r.TurnID != current && !seen[r.ID] && r.Content != "" {
			seen[r.ID] = true
			items = append(items, chat.HistoryItem{Role: r.Role, Content: r.Content})
		}
	}
	if len(items) == 0 {
		return req.History
	}
	return items[max(0, len(items)-chat.MaxHistoryInPrompt):]
}
