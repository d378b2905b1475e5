package simulated

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v85"
	"github.com/stripe/stripe-go/v85/webhook"

	"narthex/admin/billing"
)

// WebhookPath is where events are posted to.
const WebhookPath = "/api/stripe/webhook"

func (c checkout) subscriptionID() string {
	if c.SubscriptionID == nil {
		return ""
	}
	return *c.SubscriptionID
}

// customerID is the customer's, one for each checkout.
func (c checkout) customerID() string {
	return "cus_simulated_" + strings.TrimPrefix(c.ID, "cs_simulated_")
}

// checkoutOf is the checkout that made a customer.
func checkoutOf(customerID string) string {
	return "cs_simulated_" + strings.TrimPrefix(customerID, "cus_simulated_")
}

func (c checkout) session() billing.Session {
	session := billing.Session{ID: c.ID, Open: c.Status == "open", Complete: c.Status == "complete", Paid: c.Status == "complete", Metadata: c.Metadata}
	if session.Complete {
		subscription := c.subscription()
		session.SubscriptionID, session.CustomerID, session.Subscription = subscription.ID, subscription.CustomerID, &subscription
	}
	return session
}

func (c checkout) subscription() billing.Subscription {
	if c.CompletedAt == nil {
		return billing.Subscription{}
	}
	since := c.since()
	s := billing.Subscription{
		ID: c.subscriptionID(), CustomerID: c.customerID(), Status: "active", LookupKeys: c.LookupKeys, PeriodEndsAt: since.AddDate(0, 1, 0).Truncate(time.Second),
		CancelAtPeriodEnd: c.CancelAtPeriodEnd,
	}
	if len(c.LookupKeys) > 0 && strings.HasSuffix(c.LookupKeys[0], "_year") {
		s.PeriodEndsAt = since.AddDate(1, 0, 0).Truncate(time.Second)
	}
	if c.TrialDays > 0 {
		s.Status, s.TrialEndsAt = "trialing", c.CompletedAt.AddDate(0, 0, int(c.TrialDays)).Truncate(time.Second)
		s.PeriodEndsAt = s.TrialEndsAt
	}
	if c.EndedAt != nil {
		s.Status = "canceled"
	}
	return s
}

// since is when it was last paid for, of one that is complete.
func (c checkout) since() time.Time {
	if c.PlanSince != nil {
		return *c.PlanSince
	}
	return *c.CompletedAt
}

type object map[string]any

// sessionObject is the checkout as Stripe writes it.
func (c checkout) sessionObject() object {
	return object{
		"id": c.ID, "object": "checkout.session", "mode": "subscription", "status": c.Status, "payment_status": "paid",
		"customer": c.customerID(), "subscription": c.subscriptionID(), "customer_email": c.Email, "metadata": c.Metadata,
	}
}

// subscriptionObject is the subscription as Stripe writes it.
func (c checkout) subscriptionObject() object {
	s := c.subscription()
	items := make([]object, len(s.LookupKeys))
	for i, key := range s.LookupKeys {
		items[i] = object{
			"object": "subscription_item", "current_period_end": s.PeriodEndsAt.Unix(), "price": object{"object": "price", "lookup_key": key},
		}
	}
	made := object{
		"id": s.ID, "object": "subscription", "status": s.Status, "customer": s.CustomerID, "items": object{"object": "list", "data": items},
		"cancel_at_period_end": s.CancelAtPeriodEnd,
	}
	if !s.TrialEndsAt.IsZero() {
		made["trial_end"] = s.TrialEndsAt.Unix()
	}
	return made
}

// post tells the webhook of something.
func (p *Provider) post(ctx context.Context, kind string, about object) error {
	now := time.Now()
	body, err := json.Marshal(object{
		"id": "evt_simulated_" + rand.Text(), "object": "event", "type": kind, "created": now.Unix(), "api_version": stripe.APIVersion,
		"data": object{"object": about},
	})
	if err != nil {
		return fmt.Errorf("write a simulated event: %w", err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.baseURL+WebhookPath, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("post a simulated event: %w", err)
	}
	signed := webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: body, Secret: p.secret, Timestamp: now})
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Stripe-Signature", signed.Header)
	response, err := p.http.Do(request)
	if err != nil {
		return fmt.Errorf("post a simulated event: %w", err)
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, io.LimitReader(response.Body, 64<<10)); err != nil {
		return fmt.Errorf("post a simulated event: %w", err)
	}
	if response.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("post a simulated event: the webhook answered %s", response.Status)
	}
	return nil
}
