package learning

import (
	"context"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/admin/drafts"
	"narthex/admin/faqs"
	"narthex/cache"
	"narthex/chat/evaluate"
	"narthex/static/web"
	"narthex/static/web/webtest"
)

// house is a church with the pages of its open questions, and what works on the jobs.
type house struct {
	*record
	site   *webtest.Site
	cookie *http.Cookie
	wait   time.Duration
	spent  atomic.Bool // trials have cost what they may

	answers *cache.Answers
}

// try asks as the assistant's trials do.
func (h *house) try(ctx context.Context, q evaluate.Question) (*evaluate.Evaluation, error) {
	if h.spent.Load() {
		return nil, evaluate.ErrSpent
	}
	return h.Trials.Ask(ctx, q)
}

func newHouse(t testing.TB, roles ...access.Role) *house {
	t.Helper()
	h := &house{record: newRecord(t), site: webtest.New(t)}
	if len(roles) == 0 {
		roles = []access.Role{access.RoleAdmin}
	}
	h.cookie = accesstest.SignIn(t, h.DB.Admin, h.church, roles...)
	workers := river.NewWorkers()
	AddWorkers(workers, h.gatherer)
	client, err := river.NewClient(riverpgxv5.New(h.DB.Pool), &river.Config{
		Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 2}}, Workers: workers, Logger: slog.New(slog.DiscardHandler), TestOnly: true,
		FetchPollInterval: 100 * time.Millisecond, FetchCooldown: 100 * time.Millisecond,
	})
	must(t, err)
	must(t, client.Start(context.WithoutCancel(t.Context())))
	t.Cleanup(func() { must(t, client.StopAndCancel(context.WithoutCancel(t.Context()))) })
	guard := access.NewGuard(h.DB.Pool, h.site.Edge, "http://127.0.0.1")
	drafted := drafts.New(h.DB.Pool, h.Embedder.Name())
	guard.Through(drafted.Entry(h.site.Pages))
	written := faqs.NewHandler(faqs.Parts{
		Pool: h.DB.Pool, Guard: guard, Embedder: h.Embedder, Unfit: func(context.Context, string) bool { return false }, Jobs: client,
		Pages: h.site.Pages, Edge: h.site.Edge, Logger: slog.New(slog.DiscardHandler),
	})
	written.Routes(h.site.Router)
	answers, err := cache.NewAnswers(t.Context(), h.Redis, cache.Config{Timeout: 5 * time.Second})
	must(t, err)
	h.answers = answers
	NewHandler(Parts{
		Answers: answers,
		Drafting: func(ctx context.Context, language *web.Language) context.Context {
			return drafted.Working(ctx, access.From(ctx), language)
		},
		Pool: h.DB.Pool, Guard: guard, Churches: h.Churches, Embedder: h.Embedder, Ask: h.try, Jobs: client, Pages: h.site.Pages, Edge: h.site.Edge,
		Limit: func(context.Context, uuid.UUID, string, int) (time.Duration, error) { return h.wait, nil },
		Publish: func(ctx context.Context, language *web.Language, question, answer string, exact bool) (uuid.UUID, error) {
			return written.Ensure(ctx, language, faqs.Draft{Question: question, Answer: answer, Exact: exact})
		},
	}).Routes(h.site.Router)
	return h
}

// post sends a form as an admin who has just opened its page, and follows where that leads.
func (h *house) post(t testing.TB, at string, form url.Values) (status int, page string) {
	t.Helper()
	if one, answers := strings.CutSuffix(at, "/answer"); answers {
		form = maps.Clone(form)
		form.Set("version", h.version(t, one))
	}
	return h.send(t, at, form)
}

// version is that of the draft which a page shows; empty: it shows none.
func (h *house) version(t testing.TB, at string) string {
	t.Helper()
	_, page := h.get(t, at)
	return versionIn(page)
}

var versionField = regexp.MustCompile(`name="version" value="([0-9a-f]+)"`)

func versionIn(page string) string {
	found := versionField.FindStringSubmatch(page)
	if found == nil {
		return ""
	}
	return found[1]
}

func (h *house) send(t testing.TB, at string, form url.Values) (status int, page string) {
	t.Helper()
	status, _, page = h.site.Ask(t, http.MethodPost, path+at, h.cookie, webtest.Form, form.Encode())
	return status, page
}

func (h *house) get(t testing.TB, at string) (status int, page string) {
	t.Helper()
	status, _, page = h.site.Ask(t, http.MethodGet, path+at, h.cookie, "", "")
	return status, page
}
