package retrievaltest

import (
	"testing"

	"github.com/google/uuid"

	"narthex/migrations/pgtest"
	"narthex/retrieval"
)

// Ask is the query of a visitor who writes the text.
func Ask(t testing.TB, churchID uuid.UUID, text string) retrieval.Query {
	return retrieval.Query{ChurchID: churchID, Embedding: Embed(t, text), Embedder: Offline.Name(), Text: text, Language: "en"}
}

// Search returns what the query finds.
func Search(t testing.TB, db *pgtest.DB, q retrieval.Query) []retrieval.Passage {
	t.Helper()
	passages, err := retrieval.NewSearcher(db.Pool, retrieval.SearcherConfig{}).Search(t.Context(), q)
	if err != nil {
		t.Fatalf("search %q: %v", q.Text, err)
	}
	return passages
}
