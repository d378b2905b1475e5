package onboarding_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"

	"narthex/admin/onboarding"
	"narthex/admin/signup"
	"narthex/cache"
	"narthex/cmd/dev/stack"
	"narthex/migrations/pgtest"
	"narthex/static/web"
	"narthex/static/web/webtest"
)

// server is one with the onboarding's addresses, its database, and the links that were sent again.
type server struct {
	db  *pgtest.DB
	url string

	mu      sync.Mutex
	sent    []string         // links that were sent again
	opened  []map[string]any // what the checkout was asked to open
	asked   map[string]int   // how often it was asked whether a session's church is set up
	setUpAt int              // the time at which it is
	ready   chan struct{}    // closed when that may be said
	failing failingCheckout
}

// failingCheckout is what goes wrong when a checkout is opened.
type failingCheckout struct {
	script bool // the provider's script is not there
	status int  // 0: nothing is wrong with the answer
	body   string
}

// failCheckouts has checkouts fail from now on.
func (s *server) failCheckouts(how failingCheckout) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failing = how
}

func (s *server) fails() failingCheckout {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failing
}

// checkouts are what the checkout was asked to open.
func (s *server) checkouts() []map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.opened)
}

// elsewhere is a session that was paid in another browser: the token is not for this one.
const elsewhere = "cs_elsewhere"

// setupAfter has a church be set up when it is asked about for the nth time, which is answered once the test says so.
func (s *server) setupAfter(n int) (say func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ready := make(chan struct{})
	s.setUpAt, s.ready = n, ready
	return sync.OnceFunc(func() { close(ready) })
}

func (s *server) polls(session string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked[session]
}

// others stand in for the checkout and provisioning, which have packages and tests of their own.
func (s *server) others(r chi.Router) {
	r.Post("/api/stripe/checkout-embedded", func(w http.ResponseWriter, r *http.Request) {
		var sent map[string]any
		_ = json.NewDecoder(r.Body).Decode(&sent)
		if failing := s.fails(); failing.status != 0 {
			w.WriteHeader(failing.status)
			_, _ = io.WriteString(w, failing.body)
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.opened = append(s.opened, sent)
		_, _ = io.WriteString(w, `{"clientSecret":"secret","publishableKey":"pk"}`)
	})
	r.Get("/provider.js", func(w http.ResponseWriter, _ *http.Request) {
		if s.fails().script {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Type", "text/javascript")
		// As the provider's: there may be one form at a time, and each is destroyed once. The session storage counts over pages.
		_, _ = io.WriteString(w, `
			const count = (what) => sessionStorage.setItem(what, Number(sessionStorage.getItem(what) ?? 0) + 1);
			let live = false;
			window.Stripe = () => ({ createEmbeddedCheckoutPage: async ({ clientSecret }) => {
				if (live) count("two");
				live = true;
				return {
					mount: (where) => { where.textContent = "Paid here with " + clientSecret; count("shown"); },
					destroy: () => { count(live ? "destroyed" : "two"); live = false; },
				};
			} });`)
	})
	r.Get("/api/onboard/check-setup", func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked[r.URL.Query().Get("session_id")]++
		waiting, ready := s.asked[r.URL.Query().Get("session_id")] < s.setUpAt, s.ready
		s.mu.Unlock()
		if waiting {
			_, _ = io.WriteString(w, `{"ready":false}`)
			return
		}
		if r.URL.Query().Get("session_id") == elsewhere {
			_, _ = io.WriteString(w, `{"ready":true}`)
			return
		}
		select {
		case <-ready:
		case <-r.Context().Done():
			return
		}
		_, _ = io.WriteString(w, `{"ready":true,"email":"ann@hope.example.org","adminToken":"33333333-3333-4333-8333-333333333333"}`)
	})
}

const catalogueRows = `
	insert into theological_lenses (id, slug, name, description) values (12, 'baptist', 'Baptist', 'x');
	insert into church_families (key, name, position) values ('baptist', 'Baptist', 1);
	insert into denominations (key, family_key, name, lens_id) values ('southern-baptist', 'baptist', 'Southern Baptist Convention', 12);`

func newServer(t testing.TB, rows string) *server {
	t.Helper()
	s := &server{db: pgtest.New(t), asked: make(map[string]int)}
	exec(t, s, catalogueRows+rows)
	assets, pages := webtest.Parts(t)
	catalogue, err := signup.ReadCatalogue(t.Context(), s.db.Pool, []string{"en", "es"})
	must(t, err)
	client := redis.NewClient(must2(redis.ParseURL(stack.Need(t).RedisURL)))
	t.Cleanup(func() { _ = client.Close() })
	limiter, err := cache.NewLimiter(client, cache.Config{Registerer: prometheus.NewRegistry()})
	must(t, err)
	own := uuid.New() // tests share a Redis, and each has its own limits
	logger := slog.New(slog.DiscardHandler)
	edge := web.NewEdge(logger, prometheus.NewRegistry(), pages)
	r := chi.NewRouter()
	r.Use(edge.Observe, web.SecurityHeaders)
	r.Get(web.AssetsPattern, edge.Handle(assets.Serve))
	onboarding.NewHandler(onboarding.Parts{
		Pool: s.db.Pool, Catalogue: catalogue, Pages: pages, Edge: edge, Registerer: prometheus.NewRegistry(), Logger: logger,
		Limit: func(r *http.Request, kind string, perMinute int) (time.Duration, error) {
			decision, err := limiter.Allow(r.Context(), own, kind, r.Header.Get("X-Test-Address"), perMinute)
			return decision.RetryAfter, err
		},
		ResendLink: func(_ context.Context, church uuid.UUID, email string) (bool, error) {
			s.mu.Lock()
			defer s.mu.Unlock()
			link := church.String() + " " + email
			if slices.Contains(s.sent, link) {
				return false, nil
			}
			s.sent = append(s.sent, link)
			return true, nil
		},
		Script: "/provider.js", Contact: "help@narthex.example",
	}).Routes(r)
	s.others(r)
	listening := httptest.NewServer(r)
	t.Cleanup(listening.Close)
	s.url = listening.URL
	return s
}

func exec(t testing.TB, s *server, sql string) {
	t.Helper()
	if _, err := s.db.Admin.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func must2[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
