package lease_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"narthex/admin/lease"
	"narthex/cmd/dev/leaktest"
	"narthex/migrations/pgtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

type task struct{}

func (task) Kind() string { return "task" }

type worker struct {
	river.WorkerDefaults[task]
	work func(ctx context.Context, attempt int) error
}

func (w *worker) Work(ctx context.Context, job *river.Job[task]) error {
	return w.work(ctx, job.Attempt)
}

// node is one that works on the queue until the test ends.
func node(t *testing.T, db *pgtest.DB, timing lease.Timing, work func(ctx context.Context, attempt int) error) *river.Client[pgx.Tx] {
	t.Helper()
	logger := slog.New(slog.DiscardHandler)
	keeper := lease.New(db.Pool, []string{"tasks"}, timing, logger)
	workers := river.NewWorkers()
	river.AddWorker(workers, &worker{work: work})
	client, err := river.NewClient(riverpgxv5.New(db.Pool), &river.Config{
		Queues: map[string]river.QueueConfig{"tasks": {MaxWorkers: 2}}, Workers: workers, Logger: logger, Middleware: []rivertype.Middleware{keeper},
	})
	must(t, err)
	must(t, client.Start(context.Background()))
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { keeper.Run(ctx) })
	t.Cleanup(func() {
		cancel()
		running.Wait()
		must(t, client.Stop(context.Background()))
	})
	return client
}

// await gives what is sent, or ends the test.
func await[T any](t *testing.T, from <-chan T) (value T) {
	t.Helper()
	select {
	case value = <-from:
	case <-time.After(time.Minute):
		t.Fatal("it does not come")
	}
	return value
}

const patient = time.Hour

func TestAJobOfADeadNodeIsTakenUp(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	var id int64
	must(t, db.Admin.QueryRow(t.Context(), `
		insert into river_job (kind, args, queue, max_attempts, state, attempt, attempted_at, attempted_by)
		values ('task', '{}', 'tasks', 5, 'running', 1, now() - interval '5 seconds', '{dead}') returning id`).Scan(&id))
	_, err := db.Admin.Exec(t.Context(), `insert into job_leases (job_id, holder, until) values ($1, $2, now() - interval '1 second')`, id, uuid.New())
	must(t, err)
	attempts := make(chan int, 10)
	node(t, db, lease.Timing{Lease: time.Second, Rescue: 20 * time.Millisecond}, func(_ context.Context, attempt int) error {
		attempts <- attempt
		return nil
	})
	if attempt := await(t, attempts); attempt != 2 {
		t.Errorf("attempt %d", attempt)
	}
}

// Ten minutes are less than what River by itself waits for. What is alive, of another queue, or has no attempt left, is left alone.
func TestOthersJobsAreLeftAlone(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	_, err := db.Admin.Exec(t.Context(), `
		with jobs as (insert into river_job (kind, args, queue, max_attempts, state, attempt, attempted_at, attempted_by) values
			('task', '{"is":"alive"}', 'tasks', 5, 'running', 1, now() - interval '10 minutes', '{x}'),
			('task', '{"is":"elsewhere"}', 'others', 5, 'running', 1, now() - interval '10 minutes', '{x}'),
			('task', '{"is":"at its end"}', 'tasks', 5, 'running', 5, now() - interval '10 minutes', '{x}'),
			('task', '{"is":"just fetched"}', 'tasks', 5, 'running', 1, now() + interval '1 hour', '{x}'),
			('task', '{"is":"dead"}', 'tasks', 5, 'running', 1, now() - interval '10 minutes', '{x}') returning id, args)
		insert into job_leases (job_id, holder, until) select id, gen_random_uuid(), now() + interval '1 hour' from jobs where args ->> 'is' = 'alive'`)
	must(t, err)
	done := make(chan int, 10)
	node(t, db, lease.Timing{Lease: time.Second, Rescue: 20 * time.Millisecond}, func(_ context.Context, attempt int) error {
		done <- attempt
		return nil
	})
	await(t, done) // the dead one's: all were looked at then
	var left int
	must(t, db.Admin.QueryRow(t.Context(), `select count(*) from river_job where state = 'running' and args ->> 'is' <> 'dead'`).Scan(&left))
	if left != 4 {
		t.Errorf("%d of 4 are left alone", left)
	}
}

func TestANodeThatOnlySeemedDeadIsTold(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	begun, ended := make(chan struct{}, 10), make(chan error, 10)
	client := node(t, db, lease.Timing{Lease: 300 * time.Millisecond, Rescue: patient}, func(ctx context.Context, _ int) error {
		begun <- struct{}{}
		<-ctx.Done()
		ended <- context.Cause(ctx)
		return river.JobCancel(errors.New("that is all"))
	})
	_, err := client.Insert(t.Context(), task{}, &river.InsertOpts{Queue: "tasks"})
	must(t, err)
	await(t, begun)
	_, err = db.Admin.Exec(t.Context(), `update job_leases set holder = gen_random_uuid()`)
	must(t, err)
	if cause := await(t, ended); cause == nil || cause.Error() != "the lease on the job was lost" {
		t.Errorf("it ended with %v", cause)
	}
}

// A job may take many times as long as its lease.
func TestALeaseIsRenewed(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	begun, release := make(chan int, 10), make(chan struct{})
	client := node(t, db, lease.Timing{Lease: 900 * time.Millisecond, Rescue: 20 * time.Millisecond}, func(_ context.Context, attempt int) error {
		begun <- attempt
		<-release
		return nil
	})
	inserted, err := client.Insert(t.Context(), task{}, &river.InsertOpts{Queue: "tasks"})
	must(t, err)
	await(t, begun)
	var first, now time.Time
	read := func(at *time.Time) {
		must(t, db.Admin.QueryRow(t.Context(), `select until from job_leases where job_id = $1`, inserted.Job.ID).Scan(at))
	}
	for read(&first); now.Before(first.Add(2 * time.Second)); read(&now) {
		time.Sleep(10 * time.Millisecond) // it is renewed by the clock
	}
	close(release)
	if len(begun) != 0 {
		t.Error("it was begun again")
	}
}
