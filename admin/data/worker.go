package data

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

	"narthex/chat/church"
)

// deleteDue is the periodic job that deletes the churches whose time has come.
type deleteDue struct{}

// Kind implements river.JobArgs.
func (deleteDue) Kind() string { return "delete_due_churches" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (deleteDue) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: 3} }

// AddWorkers registers the worker of the package's job.
func AddWorkers(workers *river.Workers, pool *pgxpool.Pool, logger *slog.Logger) {
	river.AddWorker(workers, &worker{pool: pool, logger: logger})
}

// PeriodicJobs returns the job that the river client must run from time to time.
func PeriodicJobs() []*river.PeriodicJob {
	return []*river.PeriodicJob{
		river.NewPeriodicJob(river.PeriodicInterval(time.Hour),
			func() (river.JobArgs, *river.InsertOpts) { return deleteDue{}, nil }, &river.PeriodicJobOpts{RunOnStart: true}),
	}
}

type worker struct {
	river.WorkerDefaults[deleteDue]
	pool   *pgxpool.Pool
	logger *slog.Logger
}

func (w *worker) Timeout(*river.Job[deleteDue]) time.Duration { return 10 * time.Minute }

// Work implements river.Worker. What one church makes fail keeps no other waiting.
func (w *worker) Work(ctx context.Context, _ *river.Job[deleteDue]) error {
	err := church.ForEach(ctx, w.pool, "select due_church_deletions()", func(ctx context.Context, id uuid.UUID) error {
		deleted, err := w.remove(ctx, id)
		if err == nil && deleted {
			w.logger.WarnContext(ctx, "a church is deleted, as its admins asked", "church", id)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("delete churches: %w", err)
	}
	return nil
}

// remove deletes a church with all that is its own, unless the deletion was taken back meanwhile. Its subscription is ended by what
// the database does when a premium record goes.
func (w *worker) remove(ctx context.Context, id uuid.UUID) (deleted bool, err error) {
	err = church.InChurch(ctx, w.pool, id, func(tx pgx.Tx) error {
		var due bool
		err := tx.QueryRow(ctx, "select due_at <= now() from church_deletions where church_id = $1 for update", id).Scan(&due)
		if errors.Is(err, pgx.ErrNoRows) || err == nil && !due {
			return nil
		}
		if err != nil {
			return err
		}
		deleted, err = removeIn(ctx, tx, id)
		return err
	})
	return deleted && err == nil, err
}

// removeIn deletes a church. The listing of one that was claimed by somebody of whom nobody knows whether they are of it is not theirs to
// delete: it is put back as it was.
func removeIn(ctx context.Context, tx pgx.Tx, id uuid.UUID) (deleted bool, err error) {
	// Locked, so that no change of the church comes between what is read here and the deletion.
	var listing []byte
	err = tx.QueryRow(ctx, `
		select p.listing_before from churches c join premium_churches p on p.church_id = c.id
		where c.id = $1 and not p.listing_proven for update of c`, id).Scan(&listing)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return false, err
	}
	counted, err := versionsOf(ctx, tx, id)
	if err != nil {
		return false, err
	}
	tag, err := tx.Exec(ctx, "delete from churches where id = $1", id)
	if err != nil || listing == nil {
		return tag.RowsAffected() == 1, err
	}
	const columns = `id, slug, name, denomination, church_family, address, city, state, postal_code, country, latitude, longitude, phone, email,
		website, photo, photo_alt, timezone, language, created_at`
	_, err = tx.Exec(ctx, "insert into churches ("+columns+") select "+columns+" from jsonb_populate_record(null::churches, $1)", listing)
	if err != nil {
		return false, err
	}
	return tag.RowsAffected() == 1, counted.resume(ctx, tx, id)
}

// versions are the counters that caches compare with.
type versions struct{ epoch, retractedThrough int64 }

func versionsOf(ctx context.Context, tx pgx.Tx, id uuid.UUID) (v versions, err error) {
	err = tx.QueryRow(ctx, "select epoch, retracted_through from church_versions where church_id = $1 for update", id).Scan(&v.epoch, &v.retractedThrough)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return versions{}, fmt.Errorf("read a church's versions: %w", err)
	}
	return v, nil
}

// resume has the counters of a church that was put back go on where they were. Begun anew, they would be behind what Redis and the nodes
// know to be purged, so that the next corrections purged nothing; and they would come by epochs under which answers are kept.
func (v versions) resume(ctx context.Context, tx pgx.Tx, id uuid.UUID) error {
	_, err := tx.Exec(ctx, `
		update church_versions set epoch = greatest(epoch, $2 + 1), retracted_through = greatest(retracted_through, $3)
		where church_id = $1`, id, v.epoch, v.retractedThrough)
	if err != nil {
		return fmt.Errorf("resume a church's versions: %w", err)
	}
	return nil
}
