package conversations

import (
	"log/slog"
	"testing"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"narthex/migrations/pgtest"
)

func TestOldConversationsAreDeletedByThemselves(t *testing.T) {
	db := pgtest.New(t)
	exec := func(sql string, args ...any) {
		t.Helper()
		if _, err := db.Admin.Exec(t.Context(), sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	long, short := uuid.New(), uuid.New()
	for id, months := range map[uuid.UUID]int{long: 12, short: 1} {
		exec("insert into churches (id, slug, name) values ($1, 'a' || $2::int, 'A')", id, months)
		exec("insert into premium_churches (church_id, plan, channel, conversation_months) values ($1, 'pro_both', 'both', $2)", id, months)
		exec(`insert into conversations (id, church_id, session_id, agent, last_message_at)
			select gen_random_uuid(), $1, gen_random_uuid(), 'care', now() - interval '40 days' from generate_series(1, $2)`, id, 2*atOnce+1)
		exec("insert into conversations (church_id, session_id, agent) values ($1, $1, 'care')", id)
		exec(`insert into messages (id, church_id, conversation_id, turn_id, role, content, agent, created_at)
			select gen_random_uuid(), church_id, id, id, 'user', 'x', 'care', last_message_at from conversations where church_id = $1`, id)
		exec(`insert into calls (id, church_id, session_id, provider_id, called, language, sockets, began_at, last_at)
			select gen_random_uuid(), $1, gen_random_uuid(), 'CA', '+12075550145', 'en', 1, now() - interval '40 days', now() - interval '40 days' from generate_series(1, $2)`, id, 2*atOnce+1)
		exec(`insert into calls (id, church_id, session_id, provider_id, called, language, sockets, began_at, last_at)
			values ($1, $1, $1, 'CA', '+12075550145', 'en', 1, now(), now())`, id)
		exec(`insert into call_lines (id, church_id, call_id, speaker, said, said_at) select id, church_id, id, 'caller', 'x', last_at from calls where church_id = $1`, id)
		exec("insert into message_feedback (turn_id, church_id, conversation_id, value) select id, church_id, id, 'up' from conversations where church_id = $1", id)
	}
	w := &worker{pool: db.Pool, logger: slog.New(slog.DiscardHandler)}
	if err := w.Work(t.Context(), &river.Job[deleteOld]{}); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[uuid.UUID]int{long: 2*atOnce + 2, short: 1} {
		for _, table := range []string{"conversations", "messages", "message_feedback", "calls", "call_lines"} {
			var left int
			if err := db.Admin.QueryRow(t.Context(), "select count(*) from "+table+" where church_id = $1", id).Scan(&left); err != nil || left != want {
				t.Errorf("%s: %d are left, want %d (%v)", table, left, want, err)
			}
		}
	}
}
