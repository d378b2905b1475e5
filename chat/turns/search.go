package turns

import (
	"context"

	"narthex/chat"
	"narthex/chat/degradation"
	"narthex/chat/turns/lookup"
	"narthex/retrieval"
)

// search finds the passages that are near to a question. Where Postgres takes too long the turn goes on without: the full model is told
// that there may be more than it is shown.
func (s *Service) search(ctx context.Context, turn *chat.Turn, q retrieval.Query) ([]retrieval.Passage, error) {
	q.Embedder = s.embedder.Name()
	passages, err := lookup.Read(ctx, s.lookUp, func(ctx context.Context) ([]retrieval.Passage, error) { return s.searcher.Search(ctx, q) })
	if err != nil && ctx.Err() == nil {
		s.degraded.Note(ctx, degradation.Unsearched, err, "church", q.ChurchID, "turn", turn.ID)
	}
	return passages, err
}
