package billing

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
)

// AddWorkers registers the workers of the service's jobs.
func AddWorkers(workers *river.Workers, s *Service) {
	river.AddWorker(workers, &endWorker{service: s})
	river.AddWorker(workers, &endDeletedWorker{service: s})
	river.AddWorker(workers, &addressWorker{service: s})
	river.AddWorker(workers, &graceWorker{service: s})
	river.AddWorker(workers, &reconcileWorker{service: s})
}

// PeriodicJobs returns the jobs that the river client must run from time to time.
func PeriodicJobs() []*river.PeriodicJob {
	return []*river.PeriodicJob{
		river.NewPeriodicJob(river.PeriodicInterval(time.Hour),
			func() (river.JobArgs, *river.InsertOpts) { return keepGrace{}, nil }, &river.PeriodicJobOpts{RunOnStart: true}),
		river.NewPeriodicJob(river.PeriodicInterval(24*time.Hour),
			func() (river.JobArgs, *river.InsertOpts) { return reconcile{}, nil }, &river.PeriodicJobOpts{RunOnStart: true}),
	}
}

// Bounds of the jobs; all are less than the time after which the river client rescues jobs.
const (
	endLimit       = time.Minute
	graceLimit     = 5 * time.Minute
	reconcileLimit = 15 * time.Minute
)

type endWorker struct {
	river.WorkerDefaults[endSubscription]
	service *Service
}

func (w *endWorker) Timeout(*river.Job[endSubscription]) time.Duration { return endLimit }

func (w *endWorker) Work(ctx context.Context, job *river.Job[endSubscription]) error {
	if err := w.service.payments.End(ctx, job.Args.SubscriptionID); err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, w.service.store.pool, func(tx pgx.Tx) error {
		_, err := noteEnded(ctx, tx, job.Args.SubscriptionID) // of a church that is no more
		return err
	})
}

type graceWorker struct {
	river.WorkerDefaults[keepGrace]
	service *Service
}

func (w *graceWorker) Timeout(*river.Job[keepGrace]) time.Duration { return graceLimit }

func (w *graceWorker) Work(ctx context.Context, _ *river.Job[keepGrace]) error {
	return errors.Join(w.service.KeepGrace(ctx), w.service.TellTrials(ctx))
}

type reconcileWorker struct {
	river.WorkerDefaults[reconcile]
	service *Service
}

func (w *reconcileWorker) Timeout(*river.Job[reconcile]) time.Duration { return reconcileLimit }

func (w *reconcileWorker) Work(ctx context.Context, _ *river.Job[reconcile]) error {
	_, err := w.service.Reconcile(ctx)
	return err
}
