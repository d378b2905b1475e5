package notify

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Retried is how many messages are tried again.
type Retried struct {
	Count int
	Held  int // of these, those that are held back: they go out when that is over, as before
}

const (
	retriedAtOnce = 1000    // messages of a church in one transaction
	anyNumber     = 1 << 30 // beyond what can wait
)

// Retry has all messages that fit, whatever the filter's limit, tried again, each with all its attempts before it, and reports how many of
// them wait or were given up. Whatever it says, each is sent once. One that is given up meanwhile anew is not tried twice.
func (q *Queue) Retry(ctx context.Context, f Filter) (retried Retried, err error) {
	f.Limit = anyNumber
	byChurch, err := q.find(ctx, f)
	if err != nil {
		return Retried{}, err
	}
	for churchID, ids := range byChurch {
		for some := range slices.Chunk(ids, retriedAtOnce) {
			err := within(ctx, q.pool, churchID, func(tx pgx.Tx) error {
				done, err := retryIn(ctx, tx, churchID, some)
				retried.Count += done.Count
				retried.Held += done.Held
				return err
			})
			if err != nil {
				return retried, err
			}
		}
	}
	return retried, nil
}

// RetryIn is Queue.Retry for one message, in the caller's transaction, which must be confined to the church.
func RetryIn(ctx context.Context, tx pgx.Tx, churchID, id uuid.UUID) (retried bool, err error) {
	done, err := retryIn(ctx, tx, churchID, []uuid.UUID{id})
	return done.Count == 1, err
}

// retryIn leaves what is held back due when that is over: a second contact is not to be told before the first has had the time to answer,
// nor a church before it is known whether an alarm is one.
func retryIn(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, ids []uuid.UUID) (done Retried, err error) {
	err = tx.QueryRow(ctx, `
		with retried as (
			update notifications set status = 'queued', due_at = greatest(now(), held_until), attempts = 0, lease = null
			where church_id is not distinct from $1 and id = any($2) and status in ('queued', 'failed', 'dead')
			returning due_at
		)
		select count(*), count(*) filter (where due_at > now()) from retried`, orNull(churchID), ids).Scan(&done.Count, &done.Held)
	if err != nil {
		return Retried{}, fmt.Errorf("retry notifications: %w", err)
	}
	return done, nil
}
