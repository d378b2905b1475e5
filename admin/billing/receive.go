package billing

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/signup"
)

// receive acts upon an event, once, and logs it in the same transaction.
func (s *Service) receive(ctx context.Context, e Event, body []byte) (o outcome, err error) {
	err = s.asking(ctx, e.SubscriptionID, func(tx pgx.Tx, now *Subscription, fresh check) error {
		first, err := insertEvent(ctx, tx, e)
		if err != nil || !first {
			o = repeated
			return err
		}
		if err := fresh(tx); err != nil {
			return err
		}
		if o, err = s.act(ctx, tx, e, now); err != nil {
			return err
		}
		return noteOutcome(ctx, tx, e.ID, o, body)
	})
	return o, err
}

// act does what an event asks for.
func (s *Service) act(ctx context.Context, tx pgx.Tx, e Event, now *Subscription) (outcome, error) {
	if !e.Compatible {
		return parked, s.alarm(ctx, tx, Alarm{
			Key: "version " + e.Version, Kind: EventParked, ID: e.ID,
			Detail: fmt.Sprintf("Event %s (%s) is of version %s of the provider's interface. Run `narthex billing sync`, which sets the webhook to the right one, then `narthex billing reconcile`.", e.ID, e.Type, e.Version),
		})
	}
	switch e.Type {
	case "checkout.session.completed", "checkout.session.async_payment_succeeded":
		return s.settle(ctx, tx, *e.Session, e.At, now)
	case "checkout.session.async_payment_failed":
		return s.notPaid(ctx, tx, *e.Session)
	case "customer.subscription.created", "customer.subscription.updated", "customer.subscription.deleted", "customer.subscription.paused",
		"customer.subscription.resumed":
		return s.change(ctx, tx, e, now)
	case "customer.subscription.trial_will_end":
		return s.trialEnds(ctx, tx, e, now)
	case "invoice.paid", "invoice.payment_failed":
		return s.invoice(ctx, tx, e, now)
	}
	return unknown, nil
}

// notPaid is a payment that took days and failed in the end.
func (s *Service) notPaid(ctx context.Context, tx pgx.Tx, session Session) (outcome, error) {
	form, err := signup.FromMetadata(session.Metadata)
	if err != nil {
		return ignored, nil
	}
	return unpaid, s.alarm(ctx, tx, Alarm{
		Key: session.ID, Kind: PaymentNotMade, ID: session.ID,
		Detail: fmt.Sprintf("%s (%s) went through the checkout, but the payment failed later. Nothing was set up.", form.ChurchName, form.Email),
	})
}

// change takes over what an event says of a church's subscription.
func (s *Service) change(ctx context.Context, tx pgx.Tx, e Event, now *Subscription) (outcome, error) {
	if e.SubscriptionID == "" {
		return ignored, nil
	}
	return s.inRecord(ctx, tx, e.SubscriptionID, func(_ uuid.UUID, r *record) (verdict, error) {
		if now != nil {
			return r.current(*now, e.At), nil
		}
		return r.news(*e.Subscription, e.At), nil
	})
}

// trialEnds is three days before the end of a trial. What the mail says is decided from the church's record rather than from the
// event: the event may be an old one that is tried again, when the church has cancelled since, or something newer is known.
func (s *Service) trialEnds(ctx context.Context, tx pgx.Tx, e Event, now *Subscription) (outcome, error) {
	o, err := s.change(ctx, tx, e, now)
	if err != nil || o != done && o != outdated {
		return o, err
	}
	churchID, err := churchOf(ctx, tx, e.SubscriptionID)
	if err != nil {
		return o, err
	}
	r, err := readRecord(ctx, tx, churchID)
	if err != nil {
		return o, err
	}
	// A trial that was prolonged since is told of again, three days before its new end.
	if r.TrialEndsAt == nil || r.TrialEndsAt.After(e.Subscription.TrialEndsAt) {
		return o, nil
	}
	return o, s.tellTrial(ctx, tx, churchID, r)
}

// invoice is a payment that failed or was made. It may be of any of a subscription's invoices, so what it means for the whole
// the provider is asked, unless it says what is known.
func (s *Service) invoice(ctx context.Context, tx pgx.Tx, e Event, now *Subscription) (outcome, error) {
	if e.SubscriptionID == "" {
		return ignored, nil
	}
	failed := e.Type == "invoice.payment_failed"
	return s.inRecord(ctx, tx, e.SubscriptionID, func(_ uuid.UUID, r *record) (verdict, error) {
		switch {
		case now != nil:
			return r.current(*now, e.At), nil
		case r.PaymentStatus != nil && Ended(*r.PaymentStatus):
			return stale, nil
		case failed != (r.PaymentFailedAt != nil):
			return ask, nil
		}
		return taken, nil
	})
}

// inRecord changes the record of the church that holds a subscription, and does what follows from that.
func (s *Service) inRecord(ctx context.Context, tx pgx.Tx, subscriptionID string, fn func(uuid.UUID, *record) (verdict, error)) (outcome, error) {
	if err := lock(ctx, tx, "subscription", subscriptionID); err != nil {
		return "", err
	}
	churchID, err := churchOf(ctx, tx, subscriptionID)
	if err != nil {
		return "", err
	}
	if churchID == uuid.Nil {
		gone, _, err := deleted(ctx, tx, subscriptionID)
		if gone {
			return ignored, err
		}
		return early, err
	}
	return s.changeRecord(ctx, tx, churchID, subscriptionID, fn)
}
