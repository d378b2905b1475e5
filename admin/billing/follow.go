package billing

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
)

// changeRecord reads a church's record, has fn change it, writes it, and tells whoever must hear of it.
func (s *Service) changeRecord(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, subscriptionID string, fn func(uuid.UUID, *record) (verdict, error)) (outcome, error) {
	if err := church.Enter(ctx, tx, churchID); err != nil {
		return "", err
	}
	before, err := readRecord(ctx, tx, churchID)
	if err != nil {
		return "", err
	}
	after := before
	said, err := fn(churchID, &after)
	if err != nil {
		return "", err
	}
	switch said {
	case stale:
		return outdated, nil
	case ask:
		return "", errAsk
	case odd:
		err = s.alarm(ctx, tx, Alarm{
			Key: "status " + subscriptionID, Kind: StatusUnknown, ID: subscriptionID,
			Detail: fmt.Sprintf("Subscription %s has a status that this version of the program does not know. The church's status stays %s.", subscriptionID, after.Status),
		})
	}
	if err != nil {
		return "", err
	}
	if err := s.askForNumber(ctx, tx, churchID, subscriptionID, before, after); err != nil {
		return "", err
	}
	return done, s.follow(ctx, tx, churchID, before, after)
}

// askForNumber has the founder told when a plan has come to a telephone: the church pays for it from now on, and calls reach
// nobody until a person has assigned a number. A church that is set up with such a plan is told of by the provisioner.
func (s *Service) askForNumber(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, subscriptionID string, before, after record) error {
	if before.Plan.HasVoice() || !after.Plan.HasVoice() || after.status(time.Now()) == church.Canceled {
		return nil
	}
	if err := s.provisioner.AskForNumber(ctx, tx, churchID, subscriptionID, changedAt(before, after)); err != nil {
		return fmt.Errorf("ask for a number for a plan that has come to a telephone: %w", err)
	}
	return nil
}

// changedAt is when a record became another one: by the provider's clock, or by ours where only a comparison has found it.
func changedAt(before, after record) time.Time {
	if at := after.SubscriptionEventAt; at != nil && (before.SubscriptionEventAt == nil || !at.Equal(*before.SubscriptionEventAt)) {
		return *at
	}
	return time.Now()
}

// follow writes what a record became, with the status and the mail that are due.
func (s *Service) follow(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, before, after record) error {
	now := time.Now()
	after.Status = after.status(now)
	day, due := after.noticeDue(now)
	if due {
		after.PaymentNoticeDay = &day
	}
	if !reflect.DeepEqual(before, after) {
		if err := writeRecord(ctx, tx, churchID, after); err != nil {
			return err
		}
	}
	if before.Status != after.Status {
		s.logger.InfoContext(ctx, "a church's status changed", "church", churchID, "from", before.Status, "to", after.Status)
	}
	if !due {
		return nil
	}
	if err := s.notices.PaymentFailed(ctx, tx, churchID, int(day), after.PaymentFailedAt.Add(Grace)); err != nil {
		return fmt.Errorf("tell a church that it owes a payment: %w", err)
	}
	return nil
}
