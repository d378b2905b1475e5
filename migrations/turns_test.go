package migrations_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/migrations/pgtest"
)

// newTurns stores a conversation of so many turns, and returns its session and its first turn.
func newTurns(t *testing.T, pool *pgxpool.Pool, church uuid.UUID, turns int) (session, turn uuid.UUID) {
	t.Helper()
	session, conversation := uuid.New(), uuid.New()
	exec(t, pool, `insert into conversations (id, church_id, session_id, agent) values ($1, $2, $3, 'visitor')`, conversation, church, session)
	exec(t, pool, `
		insert into messages (id, church_id, conversation_id, turn_id, role, content, agent, outcome, sources, created_at)
		select gen_random_uuid(), $1, $2, turn, role, role || ' of ' || turn, 'visitor', case role when 'assistant' then 'stop' end, '[{"title": "A page"}]', now()
		from (select gen_random_uuid() as turn from generate_series(1, $3)) turns, unnest('{user,assistant}'::text[]) role`, church, conversation, turns)
	must(t, pool.QueryRow(t.Context(), `select turn_id from messages where conversation_id = $1 limit 1`, conversation).Scan(&turn))
	return session, turn
}

// Who resumes a turn without naming its church is found by a few pages, however much is stored.
func TestTheChurchOfATurnIsFoundByItsSession(t *testing.T) {
	db := pgtest.New(t)
	church := newChurch(t, db, "ours")
	newTurns(t, db.Admin, church, 5000)
	session, turn := newTurns(t, db.Admin, church, 1)
	other, _ := newTurns(t, db.Admin, newChurch(t, db, "theirs"), 1)
	exec(t, db.Admin, `analyze messages, conversations`)
	conn, err := db.Admin.Acquire(t.Context())
	must(t, err)
	defer conn.Release()
	pages := func() (n int64) {
		must(t, conn.QueryRow(t.Context(), `select pg_stat_force_next_flush() is null or true`).Scan(new(bool)))
		must(t, conn.QueryRow(t.Context(), `
			select sum(coalesce(heap_blks_read, 0) + coalesce(heap_blks_hit, 0) + coalesce(idx_blks_read, 0) + coalesce(idx_blks_hit, 0))
			from pg_statio_user_tables where relname ~ '^(messages|conversations)'`).Scan(&n))
		return n
	}
	before := pages()
	for _, test := range []struct {
		turn, session uuid.UUID
		want          uuid.UUID
	}{{turn, session, church}, {turn, other, uuid.Nil}, {turn, uuid.New(), uuid.Nil}, {uuid.New(), session, uuid.Nil}} {
		var found uuid.NullUUID
		must(t, conn.QueryRow(t.Context(), `select church_of_turn($1, $2)`, test.turn, test.session).Scan(&found))
		if found.UUID != test.want {
			t.Errorf("the church is %v, want %v", found.UUID, test.want)
		}
	}
	if read := pages() - before; read > 60 {
		t.Errorf("%d pages were read for four turns", read)
	}
}
