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

// What a checkout by which a church returns is refused for.
var (
	ErrNotEnded = errors.New("the church's subscription has not ended")
	ErrNoPrice  = errors.New("there is no plan of that price")
)

// OpenReturn opens a checkout with which a church whose subscription has ended takes a plan again, and returns its address, a page
// of the provider's. The caller has made sure that whoever asks decides what the church pays. returnURL is the way back, which
// session_id is added to once it is paid. A church that has paid meanwhile, unknown to us, is served again, and the address is
// returnURL; where the provider refuses the address of the account, it is returnURL with address=refused. Errors are ErrNotEnded,
// ErrNoPrice and those of Payments.
func (s *Service) OpenReturn(ctx context.Context, churchID uuid.UUID, returnURL, lookupKey string) (url string, err error) {
	url, err = s.openReturn(ctx, churchID, returnURL, lookupKey)
	if errors.Is(err, ErrBadAddress) { // trying again is of no use
		s.logger.WarnContext(ctx, "the payment provider refuses the address of a church that takes a plan again", "church", churchID, "error", err)
		return returnURL + "?address=refused", nil
	}
	return url, err
}

func (s *Service) openReturn(ctx context.Context, churchID uuid.UUID, returnURL, lookupKey string) (url string, err error) {
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
	key, err := wishOf(metadata, returnURL)
	if err != nil {
		return "", err
	}
	opened, err := s.payments.CreateCheckout(ctx, Checkout{
		SignUp: form, Metadata: metadata, Key: key, Again: true, ReturnURL: returnURL + "?session_id={CHECKOUT_SESSION_ID}", CancelURL: returnURL,
	})
	if err != nil {
		return "", err
	}
	return opened.URL, s.payments.ExpireOpenCheckouts(ctx, form.Email, returningKey, metadata[returningKey], opened.SessionID)
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
