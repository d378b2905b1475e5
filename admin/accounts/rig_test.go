package accounts_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"narthex/admin/accounts"
	"narthex/admin/accounts/analytics"
	"narthex/admin/accounts/identity"
	provider "narthex/cmd/dev/identity"
	"narthex/migrations/pgtest"
	"narthex/static/web/webtest"
)

const jwtSecret = "a secret of thirty-two characters"

// rig is the product's pages, an identity service, its mails, and an analytics store.
type rig struct {
	t    *testing.T
	db   *pgtest.DB
	site *webtest.Site
	sink *sink
	jobs *river.Client[pgx.Tx]

	mu     sync.Mutex
	mails  []provider.Mail
	limits map[string]time.Duration // waits, by kind of request
	away   bool                     // the identity service does not answer
	asked  map[string]int           // of the identity service, by path
	after  func()                   // what happens before it answers that a link is verified; nil: nothing
}

// sink is an analytics store that keeps what it is told.
type sink struct {
	mu   sync.Mutex
	told []map[string]any
	got  chan struct{}
}

func (s *sink) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var event map[string]any
	_ = json.NewDecoder(r.Body).Decode(&event)
	s.mu.Lock()
	s.told = append(s.told, event)
	s.mu.Unlock()
	_, _ = io.WriteString(w, `{"status":1}`)
	s.got <- struct{}{}
}

// wait returns the first n events that the store was told of.
func (s *sink) wait(t *testing.T, n int) []map[string]any {
	t.Helper()
	for range n {
		select {
		case <-s.got:
		case <-time.After(time.Minute):
			t.Fatalf("the analytics store was told of %d events, want %d", len(s.told), n)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.told
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func newRig(t *testing.T, change ...func(*provider.Config)) *rig {
	t.Helper()
	r := &rig{t: t, db: pgtest.New(t), site: webtest.New(t), sink: &sink{got: make(chan struct{}, 1000)}, limits: map[string]time.Duration{}, asked: map[string]int{}}
	_, err := r.db.Admin.Exec(t.Context(), `insert into theological_lenses (id, slug, name, description) values (2, 'reformed', 'Reformed', 'x'), (4, 'catholic', 'Catholic', 'x')`)
	must(t, err)
	_, err = r.db.Admin.Exec(t.Context(), `insert into outreach_contacts (token, email) values ('abc', 'ann@example.org'), ('def', null)`)
	must(t, err)

	store := httptest.NewServer(r.sink)
	t.Cleanup(store.Close)
	config := provider.Config{
		Pool: r.db.Admin, JWTSecret: jwtSecret, SiteURL: r.site.URL, Redirects: []string{r.site.URL + "/auth/callback**"}, Providers: []string{"google"}, PasswordCost: 4,
		Mail: func(_ context.Context, m provider.Mail) error {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.mails = append(r.mails, m)
			return nil
		},
	}
	for _, one := range change {
		one(&config)
	}
	service, err := provider.New(t.Context(), config)
	must(t, err)
	listening := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, asked *http.Request) {
		r.mu.Lock()
		away, after := r.away, r.after
		r.asked[asked.URL.Path]++
		r.mu.Unlock()
		if away {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		service.ServeHTTP(w, asked)
		if after != nil && asked.URL.Path == "/verify" {
			after()
		}
	}))
	t.Cleanup(listening.Close)
	client, err := identity.New(identity.Config{URL: listening.URL, Registerer: prometheus.NewRegistry()})
	must(t, err)
	t.Cleanup(client.Close)
	events, err := analytics.New(analytics.Config{Pool: r.db.Pool, Host: store.URL, Key: "phc_test", Registerer: prometheus.NewRegistry(), Logger: slog.New(slog.DiscardHandler)})
	must(t, err)
	t.Cleanup(events.Close)
	r.work(r.db.Pool, events)
	handler, err := accounts.NewHandler(accounts.Parts{
		Pool: r.db.Pool, Identity: client, Verifier: identity.SharedSecret([]byte(jwtSecret)), Events: events, Providers: []string{"google"},
		Key: []byte(strings.Repeat("k", 32)), Pages: r.site.Pages, Edge: r.site.Edge, BaseURL: r.site.URL, Registerer: prometheus.NewRegistry(), Logger: slog.New(slog.DiscardHandler),
		Address: func(*http.Request) string { return "192.0.2.1" },
		Limit: func(_ *http.Request, kind string, _ int) (time.Duration, error) {
			r.mu.Lock()
			defer r.mu.Unlock()
			return r.limits[kind], nil
		},
	})
	must(t, err)
	handler.Routes(r.site.Router)
	return r
}

// work does the jobs.
func (r *rig) work(pool *pgxpool.Pool, events *analytics.Events) {
	workers := river.NewWorkers()
	analytics.AddWorkers(workers, events)
	var err error
	r.jobs, err = river.NewClient(riverpgxv5.New(pool), &river.Config{
		Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 4}}, Workers: workers, Logger: slog.New(slog.DiscardHandler),
	})
	must(r.t, err)
	must(r.t, r.jobs.Start(context.WithoutCancel(r.t.Context())))
	r.t.Cleanup(func() { _ = r.jobs.Stop(context.Background()) })
}

