package conversations

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/chat/church"
)

// How long a church may have conversations kept after their last message, in months.
const (
	fewestMonths = 1
	mostMonths   = 36
	// UsualMonths is how long where the church says nothing, as the column's default is.
	UsualMonths = 12
)

// months reads how long a church keeps conversations.
func (s store) months(ctx context.Context, churchID uuid.UUID) (months int, err error) {
	err = church.InChurch(ctx, s.pool, churchID, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, "select conversation_months from premium_churches where church_id = $1", churchID).Scan(&months)
	})
	if err != nil {
		return 0, fmt.Errorf("read how long conversations are kept: %w", err)
	}
	return months, nil
}

// keep sets how long a church keeps conversations. What is older goes with the job's next run.
func (s store) keep(ctx context.Context, a access.Admin, months int) error {
	err := church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, "update premium_churches set conversation_months = $2 where church_id = $1 and conversation_months <> $2", a.ChurchID, months)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		return audit.Record(ctx, tx, "conversation.kept", map[string]string{"months": fmt.Sprint(months)})
	})
	if err != nil {
		return fmt.Errorf("set how long conversations are kept: %w", err)
	}
	return nil
}

// olderThan counts the conversations and calls that would be deleted if they were kept for so many months.
func (s store) olderThan(ctx context.Context, churchID uuid.UUID, months int) (older int, err error) {
	err = church.InChurch(ctx, s.pool, churchID, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, `
			select (select count(*) from conversations c where c.church_id = $1 and c.last_message_at < now() - make_interval(months => $2))
			     + (select count(*) from calls c where c.church_id = $1 and c.last_at < now() - make_interval(months => $2)
			        and not exists (select from conversations v where v.church_id = $1 and v.id = c.id))`, churchID, months).Scan(&older)
	})
	if err != nil {
		return 0, fmt.Errorf("count old conversations: %w", err)
	}
	return older, nil
}

// deleteOld is the periodic job that deletes conversations that are older than their church wants.
type deleteOld struct{}

// Kind implements river.JobArgs.
func (deleteOld) Kind() string { return "delete_old_conversations" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (deleteOld) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: 3} }

// AddWorkers registers the worker of the package's job.
func AddWorkers(workers *river.Workers, pool *pgxpool.Pool, logger *slog.Logger) {
	river.AddWorker(workers, &worker{pool: pool, logger: logger})
}

// PeriodicJobs returns the job that the river client must run from time to time.
func PeriodicJobs() []*river.PeriodicJob {
	return []*river.PeriodicJob{
		river.NewPeriodicJob(river.PeriodicInterval(6*time.Hour),
			func() (river.JobArgs, *river.InsertOpts) { return deleteOld{}, nil }, &river.PeriodicJobOpts{RunOnStart: true}),
	}
}

type worker struct {
	river.WorkerDefaults[deleteOld]
	pool   *pgxpool.Pool
	logger *slog.Logger
}

func (w *worker) Timeout(*river.Job[deleteOld]) time.Duration { return 30 * time.Minute }

// Work implements river.Worker. What one church makes fail keeps no other waiting.
func (w *worker) Work(ctx context.Context, _ *river.Job[deleteOld]) error {
	err := church.ForEach(ctx, w.pool, "select churches_with_old_conversations()", func(ctx context.Context, id uuid.UUID) error {
		deleted, err := w.clear(ctx, id)
		if deleted > 0 {
			w.logger.InfoContext(ctx, "old conversations are deleted", "church", id, "count", deleted)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("delete old conversations: %w", err)
	}
	return nil
}

// atOnce is how many conversations go in one transaction: storing new messages waits for none of them for long.
const atOnce = 200

// clear deletes a church's old conversations. A church that has not joined has none but those of a claim that was rejected.
func (w *worker) clear(ctx context.Context, churchID uuid.UUID) (deleted int64, err error) {
	for {
		var some int64
		err := church.InChurch(ctx, w.pool, churchID, func(tx pgx.Tx) error {
			tag, err := tx.Exec(ctx, `
				with old as (
					select c.id from conversations c left join premium_churches p on p.church_id = c.church_id
					where c.church_id = $1 and c.last_message_at < now() - make_interval(months => coalesce(p.conversation_months, $3::integer))
					limit $2 for update of c skip locked),
				opinions as (delete from message_feedback f using old where f.church_id = $1 and f.conversation_id = old.id)
				delete from conversations c using old where c.church_id = $1 and c.id = old.id`, churchID, atOnce, UsualMonths)
			if err != nil {
				return err
			}
			some = tag.RowsAffected()
			// Calls by themselves: not in every one a conversation has begun.
			tag, err = tx.Exec(ctx, `
				with old as (
					select c.id from calls c left join premium_churches p on p.church_id = c.church_id
					where c.church_id = $1 and c.last_at < now() - make_interval(months => coalesce(p.conversation_months, $3::integer))
					limit $2 for update of c skip locked)
				delete from calls c using old where c.church_id = $1 and c.id = old.id`, churchID, atOnce, UsualMonths)
			some = max(some, tag.RowsAffected())
			return err
		})
		deleted += some
		if err != nil || some < atOnce {
			return deleted, err
		}
	}
}
