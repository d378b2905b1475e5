package turns

import (
	"context"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/degradation"
)

// Running finds a turn of the session that is being answered, on whichever node, for clients that know their session and
// nothing else. ref.Turn is ignored. Without a church only this node's turns are found, and none while Redis is down.
func (s *Service) Running(ctx context.Context, ref chat.TurnRef) (turn uuid.UUID, ok bool) {
	if turn, ok := s.hub.OfSession(ref); ok {
		return turn, true
	}
	if ref.Church == uuid.Nil {
		return uuid.Nil, false
	}
	turn, err := s.journal.Running(ctx, ref)
	if err != nil {
		s.degraded.Note(ctx, degradation.RunningUnseen, err, "church", ref.Church)
	}
	return turn, turn != uuid.Nil
}
