package turns_test

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
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
	"narthex/chat/model"
	"narthex/chat/model/modeltest"
	"narthex/chat/safety"
	"narthex/chat/sendqueue"
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

// waitLimit bounds what a test waits for.
const waitLimit = time.Minute

// porch is a whole chat server on real Postgres and Redis, with a model service that counts and misbehaves on demand.
type porch struct {
	db       *pgtest.DB
	redis    redis.UniversalClient
	upstream *modeltest.Server
	embedder retrieval.Embedder
	service  *turns.Service
	registry *prometheus.Registry
	redisURL string
	spending *cache.Spending
	notices  *noticeBoard
	spool    string
	base     string
	url      string // of the stream
}

type settings struct {
	config   turns.Config
	timing   sse.Timing
	timeouts model.Timeouts
	redisURL string
	fallback *modeltest.Server
	// serverTimeout bounds ordinary requests, reading and writing.
	serverTimeout time.Duration
	moderator     *safety.Moderator
	postgres      func(string) string // changes the address at which the server reaches Postgres
	sharing       *porch              // another node of this one
	bereft        bool                // the server ends while Postgres is away, and says so
}

// noticeBoard keeps the news for churches.
type noticeBoard struct {
	mu      sync.Mutex
	notices []tools.Notice
}

func (b *noticeBoard) Notify(_ context.Context, _ pgx.Tx, notice tools.Notice) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.notices = append(b.notices, notice)
	return nil
}

func (b *noticeBoard) all() []tools.Notice {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.notices)
}

// finish waits for what the service still does for turns that have ended, and gives up the others.
func (p *porch) finish() {
	p.service.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	p.service.Finish(ctx)
}

func openPorch(t testing.TB, adjust ...func(*settings)) *porch {
	t.Helper()
	var set settings
	patient(&set)
	for _, change := range adjust {
		change(&set)
	}
	p := &porch{registry: prometheus.NewRegistry(), redisURL: set.redisURL}
	if set.sharing != nil {
		p.db, p.upstream, p.redisURL = set.sharing.db, set.sharing.upstream, cmp.Or(set.redisURL, set.sharing.redisURL)
	} else {
		p.db, p.upstream = pgtest.New(t), modeltest.New(t)
	}
	if p.redisURL == "" {
		p.redisURL = stack.NeedRedisDB(t)
	}
	pool := p.db.Pool
	if set.postgres != nil {
		var err error
		pool, err = pgxpool.New(t.Context(), set.postgres(p.db.URL))
		must(t, err)
		t.Cleanup(pool.Close)
	}
	logger := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))

	options, err := redis.ParseURL(p.redisURL)
	must(t, err)
	options.MaxRetries, options.ContextTimeoutEnabled = -1, true
	p.redis = redis.NewClient(options)
	t.Cleanup(func() { p.redis.Close() })

	embedder, err := retrieval.NewOpenAI(retrieval.OpenAIConfig{APIKey: "test", BaseURL: p.upstream.URL, Attempts: 1})
	must(t, err)
	p.embedder = embedder
	answers := p.openModel(t, set)
	var redisTimeout, loadTimeout time.Duration // the server's own, where Redis or Postgres may be away
	if set.redisURL == "" {
		redisTimeout = waitLimit // an answer that a busy machine could not keep in time would not be there for the next visitor
	}
	if set.postgres == nil {
		loadTimeout = waitLimit
	}
	config := cache.Config{Registerer: p.registry, Logger: logger, MinSimilarity: retrieval.ThresholdsFor(embedder.Name()).Cached, Timeout: redisTimeout}
	cached, err := cache.NewAnswers(t.Context(), p.redis, config)
	must(t, err)
	embeddings, err := cache.NewEmbeddings(p.redis, config)
	must(t, err)
	conduct, err := cache.NewConduct(p.redis, cache.ConductConfig{Timeout: redisTimeout})
	must(t, err)
	limiter, err := cache.NewLimiter(p.redis, config)
	must(t, err)
	p.spending, err = cache.NewSpending(p.redis, cache.SpendingConfig{Every: 20 * time.Millisecond, Timeout: redisTimeout})
	must(t, err)
	churches := church.NewStore(pool, church.Config{Embedder: embedder.Name(), Registerer: p.registry, Logger: logger, LoadTimeout: loadTimeout})

	set.config.Registerer, set.config.Logger = p.registry, logger
	p.notices = &noticeBoard{}
	registry, err := tools.New(tools.Parts{Tools: catalog.All, Pool: pool, Notifier: p.notices}, tools.Config{Registerer: p.registry, Logger: logger})
	must(t, err)
	set.config.SpoolDir = cmp.Or(set.config.SpoolDir, t.TempDir())
	p.spool = set.config.SpoolDir
	p.service, err = turns.New(turns.Parts{
		Churches: churches, Redis: p.redis, Pool: pool, Limiter: limiter, Answers: cached, Embeddings: embeddings,
		Embedder: embedder, Searcher: retrieval.NewSearcher(pool, retrieval.SearcherConfig{}), Model: answers, Tools: registry, Conduct: conduct, Moderator: set.moderator,
		Spending: p.spending, Notices: p.notices,
	}, set.config)
	must(t, err)
	runUntilCleanup(t, churches.Run)
	runUntilCleanup(t, func(ctx context.Context) error {
		err := p.service.Run(ctx)
		if set.bereft != (err != nil) {
			return fmt.Errorf("the service ended with %w", err)
		}
		return nil
	})
	t.Cleanup(p.finish)

	edge := web.NewEdge(logger, p.registry, nil)
	handler := sse.NewHandler(p.service, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, set.timing)
	router := chi.NewRouter()
	handler.Routes(router, func(h func(http.ResponseWriter, *http.Request) error) http.HandlerFunc { return edge.Handle(h) })
	server := httptest.NewUnstartedServer(router)
	server.Config.ConnContext = sendqueue.ConnContext
	server.Config.ReadTimeout, server.Config.WriteTimeout = set.serverTimeout, set.serverTimeout
	server.Start()
	t.Cleanup(server.Close)
	t.Cleanup(http.DefaultClient.CloseIdleConnections)
	p.base, p.url = server.URL, server.URL+"/api/chatbot/stream"
	return p
}

