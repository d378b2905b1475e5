package stripeapi

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/stripe/stripe-go/v85"

	"narthex/admin/billing"
	"narthex/admin/billing/price"
	"narthex/admin/signup"
)

// CreateCheckout implements billing.Payments: a page of Stripe's that is shown within ours, or one of its own. Stripe answers a key that it has
// seen within a day as it did then; if the checkout of then is over, another is opened.
func (c *Client) CreateCheckout(ctx context.Context, checkout billing.Checkout) (billing.Opened, error) {
	session, err := c.create(ctx, checkout, checkout.Key)
	if err == nil && session.LastResponse.Header.Get("Idempotent-Replayed") == "true" {
		var now billing.Session
		if now, err = c.Session(ctx, session.ID); err == nil && !now.Open {
			session, err = c.create(ctx, checkout, rand.Text())
		}
	}
	if err != nil {
		return billing.Opened{}, failed("open a checkout", err)
	}
	return billing.Opened{SessionID: session.ID, ClientSecret: session.ClientSecret, PublishableKey: c.config.PublishableKey, URL: session.URL}, nil
}

func (c *Client) create(ctx context.Context, checkout billing.Checkout, key string) (*stripe.CheckoutSession, error) {
	items, err := c.lineItems(ctx, checkout.SignUp)
	if err != nil {
		return nil, err
	}
	params := &stripe.CheckoutSessionCreateParams{
		Mode:                stripe.String(string(stripe.CheckoutSessionModeSubscription)),
		LineItems:           items,
		Metadata:            checkout.Metadata,
		CustomerEmail:       stripe.String(checkout.SignUp.Email),
		AllowPromotionCodes: stripe.Bool(true),
	}
	if checkout.Language != "" {
		params.Locale = stripe.String(localeOf(checkout.Language))
	}
	if checkout.CancelURL != "" {
		params.UIMode = stripe.String(string(stripe.CheckoutSessionUIModeHostedPage))
		params.SuccessURL, params.CancelURL = stripe.String(checkout.ReturnURL), stripe.String(checkout.CancelURL)
	} else {
		params.UIMode = stripe.String(string(stripe.CheckoutSessionUIModeEmbeddedPage))
		params.ReturnURL = stripe.String(checkout.ReturnURL)
	}
	if days := checkout.TrialDays(); days > 0 {
		params.SubscriptionData = &stripe.CheckoutSessionCreateSubscriptionDataParams{TrialPeriodDays: stripe.Int64(days)}
	}
	params.SetIdempotencyKey(key)
	return c.api.V1CheckoutSessions.Create(ctx, params)
}

// lineItems are the plan and its add-ons.
func (c *Client) lineItems(ctx context.Context, s signup.SignUp) ([]*stripe.CheckoutSessionCreateLineItemParams, error) {
	plan, ok := price.Of(s.Plan, s.Interval)
	if !ok {
		return nil, fmt.Errorf("%s cannot be paid by the %s", s.Plan, s.Interval)
	}
	keys := []string{plan.LookupKey()}
	for _, key := range s.AddOns {
		addOn, ok := price.AddOnOf(key)
		if !ok {
			return nil, fmt.Errorf("there is no add-on %s", key)
		}
		keys = append(keys, addOn.LookupKey(s.Interval))
	}
	ids, err := c.priceIDs(ctx)
	if err != nil {
		return nil, err
	}
	items := make([]*stripe.CheckoutSessionCreateLineItemParams, len(keys))
	for i, key := range keys {
		if ids[key] == "" {
			return nil, fmt.Errorf("there is no price %s: run `narthex billing sync`", key)
		}
		items[i] = &stripe.CheckoutSessionCreateLineItemParams{Price: stripe.String(ids[key]), Quantity: stripe.Int64(1)}
	}
	return items, nil
}

// pricesFor is for how long the ids of prices are remembered: `narthex billing sync` may give a lookup key to another price.
const pricesFor = 5 * time.Minute

// priceIDs are the ids of all our prices by their lookup keys.
func (c *Client) priceIDs(ctx context.Context) (map[string]string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.prices != nil && time.Since(c.pricesAt) < pricesFor {
		return c.prices, nil
	}
	ids := make(map[string]string)
	// Stripe takes ten lookup keys at a time.
	for listed := range slices.Chunk(price.List(), 10) {
		params := &stripe.PriceListParams{Active: stripe.Bool(true)}
		for _, p := range listed {
			params.LookupKeys = append(params.LookupKeys, stripe.String(p.LookupKey))
		}
		for found, err := range c.api.V1Prices.List(ctx, params).All(ctx) {
			if err != nil {
				return nil, err
			}
			ids[found.LookupKey] = found.ID
		}
	}
	c.prices, c.pricesAt = ids, time.Now()
	return ids, nil
}

// ExpireOpenCheckouts implements billing.Payments.
func (c *Client) ExpireOpenCheckouts(ctx context.Context, email, key, value, except string) error {
	params := &stripe.CheckoutSessionListParams{
		Status:          stripe.String(string(stripe.CheckoutSessionStatusOpen)),
		CustomerDetails: &stripe.CheckoutSessionListCustomerDetailsParams{Email: stripe.String(email)},
	}
	for open, err := range c.api.V1CheckoutSessions.List(ctx, params).All(ctx) {
		if err != nil {
			return failed("look for open checkouts", err)
		}
		if open.ID == except || open.Metadata[key] != value {
			continue
		}
		if err := c.expire(ctx, open.ID); err != nil {
			return err
		}
	}
	return nil
}

// expire ends a checkout. One that is over meanwhile, paid or not, is left as it is.
func (c *Client) expire(ctx context.Context, id string) error {
	_, err := c.api.V1CheckoutSessions.Expire(ctx, id, &stripe.CheckoutSessionExpireParams{})
	if err == nil {
		return nil
	}
	if refusal, ok := errors.AsType[*stripe.Error](err); ok && refusal.Type == stripe.ErrorTypeInvalidRequest {
		if now, again := c.Session(ctx, id); again == nil && !now.Open {
			return nil
		}
	}
	return failed("expire a checkout", err)
}
