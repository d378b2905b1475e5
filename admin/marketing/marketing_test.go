package marketing_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"narthex/admin/marketing"
	"narthex/chat/church"
	"narthex/cmd/dev/leaktest"
	"narthex/migrations/pgtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// webhook keeps what it was told, and answers as it is told to.
type webhook struct {
	mu      sync.Mutex
	answers []int
	told    []map[string]string
	keys    []string
}

func (w *webhook) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	var body map[string]string
	_ = json.NewDecoder(r.Body).Decode(&body)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.told, w.keys = append(w.told, body), append(w.keys, r.Header.Get("Idempotency-Key"))
	code := http.StatusNoContent
	if len(w.answers) > 0 {
		code, w.answers = w.answers[0], w.answers[1:]
	}
	if code == http.StatusFound {
		rw.Header().Set("Location", "/elsewhere")
	}
	rw.WriteHeader(code)
}

// beforeRecords is the list's job as it was queued before it named the record.
type beforeRecords struct {
	ChurchID uuid.UUID `json:"church_id"`
}

// Kind implements river.JobArgs.
func (beforeRecords) Kind() string { return "subscribe_to_marketing" }

func (w *webhook) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.told)
}

func TestWhoAsksForNewsIsAddedOnce(t *testing.T) {
	db, hook := pgtest.New(t), &webhook{answers: []int{http.StatusBadGateway}}
	listening := httptest.NewServer(hook)
	t.Cleanup(listening.Close)
	list, err := marketing.New(marketing.Config{Pool: db.Pool, URL: listening.URL + "/secret", Registerer: prometheus.NewRegistry(), Logger: slog.New(slog.DiscardHandler)})
	must(t, err)
	t.Cleanup(list.Close)
	workers := river.NewWorkers()
	marketing.AddWorkers(workers, list)
	client, err := river.NewClient(riverpgxv5.New(db.Pool), &river.Config{
		Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 2}}, Workers: workers, Logger: slog.New(slog.DiscardHandler),
	})
	must(t, err)
	must(t, client.Start(context.Background()))
	t.Cleanup(func() { must(t, client.Stop(context.Background())) })

	add := func(slug string, willing bool) (id uuid.UUID) {
		id = uuid.New()
		_, err := db.Admin.Exec(t.Context(), "insert into churches (id, slug, name, city, country, language) values ($1, $2, 'Grace', 'Bangor', 'US', 'en')", id, slug)
		must(t, err)
		_, err = db.Admin.Exec(t.Context(), "insert into premium_churches (church_id, plan, channel, admin_email, admin_name, marketing_opt_in) values ($1, 'pro_chat', 'chat', 'ann@' || $2, 'Ann', $3)", id, slug, willing)
		must(t, err)
		return id
	}
	ask := func(id uuid.UUID, commit bool) {
		tx, err := db.Pool.Begin(t.Context())
		must(t, err)
		defer func() { _ = tx.Rollback(context.Background()) }()
		must(t, church.Enter(t.Context(), tx, id))
		must(t, list.Subscribe(t.Context(), tx, id))
		if commit {
			must(t, tx.Commit(t.Context()))
		}
	}
	settled := func(state string, n int) {
		t.Helper()
		for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
			var got int
			must(t, db.Admin.QueryRow(t.Context(), "select count(*) from river_job where kind = 'subscribe_to_marketing' and state::text = $1", state).Scan(&got))
			if got == n {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("%d jobs are %s, want %d", got, state, n)
			}
		}
	}
	willing := add("grace", true)
	ask(add("never", true), false) // its transaction is rolled back
	ask(willing, true)
	ask(willing, true) // as a webhook of payments that comes twice would
	settled("completed", 1)
	if hook.count() != 2 || hook.keys[1] != hook.keys[0] {
		t.Errorf("an outage, and then: %v", hook.keys)
	}
	if got := hook.told[1]; got["email"] != "ann@grace" || got["name"] != "Ann" || got["church"] != "Grace" || got["country"] != "US" || got["language"] != "en" || got["plan"] != "pro_chat" {
		t.Errorf("told %v", got)
	}
	ask(add("unwilling", false), true)
	queue := func(args beforeRecords) {
		_, err := client.Insert(t.Context(), args, nil)
		must(t, err)
	}
	queue(beforeRecords{ChurchID: uuid.New()}) // deleted meanwhile
	settled("completed", 3)
	if hook.count() != 2 {
		t.Errorf("told of who is not willing: %v", hook.told)
	}
	for i, code := range []int{http.StatusGone, http.StatusFound, http.StatusUnprocessableEntity} {
		hook.mu.Lock()
		hook.answers = []int{code}
		hook.mu.Unlock()
		ask(add(strings.Repeat("x", i+1), true), true)
		settled("cancelled", i+1)
	}
	if hook.count() != 5 {
		t.Errorf("%d requests: a redirect was followed, or a refusal tried again", hook.count())
	}

	// A claim was rejected, and the church is claimed by somebody else.
	_, err = db.Admin.Exec(t.Context(), "delete from premium_churches where church_id = $1", willing)
	must(t, err)
	_, err = db.Admin.Exec(t.Context(), "insert into premium_churches (church_id, plan, channel, admin_email, admin_name, marketing_opt_in) values ($1, 'pro_chat', 'chat', 'true@grace', 'Tim', true)", willing)
	must(t, err)
	ask(willing, true)
	settled("completed", 4)
	if hook.count() != 6 || hook.told[5]["email"] != "true@grace" || hook.keys[5] == hook.keys[1] {
		t.Errorf("of the church in other hands: %v, by the keys %v", hook.told[5:], hook.keys)
	}
	queue(beforeRecords{ChurchID: willing})
	settled("completed", 5)
	if hook.count() != 7 || hook.told[6]["email"] != "true@grace" || hook.keys[6] != willing.String() {
		t.Errorf("a job from before: %v, by the keys %v", hook.told[6:], hook.keys)
	}
	ask(uuid.New(), true) // nobody is left who asked
}

func TestTheWebhooksAddressMustBeSafe(t *testing.T) {
	db := pgtest.New(t)
	for _, address := range []string{"", "hooks.example/x", "http://hooks.example/secret", "ftp://hooks.example", "https://", "://"} {
		if _, err := marketing.New(marketing.Config{Pool: db.Pool, URL: address, Registerer: prometheus.NewRegistry(), Logger: slog.New(slog.DiscardHandler)}); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", address, err)
		}
	}
}
