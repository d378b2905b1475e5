package turns

import (
	"context"
	"errors"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/live"
)

// panicked ends a turn whose answer panicked: with a refusal, so that no node tries it again, and its readers hear of it.
func (s *Service) panicked(r *live.Run) {
	if r.Ended() { // what comes after an answer: its visitor has it
		return
	}
	defer s.panics.Recover("turn_refusal", func(error) {
		s.refuse(context.WithoutCancel(r.Context()), r.Ref)
		s.abandon(r) // its readers look again, and find the refusal
	}, "church", r.Ref.Church, "turn", r.Ref.Turn)
	s.fail(r.Context(), r, errPanicked)
}

var errPayload = errors.New("the payload cannot be read, or is of another church or session")

// nobodyCanAnswer reports whether a turn that could not be taken over can be by no other node either.
func nobodyCanAnswer(err error) bool {
	return errors.Is(err, errPayload) || errors.Is(err, church.ErrNotFound) || errors.Is(err, church.ErrNotSubscribed)
}

// refuse ends a turn whose message cannot even be looked at, or not without a panic. Nothing of it is read for that.
func (s *Service) refuse(ctx context.Context, ref chat.TurnRef) {
	record := chat.Record{
		ID: chat.MessageID(ref.Turn, "assistant"), ChurchID: ref.Church, SessionID: ref.Session, TurnID: ref.Turn,
		Role: "assistant", Agent: string(church.Coordinator), Outcome: chat.OutcomeError,
		ErrorCode: chat.CodeCannotAnswer, ErrorText: chat.Phrase("en", chat.CodeCannotAnswer), At: s.config.Now().UTC(),
	}
	log, err := live.LogOf(&record, ref)
	if err == nil {
		_, err = s.journal.Finish(ctx, ref, record, log)
	}
	if err == nil {
		s.drain.Note(ref.Church)
		return
	}
	s.logger.ErrorContext(ctx, "a turn that cannot be answered could not be ended, and other nodes may try it", "church", ref.Church, "turn", ref.Turn, "error", err)
}
