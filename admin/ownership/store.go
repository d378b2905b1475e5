package ownership

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/chat/church"
)

// Refuse takes a church offline and has what it paid given back, in a transaction that is confined to it.
type Refuse func(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) error

type store struct {
	pool   *pgxpool.Pool
	refuse Refuse
}

// found is a claim as it stands.
type found struct {
	Church, City, Language, Timezone string
	Name, Email                      string // of who signed up
	Decision                         Decision
	DecidedAt                        *time.Time
}

var errGone = errors.New("there is no such claim any more")

// find reads a claim and changes nothing.
func (s store) find(ctx context.Context, c claim) (f found, err error) {
	err = church.InChurch(ctx, s.pool, c.Church, func(tx pgx.Tx) error {
		f, err = read(ctx, tx, c)
		return err
	})
	return f, err
}

// decide settles a claim unless it is settled, and says how it stands. Of two who decide at once the second finds what the first
// has decided.
func (s store) decide(ctx context.Context, c claim) (f found, first bool, err error) {
	err = church.InChurch(ctx, s.pool, c.Church, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `
			update premium_churches
			set ownership_decision = $3, ownership_decided_at = now(), listing_proven = $3 <> 'rejected'
			where church_id = $1 and id = $2 and ownership_decision is null and not listing_proven`, c.Church, c.Premium, string(c.Decision))
		if err != nil {
			return fmt.Errorf("settle whose a church is: %w", err)
		}
		if first = tag.RowsAffected() == 1; first && c.Decision == Rejected {
			if err := s.refuse(ctx, tx, c.Church); err != nil {
				return err
			}
		}
		f, err = read(ctx, tx, c)
		return err
	})
	return f, first, err
}

func read(ctx context.Context, tx pgx.Tx, c claim) (found, error) {
	rows, err := tx.Query(ctx, `
		select c.name as church, coalesce(c.city, '') as city, c.language, c.timezone, coalesce(p.admin_name, '') as name, coalesce(p.admin_email, '') as email,
			coalesce(p.ownership_decision, '') as decision, p.ownership_decided_at as decided_at
		from premium_churches p join churches c on c.id = p.church_id
		where p.church_id = $1 and p.id = $2`, c.Church, c.Premium)
	if err != nil {
		return found{}, fmt.Errorf("read whose a church is: %w", err)
	}
	f, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[found])
	if errors.Is(err, pgx.ErrNoRows) {
		return found{}, errGone
	}
	if err != nil {
		return found{}, fmt.Errorf("read whose a church is: %w", err)
	}
	return f, nil
}
