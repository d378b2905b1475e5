package lookup

import (
	"context"

	"narthex/chat/degradation"
	"narthex/retrieval"
)

// search finds the passages that are near to a question. What is cached in memory is found whether Postgres answers or not, and says nothing
// of that. Where Postgres takes too long the turn goes on with what is in memory at most: the full model is
// told that there may be more than it is shown.
func (t *ofTurn) search(ctx context.Context, q retrieval.Query) ([]retrieval.Passage, error) {
	q.Embedder = t.Embedder.Name()
	inMemory, whole := t.Searcher.InMemory(ctx, q)
	if whole {
		return inMemory, nil
	}
	passages, err := read(ctx, t.bounds, func(ctx context.Context) ([]retrieval.Passage, error) { return t.Searcher.InPostgres(ctx, q) })
	if err != nil && ctx.Err() == nil {
		t.Degraded.Note(ctx, degradation.Unsearched, err, "church", q.ChurchID, "turn", t.turn.ID)
	}
	if err != nil {
		return inMemory, err
	}
	return passages, nil
}
