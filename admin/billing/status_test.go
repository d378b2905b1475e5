package billing_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"narthex/admin/billing"
	"narthex/admin/billing/stripetest"
)

const subscriptions = "/v1/subscriptions"

// became has Stripe say that a subscription has a status now, and tells of it.
func (s *server) became(t testing.TB, id, subscription, status string, at time.Time) {
	t.Helper()
	kind := "customer.subscription.updated"
	if status == "canceled" {
		kind = "customer.subscription.deleted"
	}
	s.tell(t, id, kind, at, s.stripe.Change(subscriptions, subscription, stripetest.Object{"status": status}))
}

func TestWhatEachOfTheProvidersStatusesMeans(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	for status, want := range map[string]string{
		"trialing": "active", "active": "active", "past_due": "active", "unpaid": "active", "paused": "paused", "canceled": "canceled",
		"incomplete": "active", "incomplete_expired": "canceled", "something_new": "active",
	} {
		subscription := "sub_" + status
		s.provisioned(t, subscription)
		s.became(t, "evt_"+subscription, subscription, status, time.Now())
		if got := s.status(t, subscription); got != want {
			t.Errorf("%s makes the church %s, want %s", status, got, want)
		}
		owes := one[bool](t, s, `select payment_failed_at is not null from premium_churches where payment_subscription_id = $1`, subscription)
		if owes != (status == "past_due" || status == "unpaid") {
			t.Errorf("%s: owes %v", status, owes)
		}
	}
	if kinds := s.people.kinds(); !slices.Equal(kinds, []billing.AlarmKind{billing.StatusUnknown}) {
		t.Errorf("alarms %v", kinds)
	}
}

func TestAFailedPaymentHasItsGrace(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.provisioned(t, "sub_1")
	failedAt := time.Now().Add(-time.Minute)
	s.stripe.Change(subscriptions, "sub_1", stripetest.Object{"status": "past_due"})
	s.tell(t, "evt_1", "invoice.payment_failed", failedAt, invoice("sub_1"))
	s.became(t, "evt_2", "sub_1", "past_due", failedAt)
	s.tell(t, "evt_3", "invoice.payment_failed", time.Now(), invoice("sub_1"))
	steps := []struct {
		days   string // since it failed
		status string
		told   []string
	}{
		{"0 days", "active", []string{"owes, day 00"}},
		{"6 days 23 hours", "active", []string{"owes, day 00"}},
		{"7 days", "active", []string{"owes, day 00", "owes, day 07"}},
		{"12 days", "active", []string{"owes, day 00", "owes, day 07"}},
		{"13 days", "active", []string{"owes, day 00", "owes, day 07", "owes, day 13"}},
		{"13 days 23 hours", "active", []string{"owes, day 00", "owes, day 07", "owes, day 13"}},
		{"14 days", "past_due", []string{"owes, day 00", "owes, day 07", "owes, day 13"}},
		{"30 days", "past_due", []string{"owes, day 00", "owes, day 07", "owes, day 13"}},
	}
	for _, step := range steps {
		s.exec(t, `update premium_churches set payment_failed_at = now() - $1::interval`, step.days)
		for range 2 {
			must(t, s.service.KeepGrace(t.Context()))
		}
		if status := s.status(t, "sub_1"); status != step.status || !slices.Equal(s.people.heard(), step.told) {
			t.Errorf("after %s it is %s, told %v", step.days, status, s.people.heard())
		}
	}
	s.stripe.Change(subscriptions, "sub_1", stripetest.Object{"status": "active"})
	s.tell(t, "evt_4", "invoice.paid", time.Now(), invoice("sub_1"))
	if status := s.status(t, "sub_1"); status != "active" || one[bool](t, s, `select payment_failed_at is not null or payment_notice_day is not null from premium_churches`) {
		t.Errorf("after it paid it is %s", status)
	}
}

func TestMailsThatWereMissedAreNotAllSentAtOnce(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.provisioned(t, "sub_1")
	s.became(t, "evt_1", "sub_1", "past_due", time.Now())
	s.exec(t, `update premium_churches set payment_failed_at = now() - interval '13 days'`)
	must(t, s.service.KeepGrace(t.Context()))
	if told := s.people.heard(); !slices.Equal(told, []string{"owes, day 00", "owes, day 13"}) {
		t.Errorf("told %v", told)
	}
}

