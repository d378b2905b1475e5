package line

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/chat/church"
	"narthex/chat/voice/number"
)

// What can be in the way of a number.
var (
	ErrTaken   = errors.New("another church has this number")
	ErrNoVoice = errors.New("the church's plan does not include the telephone")
	ErrNoRow   = errors.New("the church was never set up: it has no voice agent row")
	ErrAlarms  = errors.New("the church's alarms or accusations go to this number, a person's own: name another for that first")
)

// Assign gives a church its number at the carrier. The line is in service once a call from the trial's number was answered; with no
// such number it is in service at once. A line that is in service keeps its status.
func Assign(ctx context.Context, pool *pgxpool.Pool, churchID uuid.UUID, assigned, trial string) error {
	err := church.InChurch(ctx, pool, churchID, func(tx pgx.Tx) error {
		var plan church.Plan
		var alarms, safeguarding, country string
		if err := tx.QueryRow(ctx, `
			select p.plan, coalesce(v.notification_phone, ''), coalesce(v.safeguarding_phone, ''), coalesce(c.country, '')
			from premium_churches p join churches c on c.id = p.church_id left join church_voice_agents v on v.church_id = p.church_id
			where p.church_id = $1`, churchID).Scan(&plan, &alarms, &safeguarding, &country); err != nil {
			return fmt.Errorf("look up the plan: %w", err)
		}
		switch {
		case !plan.HasVoice():
			return ErrNoVoice
		case number.Same(alarms, assigned, country), number.Same(safeguarding, assigned, country):
			return ErrAlarms
		}
		done, err := tx.Exec(ctx, `
			update church_voice_agents
			set carrier_phone_number = $2, trial_caller = nullif($3, ''),
				status = case when $3 = '' then 'active' when status = 'active' and carrier_phone_number = $2 then 'active' else 'pending_setup' end
			where church_id = $1`, churchID, assigned, trial)
		if err == nil && done.RowsAffected() == 0 {
			return ErrNoRow
		}
		return err
	})
	if pgErr, ok := errors.AsType[*pgconn.PgError](err); ok && pgErr.Code == "23505" {
		return ErrTaken
	}
	if err != nil {
		return fmt.Errorf("assign %s: %w", assigned, err)
	}
	return nil
}

// Serve puts a line into service whose trial was answered. It tells whether it was not before.
func Serve(ctx context.Context, pool *pgxpool.Pool, churchID uuid.UUID, trial string) (served bool, err error) {
	err = church.InChurch(ctx, pool, churchID, func(tx pgx.Tx) error {
		done, err := tx.Exec(ctx, `
			update church_voice_agents set status = 'active', trial_caller = null
			where church_id = $1 and status = 'pending_setup' and trial_caller = $2`, churchID, trial)
		served = err == nil && done.RowsAffected() == 1
		return err
	})
	if err != nil {
		return false, fmt.Errorf("put a line into service: %w", err)
	}
	return served, nil
}
