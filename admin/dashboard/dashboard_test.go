package dashboard_test

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/admin/dashboard"
	"narthex/admin/requests"
	"narthex/cmd/dev/leaktest"
	"narthex/migrations/pgtest"
	"narthex/static/web/webtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

type server struct {
	*webtest.Site

	db     *pgtest.DB
	wait   time.Duration
	portal *portal

	tally      []requests.Tally
	tallyError error
	again      []uuid.UUID // whose link that proves a claim was asked for again
}

func newServer(t *testing.T) *server {
	t.Helper()
	s := &server{Site: webtest.New(t), db: pgtest.New(t), portal: &portal{}}
	s.routes(s.portal)
	return s
}

// routes adds the dashboard's, with where churches pay.
func (s *server) routes(portal dashboard.Portal) {
	dashboard.NewHandler(dashboard.Parts{
		Pool: s.db.Pool, Guard: access.NewGuard(s.db.Pool, s.Edge, "http://127.0.0.1"), Pages: s.Pages, Edge: s.Edge, BaseURL: "https://narthex.example", Portal: portal, Logger: slog.New(slog.DiscardHandler),
		Tally:      func(context.Context, time.Time) ([]requests.Tally, error) { return s.tally, s.tallyError },
		Digest:     func(context.Context, uuid.UUID) (bool, error) { return true, nil },
		ProveAgain: func(_ context.Context, id uuid.UUID) error { s.again = append(s.again, id); return nil },
		Limit:      func(*http.Request, string, int) (time.Duration, error) { return s.wait, nil },
	}).Routes(s.Router)
	s.Router.Get("/provider", func(http.ResponseWriter, *http.Request) {})
}

// church adds one with a subscription, and returns it with the session of somebody with a role in it.
func (s *server) church(t *testing.T, slug, plan, channel, status string, chatbot bool, role access.Role) (id uuid.UUID, session *http.Cookie) {
	t.Helper()
	id = uuid.New()
	_, err := s.db.Admin.Exec(t.Context(), `insert into churches (id, slug, name) values ($1, $2, 'Church <of> ' || $2)`, id, slug)
	must(t, err)
	_, err = s.db.Admin.Exec(t.Context(), `insert into premium_churches (church_id, plan, channel, status, chatbot_enabled) values ($1, $2, $3, $4, $5)`,
		id, plan, channel, status, chatbot)
	must(t, err)
	return id, accesstest.SignIn(t, s.db.Admin, id, role)
}

func (s *server) get(t *testing.T, path string, session *http.Cookie) (int, http.Header, string) {
	t.Helper()
	return s.Ask(t, http.MethodGet, path, session, "", "")
}

func TestTheOverviewSaysWhatIsLive(t *testing.T) {
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
		_, session := s.church(t, name, test.plan, test.channel, test.status, test.chatbot, access.RoleAdmin)
		status, header, body := s.get(t, "/admin/overview", session)
		if status != 200 || header.Get("Cache-Control") != "no-store" || header.Get("Referrer-Policy") != "same-origin" || header.Get("X-Robots-Tag") != "noindex" {
			t.Errorf("%s: %d %v", name, status, header)
		}
		for text, want := range map[string]bool{
			"Your assistant is live": test.live, "not answering visitors": !test.live, "has a telephone": test.voice, "Church &lt;of&gt; " + name: true,
			"https://narthex.example/chat/" + name: true, "data-church=&#34;" + name + "&#34;": true,
		} {
			if strings.Contains(body, text) != want {
				t.Errorf("%s: %q: %v", name, text, !want)
			}
		}
	}
}
