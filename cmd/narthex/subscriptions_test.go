package main

import (
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/admin/notify"
	"narthex/migrations/pgtest"
)

func TestADashboardLinkThatIsAskedForTwentyTimesAtOnceIsSentOnce(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	config := db.Pool.Config()
	config.MaxConns = 20 // else they would ask one after another
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	notices, err := notify.New(pool, notify.Config{BaseURL: "http://127.0.0.1", Registerer: prometheus.NewRegistry(), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	s, id := &server{pool: pool, notices: notices}, uuid.New()
	for _, sql := range []string{
		"insert into churches (id, slug, name, is_premium) values ($1, 'grace', 'Grace', true)",
		"insert into premium_churches (church_id, plan, channel, admin_email) values ($1, 'pro_chat', 'chat', 'ann@grace.example')",
	} {
		if _, err := db.Admin.Exec(t.Context(), sql, id); err != nil {
			t.Fatal(err)
		}
	}
	var all sync.WaitGroup
	var said atomic.Int32
	for range 20 {
		all.Go(func() {
			sent, err := s.resendLink(t.Context(), id, "ann@grace.example", resendSignUpEvery)
			if err != nil {
				t.Error(err)
			}
			if sent {
				said.Add(1)
			}
		})
	}
	all.Wait()
	stored := func() (links int) {
		t.Helper()
		if err := db.Admin.QueryRow(t.Context(), "select count(*) from notifications where church_id = $1 and kind = 'dashboard_link'", id).Scan(&links); err != nil {
			t.Fatal(err)
		}
		return links
	}
	if sent := stored(); sent != 1 || said.Load() != 1 {
		t.Errorf("the link is sent %d times, and said to be %d times", sent, said.Load())
	}
	for status, again := range map[string]bool{"queued": false, "sending": false, "sent": false, "failed": true, "dead": true, "skipped": true} {
		for _, sql := range []string{"delete from notifications where id <> (select min(id::text)::uuid from notifications)", "update notifications set status = '" + status + "'"} {
			if _, err := db.Admin.Exec(t.Context(), sql); err != nil {
				t.Fatal(err)
			}
		}
		sent, err := s.resendLink(t.Context(), id, "ann@grace.example", resendSignUpEvery)
		if err != nil || sent != again || (stored() == 2) != again {
			t.Errorf("after one that is %s: sent %v, %d links: %v", status, sent, stored(), err)
		}
	}
	for _, asked := range []struct {
		quietFor time.Duration
		ago      string
		again    bool
	}{
		{resendSignUpEvery, "50 seconds", false}, {resendSignUpEvery, "70 seconds", true}, {resendSignUpEvery, "59 minutes", true},
		{resendEvery, "70 seconds", false}, {resendEvery, "59 minutes", false}, {resendEvery, "61 minutes", true},
	} {
		if _, err := db.Admin.Exec(t.Context(), "update notifications set status = 'sent', created_at = now() - $1::interval", asked.ago); err != nil {
			t.Fatal(err)
		}
		if sent, err := s.resendLink(t.Context(), id, "ann@grace.example", asked.quietFor); err != nil || sent != asked.again {
			t.Errorf("%s after one was sent, at most every %v: sent %v, %v", asked.ago, asked.quietFor, sent, err)
		}
	}
}
