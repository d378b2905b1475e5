package billing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/signup"
	"narthex/chat/church"
)

// longestSessionID is Stripe's, in bytes.
const longestSessionID = 255

// Settle asks the provider for a checkout and, if it is paid, sets the church up, unless that was done: it is what the webhook
// does, for when that never comes. settled reports whether the church is set up now. An id that the provider does not know is
// no error. It needs one request to the provider; who may ask how often is the caller's to limit.
func (s *Service) Settle(ctx context.Context, sessionID string) (settled bool, err error) {
	if !strings.HasPrefix(sessionID, "cs_") || len(sessionID) > longestSessionID || strings.ContainsFunc(sessionID, notOfID) {
		return false, nil
	}
	session, err := s.payments.Session(ctx, sessionID)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	o, err := s.settleAsked(ctx, session)
	return o == done, err
}

// settleUnknown reports whether an address has a subscription that only the provider knows of, and sets up the church of its checkout,
// as Settle does: whoever sends the form again because nothing has come is mailed the link then. A church that returns is let in
// where it asks to (see OpenReturn).
func (s *Service) settleUnknown(ctx context.Context, email string) (has bool, err error) {
	id, err := s.payments.LiveSubscription(ctx, email)
	if err != nil || id == "" {
		return false, err
	}
	session, err := s.payments.SessionOf(ctx, id)
	switch {
	case errors.Is(err, ErrNotFound): // somebody has made it by hand
		return true, nil
	case err == nil && returningOf(session.Metadata) == uuid.Nil:
		_, err = s.settleAsked(ctx, session)
	}
	return true, err
}

func notOfID(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_'
}

// settleAsked settles a checkout that the provider was just asked for.
func (s *Service) settleAsked(ctx context.Context, session Session) (o outcome, err error) {
	err = pgx.BeginFunc(ctx, s.store.pool, func(tx pgx.Tx) (err error) {
		o, err = s.settle(ctx, tx, session, time.Time{}, session.Subscription)
		return err
	})
	if err == nil && o == done {
		s.metrics.settled.Inc()
	}
	return o, err
}

// settle sets up the church of a checkout that is paid, unless it is set up. at is when that happened, zero where the provider
// was asked; now is its subscription as it is now, nil if that is not known.
func (s *Service) settle(ctx context.Context, tx pgx.Tx, session Session, at time.Time, now *Subscription) (outcome, error) {
	form, err := signup.FromMetadata(session.Metadata)
	switch {
	case err != nil:
		return ignored, nil // something else is paid through the same account
	case !session.Complete || !session.Paid:
		return unpaid, nil
	case session.SubscriptionID == "":
		return ignored, s.alarm(ctx, tx, Alarm{
			Key: session.ID, Kind: NotASubscription, ID: session.ID,
			Detail: fmt.Sprintf("%s (%s) paid in checkout %s, but no subscription came of it. Nothing was set up.", form.ChurchName, form.Email, session.ID),
		})
	}
	if err := lock(ctx, tx, "subscription", session.SubscriptionID); err != nil {
		return "", err
	}
	if held, err := churchOf(ctx, tx, session.SubscriptionID); err != nil || held != uuid.Nil {
		return done, err
	}
	if gone, _, err := deleted(ctx, tx, session.SubscriptionID); err != nil || gone {
		return ignored, err
	}
	if at.IsZero() && now != nil && Ended(now.Status) {
		return ignored, nil // nobody has told us of it while it lasted, and whoever comes back to its page now gets no church by it
	}
	if why, err := s.mayHave(ctx, tx, session, form); err != nil {
		return "", err
	} else if why != "" {
		return duplicate, s.giveBack(ctx, tx, session, form, why)
	}
	early, err := takeEarly(ctx, tx, session.SubscriptionID)
	if err != nil {
		return "", err
	}
	if early && now == nil {
		return "", errAsk // what the early events said may be out of date, or out of order
	}
	return s.provision(ctx, tx, session, form, at, now)
}

// mayHave tells why nobody can have what was paid with a checkout, empty: a church can.
func (s *Service) mayHave(ctx context.Context, tx pgx.Tx, session Session, form signup.SignUp) (why string, err error) {
	if err := lock(ctx, tx, "email", form.Email); err != nil {
		return "", err
	}
	if churchID := returningOf(session.Metadata); churchID != uuid.Nil {
		return s.mayReturn(ctx, tx, churchID)
	}
	second, _, err := live(ctx, tx, form.Email, uuid.Nil, session.SubscriptionID)
	if err != nil || !second {
		return "", err
	}
	return paidTwice, nil
}

