package stripeapi

import (
	"context"
	"errors"
	"iter"
	"slices"

	"github.com/stripe/stripe-go/v85"

	"narthex/admin/billing"
	"narthex/admin/billing/price"
)

// ours reports whether a subscription is to something that we sell: others may be paid through the same account.
func ours(s billing.Subscription) bool {
	return slices.ContainsFunc(s.LookupKeys, func(key string) bool {
		_, known := price.Lookup(key)
		return known
	})
}

// LiveSubscription implements billing.Payments. An address may be that of several customers: each checkout makes one.
func (c *Client) LiveSubscription(ctx context.Context, email string) (string, error) {
	params := &stripe.CustomerListParams{Email: stripe.String(email)}
	params.AddExpand("data.subscriptions") // those that have not ended
	for customer, err := range c.api.V1Customers.List(ctx, params).All(ctx) {
		if err != nil {
			return "", failed("look for a customer", err)
		}
		if customer.Subscriptions == nil {
			continue
		}
		for _, s := range customer.Subscriptions.Data {
			if found := subscriptionOf(s); ours(found) && billing.Live(found.Status) {
				return found.ID, nil
			}
		}
	}
	return "", nil
}

// SetAddress implements billing.Payments.
func (c *Client) SetAddress(ctx context.Context, customerID, email string) error {
	if _, err := c.api.V1Customers.Update(ctx, customerID, &stripe.CustomerUpdateParams{Email: stripe.String(email)}); err != nil {
		return failed("give a customer another address", err)
	}
	return nil
}

// Subscription implements billing.Payments.
func (c *Client) Subscription(ctx context.Context, id string) (billing.Subscription, error) {
	found, err := c.api.V1Subscriptions.Retrieve(ctx, id, &stripe.SubscriptionRetrieveParams{})
	if err != nil {
		return billing.Subscription{}, failed("read a subscription", err)
	}
	return subscriptionOf(found), nil
}

// Subscriptions implements billing.Payments.
func (c *Client) Subscriptions(ctx context.Context) iter.Seq2[billing.Subscription, error] {
	return func(yield func(billing.Subscription, error) bool) {
		params := &stripe.SubscriptionListParams{Status: stripe.String("all")}
		params.Limit = stripe.Int64(100)
		for s, err := range c.api.V1Subscriptions.List(ctx, params).All(ctx) {
			if err != nil {
				yield(billing.Subscription{}, failed("list the subscriptions", err))
				return
			}
			if found := subscriptionOf(s); ours(found) && !yield(found, nil) {
				return
			}
		}
	}
}

// Cancel implements billing.Payments.
func (c *Client) Cancel(ctx context.Context, id string) error {
	found, err := c.api.V1Subscriptions.Retrieve(ctx, id, &stripe.SubscriptionRetrieveParams{})
	if err != nil {
		return failed("read a subscription", err)
	}
	if !billing.Ended(string(found.Status)) {
		if _, err := c.api.V1Subscriptions.Cancel(ctx, id, &stripe.SubscriptionCancelParams{}); err != nil {
			return failed("cancel a subscription", err)
		}
	}
	return nil
}

// End implements billing.Payments. It first cancels, so that nothing more is paid, and then gives back all that was paid.
func (c *Client) End(ctx context.Context, id string) error {
	if err := c.Cancel(ctx, id); err != nil {
		return err
	}
	invoices := &stripe.InvoiceListParams{Subscription: stripe.String(id), Status: stripe.String(string(stripe.InvoiceStatusPaid))}
	for invoice, err := range c.api.V1Invoices.List(ctx, invoices).All(ctx) {
		if err != nil {
			return failed("list what was paid", err)
		}
		if err := c.refund(ctx, invoice.ID); err != nil {
			return err
		}
	}
	return nil
}

// refund gives back the payments of an invoice.
func (c *Client) refund(ctx context.Context, invoice string) error {
	params := &stripe.InvoicePaymentListParams{Invoice: stripe.String(invoice), Status: stripe.String("paid")}
	for payment, err := range c.api.V1InvoicePayments.List(ctx, params).All(ctx) {
		if err != nil {
			return failed("list the payments of an invoice", err)
		}
		if payment.Payment == nil || payment.Payment.PaymentIntent == nil {
			continue
		}
		back := &stripe.RefundCreateParams{PaymentIntent: stripe.String(payment.Payment.PaymentIntent.ID), Reason: stripe.String(string(stripe.RefundReasonDuplicate))}
		back.SetIdempotencyKey("narthex-refund-" + payment.ID)
		_, err := c.api.V1Refunds.Create(ctx, back)
		if refusal, ok := errors.AsType[*stripe.Error](err); ok && refusal.Code == stripe.ErrorCodeChargeAlreadyRefunded {
			continue
		}
		if err != nil {
			return failed("refund a payment", err)
		}
	}
	return nil
}
