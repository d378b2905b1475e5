package retrieval_test

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"narthex/migrations/pgtest"
	"narthex/retrieval"
)

// newChurch stores a church of which nothing but its id matters.
func newChurch(t testing.TB, db *pgtest.DB) uuid.UUID {
	t.Helper()
	id := uuid.Must(uuid.NewV7())
	execAsOwner(t, db, `insert into churches (id, slug, name) values ($1, $2, 'A church')`, id, "church-"+id.String())
	return id
}

func execAsOwner(t testing.TB, db *pgtest.DB, sql string, args ...any) {
	t.Helper()
	conn, err := db.Admin.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	// Not every installation of Postgres has the library that its JIT compiler needs, and big fills would ask for it.
	if _, err := conn.Exec(t.Context(), `set jit = off`); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), sql, args...); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// row is a knowledge row as a test wants it; what it leaves empty is ordinary.
type row struct {
	kind, title, content string
	embedding            []float32 // nil: of title and content, by the offline embedder
	unembedded           bool
	curation             string
	visibility           string
	embedder             string
	language             string
}

func addRow(t testing.TB, db *pgtest.DB, churchID uuid.UUID, r row) uuid.UUID {
	t.Helper()
	if r.embedding == nil && !r.unembedded {
		r.embedding = embed(t, r.title+"\n"+r.content)
	}
	var id uuid.UUID
	err := db.Admin.QueryRow(t.Context(), `
		insert into unified_rag_content (organization_id, content_type, title, content, embedding, question_embedding, curation_status, language, metadata)
		values ($1, $2, $3, $4, $5::real[]::vector, $5::real[]::vector, $6, $7, jsonb_build_object('visibility', $8::text, 'embedder', $9::text))
		returning id`,
		churchID, or(r.kind, retrieval.KindTheology), or(r.title, "Title"), or(r.content, "Text."), r.embedding,
		or(r.curation, "approved"), or(r.language, "en"), or(r.visibility, "public"), or(r.embedder, offline.Name())).Scan(&id)
	if err != nil {
		t.Fatalf("add a knowledge row: %v", err)
	}
	return id
}

func or(value, otherwise string) string {
	if value == "" {
		return otherwise
	}
	return value
}

var offline = retrieval.NewOffline()

func embed(t testing.TB, text string) []float32 {
	t.Helper()
	vectors, err := offline.Embed(context.Background(), []string{text})
	if err != nil {
		t.Fatalf("embed: %v", err)
	}
	return vectors[0]
}
