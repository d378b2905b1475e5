package team_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/admin/notify"
	"narthex/admin/team"
	"narthex/cmd/dev/leaktest"
	"narthex/cmd/dev/mailbox"
	"narthex/cmd/dev/mailbox/mailboxtest"
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

// house is a server with the way in and the pages of the team, which sends mails to a mailbox.
type house struct {
	db     *pgtest.DB
	url    string
	router chi.Router
	people *team.Handler
	box    *mailbox.Mailbox
	wait   time.Duration
}

func newHouse(t *testing.T) *house {
	t.Helper()
	h := &house{db: pgtest.New(t), box: mailbox.New(mailbox.Config{}), router: chi.NewRouter()}
	listening := httptest.NewServer(h.router)
	t.Cleanup(listening.Close)
	h.url = listening.URL
	assets, pages := webtest.Parts(t)
	module, err := assets.URL("js/admin.js")
	must(t, err)
	edge := web.NewEdge(slog.New(slog.DiscardHandler), prometheus.NewRegistry(), pages)
	guard := access.NewGuard(h.db.Pool, edge, "http://127.0.0.1")
	links, err := team.NewLinks(h.url, []byte("a key of thirty-two bytes, as it is"))
	must(t, err)
	limit := func(*http.Request, string, int) (time.Duration, error) { return h.wait, nil }
	h.people = team.NewHandler(team.Parts{Pool: h.db.Pool, Links: links, Mailer: h.mailer(t, links), Guard: guard, Pages: pages, Edge: edge, Limit: limit})
	h.router.Use(edge.Observe, web.SecurityHeaders)
	h.router.Get(web.AssetsPattern, edge.Handle(assets.Serve))
	access.NewHandler(access.Parts{
		Guard: guard, Pages: pages, Edge: edge, Limit: limit, Home: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Sec-Fetch-Mode") == "navigate" { // a browser's
				_, _ = io.WriteString(w, `<!doctype html><title>Home</title><script type="module" src="`+module+`"></script>`)
			}
			_, _ = io.WriteString(w, access.From(r.Context()).Email)
		}),
	}).Routes(h.router)
	h.people.Routes(h.router)
	return h
}

// mailer sends to the mailbox until the test ends.
func (h *house) mailer(t *testing.T, links *team.Links) *notify.Service {
	t.Helper()
	smtp, _ := mailboxtest.Start(t, h.box)
	service, err := notify.New(h.db.Pool, notify.Config{
		BaseURL: h.url, LinkMakers: links.Makers(), SMTPURL: "smtp://" + smtp + "?tls=none", MailFrom: "hello@narthex.example", Logger: slog.New(slog.DiscardHandler),
		Timing: notify.Timing{Lease: 15 * time.Second, Rescue: 50 * time.Millisecond, Late: time.Millisecond},
	})
	must(t, err)
	t.Cleanup(service.Close)
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan error, 1)
	go func() { ended <- service.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("sending mails: %v", err)
		}
	})
	return service
}

// church adds one whose account belongs to an address, and returns it with the church's token.
func (h *house) church(t *testing.T, slug, email string) (id, token uuid.UUID) {
	t.Helper()
	id, token = uuid.New(), uuid.New()
	h.execute(t, `insert into churches (id, slug, name, timezone) values ($1, $2, initcap($2), 'America/Chicago')`, id, slug)
	h.execute(t, `insert into premium_churches (church_id, plan, channel, admin_token, admin_email) values ($1, 'pro_both', 'both', $2, nullif($3, ''))`, id, token, email)
	return id, token
}

// somebody adds one of a church's team, and returns their id with the cookie of a session.
func (h *house) somebody(t *testing.T, churchID uuid.UUID, email string, roles ...access.Role) (id uuid.UUID, session *http.Cookie) {
	t.Helper()
	session = accesstest.SignIn(t, h.db.Admin, churchID, roles...)
	must(t, h.db.Admin.QueryRow(t.Context(), `
		update church_admin_identities set email = $2, name = '' where church_id = $1 and email like '%@tester.example' returning id`, churchID, email).Scan(&id))
	return id, session
}

func (h *house) execute(t testing.TB, sql string, args ...any) {
	t.Helper()
	_, err := h.db.Admin.Exec(t.Context(), sql, args...)
	must(t, err)
}

func (h *house) count(t testing.TB, from string, args ...any) (n int) {
	t.Helper()
	must(t, h.db.Admin.QueryRow(t.Context(), "select count(*) from "+from, args...).Scan(&n))
	return n
}

// answer is what came of a request.
type answer struct {
	status int
	header http.Header
	body   string
	cookie *http.Cookie
}

// code is that of a problem.
func (a answer) code() string {
	var said struct{ Code string }
	_ = json.Unmarshal([]byte(a.body), &said)
	return said.Code
}

// ask sends a request: a map as JSON, url.Values as a form.
func (h *house) ask(t testing.TB, method, path string, session *http.Cookie, sent any, header ...string) answer {
	t.Helper()
	var body io.Reader
	kind := "application/json"
	switch sent := sent.(type) {
	case nil:
	case url.Values:
		body, kind = strings.NewReader(sent.Encode()), "application/x-www-form-urlencoded"
	case string:
		body = strings.NewReader(sent)
	default:
		encoded, err := json.Marshal(sent)
		must(t, err)
		body = strings.NewReader(string(encoded))
	}
	if !strings.HasPrefix(path, "http") {
		path = h.url + path
	}
	request, err := http.NewRequestWithContext(t.Context(), method, path, body)
	must(t, err)
	if body != nil {
		request.Header.Set("Content-Type", kind)
	}
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	if session != nil {
		request.AddCookie(session)
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	must(t, err)
	defer response.Body.Close()
	read, err := io.ReadAll(response.Body)
	must(t, err)
	got := answer{status: response.StatusCode, header: response.Header, body: string(read)}
	for _, set := range response.Cookies() {
		got.cookie = set
	}
	return got
}

// mail waits for a mail to an address whose subject holds a text, and returns the newest.
func (h *house) mail(t *testing.T, to, subject string) mailbox.Message {
	t.Helper()
	return h.awaitMail(t, to, func(m mailbox.Message) bool { return strings.Contains(m.Subject, subject) })
}

// mailWith waits for a mail to an address that holds a secret.
func (h *house) mailWith(t *testing.T, to, secret string) {
	t.Helper()
	h.awaitMail(t, to, func(m mailbox.Message) bool { return strings.Contains(m.Text, secret) })
}

func (h *house) awaitMail(t *testing.T, to string, is func(mailbox.Message) bool) mailbox.Message {
	t.Helper()
	deadline := time.After(time.Minute)
	for {
		all, changed := h.box.Messages()
		for _, one := range slices.Backward(all) {
			if slices.Contains(one.To, to) && is(one) {
				return one
			}
		}
		select {
		case <-changed:
		case <-deadline:
			t.Fatalf("the mail to %s did not come", to)
		}
	}
}

var linkInMail = regexp.MustCompile(`http://127\.0\.0\.1:\d+/admin/\S+`)

// link is the one in a mail.
func link(t testing.TB, in mailbox.Message) string {
	t.Helper()
	found := linkInMail.FindString(in.Text)
	if found == "" {
		t.Fatalf("no link in %s", in.Text)
	}
	return found
}
