package compat_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pgvector/pgvector-go"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/compat"
	"narthex/chat/live"
	"narthex/chat/model"
	"narthex/chat/model/modeltest"
	"narthex/chat/sse"
	"narthex/chat/tools"
	"narthex/chat/tools/catalog"
	"narthex/chat/turns"
	"narthex/cmd/dev/leaktest"
	"narthex/cmd/dev/stack"
	"narthex/migrations/pgtest"
	"narthex/retrieval"
	"narthex/static/web"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

// porch is a whole server on real Postgres and Redis, with a model service that does as it is told, and one church.
type porch struct {
	t        *testing.T
	db       *pgtest.DB
	redisURL string
	upstream *modeltest.Server
	embedder retrieval.Embedder
	service  *turns.Service
	keys     *church.APIKeys
	churchID uuid.UUID
	key      string // of the church
	base     string

	notifier tools.Notifier
	relay    func(redisURL, postgresURL string) (r, p string) // nil: they are reached as they are
	pool     *pgxpool.Pool
}

func openPorch(t *testing.T, config turns.Config) *porch {
	t.Helper()
	p := &porch{notifier: silent{}}
	p.begin(t, config)
	return p
}

func (p *porch) begin(t *testing.T, config turns.Config) {
	t.Helper()
	p.t, p.db, p.redisURL, p.upstream, p.embedder = t, pgtest.New(t), stack.NeedRedisDB(t), modeltest.New(t), retrieval.NewOffline()
	p.pool = p.db.Pool
	if p.relay != nil {
		var postgresURL string
		p.redisURL, postgresURL = p.relay(p.redisURL, p.db.URL)
		var err error
		p.pool, err = pgxpool.New(t.Context(), postgresURL)
		p.must(err)
		t.Cleanup(p.pool.Close)
	}
	p.churchID = uuid.Must(uuid.NewV7())
	p.exec(`insert into churches (id, slug, name, phone, timezone) values ($1, 'harbor', 'Harbor Church', '(207) 555-0142', 'America/New_York')`, p.churchID)
	p.exec(`insert into premium_churches (church_id, plan, channel, chatbot_enabled, chatbot_agent_id, custom_hours)
		values ($1, 'pro_chat', 'chat', true, $1, '{"sunday":["9:00 AM Worship"]}')`, p.churchID)
	p.open(config)
	var err error
	p.key, _, err = p.keys.Create(t.Context(), p.churchID, "test")
	p.must(err)
}

// another opens a second node of the same deployment.
func (p *porch) another() *porch {
	p.t.Helper()
	node := *p
	node.open(turns.Config{})
	return &node
}

func (p *porch) open(config turns.Config) {
	t := p.t
	t.Helper()
	logger := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	options, err := redis.ParseURL(p.redisURL)
	p.must(err)
	client := redis.NewClient(options)
	t.Cleanup(func() { client.Close() })
	answers, err := model.New(model.Config{
		APIKey: "test", BaseURL: p.upstream.URL, ChatModel: "chat-model", FastModel: "fast-model",
		Timeouts: model.Timeouts{Connect: 20 * time.Second, FirstByte: 20 * time.Second, Idle: 20 * time.Second, Whole: time.Minute},
	})
	p.must(err)
	t.Cleanup(answers.Close)
	registry := prometheus.NewRegistry()
	cached := cache.Config{Registerer: registry, Logger: logger, MinSimilarity: retrieval.ThresholdsFor(p.embedder.Name()).Cached}
	given, err := cache.NewAnswers(t.Context(), client, cached)
	p.must(err)
	embeddings, err := cache.NewEmbeddings(client, cached)
	p.must(err)
	conduct, err := cache.NewConduct(client, cache.ConductConfig{})
	p.must(err)
	limiter, err := cache.NewLimiter(client, cached)
	p.must(err)
	churches := church.NewStore(p.pool, church.Config{Embedder: p.embedder.Name(), Registerer: registry, Logger: logger})
	p.keys = church.NewAPIKeys(churches)
	config.Registerer, config.Logger = registry, logger
	toolbox, err := tools.New(tools.Parts{Tools: catalog.All, Pool: p.pool, Notifier: p.notifier}, tools.Config{Logger: logger})
	p.must(err)
	config.SpoolDir = t.TempDir()
	p.service, err = turns.New(turns.Parts{
		Churches: churches, Redis: client, Pool: p.pool, Limiter: limiter, Answers: given, Embeddings: embeddings,
		Embedder: p.embedder, Searcher: retrieval.NewSearcher(p.pool, retrieval.SearcherConfig{}), Model: answers, Tools: toolbox, Conduct: conduct,
	}, config)
	p.must(err)
	p.runUntilCleanup(churches.Run)
	p.runUntilCleanup(p.service.Run)

	edge := web.NewEdge(logger, registry, nil)
	router := chi.NewRouter()
	settings := compat.Config{
		Address: func(*http.Request) string { return "test" },
		Timing:  sse.Timing{KeepAlive: 20 * time.Millisecond}, // so that clients meet what keeps connections alive
	}
	compat.NewUI(p.service, settings).Routes(router, edge)
	compat.NewOpenAI(p.service, churches, p.keys, settings, logger).Routes(router, edge)
	handle := func(h func(http.ResponseWriter, *http.Request) error) http.HandlerFunc { return edge.Handle(h) }
	sse.NewHandler(p.service, nil, sse.Timing{}).Routes(router, handle)
	p.base = serve(t, router)
}

