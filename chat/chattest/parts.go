package chattest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
	"narthex/chat/church"
	"narthex/chat/crisis/review"
	"narthex/chat/evaluate"
	"narthex/chat/model"
	"narthex/chat/model/modeltest"
	"narthex/chat/tools"
	"narthex/chat/tools/catalog"
	"narthex/chat/turns"
	"narthex/cmd/dev/stack"
	"narthex/retrieval"
)

// connect opens Postgres, Redis and the embedder.
func (s *Server) connect(t testing.TB, config Config) {
	t.Helper()
	var err error
	s.Pool = s.DB.Pool
	if config.Postgres != nil {
		s.Pool, err = pgxpool.New(t.Context(), config.Postgres(s.DB.URL))
		Must(t, err)
		t.Cleanup(s.Pool.Close)
	}
	if s.Redis = config.Redis; s.Redis == nil {
		s.openRedis(t)
	}
	s.Embedder, err = retrieval.NewOpenAI(retrieval.OpenAIConfig{APIKey: "test", BaseURL: s.Upstream.URL, Attempts: 1})
	Must(t, err)
}

// openRedis opens the database that the configuration names, or an empty one.
func (s *Server) openRedis(t testing.TB) {
	t.Helper()
	if s.RedisURL == "" {
		s.RedisURL = stack.NeedRedisDB(t)
	}
	options, err := redis.ParseURL(s.RedisURL)
	Must(t, err)
	options.MaxRetries, options.ContextTimeoutEnabled = -1, true
	s.Redis = redis.NewClient(options)
	t.Cleanup(func() { s.Redis.Close() })
}

// startService runs the churches and the turns.
func (s *Server) startService(t testing.TB, config Config) {
	t.Helper()
	var loadTimeout time.Duration // the server's own, where Postgres may be away
	if config.Postgres == nil {
		loadTimeout = WaitLimit
	}
	if config.Postgres == nil && config.Turns.LookUpLimit == 0 {
		config.Turns.LookUpLimit = WaitLimit
	}
	s.Churches = church.NewStore(s.Pool, church.Config{
		Embedder: s.Embedder.Name(), MaxBytes: config.ChurchBytes, LoadTimeout: loadTimeout, Registerer: s.Registry, Logger: s.Logger,
	})
	registry, err := tools.New(tools.Parts{Tools: catalog.All, Pool: s.Pool, Notifier: s.Notices, Alarms: s.Notices}, tools.Config{Registerer: s.Registry, Logger: s.Logger, Now: config.Turns.Now})
	Must(t, err)
	parts := turns.Parts{
		Churches: s.Churches, Redis: s.Redis, Pool: s.Pool, Embedder: s.Embedder,
		Searcher: retrieval.NewSearcher(s.Pool, retrieval.SearcherConfig{}),
		Model:    s.newModel(t, config), Tools: registry, Moderator: config.Moderator, Notices: s.Notices, Shown: config.Shown,
	}
	if config.Reader != nil {
		reading := *config.Reader
		reading.Registerer, reading.Logger = s.Registry, s.Logger
		parts.Reader = review.New(parts.Model, reading)
	}
	s.addCaches(t, &parts, config)
	s.addTrials(t, parts, config)
	config.Turns.Admitted = cmp.Or(config.Turns.Admitted, 100_000) // counted, but nobody is refused
	config.Turns.UnstoredPause = cmp.Or(config.Turns.UnstoredPause, time.Millisecond)
	s.SpoolDir = cmp.Or(config.Turns.SpoolDir, t.TempDir())
	config.Turns.Registerer, config.Turns.Logger, config.Turns.SpoolDir = s.Registry, cmp.Or(config.Turns.Logger, s.Logger), s.SpoolDir
	s.Service, err = turns.New(parts, config.Turns)
	Must(t, err)
	RunUntilCleanup(t, s.Churches.Run)
	RunUntilCleanup(t, func(ctx context.Context) error {
		err := s.Service.Run(ctx)
		if config.EndsWithError != (err != nil) {
			return fmt.Errorf("the service ended with %w", err)
		}
		return nil
	})
	t.Cleanup(s.finish)
}

// addTrials adds what answers without effect.
func (s *Server) addTrials(t testing.TB, parts turns.Parts, config Config) {
	t.Helper()
	answers, err := cache.NewAnswers(t.Context(), s.Redis, cache.Config{ReadOnly: true, MinSimilarity: retrieval.ThresholdsFor(s.Embedder.Name()).Cached, Timeout: WaitLimit})
	Must(t, err)
	prices, err := model.NewPrices()
	Must(t, err)
	unwatched, err := tools.New(tools.Parts{Tools: catalog.All, Pool: s.Pool, Notifier: s.Notices, Alarms: s.Notices}, tools.Config{Logger: s.Logger, Now: config.Turns.Now})
	Must(t, err)
	now := config.Turns.Now
	if now == nil {
		now = time.Now
	}
	s.Trials = evaluate.New(evaluate.Parts{
		Churches: s.Churches, Answers: answers, Embedder: s.Embedder, Searcher: retrieval.NewSearcher(s.Pool, retrieval.SearcherConfig{}),
		Model: s.newModel(t, config), Tools: unwatched, Moderator: config.Moderator, Prices: prices, Now: now, Logger: s.Logger,
	})
}

// addCaches adds what is kept in Redis.
func (s *Server) addCaches(t testing.TB, parts *turns.Parts, config Config) {
	t.Helper()
	var timeout time.Duration // the server's own, where Redis may be away
	if config.RedisURL == "" {
		timeout = WaitLimit // an answer that a busy machine could not keep in time would not be there for the next visitor
	}
	kept := cache.Config{Registerer: s.Registry, Logger: s.Logger, MinSimilarity: retrieval.ThresholdsFor(s.Embedder.Name()).Cached, Timeout: timeout}
	var errs [5]error
	parts.Answers, errs[0] = cache.NewAnswers(t.Context(), s.Redis, kept)
	parts.Embeddings, errs[1] = cache.NewEmbeddings(s.Redis, kept)
	parts.Strikes, errs[2] = cache.NewStrikes(s.Redis, cache.StrikesConfig{Timeout: timeout})
	parts.Limiter, errs[3] = cache.NewLimiter(s.Redis, kept)
	s.Spending, errs[4] = cache.NewSpending(s.Redis, cache.SpendingConfig{Every: 20 * time.Millisecond, Timeout: timeout})
	Must(t, errors.Join(errs[:]...))
	parts.Spending = s.Spending
}

func (s *Server) newModel(t testing.TB, config Config) model.Streamer {
	t.Helper()
	streamer := s.newClients(t, config)
	if config.Model != nil {
		return config.Model(streamer)
	}
	return streamer
}

func (s *Server) newClients(t testing.TB, config Config) model.Streamer {
	t.Helper()
	client := func(upstream *modeltest.Server) *model.Client {
		c, err := model.New(model.Config{APIKey: "test", BaseURL: upstream.URL, ChatModel: "chat-model", FastModel: "fast-model", Timeouts: config.Timeouts})
		Must(t, err)
		t.Cleanup(c.Close)
		return c
	}
	primary := client(s.Upstream)
	if config.Fallback == nil {
		return primary
	}
	failover, err := model.NewFailover(primary, client(config.Fallback), model.FailoverConfig{})
	Must(t, err)
	return failover
}
