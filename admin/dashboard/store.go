package dashboard

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/billing/price"
	"narthex/chat/church"
)

// store reads what the dashboard shows.
type store struct{ pool *pgxpool.Pool }

// subscriber is a church with a subscription.
type subscriber struct {
	ID                             uuid.UUID
	Name, Slug, Language, Timezone string
	Plan                           church.Plan
	Status                         church.Status
	Chatbot                        bool // the assistant answers visitors on the web
	Numbered                       bool // it has its telephone number
	FAQs                           int
	Told                           string // its telephone and its address of mail that visitors are told; "": none
	ListingProven                  bool   // its entry in the directory is its admins' to change
	ListingOwnEmail                string // its own address to which the link was mailed that proves that; "": none was

	Billed                                     bool // there is something to pay at the payment provider
	BillingInterval                            string
	AddOns                                     []string
	CancelAtPeriodEnd                          bool
	PeriodEndsAt, TrialEndsAt, PaymentFailedAt *time.Time
}

// interval is how often it is paid.
func (s subscriber) interval() price.Interval {
	if s.BillingInterval == string(price.Yearly) {
		return price.Yearly
	}
	return price.Monthly
}

// find is a church with what it pays for.
func (s store) find(ctx context.Context, id uuid.UUID) (found subscriber, err error) {
	err = church.InChurch(ctx, s.pool, id, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			select c.id, coalesce(nullif(btrim(p.custom_name), ''), c.name) as name, c.slug, c.language, c.timezone, concat_ws(', ', nullif(c.phone, ''), nullif(c.email, '')) as told, p.plan, p.status,
				p.chatbot_enabled as chatbot, p.listing_proven, coalesce(p.listing_own_email, '') as listing_own_email,
				exists (select from church_voice_agents v
					where v.church_id = c.id and coalesce(v.carrier_phone_number, v.assistant_phone_number) is not null) as numbered,
				(select count(*) from unified_rag_content u where u.organization_id = c.id and u.content_type = 'faq') as faqs,
				p.payment_customer_id is not null and p.payment_subscription_id is not null as billed, coalesce(p.billing_interval, '') as billing_interval,
				p.add_ons, p.cancel_at_period_end, p.period_ends_at, p.trial_ends_at, p.payment_failed_at
			from churches c join premium_churches p on p.church_id = c.id where c.id = $1`, id)
		if err != nil {
			return err
		}
		found, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[subscriber])
		return err
	})
	if err != nil {
		return subscriber{}, fmt.Errorf("read what a church pays for: %w", err)
	}
	return found, nil
}
