package billing

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Refuse has the subscription of a church whose claim is rejected ended and given back, once the transaction has committed. The
// transaction is confined to the church, whose record goes in it too: nothing that is told of the subscription sets a church up again.
func (s *Service) Refuse(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) error {
	var subscription *string
	if err := tx.QueryRow(ctx, `select payment_subscription_id from premium_churches where church_id = $1`, churchID).Scan(&subscription); err != nil {
		return fmt.Errorf("read a subscription: %w", err)
	}
	if subscription == nil {
		return nil // nothing was paid
	}
	if _, err := s.jobs.InsertTx(ctx, tx, endSubscription{SubscriptionID: *subscription}, nil); err != nil {
		return fmt.Errorf("queue the end of a subscription: %w", err)
	}
	return nil
}
