package billing_test

import (
	"bytes"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"narthex/admin/billing"
	"narthex/admin/billing/stripetest"
)

const events = "narthex_billing_events_total"

func TestAPaidCheckoutIsProvisionedOnce(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	a := s.checkout(t, form("addOns", []string{"illustrations", "starter_kit"}))
	subscription := stripetest.Subscription("sub_1", "trialing", "starter_chat_month", time.Now().Add(14*24*time.Hour))
	body, signature := s.stripe.Event("evt_1", completed, time.Now(), s.stripe.Pay(a.SessionID, subscription))
	var posts sync.WaitGroup
	for range 100 {
		posts.Go(func() {
			if status := s.post(t, body, signature); status != http.StatusOK {
				t.Errorf("got %d", status)
			}
		})
	}
	posts.Wait()
	if n := one[int](t, s, `select count(*) from premium_churches where payment_subscription_id = 'sub_1' and status = 'active'`); n != 1 {
		t.Errorf("%d churches", n)
	}
	if len(s.people.paid) != 1 || s.people.paid[0].SessionID != a.SessionID || s.people.paid[0].CustomerID != "cus_sub_1" || len(s.people.paid[0].Browser) != 32 {
		t.Errorf("paid %+v", s.people.paid)
	}
	if f := s.people.forms[0]; f.ChurchName != "Grace Harbor" || f.Email != "ann@graceharbor.example.org" || !slices.Equal(f.AddOns, []string{"illustrations", "starter_kit"}) {
		t.Errorf("provisioned with %+v", f)
	}
	if n := one[int](t, s, `select count(*) from webhook_events where outcome = 'done' and processed_at is not null and subscription_id = 'sub_1'`); n != 1 {
		t.Errorf("%d events are logged", n)
	}
	if got := one[[]string](t, s, `select add_ons from premium_churches`); !slices.Equal(got, []string{"illustrations", "starter_kit"}) {
		t.Errorf("add-ons %v", got)
	}
	if did, again := s.counted(t, events, "done"), s.counted(t, events, "repeated"); did != 1 || again != 99 {
		t.Errorf("counted %v done and %v repeated", did, again)
	}
}

func TestManyEventsOfOneSubscriptionMakeOneChurch(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	session := s.bought(t, "sub_1", "active")
	var posts sync.WaitGroup
	for _, id := range []string{"evt_1", "evt_2", "evt_3", "evt_4", "evt_5", "evt_6"} {
		kind := completed
		if id > "evt_3" {
			kind = "checkout.session.async_payment_succeeded"
		}
		body, signature := s.stripe.Event(id, kind, time.Now(), session)
		posts.Go(func() {
			if status := s.post(t, body, signature); status != http.StatusOK {
				t.Errorf("%s: %d", id, status)
			}
		})
	}
	posts.Wait()
	if n := one[int](t, s, `select count(*) from premium_churches`); n != 1 || len(s.people.paid) != 1 {
		t.Errorf("%d churches, provisioned %d times", n, len(s.people.paid))
	}
}

func TestWhatIsNotTheProvidersChangesNothing(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	body, signature := s.stripe.Event("evt_1", completed, time.Now(), s.bought(t, "sub_1", "active"))
	before := s.rows(t)
	long := append(bytes.Clone(body), bytes.Repeat([]byte(" "), 256<<10)...)
	for name, test := range map[string]struct {
		body      []byte
		signature string
		counter   string
	}{
		"no signature":        {body, "", "forged"},
		"another's signature": {body, (&stripetest.Stripe{Secret: "whsec_x"}).Sign(body, time.Now()), "forged"},
		"a changed body":      {bytes.Replace(body, []byte("evt_1"), []byte("evt_2"), 1), signature, "forged"},
		"ten minutes ago":     {body, s.stripe.Sign(body, time.Now().Add(-10*time.Minute)), "old"},
		"too long":            {long, s.stripe.Sign(long, time.Now()), "oversized"},
		"nothing":             {nil, s.stripe.Sign(nil, time.Now()), "forged"},
	} {
		counted := s.counted(t, events, test.counter)
		if status := s.post(t, test.body, test.signature); status != http.StatusBadRequest {
			t.Errorf("%s: %d", name, status)
		}
		if now := s.counted(t, events, test.counter); now != counted+1 {
			t.Errorf("%s: counted %v times", name, now-counted)
		}
	}
	if after := s.rows(t); !maps.Equal(before, after) {
		t.Errorf("something was written: %v, %v", before, after)
	}
	if status := s.post(t, body, signature); status != http.StatusOK || s.status(t, "sub_1") != "active" {
		t.Errorf("the event itself: %d, %s", status, s.status(t, "sub_1"))
	}
}

