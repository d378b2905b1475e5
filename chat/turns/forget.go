package turns

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/live"
	"narthex/chat/transcript"
)

const (
	// forgetsPerMinute is how many conversations may be forgotten from one address in a minute: each leaves a mark behind.
	forgetsPerMinute = 20
)

// Forget deletes a conversation wherever it is kept, and whatever of it is on its way there. Its session takes no more
// messages; answers under way in it are stopped. It may be repeated, and with ErrUnavailable must be.
//
// The marks come first, in Redis and in Postgres: from then on nothing is accepted or stored, so that what is deleted stays
// deleted. A node that is cut off from Redis while another forgets may remember the conversation in memory for as long as
// memory keeps anything.
func (s *Service) Forget(ctx context.Context, churchID, session uuid.UUID, address string) error {
	return s.refused(s.forget(ctx, churchID, session, address))
}

func (s *Service) forget(ctx context.Context, churchID, session uuid.UUID, address string) error {
	decision, err := s.limiter.Allow(ctx, churchID, "forget", address, forgetsPerMinute)
	if err != nil {
		return chat.ErrUnavailable.Because(err)
	}
	if !decision.Allowed {
		return chat.ErrRateLimited.After(decision.RetryAfter)
	}
	return s.ForgetFor(ctx, churchID, session)
}

// ForgetFor is Forget for the church, which may do so as often as it wants.
func (s *Service) ForgetFor(ctx context.Context, churchID, session uuid.UUID) error {
	markErr := s.journal.Forget(ctx, churchID, session, nil)
	turns, err := s.transcript.Forget(ctx, churchID, session)
	if transcript.IsForeignKey(err) {
		return chat.ErrChurchNotFound
	}
	for _, r := range s.hub.All() {
		if r.Ref.Church == churchID && r.Ref.Session == session {
			r.Cancel(live.ErrStopped)
		}
	}
	s.memory.forget(churchID, session)
	if err := errors.Join(markErr, err); err != nil {
		return chat.ErrUnavailable.Because(err)
	}
	if err := s.journal.Forget(ctx, churchID, session, turns); err != nil {
		return chat.ErrUnavailable.Because(err)
	}
	return nil
}

// forget lets go of a conversation.
func (m *memory) forget(churchID, sessionID uuid.UUID) {
	m.recent.Drop(chat.ConversationID(churchID, sessionID))
}
