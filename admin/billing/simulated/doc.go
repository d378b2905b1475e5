// Package simulated is a payment provider without money, for trying the product out and for tests: billing.Payments with a page
// of ours in the place of the provider's. What it tells of its own accord is posted to the webhook's address in Stripe's format
// and with Stripe's signature, so that nothing behind that address knows the difference.
//
// Read provider.go, store.go (its memory), event.go (what it posts), page.go (where one
// pays), and portal.go with visit.go (where a church changes what it pays).
package simulated
