package stripeapi_test

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"narthex/admin/billing"
	"narthex/admin/billing/price"
	"narthex/admin/billing/stripeapi"
	"narthex/admin/billing/stripetest"
	"narthex/admin/signup"
	"narthex/chat/church"
	"narthex/cmd/dev/leaktest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

func newClient(t *testing.T) (*stripeapi.Client, *stripetest.Stripe) {
	t.Helper()
	stripe := stripetest.New(t)
	client, err := stripeapi.New(stripeapi.Config{SecretKey: "sk_test_1", PublishableKey: "pk_test_1", WebhookSecret: stripe.Secret, APIBase: stripe.URL})
	must(t, err)
	t.Cleanup(client.Close)
	return client, stripe
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func checkout(plan church.Plan, interval price.Interval, key string, addOns ...string) billing.Checkout {
	return billing.Checkout{
		SignUp:    signup.SignUp{Plan: plan, Interval: interval, ChurchName: "Grace Harbor", Email: "ann@grace.example.org", AddOns: addOns},
		Metadata:  map[string]string{"church_name": "Grace Harbor"},
		ReturnURL: "https://x.example/onboard/return?session_id={CHECKOUT_SESSION_ID}",
		Key:       key,
	}
}

const sessions = "/v1/checkout/sessions"

func TestACheckoutIsWhatTheChurchChose(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		plan     church.Plan
		interval price.Interval
		addOns   []string
		items    []string
		trial    string
	}{
		"chat by the month":     {church.StarterChat, price.Monthly, nil, []string{"price_starter_chat_month"}, "14"},
		"chat by the year":      {church.ProChat, price.Yearly, []string{"illustrations"}, []string{"price_pro_chat_year", "price_illustrations_year"}, "14"},
		"voice, with a thing":   {church.StarterVoice, price.Monthly, []string{"starter_kit"}, []string{"price_starter_voice_month", "price_starter_kit_once"}, ""},
		"both, with everything": {church.SuiteBoth, price.Monthly, []string{"directory_premium", "starter_kit"}, []string{"price_suite_both_month", "price_directory_premium_month", "price_starter_kit_once"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, stripe := newClient(t)
			stripe.Prices()
			opened, err := client.CreateCheckout(t.Context(), checkout(test.plan, test.interval, "k", test.addOns...))
			must(t, err)
			if opened.PublishableKey != "pk_test_1" || opened.ClientSecret != opened.SessionID+"_secret" || opened.SessionID == "" || opened.URL != "" {
				t.Errorf("got %+v", opened)
			}
			form := stripe.Requests("POST", sessions)[0].Form
			for key, want := range map[string]string{
				"mode": "subscription", "ui_mode": "embedded_page", "customer_email": "ann@grace.example.org", "allow_promotion_codes": "true",
				"return_url": "https://x.example/onboard/return?session_id={CHECKOUT_SESSION_ID}", "metadata[church_name]": "Grace Harbor",
				"subscription_data[trial_period_days]": test.trial,
			} {
				if form.Get(key) != want {
					t.Errorf("%s is %q, want %q", key, form.Get(key), want)
				}
			}
			var items []string
			for i := 0; form.Has("line_items[" + strconv.Itoa(i) + "][price]"); i++ {
				items = append(items, form.Get("line_items["+strconv.Itoa(i)+"][price]"))
			}
			if !slices.Equal(items, test.items) {
				t.Errorf("items %v, want %v", items, test.items)
			}
		})
	}
}

func TestWithoutPricesACheckoutSaysWhatToDo(t *testing.T) {
	t.Parallel()
	client, _ := newClient(t)
	_, err := client.CreateCheckout(t.Context(), checkout(church.StarterChat, price.Monthly, "k"))
	if err == nil || !strings.Contains(err.Error(), "narthex billing sync") {
		t.Errorf("got %v", err)
	}
}

