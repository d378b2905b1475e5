package billing

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
)

// errAsk says that only the provider knows what is so now. Nothing was written; with its answer it is tried again.
var errAsk = errors.New("the payment provider must be asked")

// mostQuestions is how often the provider is asked before we give up: whatever told us tells again.
const mostQuestions = 3

// check fails with errAsk if an answer of the provider is overtaken. It locks the subscription.
type check func(tx pgx.Tx) error

// asking runs fn in a transaction. If it needs to know what is so of a subscription now, the provider is asked, outside of any
// transaction, and fn runs again with the answer. Meanwhile there may be newer news, which the answer does not know of: fn calls fresh
// before it takes the answer, and where it is overtaken the provider is asked again.
func (s *Service) asking(ctx context.Context, subscriptionID string, fn func(tx pgx.Tx, now *Subscription, fresh check) error) error {
	var now *Subscription
	var seen known
	fresh := func(tx pgx.Tx) error {
		if now == nil {
			return nil
		}
		is, err := readKnown(ctx, tx, subscriptionID)
		if err == nil && !reflect.DeepEqual(is, seen) {
			err = errAsk
		}
		return err
	}
	for asked := 0; ; asked++ {
		err := pgx.BeginFunc(ctx, s.store.pool, func(tx pgx.Tx) error {
			err := fn(tx, now, fresh)
			if !errors.Is(err, errAsk) {
				return err
			}
			var failure error
			if seen, failure = readKnown(ctx, tx, subscriptionID); failure != nil {
				return failure
			}
			return err
		})
		if !errors.Is(err, errAsk) {
			return err
		}
		if asked == mostQuestions {
			return fmt.Errorf("%w: %d answers were overtaken", err, asked)
		}
		answer, err := s.payments.Subscription(ctx, subscriptionID)
		if err != nil {
			return err
		}
		now = &answer
	}
}

// known is what there is of a subscription at a moment: whatever is told of it changes that.
type known struct {
	events int // that were told of it within a day: longer no answer takes
	church uuid.UUID
	record record
}

// readKnown locks the subscription, so that what it reads is so until the transaction ends.
func readKnown(ctx context.Context, tx pgx.Tx, subscriptionID string) (is known, err error) {
	if err := lock(ctx, tx, "subscription", subscriptionID); err != nil {
		return known{}, err
	}
	const lately = `select count(*) from webhook_events where subscription_id = $1 and received_at > now() - interval '1 day'`
	if err := tx.QueryRow(ctx, lately, subscriptionID).Scan(&is.events); err != nil {
		return known{}, fmt.Errorf("count the events of a subscription: %w", err)
	}
	if is.church, err = churchOf(ctx, tx, subscriptionID); err != nil || is.church == uuid.Nil {
		return is, err
	}
	if err := church.Enter(ctx, tx, is.church); err != nil {
		return known{}, err
	}
	is.record, err = readRecord(ctx, tx, is.church)
	return is, err
}
