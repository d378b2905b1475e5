package requests_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/admin/requests"
	"narthex/chat/church"
	"narthex/migrations/pgtest"
	"narthex/static/web/webtest"
)

func TestAFileThatNobodyReadsHoldsNoConnectionToPostgres(t *testing.T) {
	h := &house{Site: webtest.New(t), db: pgtest.New(t), church: uuid.New()}
	config := h.db.Pool.Config()
	config.MaxConns = 1
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	must(t, err)
	t.Cleanup(pool.Close)
	requests.NewHandler(requests.Parts{Pool: pool, Guard: access.NewGuard(pool, h.Edge, "http://127.0.0.1"), Pages: h.Pages, Edge: h.Edge}).Routes(h.Router)
	h.exec(t, "insert into churches (id, slug, name) values ($1, 'grace', 'Grace')", h.church)
	h.exec(t, "insert into premium_churches (church_id, plan, channel, chatbot_agent_id) values ($1, 'pro_both', 'both', $1)", h.church)
	h.exec(t, `insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key, name, message)
		select id, $1, 'contact', id, id, id, 'Ann', repeat('Please call me. ', 250) from (select gen_random_uuid() as id from generate_series(1, 500)) made`, h.church)
	admin := accesstest.SignIn(t, h.db.Admin, h.church, access.RoleAdmin)
	if status := webtest.Unread(t, h.Router, "/admin/requests.csv", admin); status != "HTTP/1.1 200 OK" {
		t.Fatalf("the file: %s", status)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if err := church.InChurch(ctx, pool, h.church, func(tx pgx.Tx) error { _, err := tx.Exec(ctx, "select 1"); return err }); err != nil {
		t.Fatalf("Postgres, while a client does not read: %v", err)
	}
}