func TestAnInvoiceThatFailedAndWasPaidMeanwhileWorriesNobody(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.provisioned(t, "sub_1")
	s.tell(t, "evt_1", "invoice.payment_failed", time.Now(), invoice("sub_1")) // Stripe says that it is active
	if told := s.people.heard(); len(told) != 0 || one[bool](t, s, `select payment_failed_at is not null from premium_churches`) {
		t.Errorf("told %v", told)
	}
}

func TestBadNewsWaitsWhileNobodyCanSayWhetherItIsSo(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.provisioned(t, "sub_1")
	s.stripe.Down(true)
	body, signature := s.stripe.Event("evt_1", "invoice.payment_failed", time.Now(), invoice("sub_1"))
	if status := s.post(t, body, signature); status != http.StatusServiceUnavailable || one[int](t, s, `select count(*) from webhook_events where event_id = 'evt_1'`) != 0 {
		t.Errorf("got %d", status)
	}
}

func TestAChangeOfPlanIsTakenOver(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.provisioned(t, "sub_1")
	s.exec(t, `update premium_churches set add_ons = '{illustrations,starter_kit}'`)
	ends := time.Now().Add(40 * 24 * time.Hour).Truncate(time.Second)
	changed := stripetest.Subscription("sub_1", "active", "suite_both_month", ends)
	changed["cancel_at_period_end"] = true
	changed["items"].(stripetest.Object)["data"] = append(changed["items"].(stripetest.Object)["data"].([]stripetest.Object),
		stripetest.Object{"price": stripetest.Object{"lookup_key": "directory_premium_month"}})
	s.tell(t, "evt_1", "customer.subscription.updated", time.Now(), changed)
	got := one[string](t, s, `select concat_ws(' ', plan, channel, billing_interval, array_to_string(add_ons, ','), cancel_at_period_end, period_ends_at = $1) from premium_churches`, ends)
	if got != "suite_both both month directory_premium,starter_kit t t" {
		t.Errorf("got %s", got)
	}
}

func TestAPlanThatComesToATelephoneNeedsANumber(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.provisioned(t, "sub_1")
	at := time.Now().Add(-time.Minute).Truncate(time.Second)
	change := func(id, lookupKey, status string, at time.Time) {
		t.Helper()
		changed := stripetest.Subscription("sub_1", status, lookupKey, time.Now().Add(24*time.Hour))
		s.stripe.Change(subscriptions, "sub_1", changed)
		s.tell(t, id, "customer.subscription.updated", at, changed)
	}
	asked := func(at time.Time) string { return "needs a number: sub_1 " + at.UTC().Format(time.RFC3339) }
	change("evt_1", "pro_chat_month", "active", at.Add(-time.Second)) // another plan without one
	if told := s.people.heard(); len(told) != 0 {
		t.Fatalf("a chat plan: told %v", told)
	}
	for range 2 {
		change("evt_2", "pro_both_month", "active", at)
	}
	change("evt_3", "pro_both_month", "active", at)                       // the same said again, in one second
	change("evt_4", "suite_both_month", "active", at.Add(time.Second))    // from one telephone to another
	change("evt_5", "starter_chat_month", "active", at.Add(-time.Second)) // what was so before
	change("evt_6", "starter_voice_month", "active", at.Add(2*time.Second))
	_, err := s.service.Reconcile(t.Context())
	must(t, err)
	if told := s.people.heard(); !slices.Equal(told, []string{asked(at)}) {
		t.Errorf("told %v", told)
	}
	change("evt_7", "starter_chat_month", "active", at.Add(3*time.Second))
	change("evt_8", "starter_both_month", "active", at.Add(4*time.Second))
	if told := s.people.heard(); !slices.Equal(told, []string{asked(at), asked(at.Add(4 * time.Second))}) {
		t.Errorf("after a second change: told %v", told)
	}
}

func TestAPlanThatReconcilingFindsWithATelephoneNeedsANumber(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.provisioned(t, "sub_1")
	s.stripe.Change(subscriptions, "sub_1", stripetest.Subscription("sub_1", "active", "starter_both_month", time.Now().Add(24*time.Hour)))
	for range 2 {
		_, err := s.service.Reconcile(t.Context())
		must(t, err)
	}
	if told := s.people.heard(); len(told) != 1 || !strings.HasPrefix(told[0], "needs a number: sub_1 ") {
		t.Errorf("told %v", told)
	}
}

