// Package billing has churches pay: it opens checkouts, hears from the payment provider what became of them, and keeps each
// church's status in step with its subscription.
//
// Read payments.go (what the provider can do; stripeapi and simulated do it), status.go (its statuses and ours).
package billing
