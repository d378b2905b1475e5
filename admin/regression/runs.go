package regression

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"narthex/admin/access"
	"narthex/chat/church"
	"narthex/chat/evaluate/cases"
)

// Run is a set asked all at once.
type Run struct {
	ID            uuid.UUID  `json:"id"`
	Configuration string     `json:"configuration"` // live or draft
	Status        string     `json:"status"`        // working, done, cancelled or failed
	Cases         int        `json:"cases"`
	Done          int        `json:"done"`
	Passed        int        `json:"passed"`
	BegunAt       time.Time  `json:"begun_at"`
	EndedAt       *time.Time `json:"ended_at"`
}

const runColumns = "id, configuration, status, cases, done, passed, begun_at, ended_at"

// keptRuns is how many of a church's runs are kept, the last.
const keptRuns = 10

// Errors of runs.
var (
	errRunning = errors.New("another run is under way")
	errEmpty   = errors.New("there is nothing to ask")
	errNoDraft = errors.New("there is no draft")
)

// line is a case of a run, with what came of it.
type line struct {
	Position int
	CaseID   uuid.UUID
	Wanted   cases.Case
	Result   *cases.Result // nil: it was not asked
}

// begin has the set asked. It fails with errRunning or errEmpty.
func (s store) begin(ctx context.Context, a access.Admin, configuration string, queue func(context.Context, pgx.Tx, runCases) error) (id uuid.UUID, err error) {
	id = uuid.Must(uuid.NewV7())
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		set, err := all(ctx, tx, a.ChurchID)
		if err != nil {
			return err
		}
		if len(set) == 0 {
			return errEmpty
		}
		_, err = tx.Exec(ctx, "insert into regression_runs (id, church_id, configuration, cases) values ($1, $2, $3, $4)", id, a.ChurchID, configuration, len(set))
		if pgErr, ok := errors.AsType[*pgconn.PgError](err); ok && pgErr.ConstraintName == "regression_runs_one_at_a_time" {
			return errRunning
		}
		if err != nil {
			return err
		}
		batch := &pgx.Batch{}
		for i, k := range set {
			batch.Queue("insert into regression_results (church_id, run_id, position, case_id, wanted) values ($1, $2, $3, $4, $5)", a.ChurchID, id, i, k.ID, k.Case)
		}
		batch.Queue(`delete from regression_runs where church_id = $1 and status <> 'working' and id not in (
			select id from regression_runs where church_id = $1 order by begun_at desc, id desc limit $2)`, a.ChurchID, keptRuns)
		if err := tx.SendBatch(ctx, batch).Close(); err != nil {
			return err
		}
		return queue(ctx, tx, runCases{a.ChurchID, id})
	})
	return id, named("begin a run", err)
}

// run reads one with its lines, and the lines of the last one that came to its end before it. It fails with errGone.
func (s store) run(ctx context.Context, a access.Admin, id uuid.UUID) (found Run, lines, before []line, err error) {
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		if found, err = runOf(ctx, tx, a.ChurchID, id); err != nil {
			return err
		}
		if lines, err = linesOf(ctx, tx, a.ChurchID, id, "true", cases.MostCases); err != nil {
			return err
		}
		var last uuid.UUID
		err := tx.QueryRow(ctx, `
			select id from regression_runs where church_id = $1 and status = 'done' and (begun_at, id) < ($2, $3)
			order by begun_at desc, id desc limit 1`, a.ChurchID, found.BegunAt, id).Scan(&last)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		before, err = linesOf(ctx, tx, a.ChurchID, last, "true", cases.MostCases)
		return err
	})
	return found, lines, before, named("read a run", err)
}

// state reads one alone. It fails with errGone.
func (s store) state(ctx context.Context, a access.Admin, id uuid.UUID) (found Run, err error) {
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		found, err = runOf(ctx, tx, a.ChurchID, id)
		return err
	})
	return found, named("read a run", err)
}

func runOf(ctx context.Context, tx pgx.Tx, churchID, id uuid.UUID) (Run, error) {
	rows, err := tx.Query(ctx, "select "+runColumns+" from regression_runs where church_id = $1 and id = $2", churchID, id)
	if err != nil {
		return Run{}, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[Run])
	if errors.Is(err, pgx.ErrNoRows) {
		return Run{}, errGone
	}
	return found, err
}

// linesOf are the first lines of a run for which a condition holds.
func linesOf(ctx context.Context, tx pgx.Tx, churchID, id uuid.UUID, condition string, most int) ([]line, error) {
	rows, err := tx.Query(ctx, "select position, case_id, wanted, result from regression_results where church_id = $1 and run_id = $2 and "+condition+" order by position limit $3", churchID, id, most)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (l line, err error) {
		var wanted, result []byte
		if err := row.Scan(&l.Position, &l.CaseID, &wanted, &result); err != nil {
			return l, err
		}
		if err := json.Unmarshal(wanted, &l.Wanted); err != nil || result == nil {
			return l, err
		}
		return l, json.Unmarshal(result, &l.Result)
	})
}

// cancel ends a run, if it is under way. What was answered by then stays.
func (s store) cancel(ctx context.Context, a access.Admin, id uuid.UUID) error {
	err := church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "update regression_runs set status = 'cancelled', ended_at = now() where church_id = $1 and id = $2 and status = 'working'", a.ChurchID, id)
		return err
	})
	return named("cancel a run", err)
}
