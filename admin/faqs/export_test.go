package faqs_test

import (
	"context"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
	"narthex/admin/faqs"
	"narthex/chat/church"
	"narthex/migrations/pgtest"
	"narthex/retrieval"
	"narthex/static/web/webtest"
)

func TestAFileThatNobodyReadsHoldsNoConnectionToPostgres(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	config := db.Pool.Config()
	config.MaxConns = 1
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	must(t, err)
	t.Cleanup(pool.Close)
	site := webtest.New(t)
	faqs.NewHandler(faqs.Parts{
		Pool: pool, Guard: access.NewGuard(pool, site.Edge, "http://127.0.0.1"), Embedder: retrieval.NewOffline(), Pages: site.Pages, Edge: site.Edge, Logger: slog.New(slog.DiscardHandler),
	}).Routes(site.Router)
	h := &house{db.Admin, site.URL, ""}
	id, admin := h.church(t, "grace", "pro_chat")
	h.exec(t, `insert into unified_rag_content (organization_id, content_type, curation_status, title, content)
		select $1, 'faq', 'approved', 'Question ' || n, repeat('An answer. ', 400) from generate_series(1, 500) n`, id)
	const path = "/admin/training/faqs.csv"
	if status := webtest.Unread(t, site.Router, path, admin); status != "HTTP/1.1 200 OK" {
		t.Fatalf("the file: %s", status)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if err := church.InChurch(ctx, pool, id, func(tx pgx.Tx) error { _, err := tx.Exec(ctx, "select 1"); return err }); err != nil {
		t.Fatalf("Postgres, while a client does not read: %v", err)
	}
	if got := h.ask(t, http.MethodGet, site.URL+path, admin, nil); got.Status != http.StatusConflict {
		t.Errorf("a second file of the same church: %d %.100s", got.Status, got.Body)
	}
	_, other := h.church(t, "hope", "pro_chat")
	if got := h.ask(t, http.MethodGet, site.URL+path, other, nil); got.Status != http.StatusOK {
		t.Errorf("another church's: %d %.100s", got.Status, got.Body)
	}
}
