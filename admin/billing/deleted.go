package billing

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
)

// endDeleted is the job that ends the subscription of a church that was deleted, until the provider has confirmed it. A trigger of
// the database queues it with the deletion.
type endDeleted struct {
	SubscriptionID string `json:"subscription_id"`
}

// Kind implements river.JobArgs.
func (endDeleted) Kind() string { return "end_deleted_subscription" }

type endDeletedWorker struct {
	river.WorkerDefaults[endDeleted]
	service *Service
}

func (w *endDeletedWorker) Timeout(*river.Job[endDeleted]) time.Duration { return endLimit }

// longestPause between attempts: an outage of the provider may last, and the church has nobody who would remember.
const longestPause = time.Hour

// NextRetry implements river.Worker.
func (w *endDeletedWorker) NextRetry(job *river.Job[endDeleted]) time.Time {
	return nextTry(job.Attempt)
}

func nextTry(attempt int) time.Time {
	return time.Now().Add(min(longestPause, time.Second<<min(attempt, 12)))
}

func (w *endDeletedWorker) Work(ctx context.Context, job *river.Job[endDeleted]) error {
	return w.service.endDeleted(ctx, job.Args.SubscriptionID)
}

// endDeleted ends the subscription of a deleted church and tells the founder: that it has ended, that the provider knows nothing of
// it, or that it is still paid.
func (s *Service) endDeleted(ctx context.Context, id string) error {
	failure := s.payments.Cancel(ctx, id)
	told := Alarm{Key: "deleted " + id, Kind: ChurchDeleted, ID: id, Detail: fmt.Sprintf("A church was deleted, and its subscription %s has ended. Nothing is given back of itself.", id)}
	switch {
	case errors.Is(failure, ErrNotFound):
		told.Detail = fmt.Sprintf("A church was deleted. The provider knows nothing of its subscription %s.", id)
		failure = nil
	case failure != nil:
		told.Key, told.Kind = "not ended "+id, SubscriptionNotEnded
		told.Detail = fmt.Sprintf("A church was deleted, but its subscription %s could not be ended yet, and is tried again: %v", id, failure)
	}
	err := pgx.BeginFunc(ctx, s.store.pool, func(tx pgx.Tx) error {
		if failure == nil {
			first, err := noteEnded(ctx, tx, id)
			if err != nil || !first {
				return err
			}
		}
		return s.alarm(ctx, tx, told)
	})
	return errors.Join(failure, err)
}

// noteEnded writes down that the provider has confirmed the end; first is false when that is known.
func noteEnded(ctx context.Context, tx pgx.Tx, subscriptionID string) (first bool, err error) {
	tag, err := tx.Exec(ctx, `update deleted_subscriptions set ended_at = now() where subscription_id = $1 and ended_at is null`, subscriptionID)
	if err != nil {
		return false, fmt.Errorf("note the end of a deleted church's subscription: %w", err)
	}
	return tag.RowsAffected() == 1, nil
}

// noteLeft writes down that a church has left a subscription, which has ended, for another: as that of a deleted church it sets nothing up.
func noteLeft(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, subscriptionID string) error {
	_, err := tx.Exec(ctx, `
		insert into deleted_subscriptions (subscription_id, church_id, ended_at) values ($1, $2, now()) on conflict do nothing`, subscriptionID, churchID)
	if err != nil {
		return fmt.Errorf("note that a church has left a subscription: %w", err)
	}
	return nil
}

// noteGivenBack writes down that a subscription is given back: as that of a deleted church it sets nothing up, also when the one that was in
// its way has ended. churchID is the church that was to return with it, zero for none. Its job notes the end.
func noteGivenBack(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, subscriptionID string) error {
	_, err := tx.Exec(ctx, `insert into deleted_subscriptions (subscription_id, church_id) values ($1, $2) on conflict do nothing`, subscriptionID, churchID)
	if err != nil {
		return fmt.Errorf("note that a subscription is given back: %w", err)
	}
	return nil
}

// ending is for how long the end of a deleted church's subscription is told of by the job that sees to it, and by nobody else.
const ending = 24 * time.Hour

// deleted reports whether the church of a subscription was deleted; while its end is still being told to the provider, awaited is true.
func deleted(ctx context.Context, q querier, subscriptionID string) (is, awaited bool, err error) {
	err = q.QueryRow(ctx, `select true, ended_at is null and deleted_at > now() - $2::interval from deleted_subscriptions where subscription_id = $1`,
		subscriptionID, ending).Scan(&is, &awaited)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, false, nil
	}
	if err != nil {
		return false, false, fmt.Errorf("look for a deleted church: %w", err)
	}
	return is, awaited, nil
}
