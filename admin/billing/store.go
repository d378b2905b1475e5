package billing

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type store struct{ pool *pgxpool.Pool }

// lock has whatever happens to the thing of a kind and name happen one after another, until the transaction ends.
func lock(ctx context.Context, tx pgx.Tx, kind, name string) error {
	if _, err := tx.Exec(ctx, `select pg_advisory_xact_lock(hashtextextended('billing:' || $1 || ':' || $2, 0))`, kind, name); err != nil {
		return fmt.Errorf("wait for others with the same %s: %w", kind, err)
	}
	return nil
}

// churchOf is the church that holds a subscription; the zero UUID: none does.
func churchOf(ctx context.Context, tx pgx.Tx, subscriptionID string) (uuid.UUID, error) {
	var id *uuid.UUID
	if err := tx.QueryRow(ctx, `select church_of_subscription($1)`, subscriptionID).Scan(&id); err != nil {
		return uuid.Nil, fmt.Errorf("look for the church of a subscription: %w", err)
	}
	if id == nil {
		return uuid.Nil, nil
	}
	return *id, nil
}

// subscriptionOf is the subscription of the church that the transaction is confined to, empty: it has none; pgx.ErrNoRows: nobody has
// the church.
func subscriptionOf(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) (id string, err error) {
	err = tx.QueryRow(ctx, `select coalesce(payment_subscription_id, '') from premium_churches where church_id = $1`, churchID).Scan(&id)
	if err != nil {
		return "", fmt.Errorf("read a subscription: %w", err)
	}
	return id, nil
}

// readRecord reads and locks the record of the church that the transaction is confined to.
func readRecord(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) (record, error) {
	rows, err := tx.Query(ctx, `
		select status, plan, payment_status, payment_failed_at, payment_notice_day, trial_ends_at, period_ends_at, cancel_at_period_end,
			billing_interval, add_ons, subscription_event_at
		from premium_churches where church_id = $1 for update`, churchID)
	if err != nil {
		return record{}, fmt.Errorf("read a subscription: %w", err)
	}
	found, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[record])
	if err != nil {
		return record{}, fmt.Errorf("read a subscription: %w", err)
	}
	found.inUTC()
	return found, nil
}

func writeRecord(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, r record) error {
	_, err := tx.Exec(ctx, `
		update premium_churches
		set status = $2, plan = $3, channel = $4, payment_status = $5, payment_failed_at = $6, payment_notice_day = $7, trial_ends_at = $8,
			period_ends_at = $9, cancel_at_period_end = $10, billing_interval = $11, add_ons = $12, subscription_event_at = $13
		where church_id = $1`,
		churchID, r.Status, r.Plan, r.Plan.Channel(), r.PaymentStatus, r.PaymentFailedAt, r.PaymentNoticeDay, r.TrialEndsAt,
		r.PeriodEndsAt, r.CancelAtPeriodEnd, r.BillingInterval, r.AddOns, r.SubscriptionEventAt)
	if err != nil {
		return fmt.Errorf("write a subscription: %w", err)
	}
	return nil
}

// live tells whether an address, or a church, has another subscription that has not ended.
func live(ctx context.Context, q querier, email string, churchID uuid.UUID, otherThan string) (ofEmail, ofChurch bool, err error) {
	err = q.QueryRow(ctx, `select of_email, of_church from live_subscriptions($1, $2, $3)`, email, churchID, otherThan).Scan(&ofEmail, &ofChurch)
	if err != nil {
		return false, false, fmt.Errorf("look for a live subscription: %w", err)
	}
	return ofEmail, ofChurch, nil
}

type querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// insertEvent logs an event; first is false when it was logged before.
func insertEvent(ctx context.Context, tx pgx.Tx, e Event) (first bool, err error) {
	tag, err := tx.Exec(ctx, `
		insert into webhook_events (event_id, provider, type, api_version, subscription_id, occurred_at)
		values ($1, 'stripe', $2, $3, nullif($4, ''), $5)
		on conflict do nothing`, e.ID, e.Type, e.Version, e.SubscriptionID, e.At)
	if err != nil {
		return false, fmt.Errorf("log an event: %w", err)
	}
	return tag.RowsAffected() == 1, nil
}

// noteOutcome writes what became of an event. The body of one that nobody has understood yet is kept.
func noteOutcome(ctx context.Context, tx pgx.Tx, id string, o outcome, body []byte) error {
	var kept *string
	if o == parked {
		text := string(body)
		kept = &text
	}
	_, err := tx.Exec(ctx, `
		update webhook_events set outcome = $2, payload = $3, processed_at = case when $3::text is null then now() end where event_id = $1`,
		id, o, kept)
	if err != nil {
		return fmt.Errorf("note what became of an event: %w", err)
	}
	return nil
}

// takeEarly reports whether events told of a subscription before there was a church, and has them be done.
func takeEarly(ctx context.Context, tx pgx.Tx, subscriptionID string) (some bool, err error) {
	tag, err := tx.Exec(ctx, `update webhook_events set outcome = 'done' where subscription_id = $1 and outcome = 'early'`, subscriptionID)
	if err != nil {
		return false, fmt.Errorf("look for early events: %w", err)
	}
	return tag.RowsAffected() > 0, nil
}

// billed is a church with its subscription.
type billed struct {
	ChurchID       uuid.UUID
	SubscriptionID string
	Status         string
}

func (s store) billed(ctx context.Context) ([]billed, error) {
	rows, err := s.pool.Query(ctx, `select * from billed_churches()`)
	if err != nil {
		return nil, fmt.Errorf("list the churches that pay: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[billed])
}

func (s store) inGrace(ctx context.Context) ([]uuid.UUID, error) {
	rows, err := s.pool.Query(ctx, `select * from churches_in_grace()`)
	if err != nil {
		return nil, fmt.Errorf("list the churches that owe a payment: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
}

func (s store) endingTrials(ctx context.Context) ([]uuid.UUID, error) {
	rows, err := s.pool.Query(ctx, `select * from churches_whose_trial_ends($1)`, trialNotice)
	if err != nil {
		return nil, fmt.Errorf("list the churches whose trial ends: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
}

// forgetEvents deletes events that nobody asks about any more. Those that are parked stay.
func (s store) forgetEvents(ctx context.Context) error {
	_, err := s.pool.Exec(ctx, `delete from webhook_events where received_at < now() - interval '90 days' and outcome is distinct from 'parked'`)
	if err != nil {
		return fmt.Errorf("forget old events: %w", err)
	}
	return nil
}

// parked counts the events that this program did not understand.
func (s store) parked(ctx context.Context) (n int, err error) {
	err = s.pool.QueryRow(ctx, `select count(*) from webhook_events where outcome = 'parked'`).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("count the parked events: %w", err)
	}
	return n, nil
}
