// Package stripeapi has churches pay through Stripe: [Client] is billing.Payments, spoken in the API of the SDK's version.
//
// Read client.go, checkout.go (opening and expiring a checkout), subscription.go (what is paid for again and again), event.go
// (what Stripe tells of its own accord), convert.go (its words in ours) and sync.go (what must be set up there once).
package stripeapi