func TestTheSameWishIsTheSameCheckoutWhileThatIsOpen(t *testing.T) {
	t.Parallel()
	client, stripe := newClient(t)
	stripe.Prices()
	open := func(key string) string {
		opened, err := client.CreateCheckout(t.Context(), checkout(church.StarterChat, price.Monthly, key))
		must(t, err)
		return opened.SessionID
	}
	first := open("a")
	if again := open("a"); again != first {
		t.Errorf("sent twice, it opened %s and %s", first, again)
	}
	second := open("b")
	must(t, client.ExpireOpenCheckouts(t.Context(), "ann@grace.example.org", "church_name", "Grace Harbor", second))
	for id, want := range map[string]bool{first: false, second: true} {
		session, err := client.Session(t.Context(), id)
		must(t, err)
		if session.Open != want {
			t.Errorf("%s is open: %v", id, session.Open)
		}
	}
	if again := open("a"); again == first || again == second {
		t.Errorf("what is over was opened again: %s", again)
	}
}

func TestAPaidCheckoutIsNotExpired(t *testing.T) {
	t.Parallel()
	client, stripe := newClient(t)
	stripe.Prices()
	opened, err := client.CreateCheckout(t.Context(), checkout(church.StarterChat, price.Monthly, "a"))
	must(t, err)
	stripe.Pay(opened.SessionID, stripetest.Subscription("sub_1", "trialing", "starter_chat_month", time.Unix(1800000000, 0)))
	must(t, client.ExpireOpenCheckouts(t.Context(), "ann@grace.example.org", "church_name", "Grace Harbor", ""))
	session, err := client.SessionOf(t.Context(), "sub_1")
	must(t, err)
	if session.ID != opened.SessionID || !session.Complete || !session.Paid || session.SubscriptionID != "sub_1" || session.CustomerID != "cus_sub_1" {
		t.Errorf("got %+v", session)
	}
	if s := session.Subscription; s == nil || s.Status != "trialing" || !s.PeriodEndsAt.Equal(time.Unix(1800000000, 0)) || !slices.Equal(s.LookupKeys, []string{"starter_chat_month"}) {
		t.Errorf("got %+v", s)
	}
}

func TestALiveSubscriptionOfAnAddressIsFound(t *testing.T) {
	t.Parallel()
	client, stripe := newClient(t)
	live := func() string {
		id, err := client.LiveSubscription(t.Context(), "ann@grace.example.org")
		must(t, err)
		return id
	}
	add := func(subscription stripetest.Object) {
		stripe.Add("/v1/customers", stripetest.Object{"id": subscription["customer"], "object": "customer", "email": "ann@grace.example.org"})
		stripe.Add("/v1/subscriptions", subscription)
	}
	if id := live(); id != "" {
		t.Errorf("found %s", id)
	}
	add(stripetest.Subscription("sub_other", "active", "something_else", time.Now()))
	add(stripetest.Subscription("sub_tried", "incomplete", "pro_chat_month", time.Now())) // its card was declined
	add(stripetest.Subscription("sub_old", "incomplete_expired", "pro_chat_month", time.Now()))
	if id := live(); id != "" {
		t.Errorf("found %s", id)
	}
	add(stripetest.Subscription("sub_1", "past_due", "pro_chat_month", time.Now()))
	if id := live(); id != "sub_1" {
		t.Errorf("found %q", id)
	}
}

func TestWhatIsEndedIsGivenBackOnce(t *testing.T) {
	t.Parallel()
	client, stripe := newClient(t)
	stripe.Add("/v1/subscriptions", stripetest.Subscription("sub_1", "active", "pro_chat_month", time.Now()))
	stripe.Add("/v1/invoices", stripetest.Object{"id": "in_1", "object": "invoice", "subscription": "sub_1", "status": "paid"})
	stripe.Add("/v1/invoice_payments", stripetest.Object{
		"id": "inpay_1", "object": "invoice_payment", "invoice": "in_1", "status": "paid",
		"payment": stripetest.Object{"type": "payment_intent", "payment_intent": "pi_1"},
	})
	for range 2 {
		must(t, client.End(t.Context(), "sub_1"))
	}
	subscription, err := client.Subscription(t.Context(), "sub_1")
	must(t, err)
	if !billing.Ended(subscription.Status) || len(stripe.Requests("DELETE", "/v1/subscriptions/sub_1")) != 1 {
		t.Errorf("it is %s", subscription.Status)
	}
	if form := stripe.Requests("POST", "/v1/refunds")[0].Form; form.Get("payment_intent") != "pi_1" {
		t.Errorf("refunded %v", form)
	}
	if err := client.End(t.Context(), "sub_2"); !errors.Is(err, billing.ErrNotFound) {
		t.Errorf("got %v", err)
	}
}

