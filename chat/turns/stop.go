package turns

import (
	"context"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/live"
)

// Stop ends an answer, on whichever node it is made; what was said until then stays. A turn that has ended is left as it is.
// address is that of Resume.
func (s *Service) Stop(ctx context.Context, ref chat.TurnRef, address string) error {
	return s.countMiss(ref, address, s.stopTurn(ctx, ref, address))
}

func (s *Service) stopTurn(ctx context.Context, ref chat.TurnRef, address string) error {
	running, here := s.hub.Find(ref)
	if here {
		running.Cancel(live.ErrStopped)
		ref = running.Ref
	}
	if here && running.Begun() {
		return nil
	}
	ref, err := s.withChurch(ctx, ref, address)
	if err != nil {
		return err
	}
	known, err := s.journal.Stop(ctx, ref)
	switch {
	case here:
		return nil // it will not begin here, and if it runs elsewhere it has been told
	case err != nil:
		return chat.ErrUnavailable.Because(err)
	case !known:
		return chat.ErrTurnNotFound
	}
	return nil
}

// stopHere stops a turn that runs in this process. Whoever announced it has checked the right to it.
func (s *Service) stopHere(churchID, turn uuid.UUID) {
	if r, ok := s.hub.ByID(turn); ok && r.Ref.Church == churchID {
		r.Cancel(live.ErrStopped)
	}
}
