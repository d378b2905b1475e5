package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/errgroup"

	"narthex/admin/drafts"
	"narthex/admin/learning"
	"narthex/admin/notify"
	"narthex/admin/ownership"
	"narthex/admin/siteimport"
	"narthex/admin/siteimport/crawl"
	"narthex/admin/team"
	"narthex/cache"
	"narthex/chat/church"
	"narthex/chat/crisis"
	"narthex/chat/crisis/review"
	"narthex/chat/disclosure"
	"narthex/chat/evaluate"
	"narthex/chat/model"
	"narthex/chat/moderation"
	"narthex/chat/pages"
	"narthex/chat/preview"
	"narthex/chat/turns"
	"narthex/chat/voice/record"
	"narthex/chat/voice/relay"
	"narthex/chat/websocket"
	"narthex/retrieval"
	"narthex/retrieval/knowledge"
	"narthex/static/connections"
)

type serveCommand struct {
	databaseConfig `embed:""`
	redisConfig    `embed:""`
	modelConfig    `embed:""`
	listenConfig   `embed:""`
	limitConfig    `embed:""`
	capacityConfig `embed:""`
	costConfig     `embed:""`
	safetyConfig   `embed:""`
	notifyConfig   `embed:""`
	paymentsConfig `embed:""`
	operatorConfig `embed:""`
	identityConfig `embed:""`
	voiceConfig    `embed:""`
	logConfig      `embed:""`
}

// Run is called by kong.
func (c *serveCommand) Run(ctx context.Context) error {
	if err := c.settleBaseURL(); err != nil {
		return err
	}
	logger := c.logger()
	slog.SetDefault(logger)
	redis.SetLogger(&redisLog{logger: logger})
	keepHeapRoomy()
	var gates sync.WaitGroup // beside all that waits for Postgres and Redis; who needs them waits until they are ready
	gates.Go(crisis.Warm)
	gates.Go(disclosure.Warm)
	defer gates.Wait()
	if err := c.awaitPostgres(ctx, logger); err != nil || ctx.Err() != nil {
		return err // stopped before it began, there is nothing to say
	}
	s, err := newServer(ctx, c, logger)
	if err != nil {
		return err
	}
	return s.run(ctx)
}

// server is everything one process runs, in the order in which it is built; it is taken down the other way round.
type server struct {
	config      *serveCommand
	logger      *slog.Logger
	registry    *prometheus.Registry
	pool        *pgxpool.Pool
	redis       redis.UniversalClient
	model       model.Streamer
	closeModel  func()
	moderator   *moderation.Moderator // nil when moderation is off
	churches    *church.Store
	embedder    retrieval.Embedder
	embeddings  *cache.Embeddings
	answers     *cache.Answers
	searcher    *retrieval.Searcher
	library     *knowledge.Library
	links       *notify.Links
	owners      *ownership.Links
	teamLinks   *team.Links
	previews    *preview.Links
	notices     *notify.Service
	payments    *payments     // nil when nobody can pay
	accounts    *accountParts // nil without an identity service
	jobs        *jobs
	sites       *crawl.Fetcher
	limiter     *cache.Limiter
	chat        *turns.Service
	trials      *evaluate.Evaluator
	drafts      *drafts.Drafts
	closeTrials func()
	sockets     *websocket.Sockets
	calls       *relay.Relay    // nil: no calls are taken
	settler     *record.Settler // likewise
	widget      *pages.Widget
	connections connections.Limits // on the visitors' port
	public      *http.Server
	internal    *http.Server // nil without METRICS_ADDR
	warnings    *warnings
	spool       string      // where reports of crises wait while Postgres is away
	leaving     atomic.Bool // load balancers are to send nobody any more

	postgresPing              postgresPing
	postgresProbe, redisProbe probe
}

func newServer(ctx context.Context, c *serveCommand, logger *slog.Logger) (*server, error) {
	s := &server{config: c, logger: logger, registry: prometheus.NewRegistry()}
	s.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	thisBuild().register(s.registry, c.node())
	if err := s.build(ctx); err != nil {
		s.release()
		return nil, err
	}
	return s, nil
}

