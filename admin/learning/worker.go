package learning

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"narthex/chat/church"
)

// gatherQuestions is the job that looks through the conversations of a church, or from time to time of all that have new ones.
type gatherQuestions struct {
	ChurchID uuid.UUID `json:"church_id"` // zero: all
}

// Kind implements river.JobArgs.
func (gatherQuestions) Kind() string { return "gather_questions" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (gatherQuestions) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: 3}
}

// AddWorkers registers the worker of the package's job.
func AddWorkers(workers *river.Workers, g *Gatherer) { river.AddWorker(workers, &worker{gatherer: g}) }

// every is how often conversations are looked through.
const every = 10 * time.Minute

// PeriodicJobs returns the job that the river client must run from time to time.
func PeriodicJobs() []*river.PeriodicJob {
	return []*river.PeriodicJob{
		river.NewPeriodicJob(river.PeriodicInterval(every),
			func() (river.JobArgs, *river.InsertOpts) { return gatherQuestions{}, nil }, &river.PeriodicJobOpts{RunOnStart: true}),
	}
}

type worker struct {
	river.WorkerDefaults[gatherQuestions]
	gatherer *Gatherer
}

func (w *worker) Timeout(*river.Job[gatherQuestions]) time.Duration { return 15 * time.Minute }

// Work implements river.Worker. What one church makes fail keeps no other waiting.
func (w *worker) Work(ctx context.Context, job *river.Job[gatherQuestions]) error {
	if job.Args.ChurchID != uuid.Nil {
		return w.gather(ctx, job.Args.ChurchID)
	}
	if err := church.ForEach(ctx, w.gatherer.Pool, "select churches_with_questions()", w.gather); err != nil {
		return fmt.Errorf("gather questions: %w", err)
	}
	return nil
}

// gather is of no use for a church that was deleted meanwhile.
func (w *worker) gather(ctx context.Context, churchID uuid.UUID) error {
	err := w.gatherer.Gather(ctx, churchID)
	if errors.Is(err, church.ErrNotFound) {
		return nil
	}
	return err
}
