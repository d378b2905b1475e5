package retrieval

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/pgvector/pgvector-go"
)

// lensText is what of a curated text is shown.
const lensText = `content || E'\n\nRests on: ' || source`

// mostLensTexts is how many curated texts of a church's lens a query gets beside what the church itself has stored.
const mostLensTexts = 2

// queueLensTexts asks, in the round trip of a search, for the curated texts of the church's lens that are nearest.
func queueLensTexts(batch *pgx.Batch, q Query) {
	batch.Queue(`
		select id, title, `+lensText+` as content, 1 - (embedding <=> $1) as similarity
		from lens_texts
		where lens_id = $2 and embedder = $3 and embedding is not null and 1 - (embedding <=> $1) >= $4
		order by embedding <=> $1, id
		limit $5`,
		withVectors{}, pgvector.NewVector(q.Embedding), q.Lens, q.Embedder, ThresholdsFor(q.Embedder).Search, mostLensTexts)
}

func collectLensTexts(results pgx.BatchResults) ([]Passage, error) {
	rows, err := results.Query()
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (Passage, error) {
		text := struct {
			ID             uuid.UUID
			Title, Content string
			Similarity     float64
		}{}
		err := row.Scan(&text.ID, &text.Title, &text.Content, &text.Similarity)
		return Passage{ID: text.ID, Kind: KindTheology, Title: text.Title, Content: text.Content, Similarity: text.Similarity}, err
	})
}
