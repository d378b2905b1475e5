package dashboard_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/admin/dashboard"
	"narthex/cmd/dev/browsertest"
	"narthex/cmd/dev/leaktest"
	"narthex/migrations/pgtest"
	"narthex/static"
	"narthex/static/messages"
	"narthex/static/web"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

type server struct {
	db     *pgtest.DB
	url    string
	wait   time.Duration
	portal *portal
}

func newServer(t *testing.T) *server {
	t.Helper()
	s := &server{db: pgtest.New(t), portal: &portal{}}
	assets, err := web.NewAssets(static.Assets)
	must(t, err)
	languages, err := web.LoadLanguages(messages.Files)
	must(t, err)
	pages, err := web.NewPages(static.Templates, languages, assets)
	must(t, err)
	edge := web.NewEdge(slog.New(slog.DiscardHandler), prometheus.NewRegistry(), pages)
	r := chi.NewRouter()
	r.Use(edge.Observe, web.SecurityHeaders)
	r.Get(web.AssetsPattern, edge.Handle(assets.Serve))
	dashboard.NewHandler(dashboard.Parts{
		Pool: s.db.Pool, Pages: pages, Edge: edge, BaseURL: "https://narthex.example", Portal: s.portal,
		Limit: func(*http.Request, string, int) (time.Duration, error) { return s.wait, nil },
	}).Routes(r)
	r.Get("/provider", func(http.ResponseWriter, *http.Request) {})
	listening := httptest.NewServer(r)
	t.Cleanup(listening.Close)
	s.url = listening.URL
	return s
}

// church adds one with a subscription and returns its admin token.
func (s *server) church(t *testing.T, slug, plan, channel, status string, chatbot bool) (token uuid.UUID) {
	t.Helper()
	id, token := uuid.New(), uuid.New()
	_, err := s.db.Admin.Exec(t.Context(), `insert into churches (id, slug, name) values ($1, $2, 'Church <of> ' || $2)`, id, slug)
	must(t, err)
	_, err = s.db.Admin.Exec(t.Context(), `insert into premium_churches (church_id, plan, channel, status, chatbot_enabled, admin_token) values ($1, $2, $3, $4, $5, $6)`,
		id, plan, channel, status, chatbot, token)
	must(t, err)
	return token
}

func (s *server) get(t *testing.T, token string) (int, http.Header, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/admin/"+token, nil)
	must(t, err)
	response, err := http.DefaultClient.Do(request)
	must(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	must(t, err)
	return response.StatusCode, response.Header, string(body)
}

func TestTheMagicLinkSaysWhatIsLive(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	for name, test := range map[string]struct {
		plan, channel, status string
		chatbot, live, voice  bool
	}{
		"live":       {"starter_chat", "chat", "active", true, true, false},
		"with-voice": {"pro_both", "both", "active", true, true, true},
		"past-due":   {"starter_chat", "chat", "past_due", true, false, false},
		"no-chatbot": {"starter_chat", "chat", "active", false, false, false},
	} {
		token := s.church(t, name, test.plan, test.channel, test.status, test.chatbot)
		status, header, body := s.get(t, token.String())
		if status != 200 || header.Get("Cache-Control") != "no-store" || header.Get("Referrer-Policy") != "no-referrer" || header.Get("X-Robots-Tag") != "noindex" {
			t.Errorf("%s: %d %v", name, status, header)
		}
		for text, want := range map[string]bool{
			"Your assistant is live": test.live, "not answering visitors": !test.live, "has a telephone": test.voice, "Church &lt;of&gt; " + name: true,
			"https://narthex.example/chat/" + name: true, "data-church=&#34;" + name + "&#34;": true, token.String(): false,
		} {
			if strings.Contains(body, text) != want {
				t.Errorf("%s: %q: %v", name, text, !want)
			}
		}
	}
	for _, token := range []string{uuid.NewString(), "x", "00000000-0000-0000-0000-000000000000", "%27"} {
		if status, _, _ := s.get(t, token); status != 404 {
			t.Errorf("token %q: %d", token, status)
		}
	}
	s.wait = time.Minute
	if status, header, _ := s.get(t, uuid.NewString()); status != 429 || header.Get("Retry-After") != "60" {
		t.Errorf("somebody who tries tokens: %d %v", status, header)
	}
}

func TestTheDashboardOnAPhone(t *testing.T) {
	s := newServer(t)
	tab := browsertest.Open(t)
	token := s.church(t, "grace", "pro_both", "both", "active", true)
	tab.Do(chromedp.EmulateViewport(360, 740), chromedp.Navigate(s.url+"/admin/"+token.String()))
	tab.Wait(`document.querySelector(".button").href.endsWith("/chat/grace") && document.documentElement.scrollWidth <= innerWidth`)
	for _, finding := range tab.Axe().Findings {
		t.Error(finding)
	}
	const artifacts = "../../.artifacts/dashboard"
	must(t, os.MkdirAll(artifacts, 0o755))
	must(t, os.WriteFile(filepath.Join(artifacts, "phone.png"), tab.WholeScreenshot(), 0o644))
}
