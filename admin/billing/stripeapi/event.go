package stripeapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/stripe/stripe-go/v85"
	"github.com/stripe/stripe-go/v85/webhook"

	"narthex/admin/billing"
)

// Events are the types that the webhook wants to hear of.
func Events() []string {
	return []string{
		string(stripe.EventTypeCheckoutSessionCompleted),
		string(stripe.EventTypeCheckoutSessionAsyncPaymentSucceeded),
		string(stripe.EventTypeCheckoutSessionAsyncPaymentFailed),
		string(stripe.EventTypeCustomerSubscriptionCreated),
		string(stripe.EventTypeCustomerSubscriptionUpdated),
		string(stripe.EventTypeCustomerSubscriptionDeleted),
		string(stripe.EventTypeCustomerSubscriptionPaused),
		string(stripe.EventTypeCustomerSubscriptionResumed),
		string(stripe.EventTypeCustomerSubscriptionTrialWillEnd),
		string(stripe.EventTypeInvoicePaid),
		string(stripe.EventTypeInvoicePaymentFailed),
	}
}

// ReadEvent implements billing.Payments.
func (c *Client) ReadEvent(body []byte, signature string) (billing.Event, error) {
	return ReadEvent(body, signature, c.config.WebhookSecret)
}

// ReadEvent reads an event that was signed with the secret no longer than five minutes ago.
func ReadEvent(body []byte, signature, secret string) (billing.Event, error) {
	if secret == "" {
		return billing.Event{}, fmt.Errorf("%w: STRIPE_WEBHOOK_SECRET is not set", billing.ErrForged)
	}
	read, err := webhook.ConstructEventWithOptions(body, signature, secret, webhook.ConstructEventOptions{IgnoreAPIVersionMismatch: true})
	switch {
	case errors.Is(err, webhook.ErrTooOld):
		return billing.Event{}, billing.ErrTooOld
	case err != nil:
		return billing.Event{}, fmt.Errorf("%w: %w", billing.ErrForged, err)
	case read.ID == "" || read.Type == "" || read.Created <= 0 || read.Data == nil:
		return billing.Event{}, fmt.Errorf("%w: it has no id, type, time or object", billing.ErrForged)
	}
	event := billing.Event{
		ID: read.ID, Type: string(read.Type), At: at(read.Created), Version: read.APIVersion, Compatible: compatible(read.APIVersion),
	}
	if !event.Compatible {
		return event, nil
	}
	if err := readObject(&event, read.Data.Raw); err != nil {
		return billing.Event{}, fmt.Errorf("%w: read a %s: %w", billing.ErrForged, event.Type, err)
	}
	return event, nil
}

// compatible reports whether a version is of the SDK's release train: within one, Stripe takes nothing away.
func compatible(version string) bool {
	_, train, ok := strings.Cut(version, ".")
	return ok && train == stripe.APIMajorVersion
}

// readObject fills in what the event is about.
func readObject(event *billing.Event, object []byte) error {
	switch {
	case strings.HasPrefix(event.Type, "checkout.session."):
		var read stripe.CheckoutSession
		if err := json.Unmarshal(object, &read); err != nil {
			return err
		}
		session := sessionOf(&read)
		event.Session, event.SubscriptionID = &session, session.SubscriptionID
	case strings.HasPrefix(event.Type, "customer.subscription."):
		var read stripe.Subscription
		if err := json.Unmarshal(object, &read); err != nil {
			return err
		}
		subscription := subscriptionOf(&read)
		event.Subscription, event.SubscriptionID = &subscription, subscription.ID
	case strings.HasPrefix(event.Type, "invoice."):
		var read stripe.Invoice
		if err := json.Unmarshal(object, &read); err != nil {
			return err
		}
		if read.Parent != nil && read.Parent.SubscriptionDetails != nil && read.Parent.SubscriptionDetails.Subscription != nil {
			event.SubscriptionID = read.Parent.SubscriptionDetails.Subscription.ID
		}
	}
	return nil
}
