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

// nobodyCanAnswer reports whether no other node can answer a turn that could not be taken over here. That a church is gone counts only
// while this node hears of changes: otherwise it may remember the church as it was.
func (s *Service) nobodyCanAnswer(err error) bool {
	return errors.Is(err, errPayload) || s.churches.Listening() && (errors.Is(err, church.ErrNotFound) || errors.Is(err, church.ErrNotSubscribed))
}

// refuse ends a turn whose message cannot even be looked at, or not without a panic: nothing of it is read for that. Where it has been
// answered, through Postgres while Redis was away, it ends with that answer.
func (s *Service) refuse(ctx context.Context, ref chat.TurnRef) {
	record := s.answeredBefore(ctx, ref)
	if record == nil {
		record = &chat.Record{Agent: string(church.Coordinator), Outcome: chat.OutcomeError, ErrorCode: chat.CodeCannotAnswer, ErrorText: chat.Phrase("en", chat.CodeCannotAnswer), At: s.config.Now().UTC()}
	}
	*record = record.AnswerTo(ref)
	log, err := live.LogOf(record, ref)
	log = live.Retaken(log) // who has seen something else of it is shown all
	if err == nil {
		_, err = s.journal.Finish(ctx, ref, nil, *record, log)
	}
	if err == nil {
		s.drain.Note(ref.Church)
		return
	}
	s.logger.ErrorContext(ctx, "a turn that cannot be answered could not be ended, and other nodes may try it", "church", ref.Church, "turn", ref.Turn, "error", err)
}
