package marketing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
)

// Config is what the list needs.
type Config struct {
	Pool       *pgxpool.Pool
	URL        string // of the webhook: https, or http on the same machine
	Registerer prometheus.Registerer
	Logger     *slog.Logger
}

// List is the list that news goes to. Make one with New.
type List struct {
	config Config
	client *http.Client
	jobs   *river.Client[pgx.Tx]
	sent   *prometheus.CounterVec
}

// attempt bounds one request.
const attempt = 15 * time.Second

// New returns the list behind a webhook.
func New(c Config) (*List, error) {
	at, err := url.Parse(c.URL)
	if err != nil || at.Host == "" || at.Scheme != "https" && (at.Scheme != "http" || !isLocal(at.Hostname())) {
		return nil, errors.New("MARKETING_WEBHOOK_URL must be an https address") // it may hold a secret: it is not repeated
	}
	jobs, err := river.NewClient(riverpgxv5.New(c.Pool), &river.Config{Logger: c.Logger})
	if err != nil {
		return nil, fmt.Errorf("prepare to queue jobs: %w", err)
	}
	l := &List{
		config: c, jobs: jobs,
		client: &http.Client{Timeout: attempt, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
		sent: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_marketing_requests_total", Help: "Requests to the marketing list's webhook, by outcome: taken, refused (given up), failed (tried again).",
		}, []string{"outcome"}),
	}
	for _, outcome := range []string{taken, refused, failed} {
		l.sent.WithLabelValues(outcome)
	}
	return l, c.Registerer.Register(l.sent)
}

func isLocal(host string) bool { return host == "localhost" || host == "127.0.0.1" || host == "::1" }

// Subscribe has the admin of a church added to the list if, and only if, the caller's transaction commits. It is confined to the church.
func (l *List) Subscribe(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) error {
	asked := subscribe{ChurchID: churchID}
	err := tx.QueryRow(ctx, "select id from premium_churches where church_id = $1", churchID).Scan(&asked.PremiumID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil // nobody is left who asked
	}
	if err != nil {
		return fmt.Errorf("read who is to be added to the marketing list: %w", err)
	}
	if _, err := l.jobs.InsertTx(ctx, tx, asked, nil); err != nil {
		return fmt.Errorf("queue an addition to the marketing list: %w", err)
	}
	return nil
}

// Close closes idle connections.
func (l *List) Close() { l.client.CloseIdleConnections() }