// change has the rig behave differently from now on.
func (r *rig) change(how func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	how()
}

var linkPattern = regexp.MustCompile(`href="([^"]*token_hash=[^"]*)"`)

// link is what the latest mail to an address leads to. Mails are sent before the request that asked for them is answered.
func (r *rig) link(to string) string {
	r.t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := len(r.mails) - 1; i >= 0; i-- {
		if r.mails[i].To != to {
			continue
		}
		found := linkPattern.FindStringSubmatch(r.mails[i].HTML)
		if found == nil {
			r.t.Fatalf("no link in %s", r.mails[i].HTML)
		}
		return strings.ReplaceAll(found[1], "&amp;", "&")
	}
	r.t.Fatalf("no mail to %s", to)
	return ""
}

// browser keeps cookies, and does not follow where it is led.
type browser struct {
	t      *testing.T
	client *http.Client
	url    string
}

func (r *rig) browser() *browser {
	jar, err := cookiejar.New(nil)
	must(r.t, err)
	transport := &http.Transport{}
	r.t.Cleanup(transport.CloseIdleConnections)
	return &browser{r.t, &http.Client{Jar: jar, Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}, r.site.URL}
}

// answered is what a request got.
type answered struct {
	status int
	header http.Header
	body   string
}

// to is where it leads.
func (a answered) to() string { return a.header.Get("Location") }

func (b *browser) do(request *http.Request) answered {
	b.t.Helper()
	response, err := b.client.Do(request)
	must(b.t, err)
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	must(b.t, err)
	return answered{response.StatusCode, response.Header, string(body)}
}

// at is the whole address of a path, or of what is one already.
func (b *browser) at(path string) string {
	if strings.HasPrefix(path, "http") {
		return path
	}
	return b.url + path
}

func (b *browser) get(path string) answered {
	b.t.Helper()
	request, err := http.NewRequestWithContext(b.t.Context(), http.MethodGet, b.at(path), nil)
	must(b.t, err)
	request.Header.Set("Accept", "text/html")
	return b.do(request)
}

// post sends a form, as a page of the site would. Where it leads to the page that says that a mail is on its way, that is what is answered,
// with the headers of the form's own answer.
func (b *browser) post(path string, fields ...string) answered {
	b.t.Helper()
	values := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		values.Add(fields[i], fields[i+1])
	}
	request, err := http.NewRequestWithContext(b.t.Context(), http.MethodPost, b.at(path), strings.NewReader(values.Encode()))
	must(b.t, err)
	request.Header.Set("Content-Type", webtest.Form)
	request.Header.Set("Accept", "text/html")
	request.Header.Set("Sec-Fetch-Site", "same-origin")
	posted := b.do(request)
	if posted.status == http.StatusSeeOther && strings.HasPrefix(posted.to(), "/sermons/sent") {
		shown := b.get(posted.to())
		return answered{shown.status, posted.header, shown.body}
	}
	return posted
}

// json sends JSON, as a script of the site would.
func (b *browser) json(path, body string) answered {
	b.t.Helper()
	request, err := http.NewRequestWithContext(b.t.Context(), http.MethodPost, b.at(path), strings.NewReader(body))
	must(b.t, err)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Sec-Fetch-Site", "same-origin")
	return b.do(request)
}

// hidden is the value of a hidden field.
func (a answered) hidden(name string) string {
	found := regexp.MustCompile(`name="` + name + `" value="([^"]*)"`).FindStringSubmatch(a.body)
	if found == nil {
		return ""
	}
	return strings.ReplaceAll(found[1], "&amp;", "&")
}

// confirm follows a mailed link to its page and presses the button there.
func (b *browser) confirm(link string) answered {
	b.t.Helper()
	callback := b.get(link)
	page := b.get(callback.to())
	return b.post("/auth/confirm", "token_hash", page.hidden("token_hash"), "type", page.hidden("type"), "next", page.hidden("next"))
}

// signUp signs somebody up and confirms the address, in one browser.
func (r *rig) signUp(b *browser, email string, fields ...string) {
	r.t.Helper()
	if got := b.post("/sermons/signup", append([]string{"email", email, "password", "correct horse"}, fields...)...); got.status != http.StatusOK {
		r.t.Fatalf("sign-up: %d %s", got.status, got.body)
	}
	if got := b.confirm(r.link(email)); got.status != http.StatusSeeOther || got.to() != "/sermons/app" {
		r.t.Fatalf("confirmation: %d to %q\n%s", got.status, got.to(), got.body)
	}
}