func (p *porch) openModel(t testing.TB, set settings) model.Streamer {
	t.Helper()
	client := func(upstream *modeltest.Server) *model.Client {
		c, err := model.New(model.Config{APIKey: "test", BaseURL: upstream.URL, ChatModel: "chat-model", FastModel: "fast-model", Timeouts: set.timeouts})
		must(t, err)
		t.Cleanup(c.Close)
		return c
	}
	primary := client(p.upstream)
	if set.fallback == nil {
		return primary
	}
	failover, err := model.NewFailover(primary, client(set.fallback), model.FailoverConfig{})
	must(t, err)
	return failover
}

func runUntilCleanup(t testing.TB, run func(context.Context) error) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("ended with %v", err)
		}
	})
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (p *porch) exec(t testing.TB, sql string, args ...any) {
	t.Helper()
	_, err := p.db.Admin.Exec(context.Background(), sql, args...)
	must(t, err)
}

// newChurch stores a church on the Pro plan whose chat is on.
func (p *porch) newChurch(t testing.TB) uuid.UUID {
	t.Helper()
	id := uuid.Must(uuid.NewV7())
	p.exec(t, `insert into churches (id, slug, name, address, city, state, country, phone, timezone)
		values ($1, $2, 'Harbor Church', '1 Pier Road', 'Rockland', 'ME', 'US', '(207) 555-0142', 'America/New_York')`, id, "church-"+id.String())
	p.exec(t, `insert into premium_churches (church_id, plan, channel, chatbot_enabled, chatbot_agent_id, custom_hours, what_to_expect)
		values ($1, 'pro_chat', 'chat', true, $1, '{"sunday":["9:00 AM Worship"]}', '{"parking":"Park behind the church."}')`, id)
	return id
}

// knows stores a FAQ or, with kind document, a passage of its own document.
func (p *porch) knows(t testing.TB, churchID uuid.UUID, kind, title, content string, exact bool) uuid.UUID {
	t.Helper()
	id := uuid.Must(uuid.NewV7())
	both, question := p.embed(t, title+"\n"+content), p.embed(t, title)
	var document, index any
	if kind == "document" {
		documentID := uuid.Must(uuid.NewV7())
		p.exec(t, `insert into knowledge_documents (id, organization_id, title, file_name, media_type, source, source_sha256, status)
			values ($1, $2, $3, $4, 'text/plain', '', '', 'ready')`, documentID, churchID, title, id.String())
		document, index, question = documentID, 0, nil
	}
	var questionVector any
	if question != nil {
		questionVector = pgvector.NewVector(question)
	}
	p.exec(t, `insert into unified_rag_content (id, organization_id, content_type, title, content, embedding, question_embedding, metadata, document_id, chunk_index)
		values ($1, $2, $3, $4, $5, $6, $7, jsonb_build_object('embedder', $8::text, 'exact_response', $9::boolean, 'visibility', 'public'), $10, $11)`,
		id, churchID, kind, title, content, pgvector.NewVector(both), questionVector, p.embedder.Name(), exact, document, index)
	return id
}

func (p *porch) embed(t testing.TB, text string) []float32 {
	t.Helper()
	vectors, err := p.embedder.Embed(context.Background(), []string{text})
	must(t, err)
	return vectors[0]
}

