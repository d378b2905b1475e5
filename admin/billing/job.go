package billing

import (
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// Queue is that of the package's jobs. A job in it may be worked on by two nodes for a while: each bears that.
const Queue = "billing"

// onlyOne keeps a second job for the same work from being queued while the first one waits or runs.
var onlyOne = river.UniqueOpts{ByArgs: true, ByState: []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRunning, rivertype.JobStateRetryable, rivertype.JobStateScheduled,
}}

// endSubscription is the job that ends a subscription and gives back what was paid, until the provider has confirmed it.
type endSubscription struct {
	SubscriptionID string `json:"subscription_id"`
}

// Kind implements river.JobArgs.
func (endSubscription) Kind() string { return "end_subscription" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (endSubscription) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: Queue, UniqueOpts: onlyOne}
}

// keepGrace is the periodic job that runs Service.KeepGrace and Service.TellTrials.
type keepGrace struct{}

// Kind implements river.JobArgs.
func (keepGrace) Kind() string { return "keep_payment_grace" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (keepGrace) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: Queue, UniqueOpts: onlyOne, MaxAttempts: 3}
}

// reconcile is the periodic job that runs Service.Reconcile.
type reconcile struct{}

// Kind implements river.JobArgs.
func (reconcile) Kind() string { return "reconcile_subscriptions" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (reconcile) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: Queue, UniqueOpts: onlyOne, MaxAttempts: 5}
}
