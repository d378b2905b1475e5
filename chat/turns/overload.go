package turns

import (
	"context"
	"math/rand/v2"
	"time"

	"narthex/chat"
	"narthex/chat/degradation"
)

// Retry-After of refused messages is drawn from between these: clients that all came back at once would only be refused again.
const (
	minWait = 2 * time.Second
	maxWait = 6 * time.Second
)

// takeUp admits a message that could not be answered at once, or refuses it while this node has as much at work as it can answer in time.
// Never refused are messages of visitors who are or may be in danger, questions that the church has answered in just these words, and calls,
// which have limits of their own (package line).
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