// event is one server-sent event as a browser reads it.
type event struct {
	name, id string
	data     map[string]any
}

type question struct {
	message string
	session uuid.UUID
	client  uuid.UUID
	agent   string
	lens    string
	history []chat.HistoryItem
	address string // of the client; this machine's by default
}

func (p *porch) post(ctx context.Context, churchID uuid.UUID, q question) (*http.Response, error) {
	if q.session == uuid.Nil {
		q.session = uuid.New()
	}
	payload := map[string]any{"message": q.message, "churchId": churchID, "sessionId": q.session, "history": q.history, "agentType": q.agent}
	if q.lens != "" {
		payload["lensOverride"] = q.lens
	}
	if q.client != uuid.Nil {
		payload["clientMessageId"] = q.client
	}
	body, err := json.Marshal(payload)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if q.address != "" {
		req.Header.Set("X-Forwarded-For", q.address)
	}
	return http.DefaultClient.Do(req)
}

// ask returns the events of an answer, having checked the form of the stream.
func (p *porch) ask(t testing.TB, churchID uuid.UUID, q question) []event {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), waitLimit)
	defer cancel()
	res, err := p.post(ctx, churchID, q)
	must(t, err)
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(res.Body)
		t.Fatalf("status %d: %s", res.StatusCode, body)
	}
	if got := res.Header.Get("Content-Type"); got != "text/event-stream" {
		t.Errorf("content type %q", got)
	}
	events, err := readEvents(res.Body)
	must(t, err)
	checkStream(t, events)
	return events
}

// rest waits until no turn is under way on this node. A visitor has the end of an answer before it is kept for others: who
// then asks in other words, or when the budget is spent, may come too early. The same words wait for it.
func (p *porch) rest(t testing.TB) {
	t.Helper()
	eventually(t, func() bool { return p.gauge(t, "narthex_turns_running") == 0 })
}

// gauge is the value of a gauge without labels.
func (p *porch) gauge(t testing.TB, metric string) float64 {
	t.Helper()
	families, err := p.registry.Gather()
	must(t, err)
	for _, family := range families {
		if family.GetName() == metric {
			return family.GetMetric()[0].GetGauge().GetValue()
		}
	}
	t.Fatalf("there is no %s", metric)
	return 0
}

// resume returns what a turn has to say after an event.
func (p *porch) resume(t testing.TB, churchID, session uuid.UUID, turn string, after int) []event {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), waitLimit)
	defer cancel()
	res, err := p.resumeIn(ctx, churchID, session, turn, after)
	must(t, err)
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(res.Body)
		t.Fatalf("status %d: %s", res.StatusCode, body)
	}
	events, err := readEvents(res.Body)
	must(t, err)
	return events
}

func (p *porch) resumeIn(ctx context.Context, churchID, session uuid.UUID, turn string, after int) (*http.Response, error) {
	url := fmt.Sprintf("%s/api/chatbot/turns/%s/stream?sessionId=%s", p.base, turn, session)
	if churchID != uuid.Nil {
		url += "&churchId=" + churchID.String()
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Last-Event-ID", fmt.Sprintf("%s:%d", turn, after))
	return http.DefaultClient.Do(req)
}

// tell posts to one of a turn's actions and returns the status.
func (p *porch) tell(t testing.TB, turn, action string, body map[string]any) int {
	t.Helper()
	data, err := json.Marshal(body)
	must(t, err)
	res, err := http.Post(p.base+"/api/chatbot/turns/"+turn+"/"+action, "application/json", bytes.NewReader(data))
	must(t, err)
	must(t, res.Body.Close())
	return res.StatusCode
}

// stream is an answer that is read event by event.
type stream struct {
	body  io.ReadCloser
	lines *bufio.Scanner
	leave context.CancelFunc
}

// open posts a question and returns its answer as it streams.
func (p *porch) open(t testing.TB, churchID uuid.UUID, q question) *stream {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*waitLimit)
	res, err := p.post(ctx, churchID, q)
	must(t, err)
	return newStream(t, res, cancel)
}

// reopen is open for a turn under way.
func (p *porch) reopen(t testing.TB, churchID, session uuid.UUID, turn string, after int) *stream {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*waitLimit)
	res, err := p.resumeIn(ctx, churchID, session, turn, after)
	must(t, err)
	return newStream(t, res, cancel)
}

func newStream(t testing.TB, res *http.Response, leave context.CancelFunc) *stream {
	t.Helper()
	s := &stream{body: res.Body, lines: bufio.NewScanner(res.Body), leave: leave}
	t.Cleanup(s.close)
	if res.StatusCode != http.StatusOK {
		t.Fatalf("status %d", res.StatusCode)
	}
	return s
}

