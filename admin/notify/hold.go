package notify

import (
	"context"
	"fmt"
	"time"

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
		where church_id = $1 and key = $2 and audience = 'church' and status = 'queued' and attempts = 0 and held_until > clock_timestamp()
		returning id, channel`, churchID, key)
	if err != nil {
		return fmt.Errorf("release a notification: %w", err)
	}
	released, err := pgx.CollectRows(rows, pgx.RowToStructByPos[queued])
	if err != nil {
		return fmt.Errorf("release a notification: %w", err)
	}
	return s.queueJobs(ctx, tx, message{ChurchID: churchID, Urgent: true}, released, river.InsertOpts{})
}

// Lower makes an ordinary mail, under another key, of an urgent crisis that is held back: no text message goes out, and no second
// contact is told. Where there have been too many, the mail is counted into one with others. It works in the caller's transaction,
// which must be confined to the church. It reports false, and changes nothing, where any of its messages may have gone out, or is not
// held back.
func (s *Service) Lower(ctx context.Context, tx pgx.Tx, churchID, key, as uuid.UUID) (lowered bool, err error) {
	mail, err := heldMail(ctx, tx, churchID, key)
	if err != nil || mail == nil {
		return false, err
	}
	m := message{ChurchID: churchID, Key: as, Audience: audienceChurch, Kind: kindCrisis, RequestID: mail.RequestID, HappenedAt: mail.HappenedAt,
		Origin: mail.Origin, SessionID: mail.SessionID, Safeguarding: mail.Safeguarding}
	many, err := tooMany(ctx, tx, m) // the alarm itself counts as well
	if err != nil {
		return false, err
	}
	sent := mail.ID
	if many {
		sent = uuid.Nil
	}
	if _, err := tx.Exec(ctx, `
		update notifications
		set key = $3, urgent = false, due_at = now(), held_until = now(),
			status = case when id = $4 then 'queued' else 'skipped' end,
			last_error = case when id = $4 then null else $5 end,
			lines = case when id = $4 then lines else '[]' end,
			reply_to = case when id = $4 then reply_to end
		where church_id = $1 and key = $2`, churchID, key, as, sent, errLowered.Error()); err != nil {
		return false, fmt.Errorf("lower a notification: %w", err)
	}
	if many {
		return true, s.merge(ctx, tx, m)
	}
	return true, s.queueJobs(ctx, tx, m, []queued{{sent, channelMail}}, river.InsertOpts{})
}

// held is the mail of an alarm that is held back.
type held struct {
	ID, RequestID, SessionID uuid.UUID
	Origin                   string
	HappenedAt               time.Time
	Safeguarding             bool
	IsMail, IsHeld           bool
}

// heldMail finds the mail of an alarm and keeps others from sending any of its messages until the transaction ends. It returns nil
// where one of them may have gone out, and of an alarm that is counted into one message with others. The time is that of the look: an
// alarm may have been released since the transaction began.
func heldMail(ctx context.Context, tx pgx.Tx, churchID, key uuid.UUID) (mail *held, err error) {
	rows, err := tx.Query(ctx, `
		select id, coalesce(request_id, '00000000-0000-0000-0000-000000000000'), coalesce(session_id, '00000000-0000-0000-0000-000000000000'),
			coalesce(origin, ''), happened_at, safeguarding,
			audience = 'church' and channel = 'mail', urgent and status = 'queued' and attempts = 0 and held_until > clock_timestamp()
		from notifications
		where church_id = $1 and key = $2
		order by id
		for update`, churchID, key)
	if err != nil {
		return nil, fmt.Errorf("find a notification that is held back: %w", err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[held])
	if err != nil {
		return nil, fmt.Errorf("find a notification that is held back: %w", err)
	}
	for i := range all {
		if !all[i].IsHeld {
			return nil, nil
		}
		if all[i].IsMail {
			mail = &all[i]
		}
	}
	return mail, nil
}
