package billing_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
)

func TestARefusedChurchIsOfflineAndStaysSoWhateverComes(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.provisioned(t, "sub_1")
	id := one[uuid.UUID](t, s, `select church_id from premium_churches`)
	for range 2 {
		must(t, church.InChurch(t.Context(), s.db.Pool, id, func(tx pgx.Tx) error {
			if _, err := tx.Exec(t.Context(), `update premium_churches set ownership_decision = 'rejected', ownership_decided_at = now() where church_id = $1`, id); err != nil {
				return err
			}
			return s.service.Refuse(t.Context(), tx, id)
		}))
		if got := s.status(t, "sub_1"); got != "canceled" {
			t.Errorf("it is %s", got)
		}
	}
	if n := one[int](t, s, `select count(*)::integer from river_job where kind = 'end_subscription' and args ->> 'subscription_id' = 'sub_1'`); n != 1 {
		t.Errorf("%d jobs give back what was paid", n)
	}
	s.became(t, "evt_1", "sub_1", "active", time.Now()) // on its way before it was ended
	s.became(t, "evt_2", "sub_1", "past_due", time.Now().Add(time.Second))
	_, err := s.service.Reconcile(t.Context())
	must(t, err)
	if got := s.status(t, "sub_1"); got != "canceled" {
		t.Errorf("later it is %s", got)
	}
	if told := s.people.heard(); len(told) != 0 {
		t.Errorf("told %v", told)
	}
}
