package billing_test

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"narthex/admin/billing"
	"narthex/admin/billing/stripeapi"
	"narthex/admin/billing/stripetest"
)

func TestAChurchIsSetUpAlthoughTheWebhookNeverComes(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	a := s.checkout(t, form())
	settle := func(id string) bool {
		settled, err := s.service.Settle(t.Context(), id)
		must(t, err)
		return settled
	}
	for _, id := range []string{a.SessionID, "cs_test_unknown", "", "x", "cs_" + string(make([]byte, 300)), "cs_test/../../v1/customers"} {
		if settle(id) {
			t.Errorf("%q is settled", id)
		}
	}
	subscription := stripetest.Subscription("sub_1", "trialing", "starter_chat_month", time.Now().Add(14*24*time.Hour))
	subscription["trial_end"] = time.Now().Add(14 * 24 * time.Hour).Unix()
	session := s.stripe.Pay(a.SessionID, subscription)
	var asked sync.WaitGroup
	for i := range 20 {
		asked.Go(func() {
			if i%5 == 0 {
				s.tell(t, "evt_1", completed, time.Now(), session)
			} else if !settle(a.SessionID) {
				t.Error("not settled")
			}
		})
	}
	asked.Wait()
	if n := one[int](t, s, `select count(*) from premium_churches where status = 'active' and trial_ends_at > now()`); n != 1 || one[int](t, s, `select count(*) from premium_churches`) != 1 {
		t.Errorf("%d churches on trial", n)
	}
	if len(s.people.paid) != 1 {
		t.Errorf("provisioned %d times", len(s.people.paid))
	}
	s.became(t, "evt_2", "sub_1", "canceled", time.Now().Add(-time.Minute))
	if s.status(t, "sub_1") != "canceled" {
		t.Error("an event that came after it was not taken")
	}
	s.stripe.Down(true)
	if _, err := s.service.Settle(t.Context(), a.SessionID); err == nil {
		t.Error("settled although Stripe is down")
	}
}

func TestReconcilingMendsWhatWebhooksMissed(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	reconcile := func() billing.Reconciled {
		r, err := s.service.Reconcile(t.Context())
		must(t, err)
		return r
	}
	s.provisioned(t, "sub_1")
	s.provisioned(t, "sub_2")
	reconcile() // from now on the status at the provider is known
	s.stripe.Change(subscriptions, "sub_1", stripetest.Object{"status": "canceled"})
	s.bought(t, "sub_3", "trialing", "email", "cy@x.example.org")
	s.stripe.Add(subscriptions, stripetest.Subscription("sub_4", "active", "pro_chat_month", time.Now()))     // of no checkout
	s.stripe.Add(subscriptions, stripetest.Subscription("sub_5", "active", "another_product", time.Now()))    // not ours
	s.stripe.Add(subscriptions, stripetest.Subscription("sub_6", "incomplete", "pro_chat_month", time.Now())) // not paid yet
	s.exec(t, `insert into churches (id, slug, name) values ('11111111-1111-4111-8111-111111111111', 'lost', 'Lost')`)
	s.exec(t, `insert into premium_churches (church_id, plan, channel, payment_subscription_id) values ('11111111-1111-4111-8111-111111111111', 'pro_chat', 'chat', 'sub_lost')`)
	s.exec(t, `insert into webhook_events (event_id, provider, type, outcome) values ('evt_parked', 'stripe', 'x', 'parked')`)
	s.exec(t, `insert into webhook_events (event_id, provider, type, outcome, received_at) values ('evt_old', 'stripe', 'x', 'done', now() - interval '91 days')`)
	if got := reconcile(); got != (billing.Reconciled{Subscriptions: 5, Provisioned: 1, Mended: 1, Alarms: 3, Parked: 1}) {
		t.Errorf("got %+v", got)
	}
	kinds := s.people.kinds()
	slices.Sort(kinds)
	if !slices.Equal(kinds, []billing.AlarmKind{billing.NotProvisioned, billing.OutOfStep, billing.SubscriptionLost}) {
		t.Errorf("alarms %v", kinds)
	}
	for subscription, want := range map[string]string{"sub_1": "canceled", "sub_2": "active", "sub_3": "active", "sub_4": "none", "sub_6": "none"} {
		if got := s.status(t, subscription); got != want {
			t.Errorf("%s is %s", subscription, got)
		}
	}
	if n := one[int](t, s, `select count(*) from webhook_events where event_id = 'evt_old'`); n != 0 {
		t.Error("old events are kept")
	}
	if got := reconcile(); got.Mended != 0 || got.Provisioned != 0 {
		t.Errorf("again: %+v", got)
	}
}

// listing is the provider, where something happens after its subscriptions were listed.
type listing struct {
	billing.Payments
	then func()
}

func (l listing) Subscriptions(ctx context.Context) iter.Seq2[billing.Subscription, error] {
	return func(yield func(billing.Subscription, error) bool) {
		all := []billing.Subscription{}
		for s, err := range l.Payments.Subscriptions(ctx) {
			if err != nil {
				yield(s, err)
				return
			}
			all = append(all, s)
		}
		l.then()
		for _, s := range all {
			if !yield(s, nil) {
				return
			}
		}
	}
}

