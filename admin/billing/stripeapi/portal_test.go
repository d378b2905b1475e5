package stripeapi_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"narthex/admin/billing"
	"narthex/admin/billing/stripetest"
)

func TestThePortalLeadsBackAndChangesPlansOnlyWhereTheyWereShown(t *testing.T) {
	t.Parallel()
	client, fake := newClient(t)
	visit := billing.Visit{CustomerID: "cus_sub_1", SubscriptionID: "sub_1", ReturnURL: "https://narthex.example/admin/x", Language: "es"}
	if _, err := client.OpenPortal(t.Context(), visit); err == nil || !strings.Contains(err.Error(), "billing sync") {
		t.Errorf("before it is set up: %v", err)
	}
	_, err := client.Sync(t.Context(), webhookURL)
	must(t, err)
	made := fake.Requests("POST", "/v1/billing_portal/configurations")
	if len(made) != 2 {
		t.Fatalf("%d configurations", len(made))
	}
	home, plan := made[0].Form, made[1].Form
	if home.Get("features[subscription_update][enabled]") == "true" || home.Get("features[subscription_cancel][mode]") != "at_period_end" || home.Get("features[invoice_history][enabled]") != "true" {
		t.Errorf("where one arrives: %v", home)
	}
	if plan.Get("features[subscription_update][products][7][product]") != "narthex_suite_both" || plan.Get("features[subscription_update][products][0][prices][1]") == "" {
		t.Errorf("where plans are changed: %v", plan)
	}
	url, err := client.OpenPortal(t.Context(), visit)
	must(t, err)
	asked := fake.Requests("POST", "/v1/billing_portal/sessions")[0].Form
	if !strings.HasPrefix(url, "https://billing.stripe.com/") || asked.Get("customer") != "cus_sub_1" || asked.Get("return_url") != visit.ReturnURL || asked.Get("locale") != "es" || asked.Get("configuration") == "" {
		t.Errorf("%s for %v", url, asked)
	}
	fake.Add("/v1/subscriptions", stripetest.Subscription("sub_1", "active", "starter_chat_month", time.Now()))
	visit.ChangeTo = "pro_both_month"
	_, err = client.OpenPortal(t.Context(), visit)
	must(t, err)
	confirm := fake.Requests("POST", "/v1/billing_portal/sessions")[1].Form
	if confirm.Get("flow_data[type]") != "subscription_update_confirm" || confirm.Get("flow_data[subscription_update_confirm][items][0][id]") != "si_sub_1" ||
		confirm.Get("configuration") == asked.Get("configuration") || confirm.Get("flow_data[after_completion][redirect][return_url]") != visit.ReturnURL {
		t.Errorf("to confirm: %v", confirm)
	}
	two := stripetest.Subscription("sub_2", "active", "pro_chat_month", time.Now())
	items := two["items"].(stripetest.Object)
	items["data"] = append(items["data"].([]stripetest.Object), stripetest.Object{"id": "si_2", "object": "subscription_item"})
	fake.Add("/v1/subscriptions", two)
	visit.SubscriptionID = "sub_2"
	if _, err := client.OpenPortal(t.Context(), visit); !errors.Is(err, billing.ErrSeveral) {
		t.Errorf("with an add-on: %v", err)
	}
}

func TestSyncReplacesAPortalOfOtherPrices(t *testing.T) {
	t.Parallel()
	client, fake := newClient(t)
	fake.Add("/v1/billing_portal/configurations", stripetest.Object{
		"id": "bpc_old", "object": "billing_portal.configuration", "active": true, "metadata": stripetest.Object{"narthex_portal": "plan", "narthex_version": "1"},
	})
	fake.Add("/v1/billing_portal/configurations", stripetest.Object{"id": "bpc_other", "object": "billing_portal.configuration", "active": true, "metadata": stripetest.Object{}})
	done, err := client.Sync(t.Context(), webhookURL)
	must(t, err)
	if all := strings.Join(done.Changes, "\n"); !strings.Contains(all, "retired the configuration bpc_old") || strings.Contains(all, "bpc_other") {
		t.Error(all)
	}
	if again, err := client.Sync(t.Context(), webhookURL); err != nil || len(again.Changes) != 0 {
		t.Errorf("again: %v %v", again, err)
	}
}
