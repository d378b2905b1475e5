package migrations_test

import (
	"encoding/json"
	"testing"

	"github.com/jackc/pgx/v5"

	"narthex/migrations/pgtest"
)

// periodic are the statements over all churches that nodes run by the clock.
var periodic = []string{
	`select classify_knowledge(20000, 200)`,
	`select * from pending_knowledge()`,
	`select forget_retractions('30 days', 1000)`,
	`select * from due_notifications('{email,sms}', '5 minutes', 100)`,
	`select * from notification_queue()`,
	`select * from unsent_notifications()`,
	`select forget_notifications('90 days', '90 days')`,
	`select forget_crisis_origins('1 day', 1000)`,
	`select * from unacknowledged_crises('30 days', '15 minutes')`,
	`select * from churches_with_old_conversations()`,
	`select * from churches_with_questions()`,
	`select * from unsettled_calls(100)`,
	`select forget_confirmations(1000)`,
	`select * from churches_in_grace()`,
	`select * from churches_whose_trial_ends('3 days')`,
}

// large are the tables that grow with what people ask and churches write, and the churches themselves.
var large = []string{
	"unified_rag_content", "messages", "conversations", "visitor_requests", "notifications", "knowledge_retractions", "confirmations",
	"premium_churches",
}

// With sequential scans made as dear as can be, a table is read whole only where no index would do.
func TestNoPeriodicStatementNeedsToReadALargeTableWhole(t *testing.T) {
	db := pgtest.New(t)
	conn, err := db.Admin.Acquire(t.Context())
	must(t, err)
	defer conn.Release()
	scans := func() map[string]int64 {
		_, err := conn.Exec(t.Context(), `select pg_stat_force_next_flush()`)
		must(t, err)
		rows, err := conn.Query(t.Context(), `select relname::text, coalesce(seq_scan, 0) from pg_stat_user_tables where relname = any($1)`, large)
		must(t, err)
		found := make(map[string]int64)
		var (
			table  string
			number int64
		)
		_, err = pgx.ForEachRow(rows, []any{&table, &number}, func() error { found[table] = number; return nil })
		must(t, err)
		return found
	}
	_, err = conn.Exec(t.Context(), `set enable_seqscan = off`)
	must(t, err)
	for _, statement := range periodic {
		before := scans()
		if len(before) != len(large) {
			t.Fatalf("of %v there are only %v", large, before)
		}
		_, err := conn.Exec(t.Context(), statement)
		if err != nil {
			t.Errorf("%s: %v", statement, err)
			continue
		}
		for table, number := range scans() {
			if number > before[table] {
				t.Errorf("%s reads %s whole", statement, table)
			}
		}
	}
}

func TestSizesOfChurchesAreCountedByTheIndex(t *testing.T) {
	db := pgtest.New(t)
	exec(t, db.Admin, `insert into churches (slug, name) select 'church-' || n, 'Church' from generate_series(1, 10) n`)
	must(t, pgx.BeginFunc(t.Context(), db.Admin, func(tx pgx.Tx) error {
		// What is not on disk yet vacuum does not mark as seen by all.
		if _, err := tx.Exec(t.Context(), `set local synchronous_commit = on`); err != nil {
			return err
		}
		_, err := tx.Exec(t.Context(), `
			insert into unified_rag_content (organization_id, content_type, title, content)
			select c.id, 'faq', 'Question ' || n, (select string_agg(md5(n::text || w), ' ') from generate_series(1, 30) w)
			from churches c, generate_series(1, 60) n`)
		return err
	}))
	exec(t, db.Admin, `vacuum analyze unified_rag_content`)
	var whole int
	must(t, db.Admin.QueryRow(t.Context(), `select pg_relation_size('unified_rag_content') / current_setting('block_size')::int`).Scan(&whole))
	var pages int
	must(t, pgx.BeginFunc(t.Context(), db.Admin, func(tx pgx.Tx) error {
		for range 2 { // the first time it is planned
			var text []byte
			if err := tx.QueryRow(t.Context(), `explain (analyze, buffers, format json) select classify_knowledge(20000, 200)`).Scan(&text); err != nil {
				return err
			}
			var plans []struct {
				Plan struct {
					Hit  int `json:"Shared Hit Blocks"`
					Read int `json:"Shared Read Blocks"`
				}
			}
			if err := json.Unmarshal(text, &plans); err != nil {
				return err
			}
			pages = plans[0].Plan.Hit + plans[0].Plan.Read
		}
		return nil
	}))
	t.Logf("%d of the table's %d pages", pages, whole)
	if pages > whole/4 {
		t.Errorf("%d pages are read to find that nothing is to be done; the table has %d", pages, whole)
	}
}
