package turns

import (
	"context"

	"narthex/chat"
	"narthex/chat/degradation"
	"narthex/retrieval"
)

// search finds the passages that are near to a question. Where Postgres takes too long the turn goes on without: the full model is told
// that there may be more than it is shown.
func (s *Service) search(ctx context.Context, turn *chat.Turn, q retrieval.Query) ([]retrieval.Passage, error) {
	q.Embedder = s.embedder.Name()
	limited, cancel := context.WithTimeout(ctx, s.config.LookUpLimit)
	defer cancel()
	passages, err := s.searcher.Search(limited, q)
	if err != nil && ctx.Err() == nil {
		s.degraded.Note(ctx, degradation.Unsearched, err, "church", q.ChurchID, "turn", turn.ID)
	}
	return passages, err
}
