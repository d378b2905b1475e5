package siteimport_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"path"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/admin/faqs"
	"narthex/admin/lease"
	"narthex/admin/settings"
	"narthex/admin/siteimport"
	"narthex/admin/siteimport/crawl"
	"narthex/admin/siteimport/sitetest"
	"narthex/chat/chattest"
	"narthex/cmd/dev/leaktest"
	"narthex/migrations/pgtest"
	"narthex/retrieval"
	"narthex/static/web/webtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// house is a server with the reading of websites, in an Internet of its own.
type house struct {
	db       *pgtest.DB
	internet *sitetest.Internet
	fetcher  *crawl.Fetcher
	url      string
	screened atomic.Int32 // texts
}

func newHouse(t testing.TB) *house {
	t.Helper()
	site, logger := webtest.New(t), slog.New(slog.DiscardHandler)
	h := &house{db: pgtest.New(t), internet: sitetest.New(t), url: site.URL}
	h.fetcher = crawl.New(h.internet.Config())
	t.Cleanup(h.fetcher.Close)
	jobs, err := river.NewClient(riverpgxv5.New(h.db.Pool), &river.Config{Logger: logger})
	must(t, err)
	guard := access.NewGuard(h.db.Pool, site.Edge, "http://127.0.0.1")
	questions := faqs.NewHandler(faqs.Parts{
		Pool: h.db.Pool, Guard: guard, Embedder: retrieval.NewOffline(), Jobs: jobs, Pages: site.Pages, Edge: site.Edge, Logger: logger,
		Unfit: func(_ context.Context, text string) bool { h.screened.Add(1); return strings.Contains(text, "idiots") },
	})
	facts := settings.NewHandler(settings.Parts{Pool: h.db.Pool, Guard: guard, Pages: site.Pages, Edge: site.Edge})
	facts.Routes(site.Router)
	siteimport.NewHandler(siteimport.Parts{
		Pool: h.db.Pool, Guard: guard, Fetcher: h.fetcher, Facts: facts, FAQs: questions, Jobs: jobs, Pages: site.Pages, Edge: site.Edge,
	}).Routes(site.Router)
	return h
}

// node works on readings until it is stopped, or the test ends.
func (h *house) node(t testing.TB, ask siteimport.Model, timing lease.Timing) (stop func()) {
	t.Helper()
	logger := slog.New(slog.DiscardHandler)
	workers := river.NewWorkers()
	siteimport.AddWorkers(workers, &siteimport.Reader{Pool: h.db.Pool, Fetcher: h.fetcher, Ask: ask, Logger: logger})
	keeper := lease.New(h.db.Pool, []string{siteimport.Queue}, timing, logger)
	client, err := river.NewClient(riverpgxv5.New(h.db.Pool), &river.Config{
		Queues: map[string]river.QueueConfig{siteimport.Queue: {MaxWorkers: 2}, river.QueueDefault: {MaxWorkers: 1}}, Workers: workers, Logger: logger, TestOnly: true,
		RetryPolicy: soon{}, Middleware: []rivertype.Middleware{keeper},
	})
	must(t, err)
	must(t, client.Start(context.WithoutCancel(t.Context())))
	chattest.RunUntilCleanup(t, func(ctx context.Context) error { keeper.Run(ctx); return nil })
	stopped := false
	stop = func() {
		if !stopped {
			stopped = true
			must(t, client.StopAndCancel(context.WithoutCancel(t.Context())))
		}
	}
	t.Cleanup(stop)
	return stop
}

// soon has jobs that failed run again at once.
type soon struct{}

func (soon) NextRetry(*rivertype.JobRow) time.Time { return time.Now() }

func (h *house) exec(t testing.TB, sql string, args ...any) {
	t.Helper()
	_, err := h.db.Admin.Exec(t.Context(), sql, args...)
	must(t, err)
}

// text runs a query that gives one text.
func (h *house) text(t testing.TB, sql string, args ...any) (found string) {
	t.Helper()
	must(t, h.db.Admin.QueryRow(t.Context(), sql, args...).Scan(&found))
	return found
}

func (h *house) church(t testing.TB, slug string, roles ...access.Role) (id uuid.UUID, session *http.Cookie) {
	t.Helper()
	id = uuid.New()
	h.exec(t, `insert into churches (id, slug, name, country, timezone) values ($1, $2, initcap($2), 'US', 'America/New_York')`, id, slug)
	h.exec(t, `insert into premium_churches (church_id, plan, channel, chatbot_enabled, chatbot_agent_id) values ($1, 'pro_both', 'both', true, $1)`, id)
	if len(roles) == 0 {
		roles = []access.Role{access.RoleAdmin}
	}
	return id, accesstest.SignIn(t, h.db.Admin, id, roles...)
}

// got is what came of a request.
type got struct {
	status         int
	body, location string
}

func (h *house) ask(t testing.TB, method, at string, session *http.Cookie, form url.Values) got {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, h.url+at, strings.NewReader(form.Encode()))
	must(t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Accept", "text/html")
	if session != nil {
		request.AddCookie(session)
	}
	response, err := (&http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}).Do(request)
	must(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	must(t, err)
	return got{response.StatusCode, string(body), response.Header.Get("Location")}
}

const reading = "/admin/training/website"

// begin has a website read.
func (h *house) begin(t testing.TB, session *http.Cookie, address string) (page string) {
	t.Helper()
	begun := h.ask(t, http.MethodPost, reading, session, url.Values{"url": {address}})
	if begun.status != http.StatusSeeOther || !strings.HasPrefix(begun.location, reading+"/") {
		t.Fatalf("it is not read: %d %s", begun.status, begun.body)
	}
	return begun.location
}

// state is how far a reading is.
type state struct {
	Status, Reason, Reading           string
	Read, Refused, Done, Drafts, Open int
}

func (h *house) state(t testing.TB, session *http.Cookie, page string) (now state) {
	t.Helper()
	answer := h.ask(t, http.MethodGet, "/api/admin/site-imports/"+path.Base(page), session, nil)
	if answer.status != http.StatusOK {
		t.Fatalf("how far it is: %d %s", answer.status, answer.body)
	}
	must(t, json.Unmarshal([]byte(answer.body), &now))
	return now
}

// outcome waits until a reading has ended.
func (h *house) outcome(t testing.TB, session *http.Cookie, page string) (now state) {
	t.Helper()
	chattest.Eventually(t, func() bool {
		now = h.state(t, session, page)
		return now.Status != "working"
	})
	return now
}

// drafts are those of a church, a line each.
func (h *house) drafts(t testing.TB, id uuid.UUID) []string {
	t.Helper()
	rows, err := h.db.Admin.Query(t.Context(), "select concat_ws('|', number, kind, status, fields::text) from site_import_drafts where church_id = $1 order by number", id)
	must(t, err)
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	must(t, err)
	return found
}

// number is that of a church's draft of which a text is a value.
func (h *house) number(t testing.TB, id uuid.UUID, value string) string {
	t.Helper()
	return h.text(t, "select number::text from site_import_drafts where church_id = $1 and exists (select from jsonb_each_text(fields) f where f.value = $2)", id, value)
}

// version is what the page names of what a group is stored in.
func version(t testing.TB, body, group string) string {
	t.Helper()
	_, after, ok := strings.Cut(body, fmt.Sprintf(`name="group" value="%s">`, group))
	_, after, named := strings.Cut(after, `name="version" value="`)
	of, _, ended := strings.Cut(after, `"`)
	if !ok || !named || !ended {
		t.Fatalf("the page has no group %s", group)
	}
	return of
}
