package migrations_test

import (
	"errors"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"narthex/migrations/pgtest"
)

// The colour goes into a style sheet.
func TestAnAccentColourIsAColourAndNothingElse(t *testing.T) {
	db := pgtest.New(t)
	church := newChurch(t, db, "grace")
	for colour, allowed := range map[string]bool{
		"#1f5c66": true, "#1F5C66": false, "1f5c66": false, "#1f5c6": false, "#1f5c66;": false, "red": false, "": false, "#1f5c66\n": false,
	} {
		_, err := db.Admin.Exec(t.Context(), `update premium_churches set accent_color = $2 where church_id = $1`, church, colour)
		pgErr, refused := errors.AsType[*pgconn.PgError](err)
		if allowed != (err == nil) || refused && pgErr.Code != "23514" {
			t.Errorf("%q: %v", colour, err)
		}
	}
}
