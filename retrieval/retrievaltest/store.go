package retrievaltest

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/pgvector/pgvector-go"
	pgxvector "github.com/pgvector/pgvector-go/pgx"

	"narthex/migrations/pgtest"
	"narthex/retrieval"
)

// NewChurch stores a church of which nothing but its id matters.
func NewChurch(t testing.TB, db *pgtest.DB) uuid.UUID {
	t.Helper()
	id := uuid.Must(uuid.NewV7())
	ExecAsOwner(t, db, `insert into churches (id, slug, name) values ($1, $2, 'A church')`, id, "church-"+id.String())
	return id
}

// ExecAsOwner runs a statement that the server itself may not.
func ExecAsOwner(t testing.TB, db *pgtest.DB, sql string, args ...any) {
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

// Row is a knowledge row as a test wants it; what it leaves empty is ordinary.
type Row struct {
	Kind, Title, Content string
	Embedding            []float32 // nil: of title and content, by the offline embedder
	Unembedded           bool
	Curation             string
	Visibility           string
	Embedder             string
	Language             string
}

// AddRow stores a knowledge row.
func AddRow(t testing.TB, db *pgtest.DB, churchID uuid.UUID, r Row) uuid.UUID {
	t.Helper()
	if r.Embedding == nil && !r.Unembedded {
		r.Embedding = Embed(t, r.Title+"\n"+r.Content)
	}
	var id uuid.UUID
	err := db.Admin.QueryRow(t.Context(), `
		insert into unified_rag_content (organization_id, content_type, title, content, embedding, question_embedding, curation_status, language, metadata)
		values ($1, $2, $3, $4, $5::real[]::vector, $5::real[]::vector, $6, $7, jsonb_build_object('visibility', $8::text, 'embedder', $9::text))
		returning id`,
		churchID, cmp.Or(r.Kind, retrieval.KindTheology), cmp.Or(r.Title, "Title"), cmp.Or(r.Content, "Text."), r.Embedding,
		cmp.Or(r.Curation, "approved"), cmp.Or(r.Language, "en"), cmp.Or(r.Visibility, "public"), cmp.Or(r.Embedder, Offline.Name())).Scan(&id)
	if err != nil {
		t.Fatalf("add a knowledge row: %v", err)
	}
	return id
}

// AddRandomRows copies rows with random vectors in: nearest neighbours of random vectors are the hardest to find.
func AddRandomRows(t testing.TB, db *pgtest.DB, churchID uuid.UUID, count int, seed uint64) []StoredVector {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, seed))
	stored := make([]StoredVector, count)
	for i := range stored {
		stored[i] = StoredVector{uuid.Must(uuid.NewV7()), Random(r)}
	}
	conn, err := pgx.Connect(t.Context(), db.AdminURL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	if err := pgxvector.RegisterTypes(t.Context(), conn); err != nil {
		t.Fatal(err)
	}
	_, err = conn.CopyFrom(t.Context(), pgx.Identifier{"unified_rag_content"},
		[]string{"id", "organization_id", "content_type", "title", "content", "embedding", "metadata"},
		pgx.CopyFromSlice(count, func(i int) ([]any, error) {
			return []any{stored[i].ID, churchID, "theology", fmt.Sprintf("Row %d", i), "Text.", pgvector.NewVector(stored[i].Vector),
				map[string]string{"embedder": Offline.Name()}}, nil
		}))
	if err != nil {
		t.Fatalf("copy rows: %v", err)
	}
	return stored
}
