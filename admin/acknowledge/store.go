package acknowledge

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/notify"
	"narthex/chat/church"
)

// store reads and acknowledges crises.
type store struct{ pool *pgxpool.Pool }

// place is the church that a link belongs to.
type place struct{ Name, Language, Timezone, Country string }

// crisis is one that a link leads to.
type crisis struct {
	place
	*notify.Danger
	all []one // of a link to many
}

// one is one of many crises that were told of by nothing but their number.
type one struct {
	At                                    time.Time
	Category, Name, Phone, Email, Message string
	CalledFrom                            string
}

// mostShown is how many of them are shown, the newest.
const mostShown = 50

// among is the SQL condition on a request r that it is one of those that a link to many is about: no message of its own told of
// it, and it came with the one that the link names, or before it while links work. $4 is whether the link is to many.
const among = `$4 and r.urgent = this.urgent and r.safeguarding = this.safeguarding and r.created_at > this.created_at - interval '7 days'
			    and not exists (select from notifications n where n.church_id = $1 and n.request_id = r.id and n.kind = 'crisis')`

// find reads a crisis and changes nothing.
func (s *store) find(ctx context.Context, link notify.Acknowledgement) (found crisis, err error) {
	err = church.InChurch(ctx, s.pool, link.Church, func(tx pgx.Tx) error {
		found, err = read(ctx, tx, link)
		return err
	})
	return found, err
}

// acknowledge notes that the recipient of a link has its crisis, unless somebody has it already. With it go the earlier ones
// of the same conversation: who reads the last message has read what it is about. It returns after how long each of them that
// was urgent was acknowledged.
func (s *store) acknowledge(ctx context.Context, link notify.Acknowledgement) (found crisis, after []time.Duration, err error) {
	err = church.InChurch(ctx, s.pool, link.Church, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			update visitor_requests r
			set status = 'acknowledged', acknowledged_at = now(), acknowledged_by = $3
			from visitor_requests this
			where this.church_id = $1 and this.id = $2 and this.kind = 'crisis'
			  and r.church_id = $1 and r.kind = 'crisis' and r.status = 'new' and r.created_at <= this.created_at
			  and (r.session_id = this.session_id or `+among+`)
			  and (this.safeguarding or not r.safeguarding)
			returning r.urgent, now() - r.created_at`, link.Church, link.Request, link.Recipient, link.Many)
		if err != nil {
			return fmt.Errorf("acknowledge a crisis: %w", err)
		}
		var urgent bool
		var took time.Duration
		_, err = pgx.ForEachRow(rows, []any{&urgent, &took}, func() error {
			if urgent {
				after = append(after, took)
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("acknowledge a crisis: %w", err)
		}
		if found, err = read(ctx, tx, link); err == nil && link.Many {
			err = found.readAll(ctx, tx, link)
		}
		return err
	})
	if err != nil {
		return crisis{}, nil, err
	}
	return found, after, nil
}

func read(ctx context.Context, tx pgx.Tx, link notify.Acknowledgement) (found crisis, err error) {
	if found.place, err = placeOf(ctx, tx, link.Church); err != nil {
		return crisis{}, err
	}
	found.Danger, err = notify.ReadDanger(ctx, tx, link.Church, link.Request)
	return found, err
}

// readAll reads what many visitors wrote, the newest first.
func (c *crisis) readAll(ctx context.Context, tx pgx.Tx, link notify.Acknowledgement) error {
	rows, err := tx.Query(ctx, `
		select r.created_at as at, coalesce(r.details ->> 'category', '') as category, coalesce(r.name, '') as name, coalesce(r.phone, '') as phone,
			coalesce(r.email, '') as email, left(coalesce(r.message, ''), $3) as message,
			coalesce((
				select caller from calls c
				where c.church_id = $1 and c.session_id = r.session_id and (this.safeguarding or not exists (
					select from visitor_requests q where q.church_id = $1 and q.session_id = r.session_id and q.safeguarding))), '') as called_from
		from visitor_requests this join visitor_requests r on r.church_id = this.church_id
		where this.church_id = $1 and this.id = $2 and r.kind = 'crisis' and r.created_at <= this.created_at and (`+among+`)
		order by r.created_at desc
		limit $5`, link.Church, link.Request, 600, link.Many, mostShown)
	if err == nil {
		c.all, err = pgx.CollectRows(rows, pgx.RowToStructByName[one])
	}
	if err != nil {
		return fmt.Errorf("read many crises: %w", err)
	}
	return nil
}

// querier is a pool or a transaction.
type querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// placeOf reads the church from the public directory.
func placeOf(ctx context.Context, db querier, id uuid.UUID) (p place, err error) {
	const directory = `select name, language, timezone, coalesce(country, '') from churches where id = $1`
	err = db.QueryRow(ctx, directory, id).Scan(&p.Name, &p.Language, &p.Timezone, &p.Country)
	if errors.Is(err, pgx.ErrNoRows) {
		return place{}, notify.ErrNoRequest
	}
	if err != nil {
		return place{}, fmt.Errorf("read the church of a link: %w", err)
	}
	return p, nil
}
