package migrations_test

import (
	"testing"

	"narthex/migrations/pgtest"
)

func TestTheAppsRoleReadsTheCatalogueAndCannotWriteIt(t *testing.T) {
	db := pgtest.New(t)
	for _, table := range []string{"theological_lenses", "theological_contradictions", "church_families", "denominations", "product_knowledge", "lens_texts"} {
		exec(t, db.Pool, "select from "+table)
		for _, right := range []string{"insert", "update", "delete", "truncate"} {
			var has bool
			must(t, db.Admin.QueryRow(t.Context(), "select has_table_privilege('narthex_app', $1, $2)", table, right).Scan(&has))
			if has {
				t.Errorf("the app's role may %s %s", right, table)
			}
		}
		if _, err := db.Pool.Exec(t.Context(), "delete from "+table); err == nil {
			t.Errorf("%s was emptied as the app's role", table)
		}
	}
}
