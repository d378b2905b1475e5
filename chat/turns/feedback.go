package turns

import (
	"context"

	"narthex/chat"
	"narthex/chat/journal"
)

// Feedback keeps what a visitor thinks of an answer, in place of what they thought before. address is that of Resume.
func (s *Service) Feedback(ctx context.Context, ref chat.TurnRef, opinion chat.Opinion, address string) error {
	return s.countMiss(ref, address, s.feedback(ctx, ref, opinion, address))
}

func (s *Service) feedback(ctx context.Context, ref chat.TurnRef, opinion chat.Opinion, address string) error {
	if err := opinion.Clean(); err != nil {
		return err
	}
	if running, ok := s.hub.Find(ref); ok {
		ref = running.Ref
	} else {
		var err error
		if ref, err = s.withChurch(ctx, ref, address); err != nil {
			return err
		}
		state, _, err := s.journal.Follow(ctx, ref, 0)
		if err != nil || state == journal.Unknown {
			if _, err := s.fromPostgres(ctx, ref, err); err != nil {
				return err
			}
		}
	}
	ctx, cancel := context.WithTimeout(ctx, storeLimit)
	defer cancel()
	if err := s.transcript.Rate(ctx, ref, opinion); err != nil {
		return chat.ErrUnavailable.Because(err)
	}
	return nil
}
