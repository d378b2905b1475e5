package chat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
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

	"narthex/cache"
	"narthex/chat/church"
	"narthex/retrieval"
)

// Service takes visitors' messages and answers them: it checks, limits and journals a message, runs the cascade over it
// and records how that ended. Transports only write what it yields.
type Service struct {
	churches   *church.Store
	journal    *Journal
	drain      *Drain
	transcript *Transcript
	memory     *memory
	limiter    *cache.Limiter
	cascade    *Cascade
	embedder   retrieval.Embedder
	embeddings *cache.Embeddings
	searcher   *retrieval.Searcher
	config     Config
	metrics    *metrics
	logger     *slog.Logger
	closing    atomic.Bool
	turns      sync.RWMutex    // held for reading by every running turn
	stopping   context.Context // ended when running turns must end too
	stop       context.CancelCauseFunc
}

// Config tunes a Service; zero values get the defaults.
type Config struct {
	PerSession int           // messages a minute from one session; 0 = no limit
	PerAddress int           // messages a minute to one church from one client address; 0 = no limit
	TurnLimit  time.Duration // longest answer, default 2 minutes
	Registerer prometheus.Registerer
	Logger     *slog.Logger
	Now        func() time.Time // default time.Now
}

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
	Model      Model
}

// NewService wires the cascade and returns the service. Run must be running for answers to reach Postgres.
func NewService(parts Parts, config Config) (*Service, error) {
	if config.TurnLimit == 0 {
		config.TurnLimit = 2 * time.Minute
	}
	if config.TurnLimit >= runningTTL {
		return nil, fmt.Errorf("a turn may last %v at most, because a message can be asked again after %v", runningTTL, runningTTL)
	}
	if config.Now == nil {
		config.Now = time.Now
	}
	if config.Logger == nil {
		config.Logger = slog.Default()
	}
	m := newMetrics(config.Registerer)
	s := &Service{
		churches: parts.Churches, journal: NewJournal(parts.Redis), transcript: NewTranscript(parts.Pool), limiter: parts.Limiter,
		embedder: parts.Embedder, embeddings: parts.Embeddings, searcher: parts.Searcher,
		memory: newMemory(), config: config, metrics: m, logger: config.Logger,
	}
	s.stopping, s.stop = context.WithCancelCause(context.Background())
	s.drain = newDrain(parts.Redis, s.transcript, config.Logger, m)
	thresholds := retrieval.ThresholdsFor(parts.Embedder.Name())
	answers := NewCacheTier(parts.Answers, parts.Embedder.Name(), parts.Churches, parts.Redis)
	remember := s.rememberIn(answers)
	s.cascade = NewCascade(config.Logger,
		func(tier Tier, _ error) { m.tierErrors.WithLabelValues(tierName(tier)).Inc() },
		AgentCheck{},
		FactsTier{},
		NewFAQTier(thresholds),
		answers,
		NewPassageTier(parts.Model, thresholds, remember),
		NewModelTier(parts.Model, thresholds, remember),
	)
	return s, nil
}

func tierName(tier Tier) string {
	switch tier.(type) {
	case AgentCheck:
		return "agent"
	case FactsTier:
		return "0"
	case *FAQTier:
		return "1"
	case *CacheTier:
		return "2"
	case *PassageTier:
		return "3"
	case *ModelTier:
		return "4"
	}
	return "other"
}

func (s *Service) rememberIn(answers *CacheTier) func(context.Context, *Turn, Answered) {
	return func(ctx context.Context, turn *Turn, answer Answered) {
		defer turn.Stage("remember")()
		if err := answers.Remember(ctx, turn, answer); err != nil {
			s.logger.WarnContext(ctx, "an answer could not be cached", "church", turn.Church.ID, "turn", turn.ID, "error", err)
		}
	}
}

// Run moves journaled messages into Postgres until the context ends. A service runs once.
func (s *Service) Run(ctx context.Context) error {
	defer s.memory.close()
	return s.drain.Run(ctx)
}

