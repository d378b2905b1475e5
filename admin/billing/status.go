package billing

import (
	"slices"

	"narthex/chat/church"
)

// standing is what a provider's status means to us.
type standing struct {
	provider string
	status   church.Status // of the church; of one that owes, once its grace is over
	owes     bool          // a payment failed or is missing: the church has its grace
	ended    bool          // nothing more will be paid, whatever happens
	opening  bool          // the first payment is under way: nothing is provisioned yet
}

// trialing is the provider's word for a trial.
const trialing = "trialing"

// standings are all the statuses that a subscription may have at the provider.
var standings = []standing{
	{provider: trialing, status: church.Active},
	{provider: "active", status: church.Active},
	{provider: "past_due", status: church.PastDue, owes: true},
	{provider: "unpaid", status: church.PastDue, owes: true},
	{provider: "paused", status: church.Paused}, // a trial that ended without a means of payment
	{provider: "canceled", status: church.Canceled, ended: true},
	{provider: "incomplete", status: church.PastDue, opening: true},
	{provider: "incomplete_expired", status: church.Canceled, ended: true},
}

// standingOf is what a provider's status means; ok is false when it is a new one.
func standingOf(provider string) (s standing, ok bool) {
	at := slices.IndexFunc(standings, func(s standing) bool { return s.provider == provider })
	if at < 0 {
		return standing{}, false
	}
	return standings[at], true
}

// Live reports whether a subscription of that status at the provider is one that is, or will be, paid for again.
func Live(status string) bool {
	s, _ := standingOf(status)
	return !s.ended && !s.opening
}

// Ended reports whether a subscription of that status at the provider is over for good.
func Ended(status string) bool {
	s, _ := standingOf(status)
	return s.ended
}