func (s *stream) close() {
	s.leave()
	s.body.Close()
}

// next reads one event; false at the end.
func (s *stream) next(t testing.TB) (event, bool) {
	t.Helper()
	var block strings.Builder
	for s.lines.Scan() {
		fmt.Fprintln(&block, s.lines.Text())
		if s.lines.Text() != "" || !strings.Contains(block.String(), "event: ") {
			continue
		}
		events, err := readEvents(strings.NewReader(block.String()))
		must(t, err)
		return events[0], true
	}
	return event{}, false
}

// until reads events up to the first whose text holds the words.
func (s *stream) until(t testing.TB, words string) []event {
	t.Helper()
	var events []event
	for {
		e, ok := s.next(t)
		if !ok {
			t.Fatalf("the stream ended before %q: %v", words, events)
		}
		events = append(events, e)
		if said, _ := e.data["text"].(string); strings.Contains(said, words) {
			return events
		}
	}
}

// rest reads to the end.
func (s *stream) rest(t testing.TB) []event {
	t.Helper()
	var events []event
	for {
		e, ok := s.next(t)
		if !ok {
			return events
		}
		events = append(events, e)
	}
}

// afterReset drops what a reset made void.
func afterReset(events []event) []event {
	for i := len(events) - 1; i >= 0; i-- {
		if events[i].name == "reset" {
			return events[i:]
		}
	}
	return events
}

func readEvents(body io.Reader) ([]event, error) {
	var events []event
	var current event
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		field, value, _ := strings.Cut(lines.Text(), ": ")
		switch field {
		case "event":
			current.name = value
		case "id":
			current.id = value
		case "data":
			if err := json.Unmarshal([]byte(value), &current.data); err != nil {
				return events, fmt.Errorf("data of %s: %w", current.name, err)
			}
		case "":
			if current.name != "" {
				events = append(events, current)
			}
			current = event{}
		}
	}
	return events, lines.Err()
}

// checkStream proves what holds of every stream: one start first, numbers without gaps, one done or error last.
func checkStream(t testing.TB, events []event) {
	t.Helper()
	if len(events) < 2 || events[0].name != "start" {
		t.Fatalf("a stream must start with start: %v", events)
	}
	turn := events[0].data["turnId"]
	for i, e := range events {
		if want := fmt.Sprintf("%v:%d", turn, i+1); e.id != want {
			t.Errorf("event %d has id %s, want %s", i, e.id, want)
		}
		if last := i == len(events)-1; last != (e.name == "done" || e.name == "error") {
			t.Errorf("event %d of %d is %s", i+1, len(events), e.name)
		}
	}
}

func names(events []event) []string {
	var names []string
	for _, e := range events {
		names = append(names, e.name)
	}
	return slices.Compact(names)
}

func text(events []event) string {
	var out strings.Builder
	for _, e := range events {
		if e.name == "delta" {
			out.WriteString(e.data["text"].(string))
		}
	}
	return out.String()
}

// tier is the answering tier, or -1.
func tier(events []event) int {
	for _, e := range events {
		if number, ok := e.data["tier"].(float64); ok && e.name == "tier" {
			return int(number)
		}
	}
	return -1
}

// stored is a message as Postgres has it.
type stored struct {
	Role, Content string
	Tier          *int
	Reason        *string
	Outcome       *string
	ErrorCode     *string
	Sources       []chat.Source
	Tokens        int
}

// messages waits until the church has so many messages in Postgres, and returns them.
func (p *porch) messages(t testing.TB, churchID uuid.UUID, count int) []stored {
	t.Helper()
	var found []stored
	eventually(t, func() bool {
		found = nil
		rows, err := p.db.Admin.Query(context.Background(), `
			select role, content, tier, reason, outcome, error_code, sources, completion_tokens
			from messages where church_id = $1 order by created_at, role desc`, churchID)
		must(t, err)
		defer rows.Close()
		for rows.Next() {
			var m stored
			must(t, rows.Scan(&m.Role, &m.Content, &m.Tier, &m.Reason, &m.Outcome, &m.ErrorCode, &m.Sources, &m.Tokens))
			found = append(found, m)
		}
		return len(found) >= count
	})
	if len(found) != count {
		t.Errorf("%d messages are stored, want %d: %+v", len(found), count, found)
	}
	return found
}

// eventually polls a condition that another goroutine or process brings about.
func eventually(t testing.TB, condition func() bool) {
	t.Helper()
	deadline := time.Now().Add(waitLimit)
	for !condition() {
		if time.Now().After(deadline) {
			t.Fatalf("it did not come about within %v", waitLimit)
		}
		time.Sleep(10 * time.Millisecond)
	}
}