func TestEventsOfNoInterestAreAcknowledged(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.tell(t, "evt_1", "charge.updated", time.Now(), stripetest.Object{"id": "ch_1"})
	s.tell(t, "evt_2", completed, time.Now(), stripetest.Object{
		"id": "cs_1", "object": "checkout.session", "status": "complete", "payment_status": "paid", "subscription": "sub_x", "metadata": stripetest.Object{"shop": "1"},
	})
	s.tell(t, "evt_3", "invoice.paid", time.Now(), stripetest.Object{"id": "in_1", "object": "invoice"})
	for id, want := range map[string]string{"evt_1": "unknown", "evt_2": "ignored", "evt_3": "ignored"} {
		if got := one[string](t, s, `select outcome from webhook_events where event_id = $1`, id); got != want {
			t.Errorf("%s is %s, want %s", id, got, want)
		}
	}
	if len(s.people.paid) != 0 || len(s.people.kinds()) != 0 {
		t.Errorf("provisioned %v, alarms %v", s.people.paid, s.people.kinds())
	}
}

func TestAnEventOfAnotherVersionIsKeptAndTheFounderTold(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	session := s.bought(t, "sub_1", "active")
	body, signature := s.stripe.EventOf("2024-06-20", "evt_1", completed, time.Now(), session)
	if status := s.post(t, body, signature); status != http.StatusOK {
		t.Fatalf("got %d", status)
	}
	if kept := one[string](t, s, `select payload from webhook_events where outcome = 'parked' and processed_at is null`); kept != string(body) {
		t.Errorf("kept %s", kept)
	}
	if kinds := s.people.kinds(); !slices.Equal(kinds, []billing.AlarmKind{billing.EventParked}) || s.status(t, "sub_1") != "none" {
		t.Errorf("alarms %v, the church is %s", kinds, s.status(t, "sub_1"))
	}
}

func TestAPaymentThatTakesDaysIsWaitedFor(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	session := s.bought(t, "sub_1", "active")
	waiting := maps.Clone(session)
	waiting["payment_status"] = "unpaid"
	s.tell(t, "evt_1", completed, time.Now(), waiting)
	if s.status(t, "sub_1") != "none" {
		t.Error("provisioned before it was paid")
	}
	s.tell(t, "evt_2", "checkout.session.async_payment_succeeded", time.Now(), session)
	if s.status(t, "sub_1") != "active" {
		t.Error("not provisioned although it is paid")
	}
	other := maps.Clone(waiting)
	other["subscription"] = "sub_2"
	s.tell(t, "evt_3", "checkout.session.async_payment_failed", time.Now(), other)
	if kinds := s.people.kinds(); s.status(t, "sub_2") != "none" || !slices.Equal(kinds, []billing.AlarmKind{billing.PaymentNotMade}) {
		t.Errorf("alarms %v", kinds)
	}
}

func TestWhatFailsIsSentAgainAndLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	body, signature := s.stripe.Event("evt_1", completed, time.Now(), s.bought(t, "sub_1", "active"))
	before := s.rows(t)
	s.people.failing(errors.New("no more churches"))
	if status := s.post(t, body, signature); status != http.StatusServiceUnavailable {
		t.Errorf("got %d", status)
	}
	if after := s.rows(t); !maps.Equal(before, after) {
		t.Errorf("something was left behind: %v, %v", before, after)
	}
	s.people.failing(nil)
	if status := s.post(t, body, signature); status != http.StatusOK || s.status(t, "sub_1") != "active" {
		t.Errorf("again: %d, %s", status, s.status(t, "sub_1"))
	}
}

func TestASecondSubscriptionOfAnEmailIsEndedAndGivenBack(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	first, second := s.bought(t, "sub_1", "active"), s.bought(t, "sub_2", "active")
	s.people.during = func() { // the other one has come so far that it waits for this one
		for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); {
			var waiting bool
			if err := s.db.Admin.QueryRow(t.Context(), `
				select exists (select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database()))`).Scan(&waiting); err != nil || waiting {
				return
			}
		}
		t.Error("nobody waited")
	}
	var posts sync.WaitGroup
	for id, session := range map[string]stripetest.Object{"evt_1": first, "evt_2": second} {
		posts.Go(func() { s.tell(t, id, completed, time.Now(), session) })
	}
	posts.Wait()
	if n := one[int](t, s, `select count(*) from premium_churches`); n != 1 {
		t.Errorf("%d churches", n)
	}
	kept := one[string](t, s, `select payment_subscription_id from premium_churches`)
	ended := one[string](t, s, `select args ->> 'subscription_id' from river_job where kind = 'end_subscription'`)
	if kept == ended || !strings.HasPrefix(ended, "sub_") {
		t.Errorf("%s is kept, %s ended", kept, ended)
	}
	if kinds := s.people.kinds(); !slices.Equal(kinds, []billing.AlarmKind{billing.PaidTwice}) {
		t.Errorf("alarms %v", kinds)
	}
}
