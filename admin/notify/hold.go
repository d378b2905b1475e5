package notify

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
)

// An urgent crisis may be held back for a moment ([Notice.Hold]) while somebody looks whether it is one. Its rows are those of any
// other crisis, and due when the moment is over: nobody need do anything for them to go out.

// Release has a notice that is held back go out at once, in the caller's transaction, which must be confined to the church. One that
// is not held back is left as it is.
func (s *Service) Release(ctx context.Context, tx pgx.Tx, churchID, key uuid.UUID) error {
	rows, err := tx.Query(ctx, `
		update notifications
		set due_at = now(), held_until = now()
		where church_id = $1 and key = $2 and audience = 'church' and status = 'queued' and attempts = 0 and held_until > now()
		returning id`, churchID, key)
	if err != nil {
		return fmt.Errorf("release a notification: %w", err)
	}
	released, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return fmt.Errorf("release a notification: %w", err)
	}
	return s.queueJobs(ctx, tx, message{ChurchID: churchID, Urgent: true}, released, river.InsertOpts{})
}

// Lower makes an ordinary mail, under another key, of an urgent crisis that is held back: no text message goes out, and no second
// contact is told. It works in the caller's transaction, which must be confined to the church. It reports false, and changes nothing,
// where any of its messages may have gone out, or is not held back.
func (s *Service) Lower(ctx context.Context, tx pgx.Tx, churchID, key, as uuid.UUID) (lowered bool, err error) {
	rows, err := tx.Query(ctx, `
		select audience = 'church' as first, channel = 'mail' as by_mail, status = 'queued' and attempts = 0 and held_until > now() as held, id
		from notifications
		where church_id = $1 and key = $2
		order by id
		for update`, churchID, key)
	if err != nil {
		return false, fmt.Errorf("lower a notification: %w", err)
	}
	type row struct {
		First, ByMail, Held bool
		ID                  uuid.UUID
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[row])
	if err != nil {
		return false, fmt.Errorf("lower a notification: %w", err)
	}
	var mail []uuid.UUID
	for _, r := range all {
		if !r.Held {
			return false, nil
		}
		if r.First && r.ByMail {
			mail = append(mail, r.ID)
		}
	}
	if len(mail) != 1 {
		return false, nil // it is counted into one message with others
	}
	if _, err = tx.Exec(ctx, `
		update notifications
		set key = $3, urgent = false, due_at = now(), held_until = now(),
			status = case when id = $4 then 'queued' else 'skipped' end,
			last_error = case when id = $4 then null else $5 end,
			lines = case when id = $4 then lines else '[]' end,
			reply_to = case when id = $4 then reply_to end
		where church_id = $1 and key = $2`, churchID, key, as, mail[0], errLowered.Error()); err != nil {
		return false, fmt.Errorf("lower a notification: %w", err)
	}
	return true, s.queueJobs(ctx, tx, message{ChurchID: churchID}, mail, river.InsertOpts{})
}