func TestOnlyOurSubscriptionsAreListed(t *testing.T) {
	t.Parallel()
	client, stripe := newClient(t)
	for _, s := range []stripetest.Object{
		stripetest.Subscription("sub_1", "canceled", "pro_chat_month", time.Now()),
		stripetest.Subscription("sub_2", "active", "another_thing", time.Now()),
		stripetest.Subscription("sub_3", "active", "suite_chat_year", time.Now()),
	} {
		stripe.Add("/v1/subscriptions", s)
	}
	var ids []string
	for s, err := range client.Subscriptions(t.Context()) {
		must(t, err)
		ids = append(ids, s.ID)
	}
	if !slices.Equal(ids, []string{"sub_1", "sub_3"}) {
		t.Errorf("listed %v", ids)
	}
	stripe.Down(true)
	for _, err := range client.Subscriptions(t.Context()) {
		if err == nil {
			t.Error("listed although Stripe is down")
		}
	}
}

func TestEventsAreReadWithTheirSignature(t *testing.T) {
	t.Parallel()
	client, stripe := newClient(t)
	at := time.Unix(1790000000, 0)
	body, signature := stripe.Event("evt_1", "customer.subscription.updated", at, stripetest.Subscription("sub_1", "past_due", "pro_chat_month", at))
	event, err := client.ReadEvent(body, signature)
	must(t, err)
	if event.ID != "evt_1" || !event.At.Equal(at) || !event.Compatible || event.SubscriptionID != "sub_1" || event.Subscription.Status != "past_due" {
		t.Errorf("got %+v", event)
	}
	body, signature = stripe.Event("evt_2", "invoice.paid", at, stripetest.Object{
		"id": "in_1", "object": "invoice", "parent": stripetest.Object{"type": "subscription_details", "subscription_details": stripetest.Object{"subscription": "sub_1"}},
	})
	event, err = client.ReadEvent(body, signature)
	must(t, err)
	if event.SubscriptionID != "sub_1" {
		t.Errorf("got %+v", event)
	}
	for version, want := range map[string]bool{"2026-08-26.dahlia": true, "2025-03-31.basil": false, "2023-10-16": false, "": false} {
		body, signature = stripe.EventOf(version, "evt_3", "customer.subscription.updated", at, stripetest.Object{"id": "sub_1"})
		event, err = client.ReadEvent(body, signature)
		must(t, err)
		if event.Compatible != want || (event.Subscription != nil) != want {
			t.Errorf("version %q: %+v", version, event)
		}
	}
	for name, test := range map[string]struct {
		body, signature string
		want            error
	}{
		"no signature":     {string(body), "", billing.ErrForged},
		"another body":     {string(body) + " ", signature, billing.ErrForged},
		"another's secret": {string(body), (&stripetest.Stripe{Secret: "whsec_x"}).Sign(body, time.Now()), billing.ErrForged},
		"six minutes old":  {string(body), stripe.Sign(body, time.Now().Add(-6*time.Minute)), billing.ErrTooOld},
		"no event":         {`{"object":"event"}`, stripe.Sign([]byte(`{"object":"event"}`), time.Now()), billing.ErrForged},
		"no JSON":          {`x`, stripe.Sign([]byte(`x`), time.Now()), billing.ErrForged},
	} {
		if _, err := client.ReadEvent([]byte(test.body), test.signature); !errors.Is(err, test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := stripeapi.ReadEvent(body, "", ""); !errors.Is(err, billing.ErrForged) {
		t.Errorf("without a secret: %v", err)
	}
}
