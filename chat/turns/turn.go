package turns

import (
	"context"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/question"
	"narthex/chat/words"
	"narthex/retrieval"
)

// newTurn prepares a turn. Nothing is looked up yet.
func (s *Service) newTurn(id uuid.UUID, req *chat.Request, snapshot *church.Snapshot) *chat.Turn {
	tradition, _ := snapshot.ResolveLens(req.LensOverride, req.LensNameOverride)
	turn := &chat.Turn{
		ID: id, Conversation: chat.ConversationID(snapshot.ID, req.SessionID), Request: req, Church: snapshot, Agent: req.Agent, Lens: tradition,
		Language: words.Language(req.Message, snapshot.Language),
		Leaning:  question.LeansOnConversation(req.Message),
		Personal: req.Agent == church.Care || question.Personal(req.Message),
		Cost:     chat.Cost{Prices: s.config.Prices},
	}
	turn.HandToCare()
	turn.LoadHistory = func(ctx context.Context) []chat.HistoryItem { return s.history(ctx, req, id) }
	turn.Embed = func(ctx context.Context, text string) ([]float32, error) { return s.embed(ctx, turn, text) }
	turn.Search = func(ctx context.Context, q retrieval.Query) ([]retrieval.Passage, error) {
		q.Embedder = s.embedder.Name()
		return s.searcher.Search(ctx, q)
	}
	return turn
}
