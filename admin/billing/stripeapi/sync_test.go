package stripeapi_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v85"

	"narthex/admin/billing"
	"narthex/admin/billing/price"
	"narthex/admin/billing/stripeapi"
	"narthex/admin/billing/stripetest"
	"narthex/chat/church"
)

const webhookURL = "https://narthex.example/api/stripe/webhook"

func TestSyncSetsUpWhatIsMissingAndNothingElse(t *testing.T) {
	t.Parallel()
	client, fake := newClient(t)
	synced := func() stripeapi.Synced {
		done, err := client.Sync(t.Context(), webhookURL)
		must(t, err)
		return done
	}
	first := synced()
	if want := 8 + 3 + len(price.List()) + 2 + 1; len(first.Changes) != want || first.WebhookSecret != fake.Secret {
		t.Errorf("%d changes, want %d: %v", len(first.Changes), want, first.Changes)
	}
	if again := synced(); len(again.Changes) != 0 || again.WebhookSecret != "" {
		t.Errorf("again: %+v", again)
	}
	endpoint := fake.Requests("POST", "/v1/webhook_endpoints")[0].Form
	if endpoint.Get("api_version") != stripe.APIVersion || endpoint.Get("url") != webhookURL || endpoint.Get("enabled_events[0]") != "checkout.session.completed" {
		t.Errorf("the webhook is %v", endpoint)
	}
	if _, err := client.CreateCheckout(t.Context(), checkout(church.SuiteChat, price.Yearly, "k", "starter_kit", "illustrations")); err != nil {
		t.Errorf("with what was set up: %v", err)
	}
}

func TestSyncReplacesWhatCannotBeChanged(t *testing.T) {
	t.Parallel()
	client, fake := newClient(t)
	fake.Add("/v1/webhook_endpoints", stripetest.Object{"id": "we_old", "url": webhookURL, "api_version": "2024-06-20", "status": "enabled"})
	fake.Add("/v1/webhook_endpoints", stripetest.Object{"id": "we_other", "url": "https://x.example/", "api_version": "2024-06-20", "status": "enabled"})
	fake.Add("/v1/products", stripetest.Object{"id": "narthex_pro_chat", "name": "Ours"})
	fake.Add("/v1/prices", stripetest.Object{
		"id": "price_old", "active": true, "lookup_key": "pro_chat_month", "unit_amount": 2995, "currency": "usd", "product": "narthex_pro_chat",
		"recurring": stripetest.Object{"interval": "month"},
	})
	done, err := client.Sync(t.Context(), webhookURL)
	must(t, err)
	all := strings.Join(done.Changes, "\n")
	for _, want := range []string{"disabled the webhook we_old", "retired the price price_old", "made the price pro_chat_month, 34.95 usd"} {
		if !strings.Contains(all, want) {
			t.Errorf("not %q:\n%s", want, all)
		}
	}
	for _, unwanted := range []string{"we_other", "made the product narthex_pro_chat"} {
		if strings.Contains(all, unwanted) {
			t.Errorf("%q:\n%s", unwanted, all)
		}
	}
	if form := fake.Requests("POST", "/v1/prices/price_old")[0].Form; form.Get("active") != "false" {
		t.Errorf("the old price: %v", form)
	}
}

// Who has subscribed at a price goes on paying it when it is changed, and is ours as before.
func TestSubscriptionsAtAnOldPriceAreStillOurs(t *testing.T) {
	t.Parallel()
	client, fake := newClient(t)
	old := func(product string, cents int64) stripetest.Object {
		made := stripetest.Object{
			"id": "price_old_" + product, "object": "price", "active": true, "lookup_key": product + "_month", "unit_amount": cents, "currency": "usd",
			"product": "narthex_" + product, "recurring": stripetest.Object{"interval": "month"},
		}
		fake.Add("/v1/prices", made)
		return made
	}
	subscribed := stripetest.Subscription("sub_1", "active", "", time.Unix(1800000000, 0))
	subscribed["items"].(stripetest.Object)["data"] = []stripetest.Object{
		{"id": "si_1", "price": old("pro_chat", 29_95)}, {"id": "si_2", "price": old("illustrations", 7_95)},
	}
	other := stripetest.Subscription("sub_2", "active", "", time.Unix(1800000000, 0))
	other["items"].(stripetest.Object)["data"] = []stripetest.Object{
		{"id": "si_3", "price": stripetest.Object{"id": "price_x", "product": "another_thing", "recurring": stripetest.Object{"interval": "month"}}},
		{"id": "si_4", "price": stripetest.Object{"id": "price_y", "product": "narthex_pro_voice", "recurring": stripetest.Object{"interval": "year"}}},
		{"id": "si_5", "price": stripetest.Object{"id": "price_z"}},
	}
	for _, s := range []stripetest.Object{subscribed, other} {
		fake.Add("/v1/subscriptions", s)
		fake.Add("/v1/customers", stripetest.Object{"id": s["customer"], "object": "customer", "email": "ann@grace.example.org"})
	}
	_, err := client.Sync(t.Context(), webhookURL)
	must(t, err)
	var listed []billing.Subscription
	for s, err := range client.Subscriptions(t.Context()) {
		must(t, err)
		listed = append(listed, s)
	}
	if len(listed) != 1 || listed[0].ID != "sub_1" || !slices.Equal(listed[0].LookupKeys, []string{"pro_chat_month", "illustrations_month"}) {
		t.Errorf("listed %+v", listed)
	}
	if id, err := client.LiveSubscription(t.Context(), "ann@grace.example.org"); err != nil || id != "sub_1" {
		t.Errorf("the address has %q, %v", id, err)
	}
}
