package turns

import (
	"context"
	"math/rand/v2"
	"time"

	"narthex/chat"
	"narthex/chat/degradation"
)

// Who is refused is asked to come back after a while of their own: all at once they would only be refused again.
const (
	minWait = 2 * time.Second
	maxWait = 6 * time.Second
)

// takeUp begins the work for a message that could not be answered at once, or refuses it while this node has as much at work as it can
// answer in time. Who is or may be in danger is never refused, nor who asks what the church has answered in these words, nor a caller:
// calls have limits of their own (package line).
func (s *Service) takeUp(ctx context.Context, turn *chat.Turn) error {
	if turn.Request.Spoken || s.crisisBefore(turn) || s.tiers.MustAnswer(ctx, turn) {
		turn.Work = s.overload.Join()
		return nil
	}
	work, ok := s.overload.Admit()
	if !ok {
		s.degraded.Note(ctx, degradation.Overloaded, chat.ErrBusy, "church", turn.Church.ID, "limit", s.overload.Limit())
		return chat.ErrBusy.After(minWait + rand.N(maxWait-minWait))
	}
	turn.Work = work
	return nil
}
