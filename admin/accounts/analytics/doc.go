// Package analytics tells the analytics store (PostHog, or what speaks like it) of what a user did for the first time, once each. An
// event is a durable job of the transaction that makes it true, and is posted until the store has taken it; it may then have it
// twice, and knows by the event's id, insert id and time that it is one.
//
// Read event.go, then events.go and worker.go.
package analytics
