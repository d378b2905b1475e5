package billing_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/admin/billing"
	"narthex/admin/billing/stripetest"
)

const back = "https://narthex.example/admin/upgrade"

// ended is a church whose subscription has ended.
func (s *server) ended(t testing.TB, subscription string) (id uuid.UUID) {
	t.Helper()
	s.provisioned(t, subscription)
	s.became(t, "evt_end_"+subscription, subscription, "canceled", time.Now().Add(-time.Minute))
	return one[uuid.UUID](t, s, `select church_id from premium_churches where payment_subscription_id = $1 and status = 'canceled'`, subscription)
}

// paysAgain has a church open a checkout to return, and pay. Nobody has been told.
func (s *server) paysAgain(t testing.TB, id uuid.UUID, lookupKey, subscription string) (session stripetest.Object) {
	t.Helper()
	url, err := s.service.OpenReturn(t.Context(), id, back, lookupKey)
	must(t, err)
	return s.stripe.Pay(url[strings.LastIndex(url, "/")+1:], stripetest.Subscription(subscription, "active", lookupKey, time.Now().Add(30*24*time.Hour)))
}

// standing is what is stored of what a church pays, but for times.
func (s *server) standing(t testing.TB) string {
	t.Helper()
	return one[string](t, s, `select string_agg(concat_ws(' ', status, plan, payment_subscription_id, payment_customer_id,
		checkout_session_id is not null, array_to_string(add_ons, ','), billing_interval, cancel_at_period_end, payment_failed_at is null, trial_ends_at is null), '; ')
		from premium_churches`)
}

func TestAChurchReturnsToWhatItHas(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id := s.ended(t, "sub_1")
	s.exec(t, `update premium_churches set add_ons = '{illustrations,starter_kit}', cancel_at_period_end = true, trial_ends_at = now(), payment_failed_at = now(), payment_notice_day = 7`)
	kept := func() string {
		return one[string](t, s, `select concat_ws(' ', c.id, c.slug, p.id, p.admin_token, p.admin_email) from churches c join premium_churches p on p.church_id = c.id`)
	}
	before := kept()
	session := s.paysAgain(t, id, "pro_both_month", "sub_2")
	asked := s.stripe.Requests("POST", "/v1/checkout/sessions")
	form := asked[len(asked)-1].Form
	if form.Has("subscription_data[trial_period_days]") || form.Get("success_url") != back+"?session_id={CHECKOUT_SESSION_ID}" || form.Get("cancel_url") != back || form.Get("metadata[returning_church_id]") != id.String() {
		t.Errorf("asked for %v", form)
	}
	const want = "active pro_both sub_2 cus_sub_2 t starter_kit month f t t"
	late := invoice("sub_1")
	for _, e := range []struct {
		id, kind string
		object   stripetest.Object
	}{
		{"evt_1", completed, session},
		{"evt_1", completed, session}, // the same again
		{"evt_2", completed, session}, // the same by another name
		{"evt_3", "invoice.payment_failed", late},
		{"evt_4", "customer.subscription.deleted", stripetest.Subscription("sub_1", "canceled", "starter_chat_month", time.Now())},
	} {
		s.tell(t, e.id, e.kind, time.Now(), e.object)
		if got := s.standing(t); got != want {
			t.Errorf("after %s %s: %s", e.id, e.kind, got)
		}
	}
	settled, err := s.service.Settle(t.Context(), session["id"].(string))
	if err != nil || !settled {
		t.Errorf("its browser is told %v, %v", settled, err)
	}
	_, err = s.service.Reconcile(t.Context())
	must(t, err)
	if got := s.standing(t); got != want || kept() != before {
		t.Errorf("in the end: %s, %s instead of %s", got, kept(), before)
	}
	if told := s.people.heard(); len(told) != 2 || told[0] != "new_sale sub_2" || !strings.HasPrefix(told[1], "number_needed sub_2 ") {
		t.Errorf("told %v", told)
	}
	if kinds := s.people.kinds(); len(kinds) != 0 {
		t.Errorf("alarms %v", kinds)
	}
}

func TestAChurchThatReturnsIsNotDeleted(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id := s.ended(t, "sub_1")
	s.exec(t, `insert into church_deletions (church_id, asked_by, due_at) values ($1, 'ann@x.example.org', now() - interval '1 minute')`, id)
	if n := one[int](t, s, `select count(*) from due_church_deletions()`); n != 1 {
		t.Fatalf("%d churches are to be deleted", n)
	}
	s.tell(t, "evt_1", completed, time.Now(), s.paysAgain(t, id, "starter_chat_month", "sub_2"))
	if n := one[int](t, s, `select count(*) from due_church_deletions()`); n != 0 {
		t.Error("it is to be deleted all the same")
	}
	if got := one[string](t, s, `select concat_ws(' ', who = p.admin_email, what) from audit_log a join premium_churches p using (church_id) where church_id = $1`, id); got != "t data.deletion_withdrawn" {
		t.Errorf("its admins read %s", got)
	}
}

