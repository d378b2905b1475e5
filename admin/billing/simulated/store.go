package simulated

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/billing"
)

type store struct{ pool *pgxpool.Pool }

// checkout is a row: a checkout, and the subscription that came of it.
type checkout struct {
	ID, Key, Email string
	Metadata       map[string]string
	LookupKeys     []string
	TrialDays      int64
	ReturnURL      string
	Status         string
	SubscriptionID *string
	CompletedAt    *time.Time
	EndedAt        *time.Time

	CancelAtPeriodEnd bool
	Card              string // its last digits
	PlanSince         *time.Time
}

const columns = "id, key, email, metadata, lookup_keys, trial_days, return_url, status, subscription_id, completed_at, ended_at, " +
	"cancel_at_period_end, card, plan_since"

// open makes a checkout. One of the same key that is still open is the same.
func (s store) open(ctx context.Context, c billing.Checkout, lookupKeys []string) (id string, err error) {
	err = s.pool.QueryRow(ctx, `
		insert into simulated_checkouts (id, key, email, metadata, lookup_keys, trial_days, return_url)
		values ($1, $2, $3, $4, $5, $6, $7)
		on conflict (key) where status = 'open' do update set email = excluded.email
		returning id`,
		"cs_simulated_"+rand.Text(), c.Key, c.SignUp.Email, c.Metadata, lookupKeys, c.TrialDays(), c.ReturnURL).Scan(&id)
	if err != nil {
		return "", fmt.Errorf("open a simulated checkout: %w", err)
	}
	return id, nil
}

func (s store) expire(ctx context.Context, email, key, value, except string) error {
	_, err := s.pool.Exec(ctx, `
		update simulated_checkouts set status = 'expired'
		where email = $1 and metadata ->> $2 = $3 and id <> $4 and status = 'open'`, email, key, value, except)
	if err != nil {
		return fmt.Errorf("expire simulated checkouts: %w", err)
	}
	return nil
}

func (s store) setEmail(ctx context.Context, id, email string) error {
	tag, err := s.pool.Exec(ctx, `update simulated_checkouts set email = $2 where id = $1`, id, email)
	if err != nil {
		return fmt.Errorf("change the address of a simulated customer: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return billing.ErrNotFound
	}
	return nil
}

// find returns the first row that fits a condition on $1, or billing.ErrNotFound.
func (s store) find(ctx context.Context, condition, value string) (checkout, error) {
	return one(s.pool.Query(ctx, "select "+columns+" from simulated_checkouts where "+condition+" order by created_at limit 1", value))
}

func one(rows pgx.Rows, err error) (checkout, error) {
	if err != nil {
		return checkout{}, fmt.Errorf("read a simulated checkout: %w", err)
	}
	found, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[checkout])
	if errors.Is(err, pgx.ErrNoRows) {
		return checkout{}, billing.ErrNotFound
	}
	if err != nil {
		return checkout{}, fmt.Errorf("read a simulated checkout: %w", err)
	}
	return found, nil
}

// paid are the checkouts that subscriptions came of.
func (s store) paid(ctx context.Context) ([]checkout, error) {
	rows, err := s.pool.Query(ctx, "select "+columns+" from simulated_checkouts where status = 'complete' order by created_at")
	if err != nil {
		return nil, fmt.Errorf("list simulated subscriptions: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[checkout])
}

// complete has a checkout paid; now is false when it was not open any more.
func (s store) complete(ctx context.Context, id string) (paid checkout, now bool, err error) {
	paid, err = one(s.pool.Query(ctx, `
		update simulated_checkouts set status = 'complete', completed_at = now(), subscription_id = $2
		where id = $1 and status = 'open' returning `+columns, id, "sub_simulated_"+rand.Text()))
	if errors.Is(err, billing.ErrNotFound) {
		paid, err = s.find(ctx, "id = $1", id)
		return paid, false, err
	}
	return paid, err == nil, err
}

// end ends a subscription; now is false when it had ended.
func (s store) end(ctx context.Context, subscriptionID string) (ended checkout, now bool, err error) {
	ended, err = one(s.pool.Query(ctx, `
		update simulated_checkouts set ended_at = now() where subscription_id = $1 and ended_at is null returning `+columns, subscriptionID))
	if errors.Is(err, billing.ErrNotFound) {
		ended, err = s.find(ctx, "subscription_id = $1", subscriptionID)
		return ended, false, err
	}
	return ended, err == nil, err
}
