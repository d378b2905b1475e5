package stripeapi

import (
	"time"

	"github.com/stripe/stripe-go/v85"

	"narthex/admin/billing"
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
		if item.Price != nil && item.Price.LookupKey != "" {
			subscription.LookupKeys = append(subscription.LookupKeys, item.Price.LookupKey)
		}
		if ends := at(item.CurrentPeriodEnd); ends.After(subscription.PeriodEndsAt) {
			subscription.PeriodEndsAt = ends
		}
	}
	return subscription
}

// at is a moment of Stripe's, in Unix seconds; 0: none.
func at(seconds int64) time.Time {
	if seconds == 0 {
		return time.Time{}
	}
	return time.Unix(seconds, 0).UTC()
}