// Close refuses new messages from now on; answers under way go on.
func (s *Service) Close() { s.closing.Store(true) }

// Finish waits for the answers under way, after Close. Those that are not done when ctx ends are told to their visitors as
// cut off by a restart, and recorded so.
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

// Ask accepts a message and returns the events of its answer, from start to done or error. The answer is generated while
// the caller ranges; to break off is to stop it. A message that was sent before gets the answer it got. The error is
// always a *Problem, and then nothing was accepted.
func (s *Service) Ask(ctx context.Context, req *Request, address string) (iter.Seq[Event], error) {
	events, err := s.ask(ctx, req, address)
	if problem, ok := errors.AsType[*Problem](err); ok {
		s.metrics.refusals.WithLabelValues(problem.Code()).Inc()
	}
	return events, err
}

func (s *Service) ask(ctx context.Context, req *Request, address string) (iter.Seq[Event], error) {
	received := s.config.Now()
	if s.closing.Load() {
		return nil, ErrShuttingDown
	}
	snapshot, err := s.served(ctx, req.ChurchID, received)
	if err != nil {
		return nil, err
	}
	if err := s.limit(ctx, req, address); err != nil {
		return nil, err
	}
	turn := s.newTurn(ctx, req, snapshot, received)
	question := questionRecord(turn)
	known, answer, err := s.accept(ctx, question)
	if err != nil {
		return nil, err
	}
	if known && answer == nil {
		return nil, ErrTurnInProgress
	}
	if known {
		return s.replay(turn, answer), nil
	}
	return s.answer(ctx, turn, question), nil
}

// served returns the church if visitors may chat with it.
func (s *Service) served(ctx context.Context, churchID uuid.UUID, now time.Time) (*church.Snapshot, error) {
	snapshot, err := s.churches.ByID(ctx, churchID)
	switch {
	case errors.Is(err, church.ErrNotFound):
		return nil, ErrChurchNotFound
	case errors.Is(err, church.ErrNotSubscribed):
		return nil, ErrChatNotEnabled
	case err != nil:
		return nil, ErrUnavailable.because(err)
	case !snapshot.Served(now):
		return nil, ErrChatNotEnabled
	}
	return snapshot, nil
}

func (s *Service) limit(ctx context.Context, req *Request, address string) error {
	for _, limit := range []struct {
		kind, key string
		perMinute int
	}{
		{"session", req.SessionID.String(), s.config.PerSession},
		{"address", address, s.config.PerAddress},
	} {
		decision, err := s.limiter.Allow(ctx, req.ChurchID, limit.kind, limit.key, limit.perMinute)
		if err != nil {
			return ErrUnavailable.because(err)
		}
		if !decision.Allowed {
			return ErrRateLimited.after(decision.RetryAfter)
		}
	}
	return nil
}

// accept makes the question durable: in the journal, or in Postgres while Redis is down.
func (s *Service) accept(ctx context.Context, question Record) (known bool, answer *Record, err error) {
	known, answer, err = s.journal.Accept(ctx, question)
	if err == nil {
		if !known {
			s.drain.Note(question.ChurchID)
		}
		return known, answer, nil
	}
	s.metrics.fallbacks.WithLabelValues("postgres").Inc()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainLimit)
	defer cancel()
	asked, answer, pgErr := s.transcript.Turn(ctx, question.ChurchID, question.TurnID)
	// A question without an answer for longer than a turn can last was left by a node that died: it is asked anew.
	known = answer != nil || !asked.IsZero() && s.config.Now().Sub(asked) < runningTTL
	if pgErr == nil && !known {
		pgErr = s.transcript.Store(ctx, question.ChurchID, []Record{question})
	}
	if pgErr != nil {
		return false, nil, ErrUnavailable.because(errors.Join(err, pgErr))
	}
	return known, answer, nil
}

