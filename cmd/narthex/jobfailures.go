package main

import (
	"context"
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"narthex/chat/panics"
)

// jobFailures tells of jobs that fail. River does so in a column of its table alone, and at a level that quieter leaves out. It is told of
// no job that its worker has cancelled or put off, and of none that a shutdown interrupts.
type jobFailures struct {
	river.MiddlewareDefaults
	logger *slog.Logger
	panics *panics.Guard
	failed *prometheus.CounterVec
}

var (
	_ river.ErrorHandler         = (*jobFailures)(nil)
	_ rivertype.WorkerMiddleware = (*jobFailures)(nil)
)

// jobKinds are those that any part adds: alerts see a series go up only if it was there before.
var jobKinds = []string{
	"capture_event", "classify_knowledge", "delete_due_churches", "delete_old_conversations", "deliver_notification", "embed_articles",
	"embed_pending", "end_deleted_subscription", "end_subscription", "find_pending_knowledge", "forget_confirmations", "forget_retractions",
	"forget_user_sessions", "gather_questions", "import_faqs", "ingest_document", "keep_payment_grace", "publish_articles", "read_site",
	"reconcile_subscriptions", "remove_old_site_imports", "run_regression_set", "subscribe_to_marketing", "tell_account_address",
	"weekly_digests",
}

// What becomes of a job whose attempt failed, in the metric.
const (
	jobRetried   = "retried"
	jobDiscarded = "discarded"
)

func newJobFailures(registerer prometheus.Registerer, logger *slog.Logger) *jobFailures {
	f := &jobFailures{logger: logger, panics: panics.New(logger, registerer), failed: promauto.With(registerer).NewCounterVec(prometheus.CounterOpts{
		Name: "narthex_jobs_failed_total",
		Help: "Attempts at jobs in the background that failed, by the job's kind and what became of it: retried, discarded (given up).",
	}, []string{"kind", "end"})}
	for _, kind := range jobKinds {
		f.failed.WithLabelValues(kind, jobRetried)
		f.failed.WithLabelValues(kind, jobDiscarded)
	}
	return f
}

// Work implements rivertype.WorkerMiddleware: a panic is caught, counted and logged as everywhere else, and fails the attempt.
func (f *jobFailures) Work(ctx context.Context, job *rivertype.JobRow, doInner func(context.Context) error) (err error) {
	defer f.panics.Recover("job", func(cause error) { err = cause }, "kind", job.Kind, "job", job.ID)
	return doInner(ctx)
}

// HandleError implements river.ErrorHandler.
func (f *jobFailures) HandleError(ctx context.Context, job *rivertype.JobRow, err error) *river.ErrorHandlerResult {
	said, level, end := "a job failed, and is tried again", slog.LevelWarn, jobRetried
	if job.Attempt >= job.MaxAttempts {
		said, level, end = "a job failed, and is given up", slog.LevelError, jobDiscarded
	}
	f.failed.WithLabelValues(job.Kind, end).Inc()
	f.logger.Log(ctx, level, said, "kind", job.Kind, "job", job.ID, "attempt", job.Attempt, "of", job.MaxAttempts, "error", err)
	return nil
}

// HandlePanic implements river.ErrorHandler for a panic outside of Work, which would be River's own.
func (f *jobFailures) HandlePanic(ctx context.Context, job *rivertype.JobRow, value any, _ string) *river.ErrorHandlerResult {
	return f.HandleError(ctx, job, panics.Cause(value))
}
