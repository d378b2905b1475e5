package billing

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
)

// ErrNoSubscription says that a church pays for nothing.
var ErrNoSubscription = errors.New("the church has no subscription")

// OpenPortal opens the provider's billing portal for a church and returns its address: for card, invoices, cancelling and resuming, or,
// with the lookup key of a plan's price, to confirm the change to it. What comes of it is told by the webhook. Errors are those of
// Payments.OpenPortal, and ErrNoSubscription.
func (s *Service) OpenPortal(ctx context.Context, churchID uuid.UUID, returnURL, language, changeTo string) (url string, err error) {
	visit := Visit{ReturnURL: returnURL, Language: language, ChangeTo: changeTo}
	err = church.InChurch(ctx, s.store.pool, churchID, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, `
			select coalesce(payment_customer_id, ''), coalesce(payment_subscription_id, '') from premium_churches where church_id = $1`,
			churchID).Scan(&visit.CustomerID, &visit.SubscriptionID)
	})
	if err != nil {
		return "", fmt.Errorf("read who pays: %w", err)
	}
	if visit.CustomerID == "" || visit.SubscriptionID == "" {
		return "", ErrNoSubscription
	}
	return s.payments.OpenPortal(ctx, visit)
}