// provision has the church set up, and writes down what it pays for.
func (s *Service) provision(ctx context.Context, tx pgx.Tx, session Session, form signup.SignUp, at time.Time, now *Subscription) (outcome, error) {
	paid := Paid{SessionID: session.ID, CustomerID: session.CustomerID, SubscriptionID: session.SubscriptionID, Browser: browserOf(session.Metadata)}
	returning := returningOf(session.Metadata)
	if now != nil {
		paid.TrialEndsAt = now.TrialEndsAt
	} else if days := (Checkout{SignUp: form, Again: returning != uuid.Nil}).TrialDays(); days > 0 {
		paid.TrialEndsAt = at.AddDate(0, 0, int(days))
	}
	var err error
	if returning != uuid.Nil {
		err = s.takeBack(ctx, tx, returning, form, paid)
	} else {
		err = s.provisioner.Provision(ctx, tx, form, paid)
	}
	if err != nil {
		return "", fmt.Errorf("provision a church: %w", err)
	}
	churchID, err := churchOf(ctx, tx, session.SubscriptionID)
	if err != nil {
		return "", err
	}
	if churchID == uuid.Nil {
		return "", fmt.Errorf("provision a church: no premium record holds %s afterwards", session.SubscriptionID)
	}
	return s.changeRecord(ctx, tx, churchID, session.SubscriptionID, func(_ uuid.UUID, r *record) (verdict, error) {
		r.bought(form, returning != uuid.Nil)
		if now == nil {
			r.TrialEndsAt = pointer(paid.TrialEndsAt)
			return taken, nil
		}
		said := r.current(*now, cmp.Or(at, time.Now()))
		if at.IsZero() {
			r.SubscriptionEventAt = nil // by the provider's clock nothing is known yet
		}
		if said == stale {
			said = taken // the payment is under way, although the checkout is paid: events will tell
		}
		return said, nil
	})
}

// giveBack ends a subscription that nobody can have, once the transaction has committed, and tells the founder.
func (s *Service) giveBack(ctx context.Context, tx pgx.Tx, session Session, form signup.SignUp, why string) error {
	if err := noteGivenBack(ctx, tx, returningOf(session.Metadata), session.SubscriptionID); err != nil {
		return err
	}
	if _, err := s.jobs.InsertTx(ctx, tx, endSubscription{SubscriptionID: session.SubscriptionID}, nil); err != nil {
		return fmt.Errorf("queue the end of a subscription: %w", err)
	}
	return s.alarm(ctx, tx, Alarm{
		Key: session.SubscriptionID, Kind: PaidTwice, ID: session.SubscriptionID,
		Detail: fmt.Sprintf("%s %s (%s, checkout %s). It is ended, and what was paid is given back.", form.Email, why, form.ChurchName, session.ID),
	})
}

// Why what was paid is given back, as the founder is told.
const (
	paidTwice   = "has a subscription already and paid for another one"
	paidForNone = "paid to return with a church that was deleted"
)

// mayReturn tells why a church cannot take the subscription of a checkout, empty: its last one has ended, and stays so until the
// transaction ends, which is confined to the church from then on.
func (s *Service) mayReturn(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) (why string, err error) {
	if err := church.Enter(ctx, tx, churchID); err != nil {
		return "", err
	}
	last, err := subscriptionOf(ctx, tx, churchID)
	if errors.Is(err, pgx.ErrNoRows) {
		return paidForNone, nil
	}
	if err != nil {
		return "", err
	}
	// Before the row, as in inRecord: what is told of the last subscription is not taken for news of the new one.
	if err := lock(ctx, tx, "subscription", last); err != nil {
		return "", err
	}
	r, err := readRecord(ctx, tx, churchID)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return paidForNone, nil
	case err != nil:
		return "", err
	case r.Status != church.Canceled:
		return paidTwice, nil
	}
	return "", nil
}

// takeBack gives a church that may return the subscription of a checkout. The last one is noted, so that nothing that is still told
// of it, nor its checkout, sets up a church of its own.
func (s *Service) takeBack(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, form signup.SignUp, paid Paid) error {
	last, err := subscriptionOf(ctx, tx, churchID)
	if err != nil {
		return err
	}
	if last != "" {
		if err := noteLeft(ctx, tx, churchID, last); err != nil {
			return err
		}
	}
	return s.provisioner.Return(ctx, tx, churchID, form.Plan, paid.SessionID, paid.CustomerID, paid.SubscriptionID)
}
