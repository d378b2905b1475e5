package onboarding

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// store reads what the form must know. It never writes.
type store struct{ pool *pgxpool.Pool }

// administeredBy are the subscribed churches whose admin has this address.
func (s store) administeredBy(ctx context.Context, email string) ([]uuid.UUID, error) {
	rows, err := s.pool.Query(ctx, "select * from churches_administered_by($1)", email)
	if err != nil {
		return nil, fmt.Errorf("look for the churches of an address: %w", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return nil, fmt.Errorf("look for the churches of an address: %w", err)
	}
	return ids, nil
}

// subscribed reports whether a church has a subscription, by the same rule as the checkout.
func (s store) subscribed(ctx context.Context, churchID uuid.UUID) (is bool, err error) {
	if err := s.pool.QueryRow(ctx, "select of_church from live_subscriptions('', $1, '')", churchID).Scan(&is); err != nil {
		return false, fmt.Errorf("look whether a church has a subscription: %w", err)
	}
	return is, nil
}

// prefilled is what the directory knows of a church. A time zone or a language that is only the column's default is not known: prefilled,
// it would stand for the church's choice, and its hours would run in UTC.
func (s store) prefilled(ctx context.Context, slug string) (known prefilled, err error) {
	rows, err := s.pool.Query(ctx, `
		select c.slug, c.name as church_name, coalesce(c.address, '') as address, coalesce(c.city, '') as city, coalesce(c.state, '') as state,
			coalesce(c.postal_code, '') as postal_code, coalesce(c.country, '') as country,
			coalesce(nullif(c.timezone, 'UTC'), '') as timezone, coalesce(nullif(c.language, 'en'), '') as language,
			coalesce(d.family_key, '') as family, coalesce(d.key, '') as denomination
		from churches c left join denominations d on d.key = c.denomination
		where c.slug = $1`, slug)
	if err != nil {
		return prefilled{}, fmt.Errorf("read a listed church: %w", err)
	}
	known, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[prefilled])
	if err != nil {
		return prefilled{}, fmt.Errorf("read a listed church: %w", err)
	}
	return known, nil
}
