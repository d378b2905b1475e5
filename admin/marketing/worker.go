package marketing

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"narthex/chat/church"
)

// subscribe is the job that tells the webhook of one church's admin. A church whose claim was rejected may be claimed again, by somebody
// else with another record: that is another job.
type subscribe struct {
	ChurchID  uuid.UUID `json:"church_id"`
	PremiumID uuid.UUID `json:"premium_id,omitzero"` // zero in jobs from before it was noted
}

// key is the same each time that the webhook is told.
func (s subscribe) key() string {
	if s.PremiumID == uuid.Nil {
		return s.ChurchID.String()
	}
	return s.PremiumID.String()
}

// Kind implements river.JobArgs.
func (subscribe) Kind() string { return "subscribe_to_marketing" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (subscribe) InsertOpts() river.InsertOpts {
	return river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true}}
}

// AddWorkers registers the worker of the list's job.
func AddWorkers(workers *river.Workers, l *List) { river.AddWorker(workers, &worker{list: l}) }

type worker struct {
	river.WorkerDefaults[subscribe]
	list *List
}

func (w *worker) Timeout(*river.Job[subscribe]) time.Duration { return 2 * attempt }

// Work implements river.Worker. What is refused for good is given up; anything else is tried again by the queue, for weeks.
func (w *worker) Work(ctx context.Context, job *river.Job[subscribe]) error {
	found, err := w.list.subscriber(ctx, job.Args)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil // gone, in other hands, or no longer willing
	}
	if err != nil {
		return fmt.Errorf("read who is to be added to the marketing list: %w", err)
	}
	outcome, err := w.list.post(ctx, job.Args.key(), found)
	w.list.sent.WithLabelValues(outcome).Inc()
	if outcome == refused {
		w.list.config.Logger.ErrorContext(ctx, "the marketing list refused an admin", "church", job.Args.ChurchID, "error", err)
		return river.JobCancel(err)
	}
	return err
}

// subscriber is what the webhook is told.
type subscriber struct {
	ChurchID uuid.UUID   `json:"churchId"`
	Email    string      `json:"email"`
	Name     string      `json:"name"`
	Church   string      `json:"church"`
	City     string      `json:"city"`
	State    string      `json:"state"`
	Country  string      `json:"country"` // ISO 3166-1 alpha-2
	Language string      `json:"language"`
	Plan     church.Plan `json:"plan"`
	Asked    time.Time   `json:"askedAt"`
}

func (l *List) subscriber(ctx context.Context, asked subscribe) (found subscriber, err error) {
	err = church.InChurch(ctx, l.config.Pool, asked.ChurchID, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, `
			select c.id, p.admin_email, coalesce(p.admin_name, ''), c.name, coalesce(c.city, ''), coalesce(c.state, ''), coalesce(c.country, ''), c.language, p.plan, p.created_at
			from premium_churches p join churches c on c.id = p.church_id
			where p.church_id = $1 and (p.id = $2 or $3) and p.marketing_opt_in and coalesce(p.admin_email, '') <> ''`,
			asked.ChurchID, asked.PremiumID, asked.PremiumID == uuid.Nil).Scan(
			&found.ChurchID, &found.Email, &found.Name, &found.Church, &found.City, &found.State, &found.Country, &found.Language, &found.Plan, &found.Asked)
	})
	return found, err
}

// What becomes of a request.
const (
	taken   = "taken"
	refused = "refused"
	failed  = "failed"
)

func (l *List) post(ctx context.Context, key string, who subscriber) (outcome string, err error) {
	body, err := json.Marshal(who)
	if err != nil {
		return refused, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, l.config.URL, bytes.NewReader(body))
	if err != nil {
		return refused, errors.New("the marketing list's address cannot be asked")
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", key) // it may be sent again though it was taken
	request.Header.Set("User-Agent", "narthex")
	response, err := l.client.Do(request)
	if err != nil {
		return failed, errors.New("the marketing list's webhook does not answer") // the error names the address, which may hold a secret
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 64<<10)) // so that the connection is used again
	switch code := response.StatusCode; {
	case code >= 200 && code < 300:
		return taken, nil
	case code == http.StatusRequestTimeout || code == http.StatusTooEarly || code == http.StatusTooManyRequests || code >= 500:
		return failed, fmt.Errorf("the marketing list's webhook answered %d", code)
	default:
		return refused, fmt.Errorf("the marketing list's webhook answered %d", code)
	}
}
