// Package provision makes a church's assistant once the church has paid: one transaction, that of the payment provider's event,
// for all that must be whole, and messages queued in it for what leaves the house. Doing it again for the same subscription
// changes nothing.
//
// Read provision.go (the steps, in their order), then the steps: church.go, record.go, people.go, chatbot.go, voice.go and
// messages.go. setup.go answers the browser that waits (GET /api/onboard/check-setup); withdraw.go takes a rejected claim back,
// with what visitors have left (visitors.go).
package provision
