package faqs_test

import (
	"net/http"
	"testing"

	"narthex/migrations/pgtest"
	"narthex/retrieval"
)

// A page of ten thousand FAQs, and what a search finds among them.
func BenchmarkTenThousandFAQsListed(b *testing.B) {
	db := pgtest.New(b)
	h := newHouse(b, db.Admin, db.Pool, retrieval.NewOffline())
	id, admin := h.church(b, "grace", "suite_chat")
	if _, err := db.Admin.Exec(b.Context(), `
		insert into unified_rag_content (organization_id, content_type, title, content, curation_status, metadata)
		select $1, 'faq', 'Where is room ' || n || '?', repeat('It is on the left, behind the hall. ', 12), 'approved', jsonb_build_object('faq_category', 'floor ' || n % 9)
		from generate_series(1, 10000) n`, id); err != nil {
		b.Fatal(err)
	}
	if _, err := db.Admin.Exec(b.Context(), "vacuum analyze unified_rag_content"); err != nil {
		b.Fatal(err)
	}
	for name, path := range map[string]string{"first page": "", "page 150": "?page=150", "search": "?q=room+77"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if got := h.ask(b, http.MethodGet, h.url+"/admin/training/faqs"+path, admin, nil); got.Status != 200 {
					b.Fatal(got.Body)
				}
			}
		})
	}
}