func (s *server) build(ctx context.Context) (err error) {
	unusable := s.config.unsafe()
	if s.connections, err = s.connectionLimits(); err != nil {
		return err
	}
	if s.pool, err = openDatabase(ctx, s.config.DatabaseURL, s.config.shape(s.config.DatabaseURL)); err != nil {
		return err
	}
	watchPool(s.pool, s.registry)
	if err = refuseUnsafeRole(ctx, s.pool); err != nil {
		return err
	}
	if s.redis, err = openRedis(s.config.RedisURL); err != nil {
		return err
	}
	s.postgresPing.pool = s.pool
	s.postgresProbe.ping, s.redisProbe.ping = s.postgresPing.ping, s.pingRedis
	s.postgresProbe.register(s.registry, "postgres")
	s.redisProbe.register(s.registry, "redis")
	s.warnings = &warnings{pool: s.pool, redis: s.redis, settings: unusable}
	if s.embedder, err = s.config.openEmbedder(s.registry, s.logger); err != nil {
		return err
	}
	if s.model, s.closeModel, err = s.config.openModel(s.registry, s.logger); err != nil {
		return err
	}
	s.drafts = drafts.New(s.pool, s.embedder.Name())
	s.churches = church.NewStore(s.pool, church.Config{
		Embedder: s.embedder.Name(), MaxBytes: s.config.churchesMemory(), Registerer: s.registry, Logger: s.logger,
	})
	if s.embeddings, err = cache.NewEmbeddings(s.redis, cache.Config{Registerer: s.registry, Logger: s.logger}); err != nil {
		return err
	}
	if s.library, err = newLibrary(s.pool, s.embedder, s.registry, s.logger); err != nil {
		return err
	}
	if s.links, err = openLinks(ctx, s.pool, s.config.BaseURL); err != nil {
		return err
	}
	if s.owners, err = openOwners(ctx, s.pool, s.config.BaseURL); err != nil {
		return err
	}
	if s.previews, err = openPreviews(ctx, s.pool, s.config.BaseURL); err != nil {
		return err
	}
	if s.teamLinks, err = openTeamLinks(ctx, s.pool, s.config.BaseURL); err != nil {
		return err
	}
	makers := s.owners.Makers()
	maps.Copy(makers, s.teamLinks.Makers())
	if s.notices, err = s.config.openNotifications(s.pool, s.config.BaseURL, s.links, makers, s.registry, s.logger); err != nil {
		return err
	}
	if s.payments, err = s.config.openPayments(ctx, s.pool, s.config.BaseURL, s.notices, s.registry, s.logger); err != nil {
		return err
	}
	if s.accounts, err = s.config.openAccounts(ctx, s.pool, s.registry, s.logger); err != nil {
		return err
	}
	s.sites = crawl.New(crawl.Config{Agent: siteimport.AgentName(s.config.BaseURL)})
	if err := s.warnOfTrigger(ctx); err != nil {
		return err
	}
	if s.jobs, err = newJobs(s.pool, s.addJobs, s.registry, s.logger); err != nil {
		return err
	}
	if s.chat, err = s.newChat(ctx, s.embedder); err != nil {
		return err
	}
	s.trials, s.closeTrials, err = openTrials(ctx, trialParts{
		s.config.modelConfig, s.config.safetyConfig, s.config.costConfig, s.config.BaseURL, s.pool, s.redis, s.churches, s.searcher, s.logger,
	})
	if err != nil {
		return err
	}
	return s.listen(ctx)
}

func (s *server) newChat(ctx context.Context, embedder retrieval.Embedder) (*turns.Service, error) {
	thresholds := retrieval.ThresholdsFor(embedder.Name())
	config := cache.Config{MinSimilarity: thresholds.Cached, Registerer: s.registry, Logger: s.logger}
	var err error
	if s.answers, err = cache.NewAnswers(ctx, s.redis, config); err != nil {
		return nil, err
	}
	if s.limiter, err = cache.NewLimiter(s.redis, config); err != nil {
		return nil, err
	}
	strikes, err := cache.NewStrikes(s.redis, cache.StrikesConfig{Registerer: s.registry})
	if err != nil {
		return nil, err
	}
	if s.moderator, err = s.config.openModerator(s.config.modelConfig, s.registry, s.logger); err != nil {
		return nil, err
	}
	registry, err := s.openTools()
	if err != nil {
		return nil, err
	}
	if err := s.config.limitConfig.check(); err != nil {
		return nil, err
	}
	budget, err := s.config.budget()
	if err != nil {
		return nil, err
	}
	prices, err := s.config.prices()
	if err != nil {
		return nil, err
	}
	if s.spool, err = s.openSpool(ctx); err != nil {
		return nil, err
	}
	s.searcher = retrieval.NewSearcher(s.pool, retrieval.SearcherConfig{MaxBytes: s.config.passagesMemory(), Registerer: s.registry})
	return turns.New(turns.Parts{
		Churches: s.churches, Redis: s.redis, Pool: s.pool, Limiter: s.limiter, Answers: s.answers, Embeddings: s.embeddings,
		Embedder: embedder, Searcher: s.searcher, Model: s.model, Tools: registry,
		Strikes: strikes, Reader: s.openReader(), Moderator: s.moderator, Notices: notices{s.notices}, Shown: learning.Shown,
	}, turns.Config{
		PerSession: s.config.RateSession, PerAddress: s.config.RateAddress, CrisesPerAddress: s.config.RateCrises, Admitted: s.config.Admitted, TurnLimit: s.config.TurnLimit, LookUpLimit: s.config.LookUpLimit, SpoolDir: s.spool,
		DailyBudget: budget, Prices: prices, Previewed: func(id uuid.UUID, token string) bool { return s.previews.Check(id, token) == nil },
		Registerer: s.registry, Logger: s.logger,
	})
}

