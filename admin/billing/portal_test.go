package billing_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/admin/billing"
	"narthex/admin/billing/stripeapi"
	"narthex/admin/billing/stripetest"
)

func TestAChurchVisitsItsPortalAndWhatComesBackIsTakenOver(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	setUp, err := stripeapi.New(stripeapi.Config{SecretKey: "sk_test_1", APIBase: s.stripe.URL})
	must(t, err)
	t.Cleanup(setUp.Close)
	_, err = setUp.Sync(t.Context(), s.url+"/api/stripe/webhook")
	must(t, err)
	s.provisioned(t, "sub_1")
	churchID := one[uuid.UUID](t, s, `select church_id from premium_churches where payment_subscription_id = 'sub_1'`)
	url, err := s.service.OpenPortal(t.Context(), churchID, s.url+"/admin/x", "en", "")
	if err != nil || !strings.HasPrefix(url, "https://billing.stripe.com/") {
		t.Errorf("the portal: %s %v", url, err)
	}
	at := time.Now().Truncate(time.Second)
	after := func(n int, kind string, lookupKey string, to stripetest.Object) {
		t.Helper()
		now := stripetest.Subscription("sub_1", "active", lookupKey, at.Add(30*24*time.Hour))
		for name, value := range to {
			now[name] = value
		}
		s.tell(t, "evt_portal_"+kind, "customer.subscription.updated", at.Add(time.Duration(n)*time.Second), now)
	}
	is := func(what, plan, interval string, cancels bool) {
		t.Helper()
		got := one[string](t, s, `select plan || ' ' || channel || ' ' || billing_interval || ' ' || cancel_at_period_end || ' ' || status from premium_churches where church_id = $1`, churchID)
		channel := plan[strings.Index(plan, "_")+1:]
		want := plan + " " + channel + " " + interval + map[bool]string{true: " true", false: " false"}[cancels] + " active"
		if got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	after(1, "plan", "pro_both_month", nil)
	is("another plan", "pro_both", "month", false)
	after(2, "interval", "pro_chat_year", nil)
	is("by the year", "pro_chat", "year", false)
	after(3, "cancelled", "pro_chat_year", stripetest.Object{"cancel_at_period_end": true})
	is("cancelled at the end", "pro_chat", "year", true)
	after(4, "resumed", "pro_chat_year", stripetest.Object{"cancel_at_period_end": false})
	is("resumed", "pro_chat", "year", false)
	after(5, "card", "pro_chat_year", stripetest.Object{"default_payment_method": "pm_2"})
	is("another card", "pro_chat", "year", false)
	for _, kind := range []string{"payment_method.attached", "customer.updated"} { // not wished for, and sent by webhooks that somebody made by hand
		s.tell(t, "evt_"+kind, kind, at, stripetest.Object{"id": "x", "object": "x"})
	}
	s.stripe.Down(true)
	if _, err := s.service.OpenPortal(t.Context(), churchID, s.url, "en", ""); err == nil {
		t.Error("a provider that is away opened a portal")
	}
	s.exec(t, `update premium_churches set payment_customer_id = null`)
	if _, err := s.service.OpenPortal(t.Context(), churchID, s.url, "en", ""); !errors.Is(err, billing.ErrNoSubscription) {
		t.Errorf("without a subscription: %v", err)
	}
}
