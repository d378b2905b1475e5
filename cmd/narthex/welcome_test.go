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

func TestAWelcomeNamesWhoElseIsAnAdmin(t *testing.T) {
	db := pgtest.New(t)
	service, err := notify.New(db.Pool, notify.Config{BaseURL: "https://narthex.example", Registerer: prometheus.NewRegistry(), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	mail := subscriptionMail{service, nil, slog.New(slog.DiscardHandler)}
	for name, test := range map[string]struct{ second, want string }{
		"nobody-else":      {"", ""},
		"a-second-address": {"insert into church_admin_identities (church_id, email, is_backup) select id, 'bea@grace.example', true from churches where slug = $1", "bea@grace.example"},
		"a-second-person":  {"insert into church_admin_identities (church_id, name, email, is_backup) select id, 'Bea Lee', 'bea@grace.example', true from churches where slug = $1", "Bea Lee, bea@grace.example"},
	} {
		t.Run(name, func(t *testing.T) {
			var id uuid.UUID
			err := db.Admin.QueryRow(t.Context(), `
				with c as (insert into churches (slug, name) values ($1, $1) returning id),
					first as (insert into church_admin_identities (church_id, email) select id, 'ann@grace.example' from c)
				insert into premium_churches (church_id, plan, channel) select id, 'starter_chat', 'chat' from c returning church_id`, name).Scan(&id)
			if err != nil {
				t.Fatal(err)
			}
			if test.second != "" {
				if _, err := db.Admin.Exec(t.Context(), test.second, name); err != nil {
					t.Fatal(err)
				}
			}
			err = church.InChurch(t.Context(), db.Pool, id, func(tx pgx.Tx) error { return mail.Welcome(t.Context(), tx, id) })
			if err != nil {
				t.Fatal(err)
			}
			var got string
			err = db.Admin.QueryRow(t.Context(), `
				select coalesce((select line ->> 'text' from jsonb_array_elements(lines) as line where line ->> 'label' = 'second_person'), '')
				from notifications where church_id = $1 and kind = 'welcome'`, id).Scan(&got)
			if err != nil || got != test.want {
				t.Errorf("%q, want %q: %v", got, test.want, err)
			}
		})
	}
}
