package provision

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
)

// returned is what the founder reads of a church that pays again.
const returned = "It has been here before: its subscription had ended, and it took a plan again from its dashboard."

// Return has a church whose subscription has ended pay for a plan again, in the caller's transaction, which is confined to it. Its
// record is given what was paid; its address, its links, its people and all that it has stored stay as they are. Nobody is welcomed:
// whoever paid was in the dashboard. A deletion that was asked for is taken back: who pays wants to stay. Whether the church may have the
// subscription the caller has made sure of.
func (p *Provisioner) Return(ctx context.Context, tx pgx.Tx, id uuid.UUID, plan church.Plan, session, customer, subscription string) error {
	tag, err := tx.Exec(ctx, `
		update premium_churches
		set status = 'active', plan = $2, channel = $3, payment_customer_id = nullif($4, ''), payment_subscription_id = $5,
			checkout_session_id = nullif($6, ''), checkout_browser_sha256 = null, payment_status = null, payment_failed_at = null,
			payment_notice_day = null, trial_ends_at = null, period_ends_at = null, cancel_at_period_end = false, subscription_event_at = null
		where church_id = $1 and status = 'canceled'`, id, plan, plan.Channel(), customer, subscription, session)
	if err != nil {
		return fmt.Errorf("store the subscription of a church that returns: %w", err)
	}
	if tag.RowsAffected() != 1 {
		return fmt.Errorf("store the subscription of a church that returns: that of %s has not ended", id)
	}
	if err := withdrawDeletion(ctx, tx, id); err != nil {
		return err
	}
	if err := p.messages.Founder(ctx, tx, id, News{Kind: NewSale, About: subscription, Detail: returned}); err != nil {
		return fmt.Errorf("queue news for the founder: %w", err)
	}
	p.logger.InfoContext(ctx, "a church has returned", "church", id, "plan", plan)
	if !plan.HasVoice() {
		return nil
	}
	return p.AskForNumber(ctx, tx, id, subscription, time.Now())
}

// withdrawDeletion takes back that a church is to be deleted, if it is, and notes it under the address that pays.
func withdrawDeletion(ctx context.Context, tx pgx.Tx, id uuid.UUID) error {
	_, err := tx.Exec(ctx, `
		with withdrawn as (delete from church_deletions where church_id = $1 returning church_id)
		insert into audit_log (id, church_id, who, what)
		select $2, p.church_id, coalesce(p.admin_email, ''), 'data.deletion_withdrawn'
		from withdrawn join premium_churches p using (church_id)`, id, uuid.Must(uuid.NewV7()))
	if err != nil {
		return fmt.Errorf("take back the deletion of a church that returns: %w", err)
	}
	return nil
}
