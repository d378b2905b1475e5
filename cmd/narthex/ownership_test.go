package main

import (
	"log/slog"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/admin/notify"
	"narthex/chat/church"
	"narthex/migrations/pgtest"
)

func TestTheLinkThatProvesAClaimGoesToTheChurchsOwnAddressAlone(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	notices, err := notify.New(db.Pool, notify.Config{BaseURL: "http://127.0.0.1", Registerer: prometheus.NewRegistry(), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	s, id := &server{pool: db.Pool, notices: notices}, uuid.New()
	exec := func(sql string, args ...any) {
		t.Helper()
		if _, err := db.Admin.Exec(t.Context(), sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	again := func() (sent int) {
		t.Helper()
		if err := s.proveAgain(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		err := db.Admin.QueryRow(t.Context(), "select count(*) from notifications where kind = 'ownership_proof' and audience = 'user' and recipient = 'ann@grace.example'").Scan(&sent)
		if err != nil {
			t.Fatal(err)
		}
		return sent
	}
	exec("insert into churches (id, slug, name, is_premium) values ($1, 'grace', 'Grace', true)", id)
	exec("insert into premium_churches (church_id, plan, channel, admin_email, listing_proven) values ($1, 'pro_chat', 'chat', 'mallory@evil.example', false)", id)
	if sent := again(); sent != 0 {
		t.Errorf("where no address is the church's own, %d links are sent", sent)
	}
	exec("update premium_churches set listing_own_email = 'ann@grace.example'") // the admin's may have become another one since
	mail := subscriptionMail{notices, nil, s.logger}
	if err := church.InChurch(t.Context(), db.Pool, id, func(tx pgx.Tx) error { return mail.Prove(t.Context(), tx, id, "ann@grace.example") }); err != nil {
		t.Fatal(err)
	}
	if sent := again(); sent != 1 {
		t.Errorf("within the hour %d links are sent", sent)
	}
	exec("update notifications set created_at = created_at - interval '61 minutes'")
	if sent := again(); sent != 2 {
		t.Errorf("after an hour %d links were sent", sent)
	}
	exec("update notifications set created_at = created_at - interval '61 minutes'")
	exec("update premium_churches set listing_proven = true")
	if sent := again(); sent != 2 {
		t.Errorf("of a claim that is proven %d links were sent", sent)
	}
	var others int
	if err := db.Admin.QueryRow(t.Context(), "select count(*) from notifications where recipient is distinct from 'ann@grace.example'").Scan(&others); err != nil || others != 0 {
		t.Errorf("%d mails to others: %v", others, err)
	}
}
