package notify_test

import (
	"log/slog"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/notify"
	"narthex/chat/church"
	"narthex/migrations/pgtest"
)

// BenchmarkNotify is one transaction with urgent news in it: two rows and two jobs.
func BenchmarkNotify(b *testing.B) {
	db := pgtest.New(b)
	id := uuid.New()
	if _, err := db.Admin.Exec(b.Context(), `insert into churches (id, slug, name) values ($1, 'grace', 'Grace')`, id); err != nil {
		b.Fatal(err)
	}
	s, err := notify.New(db.Pool, notify.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		err := church.InChurch(b.Context(), db.Pool, id, func(tx pgx.Tx) error {
			return s.Notify(b.Context(), tx, crisis(id))
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}
