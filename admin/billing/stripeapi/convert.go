package stripeapi

import (
	"time"

	"github.com/stripe/stripe-go/v85"

	"narthex/admin/billing"
	"narthex/admin/billing/price"
)

func sessionOf(s *stripe.CheckoutSession) billing.Session {
	session := billing.Session{
		ID: s.ID, Metadata: s.Metadata,
		Open: s.Status == stripe.CheckoutSessionStatusOpen, Complete: s.Status == stripe.CheckoutSessionStatusComplete,
		Paid: s.PaymentStatus == stripe.CheckoutSessionPaymentStatusPaid || s.PaymentStatus == stripe.CheckoutSessionPaymentStatusNoPaymentRequired,
	}
	if s.Customer != nil {
		session.CustomerID = s.Customer.ID
	}
	if s.Subscription != nil {
		session.SubscriptionID = s.Subscription.ID
		if s.Subscription.Status != "" { // more than its id
			found := subscriptionOf(s.Subscription)
			session.Subscription = &found
		}
	}
	return session
}

// subscriptionOf reads a subscription. When its period ends stands on its items.
func subscriptionOf(s *stripe.Subscription) billing.Subscription {
	subscription := billing.Subscription{
		ID: s.ID, Status: string(s.Status), TrialEndsAt: at(s.TrialEnd), CancelAtPeriodEnd: s.CancelAtPeriodEnd || s.CancelAt != 0,
	}
	if s.Customer != nil {
		subscription.CustomerID = s.Customer.ID
	}
	if s.Items == nil {
		return subscription
	}
	for _, item := range s.Items.Data {
		if key := lookupKeyOf(item.Price); key != "" {
			subscription.LookupKeys = append(subscription.LookupKeys, key)
		}
		if ends := at(item.CurrentPeriodEnd); ends.After(subscription.PeriodEndsAt) {
			subscription.PeriodEndsAt = ends
		}
	}
	return subscription
}

// lookupKeyOf is the key of a price. One whose amount was changed since has given it to its successor (see Sync), and who subscribed at
// it goes on paying it: what they pay for, and how often, is still what the key stands for. Empty: it is not ours.
func lookupKeyOf(p *stripe.Price) string {
	switch {
	case p == nil:
		return ""
	case p.LookupKey != "" || p.Product == nil:
		return p.LookupKey
	}
	interval := intervalOf(p)
	for _, listed := range price.List() {
		if p.Product.ID == productID(listed.Product) && interval == listed.Interval {
			return listed.LookupKey
		}
	}
	return ""
}

// intervalOf is how often a price is paid; empty: once.
func intervalOf(p *stripe.Price) price.Interval {
	if p.Recurring == nil {
		return ""
	}
	return price.Interval(p.Recurring.Interval)
}

// at is a moment of Stripe's, in Unix seconds; 0: none.
func at(seconds int64) time.Time {
	if seconds == 0 {
		return time.Time{}
	}
	return time.Unix(seconds, 0).UTC()
}
