package pages_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat/church"
	"narthex/chat/pages"
	"narthex/static/web"
)

// tally is an AttemptStore in memory.
type tally struct {
	mu    sync.Mutex
	fails bool
	calls int
	seen  map[string]int64
}

// fail makes the tally fail, or not any more.
func (c *tally) fail(fails bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fails = fails
}

func (c *tally) Add(_ context.Context, churchID uuid.UUID, attempts map[church.Site]int64) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.fails {
		return errors.New("the database is away")
	}
	c.calls++
	if c.seen == nil {
		c.seen = make(map[string]int64)
	}
	for site, count := range attempts {
		mark := " "
		if site.Allowed {
			mark = " shows "
		}
		c.seen[churchID.String()[:4]+mark+site.Origin] += count
	}
	return nil
}

// widgetRig is a widget with the chat's endpoints behind its guard.
type widgetRig struct {
	t        *testing.T
	router   *chi.Mux
	widget   *pages.Widget
	registry *prometheus.Registry
	attempts *tally
	now      time.Time
}

const ownOrigin = "https://narthex.example"

func newWidgetRig(t *testing.T, churches ...*church.Snapshot) *widgetRig {
	t.Helper()
	edge, views, assets := newEdge(t)
	r := &widgetRig{t: t, router: chi.NewRouter(), registry: prometheus.NewRegistry(), attempts: &tally{}, now: time.Now()}
	var err error
	r.widget, err = pages.NewWidget(pages.WidgetParts{
		Lookup: lookupIn(churches), ByID: byIDIn(churches), Pages: views, Edge: edge, Assets: assets, BaseURL: ownOrigin + "/",
		Key: bytes.Repeat([]byte{1}, 32), Origins: []string{"https://*.partner.example"},
		Attempts: r.attempts, Registerer: r.registry, Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Now: func() time.Time { return r.now },
	})
	if err != nil {
		t.Fatal(err)
	}
	r.router.Use(edge.Observe, web.SecurityHeaders, r.widget.Preflights)
	r.widget.Routes(r.router)
	r.router.With(r.widget.Guard).HandleFunc("/api/chatbot/*", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusTeapot)
	})
	return r
}

func byIDIn(churches []*church.Snapshot) func(context.Context, uuid.UUID) (*church.Snapshot, error) {
	return func(_ context.Context, id uuid.UUID) (*church.Snapshot, error) {
		for _, snapshot := range churches {
			if snapshot.ID == id {
				return snapshot, nil
			}
		}
		return nil, church.ErrNotFound
	}
}

func (r *widgetRig) get(address string, headers ...string) *httptest.ResponseRecorder {
	return r.do(http.MethodGet, address, headers...)
}

func (r *widgetRig) do(method, address string, headers ...string) *httptest.ResponseRecorder {
	r.t.Helper()
	request := httptest.NewRequest(method, address, nil)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	recorder := httptest.NewRecorder()
	r.router.ServeHTTP(recorder, request)
	return recorder
}

// site is what the loader is told on a page of an origin.
func (r *widgetRig) site(slug, origin string) map[string]any {
	r.t.Helper()
	response := r.get("/widget/"+slug+"/site.js", "Origin", origin)
	if response.Code != http.StatusOK {
		r.t.Fatalf("%s at %s: %d %s", slug, origin, response.Code, response.Body)
	}
	encoded, ok := strings.CutPrefix(response.Body.String(), "export default ")
	if !ok {
		r.t.Fatalf("no module: %s", response.Body)
	}
	var site map[string]any
	if err := json.Unmarshal([]byte(encoded), &site); err != nil {
		r.t.Fatal(err)
	}
	return site
}

func (r *widgetRig) token(slug, origin string) string {
	r.t.Helper()
	return r.site(slug, origin)["token"].(string)
}

func (r *widgetRig) panel(slug, token string, headers ...string) *httptest.ResponseRecorder {
	r.t.Helper()
	return r.get("/widget/"+slug+"?visitor="+url.QueryEscape(token), headers...)
}

func (r *widgetRig) refused(reason string) int {
	r.t.Helper()
	families, err := r.registry.Gather()
	if err != nil {
		r.t.Fatal(err)
	}
	for _, family := range families {
		for _, metric := range family.GetMetric() {
			if family.GetName() == "narthex_widget_refused_total" && metric.GetLabel()[0].GetValue() == reason {
				return int(metric.GetCounter().GetValue())
			}
		}
	}
	r.t.Fatalf("no count of %s", reason)
	return 0
}

// counted lets the widget pass its counts on.
func (r *widgetRig) counted() map[string]int64 {
	r.t.Helper()
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if err := r.widget.Run(ended); err != nil {
		r.t.Fatal(err)
	}
	return r.attempts.seen
}