func TestTheCheckoutOfTheLastSubscriptionSetsNothingUp(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id := s.ended(t, "sub_1")
	first := s.stripe.Requests("POST", "/v1/checkout/sessions")
	if len(first) != 1 {
		t.Fatalf("%d checkouts", len(first))
	}
	s.tell(t, "evt_1", completed, time.Now(), s.paysAgain(t, id, "starter_chat_month", "sub_2"))
	old, err := s.service.Settle(t.Context(), "cs_test_1")
	if err != nil || old {
		t.Errorf("the old checkout is settled: %v, %v", old, err)
	}
	s.became(t, "evt_2", "sub_2", "canceled", time.Now().Add(time.Second)) // now nothing of it is live
	old, err = s.service.Settle(t.Context(), "cs_test_1")
	if n := one[int](t, s, `select count(*) from churches`); err != nil || old || n != 1 || len(s.people.kinds()) != 0 {
		t.Errorf("the old checkout is settled: %v, %v; %d churches, alarms %v", old, err, n, s.people.kinds())
	}
}

func TestReconcilingLetsAChurchReturn(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.paysAgain(t, s.ended(t, "sub_1"), "starter_chat_year", "sub_2")
	for range 2 {
		_, err := s.service.Reconcile(t.Context())
		must(t, err)
	}
	if got, want := s.standing(t), "active starter_chat sub_2 cus_sub_2 t year f t t"; strings.Join(strings.Fields(got), " ") != want {
		t.Errorf("got %s", got)
	}
}

func TestAChurchThatPaysTwiceToReturnGetsOneOfThemBack(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id := s.ended(t, "sub_1")
	first := s.paysAgain(t, id, "starter_chat_month", "sub_2") // whose customer Stripe does not find by the address
	second := s.paysAgain(t, id, "pro_chat_month", "sub_3")
	s.tell(t, "evt_1", completed, time.Now(), second)
	s.tell(t, "evt_2", completed, time.Now(), first)
	if got := s.standing(t); !strings.HasPrefix(got, "active pro_chat sub_3 ") || strings.Contains(got, ";") {
		t.Errorf("got %s", got)
	}
	if n := one[int](t, s, `select count(*) from river_job where kind = 'end_subscription' and args->>'subscription_id' = 'sub_2'`); n != 1 {
		t.Errorf("%d jobs end the other", n)
	}
	if kinds := s.people.kinds(); !slices.Equal(kinds, []billing.AlarmKind{billing.PaidTwice}) {
		t.Errorf("alarms %v", kinds)
	}
}

func TestAChurchThatHasPaidPaysNoSecondTime(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id := s.ended(t, "sub_1")
	s.paysAgain(t, id, "starter_chat_month", "sub_2")
	s.stripe.Add("/v1/customers", stripetest.Object{"id": "cus_sub_2", "object": "customer", "email": "sub_1@x.example.org"})
	url, err := s.service.OpenReturn(t.Context(), id, back, "pro_chat_month")
	if err != nil || url != back || s.status(t, "sub_2") != "active" {
		t.Errorf("it is sent to %s, %v; %s", url, err, s.standing(t))
	}
	if _, err := s.service.OpenReturn(t.Context(), id, back, "pro_chat_month"); !errors.Is(err, billing.ErrNotEnded) {
		t.Errorf("of a church that pays: %v", err)
	}
}

func TestWhoReturnsWithAChurchThatIsNoMoreGetsTheMoneyBack(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	session := s.paysAgain(t, s.ended(t, "sub_1"), "starter_chat_month", "sub_2")
	s.exec(t, `delete from churches`)
	s.tell(t, "evt_1", completed, time.Now(), session)
	if n := one[int](t, s, `select count(*) from churches`); n != 0 || !slices.Equal(s.people.kinds(), []billing.AlarmKind{billing.PaidTwice}) {
		t.Errorf("%d churches, alarms %v", n, s.people.kinds())
	}
	if n := one[int](t, s, `select count(*) from river_job where kind = 'end_subscription' and args->>'subscription_id' = 'sub_2'`); n != 1 {
		t.Errorf("%d jobs give it back", n)
	}
}

func TestNobodyReturnsWithASignUp(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id := s.ended(t, "sub_1")
	s.matched = id
	s.tell(t, "evt_1", completed, time.Now(), s.bought(t, "sub_2", "active", "email", "other@x.example.org", "returning_church_id", id.String(), "returningChurchId", id.String()))
	if n := one[int](t, s, `select count(*) from churches`); n != 2 || s.status(t, "sub_1") != "canceled" {
		t.Errorf("%d churches: %s", n, s.standing(t))
	}
}
