package settings_test

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/admin/settings"
	"narthex/cmd/dev/leaktest"
	"narthex/migrations/pgtest"
	"narthex/static/web"
	"narthex/static/web/webtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// server is the settings, and what a page of theirs loads.
type server struct {
	db  *pgtest.DB
	url string
}

func newServer(t testing.TB) *server {
	t.Helper()
	s := &server{db: pgtest.New(t)}
	r := chi.NewRouter()
	serve(t, s.db, r)
	listening := httptest.NewServer(r)
	t.Cleanup(listening.Close)
	s.url = listening.URL
	return s
}

// serve adds the settings to a router.
func serve(t testing.TB, db *pgtest.DB, r chi.Router) {
	t.Helper()
	assets, pages := webtest.Parts(t)
	edge := web.NewEdge(slog.New(slog.DiscardHandler), prometheus.NewRegistry(), pages)
	r.Get(web.AssetsPattern, edge.Handle(assets.Serve))
	house := r.With(edge.Observe, web.SecurityHeaders)
	settings.NewHandler(settings.Parts{Pool: db.Pool, Guard: access.NewGuard(db.Pool, edge, "http://127.0.0.1"), Pages: pages, Edge: edge}).Routes(house)
}

// church adds one with a subscription, and returns it with its admin token.
func (s *server) church(t testing.TB, slug string) (id, token uuid.UUID) {
	t.Helper()
	id, token = uuid.New(), uuid.New()
	s.exec(t, `insert into churches (id, slug, name, country, timezone) values ($1, $2, initcap($2), 'US', 'America/New_York')`, id, slug)
	s.exec(t, `insert into premium_churches (church_id, plan, channel, chatbot_enabled, chatbot_agent_id, admin_token, admin_email)
		values ($1, 'pro_both', 'both', true, $1, $2, 'ann@' || $3)`, id, token, slug+".example.org")
	return id, token
}

func (s *server) exec(t testing.TB, sql string, args ...any) {
	t.Helper()
	_, err := s.db.Admin.Exec(t.Context(), sql, args...)
	must(t, err)
}

// text runs a query that gives one text.
func (s *server) text(t testing.TB, sql string, args ...any) (found string) {
	t.Helper()
	must(t, s.db.Admin.QueryRow(t.Context(), sql, args...).Scan(&found))
	return found
}

func (s *server) signIn(t testing.TB, id uuid.UUID, roles ...access.Role) *http.Cookie {
	t.Helper()
	return accesstest.SignIn(t, s.db.Admin, id, roles...)
}

// answer is what came of a request.
type answer struct {
	Status  int
	Body    string
	OK      bool
	ID      string
	Code    string
	Detail  string
	Version string
	Fields  map[string]string
	Changed []string
	Notes   map[string]string
}

// send sends a body as JSON; with is a session's *http.Cookie, or a token.
func (s *server) send(t testing.TB, method, path string, with any, body any) answer {
	t.Helper()
	return send(t, method, s.url+path, with, body)
}

func send(t testing.TB, method, url string, with, body any) (got answer) {
	t.Helper()
	text, raw := body.(string)
	if !raw {
		encoded, err := json.Marshal(body)
		must(t, err)
		text = string(encoded)
	}
	request, err := http.NewRequestWithContext(t.Context(), method, url, bytes.NewBufferString(text))
	must(t, err)
	request.Header.Set("Content-Type", "application/json")
	switch who := with.(type) {
	case *http.Cookie:
		request.AddCookie(who)
	case uuid.UUID:
		request.Header.Set("Authorization", "Bearer "+who.String())
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	must(t, err)
	defer response.Body.Close()
	read, err := io.ReadAll(response.Body)
	must(t, err)
	_ = json.Unmarshal(read, &got) // a page is none
	got.Status, got.Body = response.StatusCode, string(read)
	return got
}

type fields map[string]any
