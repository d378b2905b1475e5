package stripeapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/stripe/stripe-go/v85"

	"narthex/admin/billing"
)

// Config is how Stripe is reached.
type Config struct {
	SecretKey      string
	PublishableKey string
	WebhookSecret  string
	APIBase        string // "https://api.stripe.com" if empty
}

// Client speaks with Stripe. It is safe for concurrent use.
type Client struct {
	config Config
	http   *http.Client
	api    *stripe.Client

	mu        sync.Mutex
	prices    map[string]string // id by lookup key
	pricesAt  time.Time
	portals   map[string]string // id of the billing portal's configuration by its kind
	portalsAt time.Time
}

var _ billing.Payments = (*Client)(nil)

const (
	attemptLimit = 8 * time.Second // for one request; the SDK tries again what may be tried again
	retries      = 2
)

// New returns a client. Nothing is asked yet.
func New(config Config) (*Client, error) {
	if !strings.HasPrefix(config.SecretKey, "sk_") && !strings.HasPrefix(config.SecretKey, "rk_") {
		return nil, errors.New("STRIPE_SECRET_KEY must begin with sk_ or rk_")
	}
	httpClient := &http.Client{Timeout: attemptLimit, Transport: http.DefaultTransport.(*http.Transport).Clone()}
	backend := &stripe.BackendConfig{
		HTTPClient: httpClient, MaxNetworkRetries: stripe.Int64(retries), EnableTelemetry: stripe.Bool(false),
		LeveledLogger: &stripe.LeveledLogger{Level: stripe.LevelNull}, // errors are returned, and said there
	}
	if config.APIBase != "" {
		backend.URL = stripe.String(strings.TrimSuffix(config.APIBase, "/"))
	}
	api := stripe.NewClient(config.SecretKey, stripe.WithBackends(stripe.NewBackendsWithConfig(backend)))
	return &Client{config: config, http: httpClient, api: api}, nil
}

// Close gives idle connections back.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Session implements billing.Payments.
func (c *Client) Session(ctx context.Context, id string) (billing.Session, error) {
	params := &stripe.CheckoutSessionRetrieveParams{}
	params.AddExpand("subscription")
	found, err := c.api.V1CheckoutSessions.Retrieve(ctx, id, params)
	if err != nil {
		return billing.Session{}, failed("read a checkout", err)
	}
	return sessionOf(found), nil
}

// SessionOf implements billing.Payments.
func (c *Client) SessionOf(ctx context.Context, subscriptionID string) (billing.Session, error) {
	params := &stripe.CheckoutSessionListParams{Subscription: stripe.String(subscriptionID)}
	for found, err := range c.api.V1CheckoutSessions.List(ctx, params).All(ctx) {
		if err != nil {
			return billing.Session{}, failed("look for a subscription's checkout", err)
		}
		return c.Session(ctx, found.ID)
	}
	return billing.Session{}, billing.ErrNotFound
}

// failed says what could not be done. An id that Stripe does not know becomes billing.ErrNotFound, an address that it refuses
// billing.ErrBadAddress.
func failed(doing string, err error) error {
	refusal, ok := errors.AsType[*stripe.Error](err)
	switch {
	case ok && (refusal.Code == stripe.ErrorCodeResourceMissing || refusal.HTTPStatusCode == http.StatusNotFound):
		return fmt.Errorf("%s: %w", doing, billing.ErrNotFound)
	case ok && refusal.Code == stripe.ErrorCodeEmailInvalid:
		return fmt.Errorf("%s: %w: %w", doing, billing.ErrBadAddress, err)
	}
	return fmt.Errorf("%s at Stripe: %w", doing, err)
}
