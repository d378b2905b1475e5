// Package chattest runs a whole chat server for tests: real Postgres and Redis, and a model service that counts and
// misbehaves on demand.
//
//	server := chattest.NewServer(t)
//	churchID := server.NewChurch(t)
//	events := server.Ask(t, churchID, chattest.Question{Message: "Is there parking?"})
//
// Reading order: server.go and config.go (what a server is made of), parts.go (how), church.go (what it knows),
// question.go, event.go and stream.go (what a visitor does and sees), stored.go, notices.go and crisis.go (what is kept
// of it).
package chattest

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
	"narthex/chat/church"
	"narthex/chat/evaluate"
	"narthex/chat/model/modeltest"
	"narthex/chat/sse"
	"narthex/chat/turns"
	"narthex/chat/websocket"
	"narthex/migrations/pgtest"
	"narthex/retrieval"
	"narthex/static/web"
)

// Server is a chat server that ends with its test.
type Server struct {
	DB       *pgtest.DB
	Redis    redis.UniversalClient
	RedisURL string
	Upstream *modeltest.Server // the model service
	Embedder retrieval.Embedder
	Service  *turns.Service
	Trials   *evaluate.Evaluator // answers as the service does, without effect
	Churches *church.Store
	Registry *prometheus.Registry
	Spending *cache.Spending
	Notices  *Notices
	SpoolDir string
	Logger   *slog.Logger
	Edge     *web.Edge

	URL       string // http://host:port
	StreamURL string // where questions are posted
	SocketURL string

	Pool *pgxpool.Pool // as the server reaches Postgres; DB.Pool is the test's
}

// NewServer starts a server that waits patiently for its model unless it is told otherwise.
func NewServer(t testing.TB, adjust ...func(*Config)) *Server {
	t.Helper()
	var config Config
	Patient(&config)
	for _, change := range adjust {
		change(&config)
	}
	s := &Server{
		RedisURL: config.RedisURL, Registry: prometheus.NewRegistry(), Notices: &Notices{},
		Logger: cmp.Or(config.Logger, slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))),
	}
	if first := config.Beside; first != nil {
		s.DB, s.Upstream, s.RedisURL = first.DB, first.Upstream, cmp.Or(s.RedisURL, first.RedisURL)
	} else {
		s.DB, s.Upstream = pgtest.New(t), modeltest.New(t)
	}
	s.connect(t, config)
	s.startService(t, config)
	s.serve(t, config)
	return s
}

// serve serves the event streams and the sockets, and what else the test asks for.
func (s *Server) serve(t testing.TB, config Config) {
	t.Helper()
	s.Edge = web.NewEdge(s.Logger, s.Registry, nil)
	router := chi.NewRouter()
	router.Use(s.Edge.Observe)
	if config.Routes != nil {
		config.Routes(s, router)
	}
	handle := func(h func(http.ResponseWriter, *http.Request) error) http.HandlerFunc { return s.Edge.Handle(h) }
	handler := sse.NewHandler(s.Service, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, config.Timing)
	handler.Routes(router, handle)
	sockets, err := websocket.New(s.Service, handler.ClientAddress, websocket.Config{Logger: s.Logger})
	Must(t, err)
	sockets.Routes(router, handle)

	server := httptest.NewUnstartedServer(router)
	server.Config.ReadTimeout, server.Config.WriteTimeout = config.RequestTimeout, config.RequestTimeout
	server.Start()
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	t.Cleanup(http.DefaultClient.CloseIdleConnections)
	RunUntilCleanup(t, sockets.Run)
	s.URL = server.URL
	s.StreamURL, s.SocketURL = s.URL+"/api/chatbot/stream", s.URL+"/api/chatbot/ws"
}

// finish waits for what the service still does for turns that have ended, and gives up the others.
func (s *Server) finish() {
	s.Service.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	s.Service.Finish(ctx)
}

// TwoNodes starts two servers that share everything but their process.
func TwoNodes(t testing.TB, adjust ...func(*Config)) (first, second *Server) {
	t.Helper()
	first = NewServer(t, adjust...)
	second = NewServer(t, append(adjust, func(c *Config) { c.Beside = first })...)
	return first, second
}