// finish records the end of a turn wherever there is room: the journal, Postgres, or memory until Postgres is back.
func (s *Service) finish(ctx context.Context, answer Record) {
	err := s.journal.Finish(ctx, answer)
	if err == nil {
		s.drain.Note(answer.ChurchID)
		return
	}
	s.metrics.fallbacks.WithLabelValues("memory").Inc()
	if !s.drain.Hold(answer) {
		s.logger.ErrorContext(ctx, "an answer could not be recorded: Redis and Postgres are down and memory is full", "church", answer.ChurchID, "turn", answer.TurnID, "error", err)
	}
}

func (s *Service) newTurn(ctx context.Context, req *Request, snapshot *church.Snapshot, received time.Time) *Turn {
	tradition, _ := snapshot.ResolveLens(req.LensOverride, req.LensNameOverride)
	turn := &Turn{
		ID: turnID(req), Request: req, Church: snapshot, Agent: req.Agent, Lens: tradition,
		Language: detectLanguage(req.Message, snapshot.Language),
		Received: received,
		Personal: req.Agent == church.Care || isPersonal(req.Message),
	}
	turn.history = func(ctx context.Context) []HistoryItem { return s.history(ctx, req, turn.ID) }
	turn.embed = func(ctx context.Context, text string) ([]float32, error) { return s.embed(ctx, req.ChurchID, text) }
	turn.search = func(ctx context.Context, q retrieval.Query) ([]retrieval.Passage, error) {
		q.Embedder = s.embedder.Name()
		return s.searcher.Search(ctx, q)
	}
	switch leansOnConversation(req.Message) {
	case standsAlone:
		turn.SelfContained = true
	case leansIfTalked:
		turn.SelfContained = len(turn.History(ctx)) == 0
	}
	return turn
}

// embedLimit bounds the embedding of a question, retries included: the full model can answer without.
const embedLimit = 3 * time.Second

// embed asks the embedding cache, then the embedder. A cache that is down costs the embedder a request, nothing else.
func (s *Service) embed(ctx context.Context, churchID uuid.UUID, text string) ([]float32, error) {
	name := s.embedder.Name()
	if vector, ok, err := s.embeddings.Get(ctx, churchID, name, text); err == nil && ok {
		return vector, nil
	}
	ctx, cancel := context.WithTimeout(ctx, embedLimit)
	defer cancel()
	vectors, err := s.embedder.Embed(ctx, []string{text})
	if err != nil {
		return nil, fmt.Errorf("embed the question: %w", err)
	}
	if err := s.embeddings.Put(ctx, churchID, name, text, vectors[0]); err != nil {
		s.logger.DebugContext(ctx, "an embedding could not be cached", "error", err)
	}
	return vectors[0], nil
}

// history is what the server knows of the session before this turn; what the client claims was said counts only where it
// knows nothing. Postgres may be a moment behind this node's memory, and this node may have missed what others answered.
func (s *Service) history(ctx context.Context, req *Request, current uuid.UUID) []HistoryItem {
	ctx, cancel := context.WithTimeout(ctx, recentTimeout)
	defer cancel()
	records, err := s.transcript.Recent(ctx, req.ChurchID, req.SessionID, maxHistoryInPrompt+1) // one may be this turn's
	if err != nil {
		s.logger.WarnContext(ctx, "a conversation's past could not be read", "church", req.ChurchID, "error", err)
	}
	records = append(records, s.memory.conversation(req.ChurchID, req.SessionID)...)
	slices.SortStableFunc(records, func(a, b Record) int {
		return cmp.Or(a.At.Compare(b.At), -strings.Compare(a.Role, b.Role)) // a question before its answer
	})
	items := make([]HistoryItem, 0, len(records))
	seen := make(map[uuid.UUID]bool, len(records))
	for _, r := range records {
		if r.TurnID != current && !seen[r.ID] && r.Content != "" {
			seen[r.ID] = true
			items = append(items, HistoryItem{Role: r.Role, Content: r.Content})
		}
	}
	if len(items) == 0 {
		return req.History
	}
	return items[max(0, len(items)-maxHistoryInPrompt):]
}
