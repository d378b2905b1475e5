package blog_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/admin/blog"
	"narthex/chat/preview"
	"narthex/cmd/dev/leaktest"
	"narthex/migrations/pgtest"
	"narthex/static/web"
	"narthex/static/web/webtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

// server serves the blog from a database of its own.
type server struct {
	t        testing.TB
	db       *pgtest.DB
	url      string
	previews *preview.Links
	client   *http.Client
}

const base = "https://narthex.example"

func newServer(t testing.TB) *server {
	t.Helper()
	s := &server{t: t, db: pgtest.New(t), client: &http.Client{Transport: new(http.Transport), CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
	assets, pages := webtest.Parts(t)
	var err error
	s.previews, err = preview.New(base, []byte(strings.Repeat("k", 32)), time.Now)
	must(t, err)
	edge := web.NewEdge(slog.New(slog.DiscardHandler), prometheus.NewRegistry(), pages)
	r := chi.NewRouter()
	r.Use(edge.Observe, web.SecurityHeaders)
	r.NotFound(edge.Handle(web.NotFound))
	r.Get(web.AssetsPattern, edge.Handle(assets.Serve))
	blog.NewHandler(blog.Parts{
		Pool: s.db.Pool, Pages: pages, Edge: edge, BaseURL: base,
		Previewed: func(article uuid.UUID, token string) bool { return s.previews.Check(article, token) == nil },
	}).Routes(r)
	listening := httptest.NewServer(r)
	t.Cleanup(listening.Close)
	t.Cleanup(s.client.CloseIdleConnections)
	s.url = listening.URL
	return s
}

func (s *server) exec(sql string, arguments ...any) {
	s.t.Helper()
	if _, err := s.db.Pool.Exec(s.t.Context(), sql, arguments...); err != nil {
		s.t.Fatal(err)
	}
}

// answer is what came back, and its text.
type answer struct {
	*http.Response
	text string
}

func (s *server) get(path string, headers ...string) answer {
	s.t.Helper()
	request, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.url+path, nil)
	must(s.t, err)
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := s.client.Do(request)
	must(s.t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	must(s.t, err)
	return answer{response, string(text)}
}

// holds checks that a page is there and has all of some texts.
func (s *server) holds(path string, texts ...string) answer {
	s.t.Helper()
	got := s.get(path)
	if got.StatusCode != http.StatusOK {
		s.t.Fatalf("%s: %d", path, got.StatusCode)
	}
	for _, text := range texts {
		if !strings.Contains(got.text, text) {
			s.t.Errorf("%s lacks %q:\n%s", path, text, got.text)
		}
	}
	return got
}

func (a answer) lacks(t testing.TB, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if strings.Contains(a.text, text) {
			t.Errorf("has %q", text)
		}
	}
}

// inOrder checks that texts occur one after the other.
func (a answer) inOrder(t testing.TB, texts ...string) {
	t.Helper()
	at := 0
	for _, text := range texts {
		next := strings.Index(a.text[at:], text)
		if next < 0 {
			t.Fatalf("%q is not there, or not behind those before it", text)
		}
		at += next + len(text)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
