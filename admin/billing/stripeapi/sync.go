package stripeapi

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/stripe/stripe-go/v85"

	"narthex/admin/billing"
	"narthex/admin/billing/price"
)

// Synced is what was set up at Stripe.
type Synced struct {
	Changes       []string // one line each; none: all was as it must be
	WebhookSecret string   // of a webhook that was made: it is shown this once
}

// Sync has Stripe know what we sell and where to tell of what happens: a product and prices for each plan and add-on, found by
// their lookup keys, what the billing portal lets a church do, and a webhook at an address, of the SDK's version of the API. Doing it again changes nothing. A price that
// changed is made anew, because Stripe's cannot be changed: who subscribed at the old one goes on paying that.
func (c *Client) Sync(ctx context.Context, webhookURL string) (Synced, error) {
	var done Synced
	made := make(map[string]bool)
	for _, listed := range price.List() {
		if !made[listed.Product] {
			made[listed.Product] = true
			if err := c.syncProduct(ctx, listed.Product, &done); err != nil {
				return done, err
			}
		}
		if err := c.syncPrice(ctx, listed, &done); err != nil {
			return done, err
		}
	}
	if err := c.syncPortal(ctx, &done); err != nil {
		return done, err
	}
	return done, c.syncWebhook(ctx, webhookURL, &done)
}

func (d *Synced) note(format string, args ...any) {
	d.Changes = append(d.Changes, fmt.Sprintf(format, args...))
}

// productID is the id of a plan or an add-on at Stripe.
func productID(key string) string { return "narthex_" + key }

// syncProduct makes a product. One that is there keeps the name that somebody may have given it.
func (c *Client) syncProduct(ctx context.Context, key string, done *Synced) error {
	_, err := c.api.V1Products.Retrieve(ctx, productID(key), &stripe.ProductRetrieveParams{})
	if err == nil {
		return nil
	}
	if err = failed("read a product", err); !errors.Is(err, billing.ErrNotFound) {
		return err
	}
	words := strings.Split(key, "_")
	for i, word := range words {
		words[i] = strings.ToUpper(word[:1]) + word[1:]
	}
	_, err = c.api.V1Products.Create(ctx, &stripe.ProductCreateParams{ID: stripe.String(productID(key)), Name: stripe.String(strings.Join(words, " "))})
	if err != nil {
		return failed("make a product", err)
	}
	done.note("made the product %s", productID(key))
	return nil
}

func (c *Client) syncPrice(ctx context.Context, listed price.Listed, done *Synced) error {
	old := ""
	params := &stripe.PriceListParams{LookupKeys: []*string{stripe.String(listed.LookupKey)}, Active: stripe.Bool(true)}
	for found, err := range c.api.V1Prices.List(ctx, params).All(ctx) {
		if err != nil {
			return failed("look for a price", err)
		}
		if is(found, listed) {
			return nil
		}
		old = found.ID
	}
	made := &stripe.PriceCreateParams{
		Currency: stripe.String(price.Currency), UnitAmount: stripe.Int64(listed.Cents), Product: stripe.String(productID(listed.Product)),
		LookupKey: stripe.String(listed.LookupKey), TransferLookupKey: stripe.Bool(true),
	}
	if listed.Interval != "" {
		made.Recurring = &stripe.PriceCreateRecurringParams{Interval: stripe.String(string(listed.Interval))}
	}
	if _, err := c.api.V1Prices.Create(ctx, made); err != nil {
		return failed("make a price", err)
	}
	done.note("made the price %s, %d.%02d %s", listed.LookupKey, listed.Cents/100, listed.Cents%100, price.Currency)
	if old == "" {
		return nil
	}
	if _, err := c.api.V1Prices.Update(ctx, old, &stripe.PriceUpdateParams{Active: stripe.Bool(false)}); err != nil {
		return failed("retire a price", err)
	}
	done.note("retired the price %s", old)
	return nil
}

// is reports whether a price is the one that is listed.
func is(found *stripe.Price, listed price.Listed) bool {
	return found.UnitAmount == listed.Cents && string(found.Currency) == price.Currency && intervalOf(found) == listed.Interval &&
		found.Product != nil && found.Product.ID == productID(listed.Product)
}

// syncWebhook makes the webhook, or has it hear of what it must. The version of one that is there cannot be changed, so it is
// replaced.
func (c *Client) syncWebhook(ctx context.Context, url string, done *Synced) error {
	for found, err := range c.api.V1WebhookEndpoints.List(ctx, &stripe.WebhookEndpointListParams{}).All(ctx) {
		switch {
		case err != nil:
			return failed("list the webhooks", err)
		case found.URL != url || found.Status == "disabled":
			continue
		case found.APIVersion == stripe.APIVersion:
			return c.syncEvents(ctx, found, done)
		}
		if _, err := c.api.V1WebhookEndpoints.Update(ctx, found.ID, &stripe.WebhookEndpointUpdateParams{Disabled: stripe.Bool(true)}); err != nil {
			return failed("disable a webhook", err)
		}
		done.note("disabled the webhook %s, which is of version %q", found.ID, found.APIVersion)
	}
	made, err := c.api.V1WebhookEndpoints.Create(ctx, &stripe.WebhookEndpointCreateParams{
		URL: stripe.String(url), APIVersion: stripe.String(stripe.APIVersion), EnabledEvents: stripe.StringSlice(Events()),
	})
	if err != nil {
		return failed("make a webhook", err)
	}
	done.note("made the webhook %s to %s", made.ID, url)
	done.WebhookSecret = made.Secret
	return nil
}

func (c *Client) syncEvents(ctx context.Context, found *stripe.WebhookEndpoint, done *Synced) error {
	if slices.Equal(slices.Sorted(slices.Values(found.EnabledEvents)), slices.Sorted(slices.Values(Events()))) {
		return nil
	}
	_, err := c.api.V1WebhookEndpoints.Update(ctx, found.ID, &stripe.WebhookEndpointUpdateParams{EnabledEvents: stripe.StringSlice(Events())})
	if err != nil {
		return failed("change the events of a webhook", err)
	}
	done.note("changed the events of the webhook %s", found.ID)
	return nil
}