// What a webhook says while subscriptions are listed is newer than the list.
func TestReconcilingTakesNoOldListForNews(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.provisioned(t, "sub_1")
	s.provisioned(t, "sub_2")
	_, err := s.service.Reconcile(t.Context()) // from now on the status at the provider is known
	must(t, err)
	payments, err := stripeapi.New(stripeapi.Config{SecretKey: "sk_test_1", WebhookSecret: s.stripe.Secret, APIBase: s.stripe.URL})
	must(t, err)
	t.Cleanup(payments.Close)
	service, err := billing.NewService(billing.Parts{
		Pool: s.db.Pool, Provisioner: s.people, Notices: s.people, Registerer: prometheus.NewRegistry(), Logger: slog.New(slog.DiscardHandler),
		Payments: listing{payments, func() {
			s.became(t, "evt_1", "sub_1", "canceled", time.Now())
			s.tell(t, "evt_2", "customer.subscription.updated", time.Now(), s.stripe.Change(subscriptions, "sub_2", stripetest.Object{"cancel_at_period_end": true}))
		}},
	})
	must(t, err)
	r, err := service.Reconcile(t.Context())
	must(t, err)
	if r.Subscriptions != 2 || r.Mended != 0 || r.Alarms != 0 {
		t.Errorf("reconciled %+v: %v", r, s.people.kinds())
	}
	if got := s.status(t, "sub_1"); got != "canceled" {
		t.Errorf("the church that ended is %s", got)
	}
	if !one[bool](t, s, `select cancel_at_period_end from premium_churches where payment_subscription_id = 'sub_2'`) {
		t.Error("the church that has cancelled goes on")
	}
}

func TestAChurchAtAnOldPriceIsInStep(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.provisioned(t, "sub_1")
	s.exec(t, `update premium_churches set add_ons = '{illustrations,starter_kit}'`)
	of := func(product string) stripetest.Object { // a price that has given its lookup key to its successor
		return stripetest.Object{"price": stripetest.Object{
			"id": "price_old_" + product, "lookup_key": nil, "product": "narthex_" + product, "recurring": stripetest.Object{"interval": "month"},
		}}
	}
	now := s.stripe.Change(subscriptions, "sub_1", stripetest.Object{"items": stripetest.Object{"object": "list", "data": []stripetest.Object{of("starter_chat"), of("illustrations")}}})
	s.tell(t, "evt_1", "customer.subscription.updated", time.Now(), now)
	r, err := s.service.Reconcile(t.Context())
	must(t, err)
	if r.Subscriptions != 1 || r.Alarms != 0 || r.Mended != 0 {
		t.Errorf("reconciled %+v: %v", r, s.people.kinds())
	}
	if got := one[string](t, s, `select concat_ws(' ', plan, billing_interval, array_to_string(add_ons, ',')) from premium_churches`); got != "starter_chat month illustrations,starter_kit" {
		t.Errorf("got %s", got)
	}
}

func TestAPaymentThatReconcilingFindsOwedHasItsGrace(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.provisioned(t, "sub_1")
	s.became(t, "evt_1", "sub_1", "active", time.Now().Add(-50*time.Minute))
	s.exec(t, `update premium_churches set subscription_event_at = now() - interval '40 days'`)
	s.stripe.Change(subscriptions, "sub_1", stripetest.Object{"status": "past_due"})
	for range 2 {
		_, err := s.service.Reconcile(t.Context())
		must(t, err)
	}
	got := one[bool](t, s, `select status = 'active' and payment_failed_at > now() - interval '1 minute' and subscription_event_at < now() - interval '39 days' from premium_churches`)
	if told := s.people.heard(); !got || !slices.Equal(told, []string{"owes, day 00"}) {
		t.Errorf("told %v, its grace began: %v", told, got)
	}
}

func TestReconcilingSaysWhatItCouldNotDo(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.bought(t, "sub_1", "active")
	s.people.failing(errors.New("no more churches"))
	r, err := s.service.Reconcile(t.Context())
	if err == nil || r.Alarms != 1 || !slices.Equal(s.people.kinds(), []billing.AlarmKind{billing.NotProvisioned}) {
		t.Errorf("got %+v, %v", r, err)
	}
	s.stripe.Down(true)
	if _, err := s.service.Reconcile(t.Context()); err == nil {
		t.Error("reconciled although Stripe is down")
	}
}

// Whoever has paid twice has one church, also when the subscription that they kept has ended and an old page asks again.
func TestASubscriptionThatWasGivenBackSetsNothingUpLater(t *testing.T) {
	t.Parallel()
	for _, status := range []string{"active", "canceled"} { // before the provider was told that it ends, and after
		t.Run(status, func(t *testing.T) {
			t.Parallel()
			s := newServer(t)
			first, second := s.bought(t, "sub_1", "active"), s.bought(t, "sub_2", "active")
			s.tell(t, "evt_1", completed, time.Now().Add(-time.Hour), first)
			s.tell(t, "evt_2", completed, time.Now().Add(-time.Hour), second)
			s.became(t, "evt_3", "sub_1", "canceled", time.Now())
			s.stripe.Change(subscriptions, "sub_2", stripetest.Object{"status": status})
			settled, err := s.service.Settle(t.Context(), second["id"].(string))
			must(t, err)
			s.tell(t, "evt_4", "checkout.session.async_payment_succeeded", time.Now(), second)
			_, err = s.service.Reconcile(t.Context())
			must(t, err)
			if n := one[int](t, s, `select count(*) from premium_churches`); settled || n != 1 {
				t.Errorf("settled %v, %d churches", settled, n)
			}
		})
	}
}
