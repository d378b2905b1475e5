package digest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"narthex/admin/figures"
	"narthex/admin/notify"
	"narthex/chat/church"
)

// tell is the periodic job that mails the churches where it is Monday morning.
type tell struct{}

// Kind implements river.JobArgs.
func (tell) Kind() string { return "weekly_digests" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (tell) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: 2} }

// AddWorkers registers the worker of the package's job.
func AddWorkers(workers *river.Workers, pool *pgxpool.Pool, mailer Mailer, logger *slog.Logger) {
	river.AddWorker(workers, newWorker(pool, mailer, logger, time.Now))
}

// PeriodicJobs returns the job that the river client must run from time to time.
func PeriodicJobs() []*river.PeriodicJob {
	return []*river.PeriodicJob{
		river.NewPeriodicJob(river.PeriodicInterval(time.Hour),
			func() (river.JobArgs, *river.InsertOpts) { return tell{}, nil }, &river.PeriodicJobOpts{RunOnStart: true}),
	}
}

type worker struct {
	river.WorkerDefaults[tell]
	pool    *pgxpool.Pool
	mailer  Mailer
	figures figures.Store
	logger  *slog.Logger
	now     func() time.Time
}

func newWorker(pool *pgxpool.Pool, mailer Mailer, logger *slog.Logger, now func() time.Time) *worker {
	return &worker{pool: pool, mailer: mailer, figures: figures.Store{Pool: pool}, logger: logger, now: now}
}

func (w *worker) Timeout(*river.Job[tell]) time.Duration { return 30 * time.Minute }

// Work implements river.Worker. What one church makes fail keeps no other waiting, and is tried again within the hour.
func (w *worker) Work(ctx context.Context, _ *river.Job[tell]) error {
	rows, err := w.pool.Query(ctx, "select church_id, timezone, since from churches_without_digest()")
	if err != nil {
		return fmt.Errorf("look for churches to tell of their week: %w", err)
	}
	type candidate struct {
		ChurchID uuid.UUID
		Timezone string
		Since    time.Time
	}
	churches, err := pgx.CollectRows(rows, pgx.RowToStructByPos[candidate])
	if err != nil {
		return fmt.Errorf("look for churches to tell of their week: %w", err)
	}
	var failed []error
	for _, c := range churches {
		monday, due := weekDue(w.now(), c.Timezone, c.Since)
		if !due {
			continue
		}
		if err := w.tell(ctx, c.ChurchID, monday); err != nil {
			failed = append(failed, fmt.Errorf("tell church %s of its week: %w", c.ChurchID, err))
		}
	}
	return errors.Join(failed...)
}

// tell mails a church about the week before a Monday, once.
func (w *worker) tell(ctx context.Context, churchID uuid.UUID, monday time.Time) error {
	lines, err := w.lines(ctx, churchID, monday)
	if err != nil {
		return err
	}
	week := monday.Format(time.DateOnly)
	return church.InChurch(ctx, w.pool, churchID, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `
			insert into church_digests (church_id, told_week) values ($1, $2::date)
			on conflict (church_id) do update set told_week = excluded.told_week
			where church_digests.enabled and (church_digests.told_week is null or church_digests.told_week < excluded.told_week)`, churchID, week)
		if err != nil || tag.RowsAffected() == 0 || len(lines) == 0 {
			return err
		}
		return w.mailer.Mail(ctx, tx, notify.Mail{Key: uuid.NewSHA1(churchID, []byte(kind+" "+week)), ChurchID: churchID, Kind: kind, Lines: lines})
	})
}