func TestAChurchThatHasEndedNeedsNoNumber(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.provisioned(t, "sub_1")
	s.tell(t, "evt_1", "customer.subscription.deleted", time.Now(),
		stripetest.Subscription("sub_1", "canceled", "starter_both_month", time.Now().Add(24*time.Hour)))
	if told := s.people.heard(); len(told) != 0 || s.status(t, "sub_1") != "canceled" {
		t.Errorf("told %v", told)
	}
}

func TestAnOlderStateDoesNotReplaceANewerOne(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.provisioned(t, "sub_1")
	as := func(lookupKey string) stripetest.Object {
		return stripetest.Subscription("sub_1", "active", lookupKey, time.Now().Add(24*time.Hour))
	}
	at := time.Now().Add(-time.Minute)
	for i, step := range []struct {
		says   string
		at     time.Time
		is     string // at Stripe
		expect string
	}{
		{"pro_chat_month", at, "pro_chat_month", "pro_chat"},
		{"suite_chat_month", at.Add(-2 * time.Second), "pro_chat_month", "pro_chat"}, // an older one
		{"suite_chat_month", at, "pro_chat_month", "pro_chat"},                       // one of the same second: Stripe is asked
		{"starter_chat_month", at, "suite_chat_month", "suite_chat"},
		{"starter_chat_month", at.Add(2 * time.Second), "x", "starter_chat"}, // a newer one
	} {
		s.stripe.Change(subscriptions, "sub_1", as(step.is))
		s.tell(t, fmt.Sprintf("evt_%d", i), "customer.subscription.updated", step.at, as(step.says))
		if plan := one[string](t, s, `select plan from premium_churches`); plan != step.expect {
			t.Errorf("step %d: the plan is %s, want %s", i, plan, step.expect)
		}
	}
	s.became(t, "evt_gone", "sub_1", "canceled", at.Add(10*time.Second))
	s.tell(t, "evt_late", "customer.subscription.updated", time.Now(), as("pro_chat_month"))
	if status := s.status(t, "sub_1"); status != "canceled" {
		t.Errorf("what had ended is %s", status)
	}
}

// story is what happens to a subscription, in this order; two things happen in one second.
func story(s *server, t *testing.T, subscription string, end string) (bodies [][]byte, signatures []string) {
	t.Helper()
	began := time.Now().Add(-time.Hour)
	session := s.bought(t, subscription, end, "email", subscription+"@x.example.org")
	as := func(status string) stripetest.Object {
		return stripetest.Subscription(subscription, status, "starter_chat_month", began.Add(30*24*time.Hour))
	}
	for i, e := range []struct {
		kind   string
		at     time.Duration
		object stripetest.Object
	}{
		{"customer.subscription.created", 0, as("incomplete")},
		{completed, time.Second, session},
		{"customer.subscription.updated", time.Minute, as("past_due")},
		{"customer.subscription.updated", time.Minute, as("unpaid")},
		{map[bool]string{true: "customer.subscription.deleted", false: "customer.subscription.updated"}[end == "canceled"], 2 * time.Minute, as(end)},
	} {
		body, signature := s.stripe.Event(fmt.Sprintf("evt_%s_%d", subscription, i), e.kind, began.Add(e.at), e.object)
		bodies, signatures = append(bodies, body), append(signatures, signature)
	}
	return bodies, signatures
}

func TestInWhateverOrderEventsComeTheEndIsTheSame(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	for _, end := range []string{"active", "canceled"} {
		for i, order := range permutations(5) {
			subscription := fmt.Sprintf("sub_%s_%d", end, i)
			bodies, signatures := story(s, t, subscription, end)
			for _, at := range order {
				if status := s.post(t, bodies[at], signatures[at]); status != http.StatusOK {
					t.Fatalf("order %v: event %d: %d", order, at, status)
				}
			}
			got := one[string](t, s, `select concat_ws(' ', count(*), min(status), min(payment_status), count(payment_failed_at)) from premium_churches where payment_subscription_id = $1`, subscription)
			if want := "1 " + end + " " + end + " 0"; got != want {
				t.Errorf("order %v: %q, want %q", order, got, want)
			}
		}
	}
	if told, kinds := s.people.heard(), s.people.kinds(); len(told) != 0 || len(kinds) != 0 {
		t.Errorf("told %v, alarms %v", told, kinds)
	}
}

func permutations(n int) (all [][]int) {
	if n == 0 {
		return [][]int{{}}
	}
	for _, shorter := range permutations(n - 1) {
		for at := range n {
			all = append(all, slices.Insert(slices.Clone(shorter), at, n-1))
		}
	}
	return all
}
