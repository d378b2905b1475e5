package pages_test

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
	"narthex/chat/church"
	"narthex/chat/model"
	"narthex/chat/model/modeltest"
	"narthex/chat/pages"
	"narthex/chat/sendqueue"
	"narthex/chat/sse"
	"narthex/chat/tools"
	"narthex/chat/tools/catalog"
	"narthex/chat/turns"
	"narthex/chat/websocket"
	"narthex/cmd/dev/stack"
	"narthex/migrations/pgtest"
	"narthex/retrieval"
	"narthex/static/web"
)

// cluster is the real chat and the real pages on two nodes that share Postgres and Redis, behind a proxy that leads to one
// of them at a time. Only the model is played.
type cluster struct {
	t        *testing.T
	db       *pgtest.DB
	redis    redis.UniversalClient
	upstream *modeltest.Server
	church   uuid.UUID
	nodes    [2]*node
	current  atomic.Int32
	network  *stack.Outage // between the visitor and the proxy
	url      string
}

type node struct {
	service *turns.Service
	address *url.URL
	stop    context.CancelFunc
}

func openCluster(t *testing.T) *cluster {
	t.Helper()
	c := &cluster{t: t, db: pgtest.New(t), upstream: modeltest.New(t), church: uuid.Must(uuid.NewV7())}
	options, err := redis.ParseURL(stack.NeedRedisDB(t))
	c.must(err)
	options.MaxRetries, options.ContextTimeoutEnabled = -1, true
	c.redis = redis.NewClient(options)
	t.Cleanup(func() { c.redis.Close() })
	_, err = c.db.Admin.Exec(t.Context(), `insert into churches (id, slug, name, country) values ($1, 'grace-harbor', 'Grace Harbor Church', 'US')`, c.church)
	c.must(err)
	_, err = c.db.Admin.Exec(t.Context(), `insert into premium_churches (church_id, plan, channel, chatbot_enabled, chatbot_agent_id)
		values ($1, 'pro_chat', 'chat', true, $1)`, c.church)
	c.must(err)
	for i := range c.nodes {
		c.nodes[i] = c.newNode()
	}
	proxy := httptest.NewServer(&httputil.ReverseProxy{
		FlushInterval: -1, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug),
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(c.nodes[c.current.Load()].address) },
	})
	t.Cleanup(func() {
		proxy.CloseClientConnections()
		proxy.Close()
	})
	c.url, c.network = stack.NewOutage(t, proxy.URL)
	return c
}

func (c *cluster) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

// silent tells nobody of what visitors ask for.
type silent struct{}

func (silent) Notify(context.Context, pgx.Tx, tools.Notice) error { return nil }

func (c *cluster) newNode() *node {
	c.t.Helper()
	logger := slog.New(slog.NewTextHandler(c.t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	registry := prometheus.NewRegistry()
	embedder, err := retrieval.NewOpenAI(retrieval.OpenAIConfig{APIKey: "test", BaseURL: c.upstream.URL, Attempts: 1})
	c.must(err)
	slow := 30 * time.Second
	client, err := model.New(model.Config{
		APIKey: "test", BaseURL: c.upstream.URL, ChatModel: "chat-model", FastModel: "fast-model",
		Timeouts: model.Timeouts{Connect: time.Second, FirstByte: slow, Idle: slow, Whole: 2 * slow},
	})
	c.must(err)
	c.t.Cleanup(client.Close)
	config := cache.Config{Registerer: registry, Logger: logger, MinSimilarity: retrieval.ThresholdsFor(embedder.Name()).Cached}
	answers, err1 := cache.NewAnswers(c.t.Context(), c.redis, config)
	embeddings, err2 := cache.NewEmbeddings(c.redis, config)
	conduct, err3 := cache.NewConduct(c.redis, cache.ConductConfig{})
	limiter, err4 := cache.NewLimiter(c.redis, config)
	kit, err5 := tools.New(tools.Parts{Tools: catalog.All, Pool: c.db.Pool, Notifier: silent{}}, tools.Config{Registerer: registry, Logger: logger})
	c.must(cmp.Or(err1, err2, err3, err4, err5))
	churches := church.NewStore(c.db.Pool, church.Config{Embedder: embedder.Name(), Registerer: registry, Logger: logger})
	service, err := turns.New(turns.Parts{
		Churches: churches, Redis: c.redis, Pool: c.db.Pool, Limiter: limiter, Answers: answers, Embeddings: embeddings, Embedder: embedder,
		Searcher: retrieval.NewSearcher(c.db.Pool, retrieval.SearcherConfig{}), Model: client, Tools: kit, Conduct: conduct,
	}, turns.Config{Registerer: registry, Logger: logger, SpoolDir: c.t.TempDir()})
	c.must(err)
	ctx, stop := context.WithCancel(context.Background())
	n := &node{service: service, stop: stop}
	for _, run := range []func(context.Context) error{churches.Run, service.Run} {
		ended := make(chan error, 1)
		go func() { ended <- run(ctx) }()
		c.t.Cleanup(func() {
			stop()
			if err := <-ended; err != nil {
				c.t.Errorf("a node ended with %v", err)
			}
		})
	}
	n.address = c.serve(service, churches)
	return n
}

// serve serves a node.
func (c *cluster) serve(service *turns.Service, churches *church.Store) *url.URL {
	c.t.Helper()
	edge, views, assets := newEdge(c.t)
	router := chi.NewRouter()
	router.Use(edge.Observe, web.SecurityHeaders)
	router.NotFound(edge.Handle(web.NotFound))
	router.Get(web.AssetsPattern, edge.Handle(assets.Serve))
	pages.NewHandler(partsOf(churches.BySlug, views, edge)).Routes(router)
	handler := sse.NewHandler(service, nil, sse.Timing{})
	handle := func(h func(http.ResponseWriter, *http.Request) error) http.HandlerFunc { return edge.Handle(h) }
	handler.Routes(router, handle)
	sockets, err := websocket.New(service, handler.ClientAddress, websocket.Config{})
	c.must(err)
	sockets.Routes(router, handle)
	server := httptest.NewUnstartedServer(router)
	server.Config.ConnContext = sendqueue.ConnContext
	server.Start()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- sockets.Run(ctx) }()
	c.t.Cleanup(func() {
		cancel()
		server.CloseClientConnections()
		server.Close()
		if err := <-ended; err != nil {
			c.t.Errorf("the sockets ended with %v", err)
		}
	})
	address, err := url.Parse(server.URL)
	c.must(err)
	return address
}

// restart ends the node in use in good order, and leads to the other.
func (c *cluster) restart() {
	old := c.nodes[c.current.Load()]
	c.current.Store(1 - c.current.Load())
	old.service.Close()
	now, cancel := context.WithCancel(context.Background())
	cancel()
	old.service.Finish(now)
}

// transcript is what the server has stored of all conversations, when there are so many messages.
func (c *cluster) transcript(messages int) (said []string) {
	c.t.Helper()
	deadline := time.Now().Add(patience)
	for {
		rows, err := c.db.Admin.Query(c.t.Context(), `select content from messages where church_id = $1 order by created_at, role desc`, c.church)
		c.must(err)
		said, err = pgx.CollectRows(rows, pgx.RowTo[string])
		c.must(err)
		if len(said) == messages || time.Now().After(deadline) {
			return said
		}
		time.Sleep(20 * time.Millisecond)
	}
}
