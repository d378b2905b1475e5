package retrieval

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pgvector/pgvector-go"

	"narthex/retrieval/inmemory"
)

// textsFreshFor is how long the curated texts of a lens count as they were read. They change with the platform, not with a church.
const textsFreshFor = time.Minute

// heldTexts are the curated texts of the lenses, which all churches of a lens share.
type heldTexts struct {
	pool *pgxpool.Pool

	mu     sync.Mutex
	ofLens map[lensKey]*lensTexts
}

type lensKey struct {
	lens     int
	embedder string
}

type lensTexts struct {
	readAt   time.Time
	index    *inmemory.Index
	passages []Passage
}

func newHeldTexts(pool *pgxpool.Pool) *heldTexts {
	return &heldTexts{pool: pool, ofLens: make(map[lensKey]*lensTexts)}
}

// nearest finds the texts that queueLensTexts asks Postgres for. ok is false where it has to be asked.
func (h *heldTexts) nearest(ctx context.Context, q Query) (found []Passage, ok bool) {
	texts, err := h.of(ctx, lensKey{q.Lens, q.Embedder})
	if err != nil {
		return nil, false
	}
	if len(texts.passages) == 0 {
		return nil, true
	}
	hits, ok := texts.index.Search(inmemory.Question{Vector: q.Embedding, Threshold: ThresholdsFor(q.Embedder).Search, Limit: mostLensTexts})
	for _, hit := range hits {
		text := texts.passages[hit.Row]
		text.Similarity = hit.Similarity
		found = append(found, text)
	}
	return found, ok
}

// of reads the texts of a lens where they are not known, or not fresh.
func (h *heldTexts) of(ctx context.Context, key lensKey) (*lensTexts, error) {
	h.mu.Lock()
	texts := h.ofLens[key]
	h.mu.Unlock()
	if texts != nil && time.Since(texts.readAt) < textsFreshFor {
		return texts, nil
	}
	texts, err := h.read(ctx, key)
	if err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ofLens[key] = texts
	return texts, nil
}

func (h *heldTexts) read(ctx context.Context, key lensKey) (*lensTexts, error) {
	texts := &lensTexts{readAt: time.Now()}
	rows, err := h.pool.Query(ctx, `
		select id, title, `+lensText+`, embedding from lens_texts where lens_id = $1 and embedder = $2 and embedding is not null`,
		withVectors{}, key.lens, key.embedder)
	if err != nil {
		return nil, err
	}
	var indexed []inmemory.Row
	var text Passage
	var vector pgvector.Vector
	_, err = pgx.ForEachRow(rows, []any{&text.ID, &text.Title, &text.Content, &vector}, func() error {
		text.Kind = KindTheology
		texts.passages = append(texts.passages, text)
		indexed = append(indexed, inmemory.Row{ID: text.ID, Vector: vector.Slice()})
		vector = pgvector.Vector{}
		return nil
	})
	texts.index = inmemory.NewIndex(indexed)
	return texts, err
}
