package simulated

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/billing"
	"narthex/admin/billing/price"
	"narthex/admin/billing/stripeapi"
)

// Parts are what the provider needs.
type Parts struct {
	Pool    *pgxpool.Pool
	Key     []byte // that all nodes share: events are signed with it
	BaseURL string // of this service, as its visitors see it, without a slash at the end
	Logger  *slog.Logger
}

// Provider takes no money.
type Provider struct {
	store   store
	secret  string
	baseURL string
	http    *http.Client
	logger  *slog.Logger
}

var _ billing.Payments = (*Provider)(nil)

// webhookLimit is how long the webhook may take to answer.
const webhookLimit = 10 * time.Second

// New returns a provider.
func New(p Parts) *Provider {
	client := &http.Client{Timeout: webhookLimit, Transport: http.DefaultTransport.(*http.Transport).Clone()}
	return &Provider{
		store: store{p.Pool}, secret: "whsec_" + hex.EncodeToString(p.Key), baseURL: p.BaseURL, http: client,
		logger: p.Logger,
	}
}

// Close gives idle connections back.
func (p *Provider) Close() { p.http.CloseIdleConnections() }

// CreateCheckout implements billing.Payments.
func (p *Provider) CreateCheckout(ctx context.Context, checkout billing.Checkout) (billing.Opened, error) {
	s := checkout.SignUp
	plan, ok := price.Of(s.Plan, s.Interval)
	if !ok {
		return billing.Opened{}, fmt.Errorf("%s cannot be paid by the %s", s.Plan, s.Interval)
	}
	keys := []string{plan.LookupKey()}
	for _, key := range s.AddOns {
		addOn, ok := price.AddOnOf(key)
		if !ok {
			return billing.Opened{}, fmt.Errorf("there is no add-on %s", key)
		}
		keys = append(keys, addOn.LookupKey(s.Interval))
	}
	id, err := p.store.open(ctx, checkout, keys)
	if err != nil {
		return billing.Opened{}, err
	}
	opened := billing.Opened{SessionID: id, URL: p.baseURL + pagePath + id}
	if checkout.Language != "" {
		opened.URL += "?lang=" + checkout.Language
	}
	return opened, nil
}

// ExpireOpenCheckouts implements billing.Payments.
func (p *Provider) ExpireOpenCheckouts(ctx context.Context, email, key, value, except string) error {
	return p.store.expire(ctx, email, key, value, except)
}

// LiveSubscription implements billing.Payments.
func (p *Provider) LiveSubscription(ctx context.Context, email string) (string, error) {
	found, err := p.store.find(ctx, "email = $1 and status = 'complete' and ended_at is null", email)
	if errors.Is(err, billing.ErrNotFound) {
		return "", nil
	}
	return found.subscriptionID(), err
}

// SetAddress implements billing.Payments.
func (p *Provider) SetAddress(ctx context.Context, customerID, email string) error {
	return p.store.setEmail(ctx, checkoutOf(customerID), email)
}

// Session implements billing.Payments.
func (p *Provider) Session(ctx context.Context, id string) (billing.Session, error) {
	found, err := p.store.find(ctx, "id = $1", id)
	return found.session(), err
}

// SessionOf implements billing.Payments.
func (p *Provider) SessionOf(ctx context.Context, subscriptionID string) (billing.Session, error) {
	found, err := p.store.find(ctx, "subscription_id = $1", subscriptionID)
	return found.session(), err
}

// Subscription implements billing.Payments.
func (p *Provider) Subscription(ctx context.Context, id string) (billing.Subscription, error) {
	found, err := p.store.find(ctx, "subscription_id = $1", id)
	return found.subscription(), err
}

// Subscriptions implements billing.Payments.
func (p *Provider) Subscriptions(ctx context.Context) iter.Seq2[billing.Subscription, error] {
	return func(yield func(billing.Subscription, error) bool) {
		all, err := p.store.paid(ctx)
		if err != nil {
			yield(billing.Subscription{}, err)
			return
		}
		for _, found := range all {
			if !yield(found.subscription(), nil) {
				return
			}
		}
	}
}

// End implements billing.Payments. There is nothing to give back.
func (p *Provider) End(ctx context.Context, subscriptionID string) error {
	return p.Cancel(ctx, subscriptionID)
}

// Cancel implements billing.Payments.
func (p *Provider) Cancel(ctx context.Context, subscriptionID string) error {
	found, ended, err := p.store.end(ctx, subscriptionID)
	if err != nil || !ended {
		return err
	}
	return p.post(ctx, "customer.subscription.deleted", found.subscriptionObject())
}

// ReadEvent implements billing.Payments.
func (p *Provider) ReadEvent(body []byte, signature string) (billing.Event, error) {
	return stripeapi.ReadEvent(body, signature, p.secret)
}

// returnTo is where whoever has paid goes on.
func (c checkout) returnTo() string {
	return strings.ReplaceAll(c.ReturnURL, "{CHECKOUT_SESSION_ID}", c.ID)
}
