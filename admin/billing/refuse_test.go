package billing_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
)

// What is paid for a claim that is rejected is given back once, and whatever is told of it later sets nothing up again and worries nobody.
func TestARefusedClaimIsPaidBackAndStaysGoneWhateverComes(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	session := s.bought(t, "sub_1", "active")
	s.tell(t, "evt_1", completed, time.Now().Add(-time.Hour), session)
	s.stripe.Down(true)
	s.work(t)
	id := one[uuid.UUID](t, s, `select church_id from premium_churches`)
	must(t, church.InChurch(t.Context(), s.db.Pool, id, func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), `update premium_churches set ownership_decision = 'rejected', ownership_decided_at = now() where church_id = $1`, id); err != nil {
			return err
		}
		if err := s.service.Refuse(t.Context(), tx, id); err != nil {
			return err
		}
		_, err := tx.Exec(t.Context(), `delete from premium_churches where church_id = $1`, id)
		return err
	}))
	s.await(t, "it was tried in vain", `select attempt >= 1 and state = 'retryable' from river_job where kind = 'end_subscription'`)
	s.stripe.Down(false)
	s.became(t, "evt_2", "sub_1", "active", time.Now()) // on its way before it was ended
	s.became(t, "evt_3", "sub_1", "past_due", time.Now().Add(time.Second))
	s.tell(t, "evt_4", completed, time.Now(), session)
	if r, err := s.service.Reconcile(t.Context()); err != nil || r.Alarms != 0 || r.Provisioned != 0 {
		t.Errorf("compared: %+v %v", r, err)
	}
	s.exec(t, `update river_job set scheduled_at = now(), state = 'available' where kind = 'end_subscription' and state = 'retryable'`)
	s.await(t, "the end is noted", `select ended_at is not null from deleted_subscriptions where subscription_id = 'sub_1'`)
	if n := len(s.stripe.Requests(http.MethodDelete, "/v1/subscriptions/sub_1")); n != 1 {
		t.Errorf("ended %d times", n)
	}
	if n := one[int](t, s, `select count(*)::integer from river_job where kind like 'end%'`); n != 1 {
		t.Errorf("%d jobs end it", n)
	}
	if n := one[int](t, s, `select count(*)::integer from premium_churches`); n != 0 {
		t.Errorf("later there are %d churches", n)
	}
	if n := one[int](t, s, `select count(*)::integer from webhook_events where outcome = 'ignored'`); n != 3 {
		t.Errorf("%d of three later events are ignored", n)
	}
	if told, kinds := s.people.heard(), s.people.kinds(); len(told) != 0 || len(kinds) != 0 {
		t.Errorf("told %v, alarms %v", told, kinds)
	}
}
