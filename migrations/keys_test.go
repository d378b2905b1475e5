package migrations_test

import (
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"narthex/migrations/pgtest"
)

// What grows with every visit can be divided by church: each of its keys holds the church.
func TestTheKeysOfWhatGrowsWithVisitsHoldTheChurch(t *testing.T) {
	db := pgtest.New(t)
	// Of notifications some are of no church. Calls with their lines, message_feedback and forgotten_conversations are written by a key of
	// one id, which is made from the church's: a program from before must go on writing them beside this one.
	tables := []string{
		"messages", "conversations", "open_questions", "confirmations",
		"visitor_requests", "event_registrations", "group_join_requests", "volunteer_signups", "newsletter_subscriptions",
	}
	rows, err := db.Admin.Query(t.Context(), `
		select t.relname as table, pg_get_indexdef(x.indexrelid) as definition, c.attnum = any (x.indkey::int2[]) as of_church
		from pg_index x
		join pg_class t on t.oid = x.indrelid
		join pg_attribute c on c.attrelid = t.oid and c.attname = 'church_id'
		where t.relname = any ($1) and x.indisunique`, tables)
	must(t, err)
	var with []string
	var table, definition string
	var ofChurch bool
	_, err = pgx.ForEachRow(rows, []any{&table, &definition, &ofChurch}, func() error {
		with = append(with, table)
		if !ofChurch {
			t.Errorf("a key without the church: %s", definition)
		}
		return nil
	})
	must(t, err)
	for _, name := range tables {
		if !slices.Contains(with, name) {
			t.Errorf("%s has no key", name)
		}
	}
}
