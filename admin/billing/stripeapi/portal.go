package stripeapi

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/stripe/stripe-go/v85"

	"narthex/admin/billing"
	"narthex/admin/billing/price"
	"narthex/chat/church"
)

// OpenPortal implements billing.Payments with a session of Stripe's billing portal. Stripe has it change the plan of a subscription
// only if that holds nothing else.
func (c *Client) OpenPortal(ctx context.Context, visit billing.Visit) (url string, err error) {
	kind := portalHome
	params := &stripe.BillingPortalSessionCreateParams{
		Customer: stripe.String(visit.CustomerID), ReturnURL: stripe.String(visit.ReturnURL), Locale: stripe.String(localeOf(visit.Language)),
	}
	if visit.ChangeTo != "" {
		kind = portalPlan
		if params.FlowData, err = c.planChange(ctx, visit); err != nil {
			return "", err
		}
	}
	configuration, err := c.portalID(ctx, kind)
	if err != nil {
		return "", err
	}
	params.Configuration = stripe.String(configuration)
	opened, err := c.api.V1BillingPortalSessions.Create(ctx, params)
	if err != nil {
		return "", failed("open the billing portal", err)
	}
	return opened.URL, nil
}

// localeOf is a language as the provider's pages take it.
func localeOf(language string) string {
	if language == "es" || language == "en" {
		return language
	}
	return "auto"
}

// planChange has the portal ask to confirm a change, and then go back.
func (c *Client) planChange(ctx context.Context, visit billing.Visit) (*stripe.BillingPortalSessionCreateFlowDataParams, error) {
	ids, err := c.priceIDs(ctx)
	if err != nil {
		return nil, failed("read the prices", err)
	}
	if ids[visit.ChangeTo] == "" {
		return nil, fmt.Errorf("there is no price %s: run `narthex billing sync`", visit.ChangeTo)
	}
	found, err := c.api.V1Subscriptions.Retrieve(ctx, visit.SubscriptionID, &stripe.SubscriptionRetrieveParams{})
	if err != nil {
		return nil, failed("read a subscription", err)
	}
	if found.Items == nil || len(found.Items.Data) != 1 {
		return nil, billing.ErrSeveral
	}
	return &stripe.BillingPortalSessionCreateFlowDataParams{
		Type: stripe.String("subscription_update_confirm"),
		SubscriptionUpdateConfirm: &stripe.BillingPortalSessionCreateFlowDataSubscriptionUpdateConfirmParams{
			Subscription: stripe.String(visit.SubscriptionID),
			Items: []*stripe.BillingPortalSessionCreateFlowDataSubscriptionUpdateConfirmItemParams{{
				ID: stripe.String(found.Items.Data[0].ID), Price: stripe.String(ids[visit.ChangeTo]), Quantity: stripe.Int64(1),
			}},
		},
		AfterCompletion: &stripe.BillingPortalSessionCreateFlowDataAfterCompletionParams{
			Type:     stripe.String("redirect"),
			Redirect: &stripe.BillingPortalSessionCreateFlowDataAfterCompletionRedirectParams{ReturnURL: stripe.String(visit.ReturnURL)},
		},
	}, nil
}

// The portal has two configurations: where one arrives no plan can be changed, because what a church loses by that is shown on our
// own page first, which leads on to the one where it can.
const (
	portalHome = "home"
	portalPlan = "plan"
	portalKey  = "narthex_portal" // of the metadata; its value is one of those
)

// errNoPortal says what to do.
var errNoPortal = errors.New("the billing portal is not set up: run `narthex billing sync`")

// portalID is the id of a configuration. It is remembered as prices are.
func (c *Client) portalID(ctx context.Context, kind string) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.portals[kind] != "" && time.Since(c.portalsAt) < pricesFor {
		return c.portals[kind], nil
	}
	found, err := c.portalConfigurations(ctx)
	if err != nil {
		return "", err
	}
	if found[kind] == nil {
		return "", errNoPortal
	}
	c.portals, c.portalsAt = make(map[string]string), time.Now()
	for kind, configuration := range found {
		c.portals[kind] = configuration.ID
	}
	return c.portals[kind], nil
}

// portalConfigurations are those of ours, by their kind.
func (c *Client) portalConfigurations(ctx context.Context) (map[string]*stripe.BillingPortalConfiguration, error) {
	found := make(map[string]*stripe.BillingPortalConfiguration)
	params := &stripe.BillingPortalConfigurationListParams{Active: stripe.Bool(true)}
	for configuration, err := range c.api.V1BillingPortalConfigurations.List(ctx, params).All(ctx) {
		if err != nil {
			return nil, failed("list the configurations of the billing portal", err)
		}
		if kind := configuration.Metadata[portalKey]; kind != "" && found[kind] == nil {
			found[kind] = configuration
		}
	}
	return found, nil
}

// plansToChangeTo are the products and prices that a plan can be changed to.
func plansToChangeTo(ids map[string]string) (plans []*stripe.BillingPortalConfigurationCreateFeaturesSubscriptionUpdateProductParams) {
	at := make(map[church.Plan]*stripe.BillingPortalConfigurationCreateFeaturesSubscriptionUpdateProductParams)
	for _, p := range price.All() {
		if at[p.Plan] == nil {
			at[p.Plan] = &stripe.BillingPortalConfigurationCreateFeaturesSubscriptionUpdateProductParams{Product: stripe.String(productID(string(p.Plan)))}
			plans = append(plans, at[p.Plan])
		}
		at[p.Plan].Prices = append(at[p.Plan].Prices, stripe.String(ids[p.LookupKey()]))
	}
	return plans
}
