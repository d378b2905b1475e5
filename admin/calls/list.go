package calls

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/cursor"
	"narthex/chat/church"
)

// perPage is how many calls a page shows.
const perPage = 30

// list reads a page of the calls that an admin sees, the newest first, and whether there are more.
func (s store) list(ctx context.Context, a access.Admin, after *cursor.Cursor) (found []Call, more bool, err error) {
	condition, args := visible, rights(a)
	if after != nil {
		condition += " and (c.began_at, c.id) < ($5, $6)"
		args = append(args, after.At, after.ID)
	}
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		// The page first, and its columns then: they are read for its rows alone.
		rows, err := tx.Query(ctx, fmt.Sprintf(`
			select `+columns+` from (
				select c.* from calls c where `+condition+` order by c.began_at desc, c.id desc limit %d) c
			order by c.began_at desc, c.id desc`, perPage+1), args...)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, pgx.RowToStructByName[Call])
		return err
	})
	if err != nil {
		return nil, false, fmt.Errorf("list calls: %w", err)
	}
	if len(found) > perPage {
		return found[:perPage], true, nil
	}
	return found, false, nil
}

// totals are what the calls of the last days that an admin sees come to.
type totals struct {
	Calls, Seconds int
	CostMicros     int64
}

// totalDays are those that totals are of.
const totalDays = 30

// total adds up calls.
func (s store) total(ctx context.Context, a access.Admin) (found totals, err error) {
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, fmt.Sprintf(`
			select count(*)::int as calls, coalesce(sum(seconds), 0)::int as seconds, coalesce(sum(cost_micros), 0)::bigint as cost_micros
			from (select `+columns+` from calls c where `+visible+` and c.began_at > now() - interval '%d days') c`, totalDays), rights(a)...)
		if err != nil {
			return err
		}
		found, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[totals])
		return err
	})
	if err != nil {
		return totals{}, fmt.Errorf("add up calls: %w", err)
	}
	return found, nil
}

// line reads the number that a church is called at, and whether it is in service.
func (s store) line(ctx context.Context, churchID uuid.UUID) (number string, serves bool, err error) {
	err = church.InChurch(ctx, s.pool, churchID, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, `
			select coalesce(carrier_phone_number, assistant_phone_number, ''), status = 'active' from church_voice_agents where church_id = $1`, churchID).
			Scan(&number, &serves)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return "", false, nil
	}
	if err != nil {
		return "", false, fmt.Errorf("read a church's line: %w", err)
	}
	return number, serves && number != "", nil
}
