package billing_test

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"narthex/admin/billing"
)

// work runs the service's jobs until the test ends.
func (s *server) work(t *testing.T) {
	t.Helper()
	workers := river.NewWorkers()
	billing.AddWorkers(workers, s.service)
	client, err := river.NewClient(riverpgxv5.New(s.db.Pool), &river.Config{
		Queues: map[string]river.QueueConfig{billing.Queue: {MaxWorkers: 2}}, Workers: workers, Logger: slog.New(slog.DiscardHandler),
	})
	must(t, err)
	must(t, client.Start(context.Background()))
	t.Cleanup(func() { must(t, client.Stop(context.Background())) })
}

// await waits until a question to the database is answered with yes.
func (s *server) await(t *testing.T, what, sql string) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !one[bool](t, s, sql); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it does not come to pass that %s", what)
		}
	}
}

func TestDeletingAChurchEndsItsSubscriptionThoughTheProviderIsAway(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	session := s.bought(t, "sub_1", "active")
	s.tell(t, "evt_1", completed, time.Now().Add(-time.Hour), session)
	s.provisioned(t, "sub_2") // stays
	s.stripe.Down(true)
	s.work(t)
	s.exec(t, `delete from churches where id = (select church_id from premium_churches where payment_subscription_id = 'sub_1')`)
	s.await(t, "it was tried in vain", `select attempt >= 1 and state = 'retryable' from river_job where kind = 'end_deleted_subscription'`)
	if kinds := s.people.kinds(); !slices.Contains(kinds, billing.SubscriptionNotEnded) || slices.Contains(kinds, billing.ChurchDeleted) {
		t.Errorf("during the outage the founder is told %v", kinds)
	}
	s.stripe.Down(false)
	s.await(t, "the provider has confirmed", `select ended_at is not null from deleted_subscriptions where subscription_id = 'sub_1'`)
	s.await(t, "the job is done", `select state = 'completed' from river_job where kind = 'end_deleted_subscription'`)
	if n := len(s.stripe.Requests(http.MethodDelete, "/v1/subscriptions/sub_1")); n != 1 {
		t.Errorf("cancelled %d times", n)
	}
	if n := len(s.stripe.Requests(http.MethodPost, "/v1/refunds")) + len(s.stripe.Requests(http.MethodDelete, "/v1/subscriptions/sub_2")); n != 0 {
		t.Errorf("%d refunds and ends of others", n)
	}
	kinds := s.people.kinds()
	if n := len(slices.DeleteFunc(kinds, func(k billing.AlarmKind) bool { return k != billing.ChurchDeleted })); n != 1 {
		t.Errorf("the founder is told of the end %d times", n)
	}

	// Neither the webhook, nor a browser that asks, nor comparing sets it up again.
	s.tell(t, "evt_again", completed, time.Now(), session)
	if settled, err := s.service.Settle(t.Context(), session["id"].(string)); settled || err != nil {
		t.Errorf("settled again: %v %v", settled, err)
	}
	if _, err := s.service.Reconcile(t.Context()); err != nil {
		t.Error(err)
	}
	if n := one[int](t, s, `select count(*) from premium_churches`); n != 1 {
		t.Errorf("%d churches", n)
	}
}

func TestADeletedChurchWhoseSubscriptionIsGoneOrNeverWas(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.exec(t, `
		with made as (insert into churches (slug, name) values ('a', 'A'), ('b', 'B') returning id, slug)
		insert into premium_churches (church_id, plan, channel, payment_subscription_id)
		select id, 'starter_chat', 'chat', case slug when 'a' then 'sub_unknown' end from made`)
	s.work(t)
	s.exec(t, `delete from churches`)
	s.await(t, "it is settled", `select ended_at is not null from deleted_subscriptions`)
	s.await(t, "the job is done", `select count(*) = 1 and bool_and(state = 'completed') from river_job`)
	if kinds := s.people.kinds(); !slices.Equal(kinds, []billing.AlarmKind{billing.ChurchDeleted}) {
		t.Errorf("the founder is told %v", kinds)
	}
}

// That the end of a deleted church's subscription is still awaited the job says that sees to it. One that is paid although it was
// ended, or a day later, is something for the founder, who hears of it once.
func TestReconcileTellsOfADeletedChurchThatPays(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.provisioned(t, "sub_1")
	s.exec(t, `delete from churches`)
	for _, step := range []struct {
		since  string
		alarms int
	}{
		{``, 0},
		{`update deleted_subscriptions set deleted_at = now() - interval '25 hours'`, 1},
		{`update deleted_subscriptions set deleted_at = now(), ended_at = now()`, 1},
	} {
		if step.since != "" {
			s.exec(t, step.since)
		}
		r, err := s.service.Reconcile(t.Context())
		if err != nil || r.Provisioned != 0 || r.Alarms != step.alarms {
			t.Errorf("%s: %+v %v", step.since, r, err)
		}
	}
}
