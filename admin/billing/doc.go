// Package billing has churches pay: it opens checkouts, hears from the payment provider what became of them, and keeps each
// church's status in step with its subscription.
//
// # What must hold
//
// Whatever the provider says twice, late, in another order or not at all, one paid checkout becomes one church, and a church has
// the status of its subscription. An event is logged in the transaction of the work that it causes, so it is done once or not at
// all. All that happens to one subscription happens one after another ([lock]). What happened earlier than what is known is not
// taken; where the time of an event does not decide, and before a church is told that it owes a payment, the provider is asked
// ([record.news]), and asked again if something is told while it answers (ask.go). What comes before there is a church is asked for when there is one. And whoever waits for a webhook asks after a
// while ([Service.Settle]); once a day everything is compared ([Service.Reconcile]).
//
// # Status
//
// Visitors are served while a church is active. A payment that fails leaves it so for 14 days, with mails on days 0, 7 and 13;
// then it is past_due until it pays (record.go, grace.go). Stripe tries the card again for as long, by a setting of the account.
// Should it do so for less time and end the subscription, the church is offline from then on; should it do so for longer, a payment
// that is made at last brings the church back.
//
// Read payments.go (what the provider can do; stripeapi and simulated do it), status.go (its statuses and ours), checkout.go with
// cookie.go and browser.go (a sign-up becomes a checkout), webhook.go and receive.go (an event becomes a change), settle.go (a paid checkout
// becomes a church), record.go and follow.go (what is known of a subscription, and what follows from it), grace.go, trial.go, reconcile.go,
// deleted.go (a church that is no more), address.go (whom the provider writes to), portal.go,
// job.go, worker.go and store.go. service.go says what others do for it: set churches up, tell people.
package billing
