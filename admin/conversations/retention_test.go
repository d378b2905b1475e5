package conversations

import (
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"narthex/admin/access"
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
		exec("insert into message_feedback (turn_id, church_id, conversation_id, value) select id, church_id, id, 'up' from conversations where church_id = $1", id)
	}
	w := &worker{pool: db.Pool, logger: slog.New(slog.DiscardHandler)}
	if err := w.Work(t.Context(), &river.Job[deleteOld]{}); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[uuid.UUID]int{long: 2*atOnce + 2, short: 1} {
		for _, table := range []string{"conversations", "messages", "message_feedback"} {
			var left int
			if err := db.Admin.QueryRow(t.Context(), "select count(*) from "+table+" where church_id = $1", id).Scan(&left); err != nil || left != want {
				t.Errorf("%s: %d are left, want %d (%v)", table, left, want, err)
			}
		}
	}
}

// Searching 100,000 messages for a word that none has reads all of them.
func BenchmarkSearch(b *testing.B) {
	db := pgtest.New(b)
	id := uuid.New()
	exec := func(sql string, args ...any) {
		b.Helper()
		if _, err := db.Admin.Exec(b.Context(), sql, args...); err != nil {
			b.Fatal(err)
		}
	}
	exec("insert into churches (id, slug, name) values ($1, 'a', 'A')", id)
	exec("insert into premium_churches (church_id, plan, channel) values ($1, 'pro_both', 'both')", id)
	exec(`insert into conversations (id, church_id, session_id, agent, last_message_at)
		select gen_random_uuid(), $1, gen_random_uuid(), 'care', now() - n * interval '1 minute' from generate_series(1, 20000) n`, id)
	exec(`insert into messages (id, church_id, conversation_id, turn_id, role, content, agent, outcome, created_at)
		select gen_random_uuid(), c.church_id, c.id, gen_random_uuid(), case when n % 2 = 0 then 'user' else 'assistant' end,
			repeat(md5(c.id::text || n) || ' ', 1 + n * 3), 'care', case when n % 2 = 1 then 'stop' end, c.last_message_at
		from conversations c, generate_series(1, 5) n`)
	exec("analyze conversations; analyze messages")
	s := store{db.Pool}
	for name, words := range map[string]string{"a word of none": "baptism", "a word of many": "a1"} {
		b.Run(name, func(b *testing.B) {
			var slowest time.Duration
			for b.Loop() {
				began := time.Now()
				if _, _, err := s.list(b.Context(), access.Admin{ChurchID: id, Roles: []access.Role{access.Pastor}}, filter{Search: words}, nil); err != nil {
					b.Fatal(err)
				}
				slowest = max(slowest, time.Since(began))
			}
			b.ReportMetric(float64(slowest.Milliseconds()), "ms/slowest")
		})
	}
}
