package turns

import (
	"context"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/retrieval"
)

// newTurn prepares a visitor's turn. Nothing is looked up yet.
func (s *Service) newTurn(id uuid.UUID, req *chat.Request, snapshot *church.Snapshot) *chat.Turn {
	turn := chat.NewTurn(id, req, snapshot)
	turn.Cost.Prices = s.config.Prices
	turn.LoadHistory = func(ctx context.Context) ([]chat.HistoryItem, error) { return s.history(ctx, req, id) }
	turn.LoadDangers = func(ctx context.Context) []string { return s.dangers(ctx, req) }
	turn.Embed = func(ctx context.Context, text string) ([]float32, error) { return s.embed(ctx, turn, text) }
	turn.Search = func(ctx context.Context, q retrieval.Query) ([]retrieval.Passage, error) {
		return s.search(ctx, turn, q)
	}
	return turn
}
