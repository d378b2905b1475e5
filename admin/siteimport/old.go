package siteimport

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"narthex/chat/church"
)

// removeOld is the job that removes what is kept no longer.
type removeOld struct{}

// Kind implements river.JobArgs.
func (removeOld) Kind() string { return "remove_old_site_imports" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (removeOld) InsertOpts() river.InsertOpts {
	return river.InsertOpts{UniqueOpts: river.UniqueOpts{ByPeriod: time.Hour}}
}

// PeriodicJobs returns the job that the river client must run from time to time.
func PeriodicJobs() []*river.PeriodicJob {
	return []*river.PeriodicJob{
		river.NewPeriodicJob(river.PeriodicInterval(6*time.Hour),
			func() (river.JobArgs, *river.InsertOpts) { return removeOld{}, nil }, &river.PeriodicJobOpts{RunOnStart: true}),
	}
}

type sweeper struct {
	river.WorkerDefaults[removeOld]
	pool   *pgxpool.Pool
	logger *slog.Logger
}

// Work implements river.Worker. What one church makes fail keeps no other waiting.
func (s *sweeper) Work(ctx context.Context, _ *river.Job[removeOld]) error {
	err := church.ForEach(ctx, s.pool, "select churches_with_old_site_imports()", func(ctx context.Context, id uuid.UUID) error {
		return church.InChurch(ctx, s.pool, id, func(tx pgx.Tx) error {
			_, err := tx.Exec(ctx, "delete from site_imports where church_id = $1 and begun_at < now() - interval '30 days'", id)
			return err
		})
	})
	if err != nil {
		return fmt.Errorf("remove old readings of websites: %w", err)
	}
	return nil
}
