package session

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
)

// Sweeper drops sessions that are over. One node at a time does it, as a periodic job.
type Sweeper struct {
	river.WorkerDefaults[sweep]
	pool *pgxpool.Pool
}

// sweep is the job.
type sweep struct{}

// Kind implements river.JobArgs.
func (sweep) Kind() string { return "forget_user_sessions" }

// NewSweeper returns the job's worker.
func NewSweeper(pool *pgxpool.Pool) *Sweeper { return &Sweeper{pool: pool} }

// AddWorkers adds the worker, and returns when it works.
func (s *Sweeper) AddWorkers(workers *river.Workers) []*river.PeriodicJob {
	river.AddWorker(workers, s)
	return []*river.PeriodicJob{river.NewPeriodicJob(river.PeriodicInterval(24*time.Hour),
		func() (river.JobArgs, *river.InsertOpts) { return sweep{}, nil }, nil)}
}

// Work implements river.Worker.
func (s *Sweeper) Work(ctx context.Context, _ *river.Job[sweep]) error {
	if _, err := s.pool.Exec(ctx, "select forget_user_sessions()"); err != nil {
		return fmt.Errorf("drop sessions that are over: %w", err)
	}
	return nil
}
