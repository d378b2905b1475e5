package confirmation

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
)

// sweep is the job that drops what is over, of all churches.
type sweep struct{}

// Kind implements river.JobArgs.
func (sweep) Kind() string { return "forget_confirmations" }

// InsertOpts implements river.JobArgsWithInsertOpts. The next run does what one has left.
func (sweep) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: 1} }

// AddWorkers registers the worker of the package's job.
func AddWorkers(workers *river.Workers, pool *pgxpool.Pool) {
	river.AddWorker(workers, &sweeper{pool: pool})
}

// sweepEvery is how long a question stays at most after nobody can answer it any more.
const sweepEvery = 5 * time.Minute

// PeriodicJobs returns the job that the river client must run from time to time.
func PeriodicJobs() []*river.PeriodicJob {
	return []*river.PeriodicJob{river.NewPeriodicJob(river.PeriodicInterval(sweepEvery),
		func() (river.JobArgs, *river.InsertOpts) { return sweep{}, nil }, nil)}
}

type sweeper struct {
	river.WorkerDefaults[sweep]
	pool *pgxpool.Pool
}

// sweepAtOnce is how many rows go in one statement: nobody waits for them for long.
const sweepAtOnce = 1000

// Work implements river.Worker.
func (s *sweeper) Work(ctx context.Context, _ *river.Job[sweep]) error { return Sweep(ctx, s.pool) }

// Sweep drops the questions and answers of all churches that are over.
func Sweep(ctx context.Context, pool *pgxpool.Pool) error {
	for {
		var gone int
		if err := pool.QueryRow(ctx, `select forget_confirmations($1)`, sweepAtOnce).Scan(&gone); err != nil {
			return fmt.Errorf("drop confirmations that are over: %w", err)
		}
		if gone < sweepAtOnce {
			return nil
		}
	}
}
