package billing_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"narthex/admin/billing"
	"narthex/admin/billing/stripetest"
)

func TestAnAnswerThatIsOvertakenUndoesNoNewerNews(t *testing.T) {
	t.Parallel()
	const record = `select concat_ws(' ', status, payment_status, plan, payment_failed_at is not null) from premium_churches where payment_subscription_id = 'sub_1'`
	at := time.Now().Add(-time.Minute)
	as := func(status, lookupKey string) stripetest.Object {
		return stripetest.Subscription("sub_1", status, lookupKey, time.Now().Add(24*time.Hour))
	}
	for name, test := range map[string]struct {
		before    string // the event that makes us ask: its kind
		says      stripetest.Object
		is        string // at the provider, when it is asked
		meanwhile func(t *testing.T, s *server)
		want      string
	}{
		"ended": {"customer.subscription.updated", as("active", "pro_chat_month"), "active", func(t *testing.T, s *server) {
			s.became(t, "evt_new", "sub_1", "canceled", at.Add(10*time.Second))
		}, "canceled canceled starter_chat f"},
		"ended in the same second": {"customer.subscription.updated", as("active", "pro_chat_month"), "active", func(t *testing.T, s *server) {
			s.stripe.Change(subscriptions, "sub_1", stripetest.Object{"status": "canceled"})
			s.became(t, "evt_new", "sub_1", "canceled", at)
		}, "canceled canceled starter_chat f"},
		"paid": {"invoice.payment_failed", invoice("sub_1"), "past_due", func(t *testing.T, s *server) {
			s.became(t, "evt_new", "sub_1", "active", at.Add(10*time.Second))
		}, "active active starter_chat f"},
		"owes": {"customer.subscription.updated", as("active", "pro_chat_month"), "active", func(t *testing.T, s *server) {
			s.became(t, "evt_new", "sub_1", "past_due", at.Add(10*time.Second))
		}, "active past_due starter_chat t"},
		"another plan": {"customer.subscription.updated", as("active", "pro_chat_month"), "active", func(t *testing.T, s *server) {
			s.stripe.Change(subscriptions, "sub_1", as("active", "suite_chat_month"))
			s.tell(t, "evt_new", "customer.subscription.updated", at.Add(10*time.Second), as("active", "suite_chat_month"))
		}, "active active suite_chat f"},
		"reconciled": {"customer.subscription.updated", as("active", "pro_chat_month"), "active", func(t *testing.T, s *server) {
			s.stripe.Change(subscriptions, "sub_1", stripetest.Object{"status": "canceled"})
			if _, err := s.service.Reconcile(t.Context()); err != nil {
				t.Error(err)
			}
		}, "canceled canceled starter_chat f"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newServer(t)
			s.provisioned(t, "sub_1")
			s.became(t, "evt_0", "sub_1", "active", at)
			s.stripe.Change(subscriptions, "sub_1", stripetest.Object{"status": test.is})
			once := func(asked int) {
				if asked == 1 {
					test.meanwhile(t, s)
				}
			}
			s.meanwhile.Store(&once)
			s.tell(t, "evt_1", test.before, at, test.says)
			if got := one[string](t, s, record); got != test.want {
				t.Errorf("the record is %s, want %s", got, test.want)
			}
		})
	}
}

func TestReconcilingTakesNoAnswerThatIsOvertaken(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.provisioned(t, "sub_1")
	if _, err := s.service.Reconcile(t.Context()); err != nil { // from now on the status at the provider is known
		t.Fatal(err)
	}
	s.stripe.Change(subscriptions, "sub_1", stripetest.Object{"status": "past_due"})
	paid := func(asked int) {
		if asked == 1 {
			s.became(t, "evt_1", "sub_1", "active", time.Now())
		}
	}
	s.meanwhile.Store(&paid)
	r, err := s.service.Reconcile(t.Context())
	if err != nil || r.Alarms != 0 || r.Mended != 0 || len(s.people.heard()) != 0 {
		t.Errorf("a church that has paid: %+v %v %v", r, s.people.heard(), err)
	}
	if one[bool](t, s, `select payment_failed_at is not null from premium_churches`) {
		t.Error("it owes")
	}
}

func TestAChurchIsNotSetUpByAnAnswerThatIsOvertaken(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	session := s.bought(t, "sub_1", "active")
	s.tell(t, "evt_1", "customer.subscription.updated", time.Now().Add(-time.Minute), stripetest.Subscription("sub_1", "active", "starter_chat_month", time.Now().Add(time.Hour)))
	ended := func(asked int) {
		if asked == 1 {
			s.became(t, "evt_2", "sub_1", "canceled", time.Now())
		}
	}
	s.meanwhile.Store(&ended)
	s.tell(t, "evt_3", completed, time.Now().Add(-2*time.Minute), session)
	if status := s.status(t, "sub_1"); status == "active" {
		t.Errorf("a church whose subscription has ended is %s", status)
	}
}

func TestWhoIsAlwaysOvertakenIsToldAgain(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.provisioned(t, "sub_1")
	at := time.Now().Add(-time.Minute)
	s.became(t, "evt_0", "sub_1", "active", at)
	asked := 0
	always := func(n int) {
		asked = n
		s.tell(t, fmt.Sprintf("evt_new_%d", n), "invoice.paid", at, invoice("sub_1"))
	}
	s.meanwhile.Store(&always)
	body, signature := s.stripe.Event("evt_1", "customer.subscription.updated", at, stripetest.Subscription("sub_1", "active", "pro_chat_month", time.Now().Add(time.Hour)))
	if status := s.post(t, body, signature); status < http.StatusInternalServerError || asked != 3 {
		t.Errorf("after %d questions: %d", asked, status)
	}
	s.meanwhile.Store(nil)
	if status := s.post(t, body, signature); status != http.StatusOK {
		t.Errorf("when it is sent again: %d", status)
	}
}

func TestWhatHasEndedStaysSoWhateverTheProviderSays(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.provisioned(t, "sub_1")
	s.became(t, "evt_1", "sub_1", "canceled", time.Now())
	for _, status := range []string{"active", "past_due", "trialing", "paused"} {
		s.stripe.Change(subscriptions, "sub_1", stripetest.Object{"status": status})
		if r, err := s.service.Reconcile(t.Context()); err != nil || r.Mended != 0 {
			t.Errorf("%s: %+v %v", status, r, err)
		}
		if got := s.status(t, "sub_1"); got != "canceled" {
			t.Errorf("%s: what had ended is %s", status, got)
		}
	}
	if kinds := s.people.kinds(); slices.Contains(kinds, billing.OutOfStep) {
		t.Errorf("alarms %v", kinds)
	}
}