// silent tells nobody.
type silent struct{}

func (silent) Notify(context.Context, pgx.Tx, tools.Notice) error { return nil }

func serve(t *testing.T, handler http.Handler) (base string) {
	server := httptest.NewUnstartedServer(handler)
	server.Config.ReadTimeout, server.Config.WriteTimeout = ordinary, ordinary
	server.Start()
	t.Cleanup(server.Close)
	t.Cleanup(http.DefaultClient.CloseIdleConnections)
	return server.URL
}

func (p *porch) runUntilCleanup(run func(context.Context) error) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- run(ctx) }()
	p.t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			p.t.Errorf("ended with %v", err)
		}
	})
}

func (p *porch) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

func (p *porch) exec(sql string, args ...any) {
	p.t.Helper()
	_, err := p.db.Admin.Exec(context.Background(), sql, args...)
	p.must(err)
}

func (p *porch) count(sql string, args ...any) (n int) {
	p.t.Helper()
	p.must(p.db.Admin.QueryRow(context.Background(), sql, args...).Scan(&n))
	return n
}

// knows stores an answer of the church's own, word for word.
func (p *porch) knows(question, answer string) uuid.UUID {
	p.t.Helper()
	id := uuid.Must(uuid.NewV7())
	vectors, err := p.embedder.Embed(p.t.Context(), []string{question + "\n" + answer, question})
	p.must(err)
	p.exec(`insert into unified_rag_content (id, organization_id, content_type, title, content, embedding, question_embedding, metadata)
		values ($1, $2, 'faq', $3, $4, $5, $6, jsonb_build_object('embedder', $7::text, 'exact_response', true, 'visibility', 'public'))`,
		id, p.churchID, question, answer, pgvector.NewVector(vectors[0]), pgvector.NewVector(vectors[1]), p.embedder.Name())
	return id
}

// client is a script of testdata/npm that runs in Node.js with the real packages.
type client struct {
	t     *testing.T
	lines *bufio.Scanner
	wait  func() error
}

// run starts a script. Each line that it prints is a JSON object.
func run(t *testing.T, script string, argument any) *client {
	t.Helper()
	const folder = "testdata/npm"
	node, modules := stack.NeedNode(t), stack.NeedNodeModules(t, os.DirFS(folder))
	source, err := os.ReadFile(filepath.Join(folder, script))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(modules, filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, script)
	if err := os.WriteFile(path, source, 0o644); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(argument)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	cmd := exec.CommandContext(ctx, node, path, string(data))
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	var ended bool
	wait := func() error {
		if ended {
			return nil
		}
		ended = true
		if err := cmd.Wait(); err != nil {
			return fmt.Errorf("%s: %w\n%s", script, err, &complaints)
		}
		return nil
	}
	t.Cleanup(func() {
		cancel()
		_ = wait() // a test that failed leaves it running
	})
	return &client{t: t, lines: lines, wait: wait}
}

// said reads the next line that the script prints.
func (c *client) said(into any) {
	c.t.Helper()
	if !c.lines.Scan() {
		c.t.Fatalf("the script said nothing more: %v", c.wait())
	}
	if err := json.Unmarshal(c.lines.Bytes(), into); err != nil {
		c.t.Fatalf("%s: %v", c.lines.Text(), err)
	}
}

// heard is said for the only line of a script that then ends.
func (c *client) heard(into any) {
	c.t.Helper()
	c.said(into)
	if c.lines.Scan() {
		c.t.Errorf("the script went on to say %s", c.lines.Text())
	}
	if err := c.wait(); err != nil {
		c.t.Error(err)
	}
}

// frames makes events of lines such as `delta {"text":"Hello"}`, numbered from 1.
func frames(lines ...string) []live.Frame {
	var all []live.Frame
	for i, line := range lines {
		kind, data, _ := strings.Cut(line, " ")
		all = append(all, live.Frame{Seq: i + 1, Kind: chat.EventKind(kind), Data: []byte(data)})
	}
	return all
}

const (
	startLine = `start {"turnId":"0197a3c0-0000-7000-8000-000000000001","sessionId":"0197a3c0-0000-7000-8000-000000000002","agent":"care","resumed":false}`
	tierLine  = `tier {"tier":4,"reason":"model"}`
	doneLine  = `done {"finish":"stop","tier":4,"ms":12,"usage":{"promptTokens":30,"cachedTokens":10,"completionTokens":5}}`
)

// script serves one turn of scripted events, one by one or all together.
func serveScript(t *testing.T, handle func(w http.ResponseWriter, r *http.Request, batches ...[]live.Frame) error, lines ...string) (base string) {
	t.Helper()
	edge := web.NewEdge(slog.New(slog.DiscardHandler), prometheus.NewRegistry(), nil)
	return serve(t, edge.Handle(func(w http.ResponseWriter, r *http.Request) error {
		all := frames(lines...)
		if r.URL.Query().Has("together") {
			return handle(w, r, all)
		}
		var batches [][]live.Frame
		for i := range all {
			batches = append(batches, all[i:i+1])
		}
		return handle(w, r, batches...)
	}))
}

// ordinary is how long requests may take that answer at once; streams and slow answers must set deadlines of their own.
const ordinary = 3 * time.Second
