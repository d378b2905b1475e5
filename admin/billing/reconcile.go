package billing

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
)

// Reconciled is what came of comparing the provider's subscriptions with the churches' records.
type Reconciled struct {
	Subscriptions int // that the provider knows
	Provisioned   int // churches that had paid and were not set up, and are now
	Mended        int // records that were not what the provider says, and are now
	Alarms        int // what a person must look at; each was told to the founder
	Parked        int // events that this program did not understand
}

// Reconcile compares the provider's subscriptions with the churches' records, mends what differs, and tells the founder. It is
// for webhooks that never came.
func (s *Service) Reconcile(ctx context.Context) (Reconciled, error) {
	var r Reconciled
	if err := s.store.forgetEvents(ctx); err != nil {
		return r, err
	}
	held, err := s.store.billed(ctx)
	if err != nil {
		return r, err
	}
	churches := make(map[string]billed, len(held))
	for _, b := range held {
		churches[b.SubscriptionID] = b
	}
	var failed []error
	known := make(map[string]bool)
	for subscription, err := range s.payments.Subscriptions(ctx) {
		if err != nil {
			return r, errors.Join(append(failed, err)...) // without all of them nothing can be said of what is missing
		}
		known[subscription.ID] = true
		r.Subscriptions++
		if b, ok := churches[subscription.ID]; ok {
			err = s.mend(ctx, &r, b, subscription)
		} else if Live(subscription.Status) {
			err = s.provisionLate(ctx, &r, subscription)
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("subscription %s: %w", subscription.ID, err))
		}
	}
	for _, b := range held {
		if !known[b.SubscriptionID] && b.Status != string(church.Canceled) {
			failed = append(failed, s.reconcileAlarm(ctx, &r, Alarm{
				Key: "lost " + b.SubscriptionID, Kind: SubscriptionLost, ID: b.SubscriptionID,
				Detail: fmt.Sprintf("Church %s is %s with subscription %s, which the provider does not know.", b.ChurchID, b.Status, b.SubscriptionID),
			}))
		}
	}
	if r.Parked, err = s.store.parked(ctx); err != nil {
		failed = append(failed, err)
	}
	return r, errors.Join(failed...)
}

// mend has a church's record say what the provider says. The list may be minutes old, and what webhooks have said since is newer: what
// differs from it is asked for again.
func (s *Service) mend(ctx context.Context, r *Reconciled, b billed, listed Subscription) error {
	return s.asking(ctx, listed.ID, func(tx pgx.Tx, asked *Subscription, fresh check) error {
		if err := lock(ctx, tx, "subscription", listed.ID); err != nil {
			return err
		}
		if err := fresh(tx); err != nil {
			return err
		}
		// A church may have returned with another subscription since they were listed.
		if held, err := churchOf(ctx, tx, listed.ID); err != nil || held != b.ChurchID {
			return err
		}
		now := listed
		if asked != nil {
			now = *asked
		}
		differed := false
		_, err := s.changeRecord(ctx, tx, b.ChurchID, now.ID, func(_ uuid.UUID, is *record) (verdict, error) {
			before := *is
			said := is.current(now, time.Now())                 // a grace begins when we hear of it
			is.SubscriptionEventAt = before.SubscriptionEventAt // which is by the provider's clock
			if asked == nil && !reflect.DeepEqual(before, *is) {
				return ask, nil
			}
			differed = before.standing() != is.standing() || before.Plan != is.Plan
			return said, nil
		})
		if err != nil || !differed {
			return err
		}
		r.Mended++
		r.Alarms++
		return s.alarm(ctx, tx, Alarm{
			Key: "step " + now.ID + " " + now.Status, Kind: OutOfStep, ID: now.ID,
			Detail: fmt.Sprintf("Church %s was out of step with subscription %s, which is %s. Its record was mended; webhooks may be missing.", b.ChurchID, now.ID, now.Status),
		})
	})
}

// standing is what of the provider's status decides whether visitors are served.
func (r *record) standing() standing {
	if r.PaymentStatus == nil {
		return standing{status: r.Status}
	}
	means, _ := standingOf(*r.PaymentStatus)
	return standing{status: means.status, owes: means.owes, ended: means.ended}
}

// provisionLate sets up a church that has paid for a while and was not set up.
func (s *Service) provisionLate(ctx context.Context, r *Reconciled, now Subscription) error {
	switch gone, awaited, err := deleted(ctx, s.store.pool, now.ID); {
	case err != nil || awaited: // a job ends it, and says so when it cannot
		return err
	case gone:
		return s.notProvisioned(ctx, r, now, "Its church was deleted, or it was to be given back.")
	}
	session, err := s.payments.SessionOf(ctx, now.ID)
	if errors.Is(err, ErrNotFound) {
		return s.notProvisioned(ctx, r, now, "It comes from no checkout.")
	}
	if err != nil {
		return err
	}
	o, err := s.settleAsked(ctx, session)
	switch {
	case err != nil:
		return errors.Join(err, s.notProvisioned(ctx, r, now, "Setting it up failed: "+err.Error()))
	case o == done:
		r.Provisioned++
		return nil
	case o == duplicate: // the founder was told
		r.Alarms++
		return nil
	}
	return s.notProvisioned(ctx, r, now, fmt.Sprintf("Its checkout %s is %s.", session.ID, o))
}

func (s *Service) notProvisioned(ctx context.Context, r *Reconciled, now Subscription, why string) error {
	return s.reconcileAlarm(ctx, r, Alarm{
		Key: "unprovisioned " + now.ID, Kind: NotProvisioned, ID: now.ID,
		Detail: fmt.Sprintf("Subscription %s is %s, and no church has it. %s", now.ID, now.Status, why),
	})
}

func (s *Service) reconcileAlarm(ctx context.Context, r *Reconciled, a Alarm) error {
	r.Alarms++
	return pgx.BeginFunc(ctx, s.store.pool, func(tx pgx.Tx) error { return s.alarm(ctx, tx, a) })
}
