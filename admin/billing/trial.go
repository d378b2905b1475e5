package billing

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// trialNotice is how long before a trial ends its church is told: when the provider tells of it, too.
const trialNotice = 3 * 24 * time.Hour

// TellTrials tells the churches whose trial ends soon, of which the provider's event may never have come. Who was told of that end is
// not told again. What one church makes fail keeps no other waiting.
func (s *Service) TellTrials(ctx context.Context) error {
	churches, err := s.store.endingTrials(ctx)
	if err != nil {
		return err
	}
	return s.each(ctx, churches, func(tx pgx.Tx, id uuid.UUID, r record) error { return s.tellTrial(ctx, tx, id, r) })
}

// tellTrial tells a church that its trial ends, if it is to pay then.
func (s *Service) tellTrial(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, r record) error {
	if !r.willCharge(time.Now()) {
		return nil
	}
	if err := s.notices.TrialEnding(ctx, tx, churchID, *r.TrialEndsAt); err != nil {
		return fmt.Errorf("tell a church that its trial ends: %w", err)
	}
	return nil
}
