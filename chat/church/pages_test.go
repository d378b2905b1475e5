package church

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"narthex/migrations/pgtest"
)

// A church that is met for the first time is mostly on disk, where each page is a wait: its FAQs are to lie on few.
func TestAChurchsFAQsLieOnFewPages(t *testing.T) {
	db := pgtest.New(t)
	const faqs = 22 // as many as a demonstration church has
	ids := []uuid.UUID{uuid.Must(uuid.NewV7()), uuid.Must(uuid.NewV7())}
	for i, id := range ids {
		if _, err := db.Admin.Exec(t.Context(), `insert into churches (id, slug, name) values ($1, $2, $2)`, id, fmt.Sprint("church-", i)); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Admin.Exec(t.Context(), `
			insert into unified_rag_content (organization_id, content_type, title, content, metadata, embedding, question_embedding)
			select $1, 'faq', 'May we bring ' || n || ' friends?', repeat('Everybody is welcome. ', 12), '{"embedder": "one"}', v, v
			from generate_series(1, $2) n, lateral (select array_agg(sin(n * d))::vector as v from generate_series(1, 1536) d) as embedded`, id, faqs); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.Admin.Exec(t.Context(), `analyze`); err != nil {
		t.Fatal(err)
	}
	var plans []struct {
		Plan struct {
			Hit  int `json:"Shared Hit Blocks"`
			Read int `json:"Shared Read Blocks"`
		}
	}
	if err := db.Admin.QueryRow(t.Context(), `explain (analyze, buffers, format json) `+selectFAQs, ids[0], "one", MaxFAQs).Scan(&plans); err != nil {
		t.Fatal(err)
	}
	pages := plans[0].Plan.Hit + plans[0].Plan.Read
	t.Logf("%d pages", pages)
	if pages == 0 || pages > faqs/2 {
		t.Errorf("%d FAQs are read from %d pages", faqs, pages)
	}
}
