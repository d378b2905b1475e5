package church

import (
	"regexp"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"narthex/migrations/pgtest"
)

// What is cached stays for as long as nothing is announced, so a table of which not every change is announced would be shown as it was.
func TestEveryTableThatALoadReadsAnnouncesItsChanges(t *testing.T) {
	db := pgtest.New(t)
	rows, err := db.Admin.Query(t.Context(), `
		select c.relname::text, bit_or(coalesce(t.tgtype & 28, 0))::int = 28
		from pg_class c
		left join (pg_trigger t join pg_proc p on p.oid = t.tgfoid and p.prosrc ~ 'narthex_church|raise_church_epoch|retract_knowledge')
			on t.tgrelid = c.oid and not t.tgisinternal and t.tgenabled <> 'D'
		where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
		group by c.relname`) // 28: insert, update and delete
	if err != nil {
		t.Fatal(err)
	}
	announces := make(map[string]bool)
	var (
		table string
		all   bool
	)
	if _, err := pgx.ForEachRow(rows, []any{&table, &all}, func() error { announces[table] = all; return nil }); err != nil {
		t.Fatal(err)
	}
	for _, changed := range []string{"church_versions", "reference_versions", "answerable_faqs"} { // by what announces
		announces[changed] = true
	}
	var read []string
	for _, statement := range []string{selectChurch, selectFAQs, selectTraditions, selectProducts} {
		for _, from := range regexp.MustCompile(`(?:from|join)\s+([a-z_]+)`).FindAllStringSubmatch(statement, -1) {
			all, isTable := announces[from[1]]
			if isTable {
				read = append(read, from[1])
			}
			if isTable && !all {
				t.Errorf("not every change of %s is announced", from[1])
			}
		}
	}
	slices.Sort(read)
	if read = slices.Compact(read); len(read) < 12 {
		t.Errorf("only %d tables are read: %v", len(read), read)
	}
}
