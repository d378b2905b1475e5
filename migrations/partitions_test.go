package migrations_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

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

// messagesOf is all there is in the messages, in one order.
func messagesOf(t *testing.T, pool *pgxpool.Pool) string {
	t.Helper()
	var all string
	must(t, pool.QueryRow(t.Context(), `select coalesce(json_agg(m order by m.turn_id, m.role)::text, '') from messages m`).Scan(&all))
	return all
}

func TestMessagesAreDividedByChurchAndPutTogetherAgain(t *testing.T) {
	db := pgtest.New(t)
	provider, err := goose.NewProvider(goose.DialectPostgres, stdlib.OpenDBFromPool(db.Admin), os.DirFS("."))
	must(t, err)
	_, err = provider.DownTo(t.Context(), 490)
	must(t, err)
	for _, slug := range []string{"one", "two", "three", "four", "five", "six", "seven", "eight"} {
		newTurns(t, db.Admin, newChurch(t, db, slug), 5)
	}
	before := messagesOf(t, db.Admin)
	_, err = provider.Up(t.Context())
	must(t, err)
	if messagesOf(t, db.Admin) != before {
		t.Error("messages differ after they were divided")
	}
	var partitions, most int
	must(t, db.Admin.QueryRow(t.Context(), `
		select count(distinct first), max(n) from (select min(tableoid::int8) as first, count(distinct tableoid) as n from messages group by church_id) as spread`).Scan(&partitions, &most))
	if partitions < 2 || most != 1 {
		t.Errorf("eight churches lie in %d partitions, and one of them in %d", partitions, most)
	}
	_, err = provider.DownTo(t.Context(), 490)
	must(t, err)
	if messagesOf(t, db.Admin) != before {
		t.Error("messages differ after they were put together again")
	}
}

func TestTheAppsRoleReachesPartitionsThroughTheirTableAlone(t *testing.T) {
	db := pgtest.New(t)
	ours, theirs := newChurch(t, db, "ours"), newChurch(t, db, "theirs")
	newTurns(t, db.Admin, ours, 1)
	newTurns(t, db.Admin, theirs, 1)
	in := func(work func(ctx context.Context, tx pgx.Tx) error) error {
		return pgx.BeginFunc(t.Context(), db.Pool, func(tx pgx.Tx) error {
			enter(t, tx, ours)
			return work(t.Context(), tx)
		})
	}
	must(t, in(func(ctx context.Context, tx pgx.Tx) error {
		var churches []uuid.UUID
		err := tx.QueryRow(ctx, `select array_agg(distinct church_id) from messages`).Scan(&churches)
		if len(churches) != 1 || churches[0] != ours {
			t.Errorf("the messages of %v are seen", churches)
		}
		return err
	}))
	rows, err := db.Admin.Query(t.Context(), `select relid::text from pg_partition_tree('messages') where isleaf`)
	must(t, err)
	partitions, err := pgx.CollectRows(rows, pgx.RowTo[string])
	must(t, err)
	if len(partitions) != 16 {
		t.Fatalf("the partitions are %q", partitions)
	}
	for _, partition := range partitions {
		for _, statement := range []string{`select from ` + partition, `delete from ` + partition} {
			err := in(func(ctx context.Context, tx pgx.Tx) error {
				_, err := tx.Exec(ctx, statement)
				return err
			})
			if pgErr, ok := errors.AsType[*pgconn.PgError](err); !ok || pgErr.Code != "42501" {
				t.Errorf("%s: %v", statement, err)
			}
		}
	}
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

// A turn that is being stored when the migration begins is stored: it locks what a turn does in the order in which one is stored, and only
// then begins to copy.
func TestATurnThatIsBeingStoredIsNotInTheWayOfDividingMessages(t *testing.T) {
	db := pgtest.New(t)
	provider, err := goose.NewProvider(goose.DialectPostgres, stdlib.OpenDBFromPool(db.Admin), os.DirFS("."))
	must(t, err)
	_, err = provider.DownTo(t.Context(), 490)
	must(t, err)
	church, conversation := newChurch(t, db, "ours"), uuid.New()
	migrated := make(chan error, 1)
	must(t, pgx.BeginFunc(t.Context(), db.Admin, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), `insert into conversations (id, church_id, session_id, agent) values ($1, $2, $1, 'visitor')`, conversation, church)
		must(t, err)
		go func() {
			_, err := provider.UpTo(context.WithoutCancel(t.Context()), 500)
			migrated <- err
		}()
		await(t, db, "the migration waits", `select exists (select from pg_locks where relation = 'conversations'::regclass and not granted)`)
		_, err = tx.Exec(t.Context(), `
			insert into messages (id, church_id, conversation_id, turn_id, role, content, agent, created_at)
			values ($1, $2, $1, $1, 'user', 'Hello', 'visitor', now())`, conversation, church)
		return err
	}))
	must(t, <-migrated)
	if all := messagesOf(t, db.Admin); !strings.Contains(all, "Hello") {
		t.Errorf("what was stored meanwhile is gone: %s", all)
	}
}
