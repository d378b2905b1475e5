package lease

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// Timing is how long things take. Zero values are the defaults.
type Timing struct {
	Lease  time.Duration // for which a job belongs to a node without hearing from it; 20 s
	Rescue time.Duration // between looks for what dead nodes left; 10 s
}

func (t Timing) withDefaults() Timing {
	if t.Lease <= 0 {
		t.Lease = 20 * time.Second
	}
	if t.Rescue <= 0 {
		t.Rescue = 10 * time.Second
	}
	return t
}

// Keeper keeps the leases of one node on the jobs of some queues. It is middleware of the node's River client, and looks after the jobs of
// dead nodes while Run runs.
type Keeper struct {
	river.MiddlewareDefaults
	pool   *pgxpool.Pool
	queues []string
	holder uuid.UUID
	timing Timing
	logger *slog.Logger
}

var _ rivertype.WorkerMiddleware = (*Keeper)(nil)

// New returns a keeper for some queues.
func New(pool *pgxpool.Pool, queues []string, timing Timing, logger *slog.Logger) *Keeper {
	return &Keeper{pool: pool, queues: queues, holder: uuid.New(), timing: timing.withDefaults(), logger: logger}
}

// Work implements rivertype.WorkerMiddleware. The lease is not given back: it lapses after River has noted what became of the job.
func (k *Keeper) Work(ctx context.Context, job *rivertype.JobRow, doInner func(context.Context) error) error {
	if !slices.Contains(k.queues, job.Queue) {
		return doInner(ctx)
	}
	if err := k.take(ctx, job.ID); err != nil {
		return err
	}
	held, cancel := context.WithCancelCause(ctx)
	var renewing sync.WaitGroup
	renewing.Go(func() { k.renew(held, job.ID, cancel) })
	defer renewing.Wait()
	defer cancel(nil)
	err := doInner(held)
	if cause := context.Cause(held); err != nil && errors.Is(cause, errLost) {
		return errors.Join(err, cause)
	}
	return err
}

var errLost = errors.New("the lease on the job was lost")

// take makes the job this node's, whoever had it: River has just given it to us.
func (k *Keeper) take(ctx context.Context, job int64) error {
	_, err := k.pool.Exec(ctx, `
		insert into job_leases (job_id, holder, until) values ($1, $2, now() + $3::interval)
		on conflict (job_id) do update set holder = excluded.holder, until = excluded.until`, job, k.holder, k.timing.Lease)
	if err != nil {
		return fmt.Errorf("take the lease on a job: %w", err)
	}
	return nil
}

// renew goes on until ctx ends, or the lease is another's, or may be.
func (k *Keeper) renew(ctx context.Context, job int64, lost context.CancelCauseFunc) {
	tick := time.NewTicker(k.timing.Lease / 3)
	defer tick.Stop()
	renewed := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		began := time.Now()
		limited, cancel := context.WithTimeout(ctx, k.timing.Lease/3)
		tag, err := k.pool.Exec(limited, `update job_leases set until = now() + $3::interval where job_id = $1 and holder = $2`, job, k.holder, k.timing.Lease)
		cancel()
		switch {
		case err == nil && tag.RowsAffected() == 1:
			renewed = began
		case err == nil || time.Since(renewed) > k.timing.Lease*2/3:
			lost(errLost)
			return
		}
	}
}

// Run makes jobs of dead nodes available again until ctx ends.
func (k *Keeper) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(k.timing.Rescue*9/10 + rand.N(k.timing.Rescue/5+1)):
		}
		if err := k.rescue(ctx); err != nil && ctx.Err() == nil {
			k.logger.WarnContext(ctx, "cannot look for jobs of dead nodes", "queues", k.queues, "error", err)
		}
	}
}

// keepLapsed is for how long leases that lapsed are kept: no job takes longer to be noted as done.
const keepLapsed = time.Hour

// rescue does one look. A job that has just been fetched has no lease yet. One that has no attempt left is River's to give up.
func (k *Keeper) rescue(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, k.timing.Lease)
	defer cancel()
	tag, err := k.pool.Exec(ctx, `
		update river_job j set state = 'available', scheduled_at = now(), errors = array_append(errors, jsonb_build_object(
			'at', now(), 'attempt', j.attempt, 'error', 'the node that worked on it is gone', 'trace', ''))
		where j.queue = any($1) and j.state = 'running' and j.attempted_at < now() - $2::interval and j.attempt < j.max_attempts
			and not exists (select from job_leases l where l.job_id = j.id and l.until > now())`, k.queues, k.timing.Lease)
	if err != nil {
		return fmt.Errorf("make jobs of dead nodes available: %w", err)
	}
	if n := tag.RowsAffected(); n > 0 {
		k.logger.WarnContext(ctx, "jobs of a dead node are taken up", "queues", k.queues, "jobs", n)
	}
	if _, err := k.pool.Exec(ctx, `delete from job_leases where until < now() - $1::interval`, keepLapsed); err != nil {
		return fmt.Errorf("forget old leases: %w", err)
	}
	return nil
}
