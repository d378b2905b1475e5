package regression

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"narthex/chat/church"
	"narthex/chat/evaluate"
	"narthex/chat/evaluate/cases"
)

// runCases is the job that asks the cases of a run.
type runCases struct {
	ChurchID uuid.UUID `json:"church_id"`
	RunID    uuid.UUID `json:"run_id"`
}

// Kind implements river.JobArgs.
func (runCases) Kind() string { return "run_regression_set" }

const (
	linesAtOnce = 2 * cases.AtOnce
	runTurn     = 5 * time.Minute // then other jobs have theirs
)

// Runner asks the cases of runs.
type Runner struct {
	Pool *pgxpool.Pool
	Ask  cases.Ask
	// Within is a context in which a church is as its draft would have it.
	Within func(ctx context.Context, churchID uuid.UUID) context.Context
}

// AddWorkers registers the worker of the package's job.
func AddWorkers(workers *river.Workers, r *Runner) { river.AddWorker(workers, &worker{runner: r}) }

type worker struct {
	river.WorkerDefaults[runCases]
	runner *Runner
}

// Timeout implements river.Worker: a turn may end with a last set of lines.
func (w *worker) Timeout(*river.Job[runCases]) time.Duration { return 3 * runTurn }

// Work implements river.Worker. Every set of lines is stored as it is answered, so that a job that is run again goes on where it was.
func (w *worker) Work(ctx context.Context, job *river.Job[runCases]) error {
	for begun := time.Now(); time.Since(begun) < runTurn; {
		more, err := w.runner.step(ctx, job.Args)
		if err != nil {
			return fmt.Errorf("ask the regression set of church %s: %w", job.Args.ChurchID, err)
		}
		if !more {
			return nil
		}
	}
	return river.JobSnooze(time.Second)
}

// step asks the next lines. more is false when the run has ended.
func (r *Runner) step(ctx context.Context, args runCases) (more bool, err error) {
	var run Run
	var lines []line
	err = church.InChurch(ctx, r.Pool, args.ChurchID, func(tx pgx.Tx) error {
		if run, err = runOf(ctx, tx, args.ChurchID, args.RunID); err != nil || run.Status != "working" {
			return err
		}
		lines, err = linesOf(ctx, tx, args.ChurchID, args.RunID, "result is null", linesAtOnce)
		return err
	})
	switch {
	case errors.Is(err, errGone), err == nil && run.Status != "working":
		return false, nil // the church, or the run, is not there any more
	case err != nil:
		return false, err
	}
	wanted := make([]cases.Case, len(lines))
	for i, l := range lines {
		wanted[i] = l.Wanted
	}
	var answered []line
	var results []cases.Result
	asking := ctx
	if run.Configuration == "draft" {
		asking = r.Within(ctx, args.ChurchID)
	}
	err = cases.Run(asking, r.Ask, evaluate.Question{ChurchID: args.ChurchID}, wanted, func(i int, result cases.Result) {
		answered, results = append(answered, lines[i]), append(results, result)
	})
	if errors.Is(err, evaluate.ErrSpent) { // what was answered by then is paid for
		if len(answered) > 0 {
			if more, err := r.put(ctx, args, answered, results); err != nil || !more {
				return false, err
			}
		}
		return false, r.end(ctx, args, "failed")
	}
	if errors.Is(err, church.ErrNotFound) || errors.Is(err, church.ErrNotSubscribed) || errors.Is(err, church.ErrNoOverlay) {
		return false, r.end(ctx, args, "failed")
	}
	if err != nil {
		return false, err
	}
	return r.put(ctx, args, answered, results)
}

// put stores results of lines, those of a run that was not cancelled meanwhile. Two nodes may work on one job for a while: what the other
// has stored first stays, and counts once. more is false when the run has ended.
func (r *Runner) put(ctx context.Context, args runCases, lines []line, results []cases.Result) (more bool, err error) {
	positions, right, encoded := make([]int, len(lines)), make([]bool, len(lines)), make([]json.RawMessage, len(lines))
	for i, result := range results {
		positions[i], right[i] = lines[i].Position, result.Right()
		if encoded[i], err = json.Marshal(result); err != nil {
			return false, err
		}
	}
	err = church.InChurch(ctx, r.Pool, args.ChurchID, func(tx pgx.Tx) error {
		var status string
		err := tx.QueryRow(ctx, "select status from regression_runs where church_id = $1 and id = $2 for update", args.ChurchID, args.RunID).Scan(&status)
		if errors.Is(err, pgx.ErrNoRows) || err == nil && status != "working" {
			return nil
		}
		if err != nil {
			return err
		}
		more = len(lines) > 0
		_, err = tx.Exec(ctx, `
			with stored as (
				update regression_results r set result = n.result
				from unnest($3::int[], $4::bool[], $5::jsonb[]) n (position, "right", result)
				where r.church_id = $1 and r.run_id = $2 and r.position = n.position and r.result is null
				returning n."right")
			update regression_runs set done = done + (select count(*) from stored), passed = passed + (select count(*) from stored where "right"),
				status = case when $6 then status else 'done' end, ended_at = case when $6 then null else now() end
			where church_id = $1 and id = $2`, args.ChurchID, args.RunID, positions, right, encoded, more)
		return err
	})
	return more, err
}

func (r *Runner) end(ctx context.Context, args runCases, status string) error {
	return church.InChurch(ctx, r.Pool, args.ChurchID, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "update regression_runs set status = $3, ended_at = now() where church_id = $1 and id = $2 and status = 'working'", args.ChurchID, args.RunID, status)
		return err
	})
}
