package turns

import (
	"context"
	"errors"
	"strings"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/tier"
	"narthex/retrieval"
)

// Rehearsal is a question to a church as nobody asks it: it is answered by the full model, through the prompt and the guard that
// visitors' questions go through, and leaves nothing behind. There is no journal, no cache, no tool, no budget and no alarm in it.
type Rehearsal struct {
	ChurchID uuid.UUID
	Message  string
	Agent    church.Agent
	Lens     church.Tradition // in whose voice
}

// ErrAnsweredAsCrisis says that the crisis gate answers such a message, and the model is never asked.
var ErrAnsweredAsCrisis = errors.New("the crisis gate answers this")

// Rehearse returns the text of the answer.
func (s *Service) Rehearse(ctx context.Context, r Rehearsal) (string, error) {
	snapshot, err := s.churches.ByID(ctx, r.ChurchID)
	if err != nil {
		return "", err
	}
	turn := s.newTurn(uuid.New(), &chat.Request{Message: r.Message, ChurchID: r.ChurchID, SessionID: uuid.New(), Agent: r.Agent, Received: s.config.Now()}, snapshot)
	turn.Lens, turn.Composed = r.Lens, true
	turn.LoadHistory = func(context.Context) []chat.HistoryItem { return nil }
	turn.Embed = s.embedUncached
	if turn.Assess(nil).Found {
		return "", ErrAnsweredAsCrisis
	}
	var text strings.Builder
	for event, err := range tier.NewModel(s.rehearsing, retrieval.ThresholdsFor(s.embedder.Name())).Answer(ctx, turn) {
		switch {
		case err != nil:
			return "", err
		case event.Kind == chat.KindReset:
			text.Reset()
		case event.Kind == chat.KindDelta:
			text.WriteString(event.Text)
		}
	}
	return text.String(), nil
}

// embedUncached asks the embedder alone.
func (s *Service) embedUncached(ctx context.Context, text string) ([]float32, error) {
	ctx, cancel := context.WithTimeout(ctx, embedLimit)
	defer cancel()
	vectors, err := s.embedder.Embed(ctx, []string{text})
	if err != nil {
		return nil, err
	}
	return vectors[0], nil
}
