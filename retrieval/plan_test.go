package retrieval_test

import (
	"encoding/json"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
	"narthex/migrations/pgtest"
	"narthex/retrieval/retrievaltest"
)

// pagesRead tells how many pages of the database one search touches, once its session has planned it.
func pagesRead(t testing.TB, db *pgtest.DB, churchID uuid.UUID) int {
	t.Helper()
	var pages int
	err := church.InChurch(t.Context(), db.Pool, churchID, func(tx pgx.Tx) error {
		for range 3 {
			var text []byte
			err := tx.QueryRow(t.Context(), `
				explain (analyze, buffers, format json)
				select * from search_church_knowledge($1, $2::real[]::vector, 0.35, 8, $3, $4, 'en')`,
				churchID, retrievaltest.Direction(3), question, retrievaltest.Offline.Name()).Scan(&text)
			if err != nil {
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
	})
	if err != nil {
		t.Fatalf("explain a search: %v", err)
	}
	return pages
}
