package turns

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/degradation"
	"narthex/chat/live"
)

// During an outage of Redis two nodes may answer one turn. The node that accepted it goes on, and when Redis is back another
// may find its lease lapsed; or a node that is cut off accepts it in Postgres, and the visitor sends it again to one that is
// not. Postgres takes one answer of a turn, the first. A node whose own answer was refused adopts that one: it tells its
// visitors the first answer instead.

// contest is called for a turn whose question was in Postgres before it came there from the journal.
func (s *Service) contest(turn uuid.UUID) {
	if r, here := s.hub.ByID(turn); here {
		r.Contest()
	}
}

// claim stores an answer. It gives the other node's when there was one before.
func (s *Service) claim(ctx context.Context, ref chat.TurnRef, record *chat.Record) (other *chat.Record, err error) {
	ctx, cancel := context.WithTimeout(ctx, storeLimit)
	defer cancel()
	stored, err := s.transcript.Store(ctx, ref.Church, []chat.Record{*record})
	if err != nil || stored > 0 {
		return nil, err
	}
	turn, err := s.transcript.Turn(ctx, ref)
	if err != nil {
		return nil, fmt.Errorf("read the answer of another node: %w", err)
	}
	if other = turn.Answer; other != nil && other.Content == record.Content && other.Outcome == record.Outcome {
		return nil, nil // it is this node's, stored by a try that seemed to fail
	}
	return other, nil // none: the conversation was forgotten meanwhile
}

// answeredBefore gives the answer that another node has left in Postgres, or nil.
func (s *Service) answeredBefore(ctx context.Context, ref chat.TurnRef) *chat.Record {
	ctx, cancel := context.WithTimeout(ctx, storeLimit)
	defer cancel()
	turn, err := s.transcript.Turn(ctx, ref)
	if err != nil {
		s.degraded.Note(ctx, degradation.AnsweredUnseen, err, "church", ref.Church, "turn", ref.Turn)
		return nil
	}
	return turn.Answer
}

// adopt tells another node's answer instead of what was said here, all but its end, and gives its record and the last line.
func (s *Service) adopt(ctx context.Context, r *live.Run, answer chat.Record) (record chat.Record, last []byte) {
	answer = answer.AnswerTo(r.Ref)
	if answer.Outcome == chat.OutcomeError { // the words of a failure are not kept
		answer.ErrorText = failureTextFor(r.Turn, answer.ErrorCode)
	}
	if r.Chosen().Reason != "" || r.AnswerBytes() > 0 {
		s.emit(ctx, r, chat.Event{Kind: chat.KindReset})
	}
	events := answer.Events(r.Ref)
	for _, event := range events[1 : len(events)-1] { // the turn has started
		s.emit(ctx, r, event)
	}
	return answer, r.Encode(events[len(events)-1])
}