// openReader returns the second reader of the crisis gate, nil without a model to read with: the offline one would call off alarms by
// a handful of words.
func (s *server) openReader() *review.Reader {
	if s.config.APIKey == "" {
		return nil
	}
	return review.New(s.model, review.Config{Registerer: s.registry, Logger: s.logger})
}

// run serves until ctx ends or a part fails for good, and then takes everything down in order: readiness off, a while later new
// turns refused, running turns finished, then the background work, Redis and Postgres.
func (s *server) run(ctx context.Context) error {
	defer s.release()
	listeners, err := s.bind()
	if err != nil {
		return err
	}
	background, stopBackground := context.WithCancel(context.WithoutCancel(ctx))
	defer stopBackground()
	work, failed := errgroup.WithContext(background)
	// Each part runs until all end: one that fails must not take the recording of running answers with it.
	work.Go(func() error { return s.churches.Run(background) })
	work.Go(func() error { return s.churches.LookAfter(background) })
	work.Go(func() error { return s.chat.Run(background) })
	work.Go(func() error { return s.sockets.Run(background) })
	work.Go(func() error { return s.widget.Run(background) })
	if s.calls != nil {
		work.Go(func() error { return s.calls.Run(background) })
		work.Go(func() error { s.settler.Run(background); return nil })
	}
	work.Go(func() error { return s.jobs.Run(background) })
	work.Go(func() error { return s.notices.Run(background) })
	work.Go(func() error { s.warnOfRedirects(background); return nil })
	work.Go(func() error { return s.warn(background) })
	work.Go(func() error { s.postgresProbe.run(background); return nil })
	work.Go(func() error { s.redisProbe.run(background); return nil })
	work.Go(func() error { giveHeapBack(background); return nil })

	web, serving := errgroup.WithContext(ctx)
	for i, srv := range s.servers() {
		web.Go(func() error { return ignoreClosed(srv.Serve(listeners[i])) })
	}
	s.logger.Info("serving", "address", s.config.BaseURL, "metrics", s.config.MetricsAddr, "spool", s.spool)
	select {
	case <-serving.Done(): // a signal, or a listener that failed
	case <-failed.Done(): // a background part that cannot go on
	}
	if ctx.Err() != nil {
		s.lameDuck(failed.Done())
	}
	s.logger.Info("shutting down", "limit", s.config.ShutdownLimit.String(), "at_most", (s.config.ShutdownLimit + endLimit).String())
	s.chat.Close()
	shutdown, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.config.ShutdownLimit)
	defer cancel()
	s.chat.Finish(shutdown)
	closing, cancelClosing := context.WithTimeout(context.WithoutCancel(ctx), closeLimit)
	defer cancelClosing()
	var errs []error
	for _, srv := range s.servers() {
		if err := srv.Shutdown(closing); err != nil {
			errs = append(errs, fmt.Errorf("requests were cut off: %w", err), srv.Close())
		}
	}
	errs = append(errs, web.Wait())
	stopBackground()
	errs = append(errs, work.Wait())
	return errors.Join(errs...)
}

// lameDuck goes on serving while load balancers find out that they should send nobody here any more.
func (s *server) lameDuck(failed <-chan struct{}) {
	again := make(chan os.Signal, 1)
	signal.Notify(again, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(again)
	s.leaving.Store(true)
	s.logger.Info("not ready any more, and still serving", "for", s.config.LameDuck.String())
	over := time.NewTimer(s.config.LameDuck)
	defer over.Stop()
	select {
	case <-over.C:
	case <-again:
	case <-failed:
	}
}

// closeLimit is how long requests other than answers may take to end at a shutdown. [http.Server.Shutdown] waits up to six seconds for a
// connection that nothing was sent on yet, as browsers open them beforehand.
const closeLimit = 8 * time.Second

// endLimit is how long a node needs at most once its answers are over or handed over: for other requests (closeLimit), then for jobs, which
// are cancelled when a first jobStop is over, and beside them for all else that ends. What is killed before hands nothing over.
const endLimit = 40 * time.Second

func ignoreClosed(err error) error {
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// release closes what newServer opened.
func (s *server) release() {
	if s.closeTrials != nil {
		s.closeTrials()
	}
	if s.closeModel != nil {
		s.closeModel()
	}
	if s.moderator != nil {
		s.moderator.Close()
	}
	if s.notices != nil {
		s.notices.Close()
	}
	if s.payments != nil {
		s.payments.close()
	}
	if s.accounts != nil {
		s.accounts.close()
	}
	if s.redis != nil {
		if err := s.redis.Close(); err != nil {
			s.logger.Warn("close Redis", "error", err)
		}
	}
	if s.sites != nil {
		s.sites.Close()
	}
	s.postgresPing.close()
	if s.pool != nil {
		s.pool.Close()
	}
}
