package provision

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"narthex/admin/signup"
)

// insertRecord is step 2: the subscription. The store generates the admin token.
func insertRecord(ctx context.Context, tx pgx.Tx, c taken, s signup.SignUp, paid Payment) error {
	_, err := tx.Exec(ctx, `
		with now_premium as (update churches set is_premium = true where id = $1)
		insert into premium_churches (church_id, status, plan, channel, care_enabled, admin_email, admin_name, admin_phone, marketing_opt_in,
			payment_customer_id, payment_subscription_id, billing_interval, add_ons, trial_ends_at, checkout_session_id, checkout_browser_sha256,
			terms_version, terms_accepted_at, listing_proven, listing_before, listing_own_email, listing_offered)
		values ($1, 'active', $2, $3, true, $4, $5, nullif($6, ''), $7, nullif($8, ''), nullif($9, ''), $10, $11, $12, nullif($13, ''), $14,
			nullif($15, ''), $16, $17, $18, nullif($19, ''), $20)`,
		c.ID, s.Plan, s.Plan.Channel(), s.Email, s.ContactName, s.Phone, s.MarketingOptIn, paid.CustomerID, paid.SubscriptionID, s.Interval,
		append([]string{}, s.AddOns...), orNull(paid.TrialEndsAt), paid.SessionID, paid.BrowserSHA256, s.TermsVersion, orNull(s.TermsAcceptedAt), !c.Listed, c.Before,
		c.Own, c.Offers)
	if err != nil {
		return fmt.Errorf("store a subscription: %w", err)
	}
	return nil
}
