package stripeapi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/stripe/stripe-go/v85"
)

// portalVersionKey is of the metadata: a hash of all that a configuration was made of. Another one means that it is made anew.
const portalVersionKey = "narthex_version"

// syncPortal makes the configurations of the billing portal, and new ones in the place of those that are not as they must be.
func (c *Client) syncPortal(ctx context.Context, done *Synced) error {
	c.mu.Lock()
	c.prices = nil // some may just have been made
	c.mu.Unlock()
	ids, err := c.priceIDs(ctx)
	if err != nil {
		return failed("read the prices", err)
	}
	found, err := c.portalConfigurations(ctx)
	if err != nil {
		return err
	}
	for _, kind := range []string{portalHome, portalPlan} {
		wanted, err := portalConfiguration(kind, ids)
		if err != nil {
			return err
		}
		old := found[kind]
		if old != nil && old.Metadata[portalVersionKey] == wanted.Metadata[portalVersionKey] {
			continue
		}
		made, err := c.api.V1BillingPortalConfigurations.Create(ctx, wanted)
		if err != nil {
			return failed("make a configuration of the billing portal", err)
		}
		done.note("made the configuration %s of the billing portal (%s)", made.ID, kind)
		if old == nil {
			continue
		}
		if _, err := c.api.V1BillingPortalConfigurations.Update(ctx, old.ID, &stripe.BillingPortalConfigurationUpdateParams{Active: stripe.Bool(false)}); err != nil {
			return failed("retire a configuration of the billing portal", err)
		}
		done.note("retired the configuration %s of the billing portal", old.ID)
	}
	return nil
}

// portalConfiguration is what a kind of portal lets a church do. A change of plan is paid for, or credited, at once, and ends a
// trial: plans with a telephone have none.
func portalConfiguration(kind string, ids map[string]string) (*stripe.BillingPortalConfigurationCreateParams, error) {
	params := &stripe.BillingPortalConfigurationCreateParams{Features: &stripe.BillingPortalConfigurationCreateFeaturesParams{
		InvoiceHistory:      &stripe.BillingPortalConfigurationCreateFeaturesInvoiceHistoryParams{Enabled: stripe.Bool(kind == portalHome)},
		PaymentMethodUpdate: &stripe.BillingPortalConfigurationCreateFeaturesPaymentMethodUpdateParams{Enabled: stripe.Bool(true)},
		SubscriptionCancel: &stripe.BillingPortalConfigurationCreateFeaturesSubscriptionCancelParams{
			Enabled: stripe.Bool(kind == portalHome), Mode: stripe.String("at_period_end"),
		},
	}}
	if kind == portalHome {
		params.Features.CustomerUpdate = &stripe.BillingPortalConfigurationCreateFeaturesCustomerUpdateParams{
			Enabled: stripe.Bool(true), AllowedUpdates: stripe.StringSlice([]string{"name", "address", "tax_id"}),
		}
	} else {
		params.Features.SubscriptionUpdate = &stripe.BillingPortalConfigurationCreateFeaturesSubscriptionUpdateParams{
			Enabled: stripe.Bool(true), DefaultAllowedUpdates: stripe.StringSlice([]string{"price"}), Products: plansToChangeTo(ids),
			ProrationBehavior: stripe.String("always_invoice"), TrialUpdateBehavior: stripe.String("end_trial"),
		}
	}
	text, err := json.Marshal(params.Features)
	if err != nil {
		return nil, fmt.Errorf("write down a configuration of the billing portal: %w", err)
	}
	version := sha256.Sum256(text)
	params.Metadata = map[string]string{portalKey: kind, portalVersionKey: hex.EncodeToString(version[:])}
	return params, nil
}
