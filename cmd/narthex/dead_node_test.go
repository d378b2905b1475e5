package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"narthex/admin/billing/stripetest"
)

// TestAJobOfBillingThatADeadNodeHadBegunIsFinishedByAnotherWithinAMinute kills the node that is about to end the subscription of a
// deleted church, while it waits for the provider.
func TestAJobOfBillingThatADeadNodeHadBegunIsFinishedByAnotherWithinAMinute(t *testing.T) {
	stripe := stripetest.New(t)
	stripe.Add("/v1/subscriptions", stripetest.Subscription("sub_1", "active", "pro_chat_month", time.Now().Add(time.Hour)))
	asked, hold := make(chan struct{}, 10), make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodDelete {
			asked <- struct{}{}
			select {
			case <-hold:
			case <-r.Context().Done(): // the node is dead
				return
			}
		}
		again, err := http.NewRequestWithContext(r.Context(), r.Method, stripe.URL+r.URL.RequestURI(), r.Body)
		if err != nil {
			t.Error(err)
			return
		}
		again.Header = r.Header
		answer, err := http.DefaultClient.Do(again)
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		defer answer.Body.Close()
		w.WriteHeader(answer.StatusCode)
		_, _ = io.Copy(w, answer.Body)
	}))
	t.Cleanup(slow.Close)
	p := newPost(t, 2, "STRIPE_SECRET_KEY=sk_test_1", "STRIPE_PUBLISHABLE_KEY=pk_test_1", "STRIPE_WEBHOOK_SECRET="+stripe.Secret, "STRIPE_API_BASE="+slow.URL)
	if err := p.cluster.Node(1).Stop(); err != nil {
		t.Fatal(err)
	}
	p.openDoors(t)
	for _, sql := range []string{
		`update premium_churches set payment_subscription_id = 'sub_1', payment_customer_id = 'cus_sub_1'`, `delete from churches`,
	} {
		if _, err := p.db.Admin.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	select {
	case <-asked:
	case <-time.After(arrival):
		t.Fatal("nobody ends the subscription")
	}
	if err := p.cluster.Node(1).Start(); err != nil {
		t.Fatal(err)
	}
	if !p.cluster.Node(0).Kill() {
		t.Fatal("the node had died before")
	}
	killed := time.Now()
	close(hold)
	p.await(t, "the end is confirmed", `select ended_at is not null from deleted_subscriptions where subscription_id = 'sub_1'`)
	took := time.Since(killed)
	t.Logf("another node finished %v after the kill", took.Round(time.Millisecond))
	if took > time.Minute {
		t.Errorf("it took %v", took)
	}
	if n := len(stripe.Requests(http.MethodDelete, "/v1/subscriptions/sub_1")); n != 1 {
		t.Errorf("the provider was told %d times", n)
	}
	p.await(t, "the job is done", `select state = 'completed' and attempt = 2 from river_job where kind = 'end_deleted_subscription'`)
}
