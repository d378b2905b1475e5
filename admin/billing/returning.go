package billing

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/billing/price"
	"narthex/admin/signup"
	"narthex/chat/church"
)

// returningKey is the metadata's key for the church that a checkout was opened for from its own dashboard. No browser can set it:
// the metadata of a sign-up are made of the fields of its form.
const returningKey = "returning_church_id"

// returningOf is the church that takes a plan again with a checkout; the zero UUID: it is the checkout of a sign-up.
func returningOf(metadata map[string]string) uuid.UUID {
	id, err := uuid.Parse(metadata[returningKey])
	if err != nil {
		return uuid.Nil
	}
	return id
}

// What a checkout by which a church returns is refused for.
var (
	ErrNotEnded = errors.New("the church's subscription has not ended")
	ErrNoPrice  = errors.New("there is no plan of that price")
)

// OpenReturn opens a checkout with which a church whose subscription has ended takes a plan again, and returns its address, a page
// of the provider's. The caller has made sure that whoever asks decides what the church pays. returnURL is the way back, which
// session_id is added to once it is paid. A church that has paid meanwhile, unknown to us, is served again, and the address is
// returnURL. Errors are ErrNotEnded, ErrNoPrice and those of Payments.
func (s *Service) OpenReturn(ctx context.Context, churchID uuid.UUID, returnURL, lookupKey string) (url string, err error) {
	form, err := s.returningForm(ctx, churchID, lookupKey)
	if err != nil {
		return "", err
	}
	if paid, err := s.paidMeanwhile(ctx, churchID, form.Email); err != nil || paid {
		return returnURL, err
	}
	metadata, err := form.Metadata()
	if err != nil {
		return "", fmt.Errorf("open a checkout: %w", err)
	}
	metadata[returningKey] = churchID.String()
	key, err := wishOf(metadata)
	if err != nil {
		return "", err
	}
	opened, err := s.payments.CreateCheckout(ctx, Checkout{
		SignUp: form, Metadata: metadata, Key: key, Again: true, ReturnURL: returnURL + "?session_id={CHECKOUT_SESSION_ID}", CancelURL: returnURL,
	})
	if err != nil {
		return "", err
	}
	return opened.URL, s.payments.ExpireOpenCheckouts(ctx, form.Email, opened.SessionID)
}

// returningForm is what a checkout says of a church whose subscription has ended.
func (s *Service) returningForm(ctx context.Context, churchID uuid.UUID, lookupKey string) (form signup.SignUp, err error) {
	listed, ok := price.Lookup(lookupKey)
	plan, isPlan := church.ParsePlan(listed.Product)
	if !ok || !isPlan {
		return signup.SignUp{}, ErrNoPrice
	}
	form = signup.SignUp{Plan: plan, Interval: listed.Interval}
	var status church.Status
	err = church.InChurch(ctx, s.store.pool, churchID, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, `
			select c.name, c.language, p.status, coalesce(p.admin_email, ''), coalesce(p.admin_name, '')
			from churches c join premium_churches p on p.church_id = c.id where c.id = $1`, churchID).
			Scan(&form.ChurchName, &form.Language, &status, &form.Email, &form.ContactName)
	})
	if err != nil {
		return signup.SignUp{}, fmt.Errorf("read who takes a plan again: %w", err)
	}
	if status != church.Canceled {
		return signup.SignUp{}, ErrNotEnded
	}
	return form.Clean(), nil
}

// paidMeanwhile sets up again what a church has paid for and nobody has told us of yet: it would pay twice otherwise.
func (s *Service) paidMeanwhile(ctx context.Context, churchID uuid.UUID, email string) (bool, error) {
	id, err := s.payments.LiveSubscription(ctx, email)
	if err != nil || id == "" {
		return false, err
	}
	session, err := s.payments.SessionOf(ctx, id)
	if errors.Is(err, ErrNotFound) || err == nil && returningOf(session.Metadata) != churchID {
		return false, nil // of another church that the address has
	}
	if err != nil {
		return false, err
	}
	o, err := s.settleAsked(ctx, session)
	return o == done, err
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
