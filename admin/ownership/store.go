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

// Refuse has what was paid for a claim given back, and takes back what it has made of the church, in a transaction that is confined
// to the church.
type Refuse func(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) error

// Tell tells whoever claimed a church that the claim is rejected, in the same transaction.
type Tell func(ctx context.Context, tx pgx.Tx, churchID, premiumID uuid.UUID, email string) error

type store struct {
	pool   *pgxpool.Pool
	refuse Refuse
	tell   Tell
}

// found is a claim as it stands.
type found struct {
	Church, City, Language, Timezone string
	Name, Email                      string // of who signed up
	Decision                         Decision
	DecidedAt                        *time.Time
	Changes                          []string // what the listing says, and would say from the decision on
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
		if first, err = settle(ctx, tx, c); err != nil {
			return err
		}
		if first {
			if err := s.follow(ctx, tx, c); err != nil {
				return err
			}
		}
		f, err = read(ctx, tx, c)
		return err
	})
	return f, first, err
}

// settle notes a decision, unless there is one.
func settle(ctx context.Context, tx pgx.Tx, c claim) (first bool, err error) {
	tag, err := tx.Exec(ctx, `
		update premium_churches
		set ownership_decision = $3, ownership_decided_at = now(), listing_proven = $3 <> 'rejected'
		where church_id = $1 and id = $2 and ownership_decision is null and not listing_proven`, c.Church, c.Premium, string(c.Decision))
	if err != nil {
		return false, fmt.Errorf("settle whose a church is: %w", err)
	}
	return tag.RowsAffected() == 1, nil
}

// follow does what a decision means for the church.
func (s store) follow(ctx context.Context, tx pgx.Tx, c claim) error {
	if c.Decision == Rejected {
		return s.reject(ctx, tx, c)
	}
	return complete(ctx, tx, c)
}

// complete has the listing say what the sign-up says of the church.
func complete(ctx context.Context, tx pgx.Tx, c claim) error {
	_, err := tx.Exec(ctx, `
		update churches c
		set (name, address, city, state, postal_code, country, phone, email) =
			(select l.name, l.address, l.city, l.state, l.postal_code, l.country, l.phone, l.email from jsonb_populate_record(c, p.listing_offered) l)
		from premium_churches p
		where c.id = $1 and p.church_id = c.id and p.id = $2 and p.listing_offered is not null`, c.Church, c.Premium)
	if err != nil {
		return fmt.Errorf("have a listing say what its sign-up says: %w", err)
	}
	return nil
}

// reject notes who claimed the church, tells them, and takes everything back.
func (s store) reject(ctx context.Context, tx pgx.Tx, c claim) error {
	var email string
	err := tx.QueryRow(ctx, `
		insert into rejected_claims (premium_id, church_id, admin_name, admin_email, subscription_id, rejected_at)
		select id, church_id, admin_name, admin_email, payment_subscription_id, ownership_decided_at from premium_churches where church_id = $1 and id = $2
		returning coalesce(admin_email, '')`, c.Church, c.Premium).Scan(&email)
	if err != nil {
		return fmt.Errorf("note a rejected claim: %w", err)
	}
	if err := s.refuse(ctx, tx, c.Church); err != nil {
		return err
	}
	return s.tell(ctx, tx, c.Church, c.Premium, email)
}

func read(ctx context.Context, tx pgx.Tx, c claim) (found, error) {
	rows, err := tx.Query(ctx, `
		select c.name as church, coalesce(c.city, '') as city, c.language, c.timezone, coalesce(p.name, '') as name, coalesce(p.email, '') as email,
			coalesce(p.decision, '') as decision, p.decided_at,
			coalesce((
				select array_agg(coalesce(nullif(to_jsonb(c) ->> offered.key, ''), '–') || ' → ' || offered.value order by offered.key)
				from jsonb_each_text(p.offered) offered
				where offered.value <> '' and offered.value is distinct from to_jsonb(c) ->> offered.key), '{}') as changes
		from churches c join (
			select church_id, id, admin_name as name, admin_email as email, ownership_decision as decision, ownership_decided_at as decided_at, listing_offered as offered from premium_churches
			union all
			select church_id, premium_id, admin_name, admin_email, 'rejected', rejected_at, null from rejected_claims) p on p.church_id = c.id
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
