package main

import (
	"log/slog"
	"sync"
	"testing"

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
	for range 20 {
		all.Go(func() {
			if err := s.resendLink(t.Context(), id, "ann@grace.example"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	var sent int
	if err := db.Admin.QueryRow(t.Context(), "select count(*) from notifications where church_id = $1 and kind = 'dashboard_link'", id).Scan(&sent); err != nil {
		t.Fatal(err)
	}
	if sent != 1 {
		t.Errorf("the link is sent %d times", sent)
	}
}
