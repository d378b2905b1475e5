package analytics

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
)

// Config is what the events need.
type Config struct {
	Pool       *pgxpool.Pool
	Host       string // of the store, such as https://us.i.posthog.com
	Key        string // the project's public key; "": nothing is told to anybody
	Registerer prometheus.Registerer
	Logger     *slog.Logger
}

// Events tells the store of events.
type Events struct {
	at     string
	key    string
	client *http.Client
	jobs   *river.Client[pgx.Tx]
	sent   *prometheus.CounterVec
}

const attempt = 15 * time.Second // bounds one request

// New returns what tells the store.
func New(c Config) (*Events, error) {
	at, err := url.Parse(c.Host)
	if err != nil || at.Host == "" || at.Scheme != "https" && at.Scheme != "http" {
		return nil, errors.New("POSTHOG_HOST must be the address of the analytics store, such as https://us.i.posthog.com")
	}
	jobs, err := river.NewClient(riverpgxv5.New(c.Pool), &river.Config{Logger: c.Logger})
	if err != nil {
		return nil, fmt.Errorf("prepare to queue jobs: %w", err)
	}
	e := &Events{
		at: strings.TrimSuffix(c.Host, "/") + "/capture/", key: c.Key, jobs: jobs,
		client: &http.Client{Timeout: attempt, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
		sent: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_analytics_requests_total", Help: "Requests to the analytics store, by outcome: taken, refused (given up), failed (tried again).",
		}, []string{"outcome"}),
	}
	for _, outcome := range []string{taken, refused, failed} {
		e.sent.WithLabelValues(outcome)
	}
	return e, c.Registerer.Register(e.sent)
}

// Tell has events told to the store if, and only if, the caller's transaction commits.
func (e *Events) Tell(ctx context.Context, tx pgx.Tx, events ...Event) error {
	if e.key == "" {
		return nil
	}
	for _, event := range events {
		if _, err := e.jobs.InsertTx(ctx, tx, capture{event}, nil); err != nil {
			return fmt.Errorf("queue an event: %w", err)
		}
	}
	return nil
}

// Close closes idle connections.
func (e *Events) Close() { e.client.CloseIdleConnections() }
