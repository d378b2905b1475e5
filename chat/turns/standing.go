package turns

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"narthex/chat"
)

// While Redis is away two nodes may answer one turn. The one that accepted it goes on, and when Redis is back another may find
// its lease lapsed; or one that is cut off accepts it in Postgres, and the visitor sends it again to one that is not. Postgres
// takes one answer of a turn, the first. That one stands, and whoever has another tells its visitors the one that stands.

// contest is told of a turn whose question was in Postgres when it came there from the journal.
func (s *Service) contest(turn uuid.UUID) {
	if r, here := s.hub.ByID(turn); here {
		r.Contested.Store(true)
	}
}

// claim makes an answer the one that stands. It gives the other when there was one before.
func (s *Service) claim(ctx context.Context, ref chat.TurnRef, record *chat.Record) (other *chat.Record, err error) {
	ctx, cancel := context.WithTimeout(ctx, storeLimit)
	defer cancel()
	stored, err := s.transcript.Store(ctx, ref.Church, []chat.Record{*record})
	if err != nil || stored > 0 {
		return nil, err
	}
	_, other, err = s.transcript.Turn(ctx, ref)
	if err != nil {
		return nil, fmt.Errorf("read the answer that stands: %w", err)
	}
	if other != nil && other.Content == record.Content && other.Outcome == record.Outcome {
		return nil, nil // it is ours, stored by a try of which we did not hear
	}
	return other, nil // none: the conversation was forgotten meanwhile
}

// answeredBefore gives the answer that another node has left in Postgres, or nil.
func (s *Service) answeredBefore(ctx context.Context, ref chat.TurnRef) *chat.Record {
	ctx, cancel := context.WithTimeout(ctx, storeLimit)
	defer cancel()
	_, answer, err := s.transcript.Turn(ctx, ref)
	if err != nil {
		s.logger.WarnContext(ctx, "whether a dead node's turn was answered could not be seen", "church", ref.Church, "turn", ref.Turn, "error", err)
		return nil
	}
	return answer
}

// adopt tells the answer that stands instead of what was said here, all but its end, and gives its record and the last line.
func (a *answering) adopt(ctx context.Context, standing chat.Record) (record chat.Record, last []byte) {
	standing.ID, standing.ChurchID, standing.SessionID, standing.TurnID = chat.MessageID(a.turn.ID, "assistant"), a.run.Ref.Church, a.run.Ref.Session, a.turn.ID
	if standing.Outcome == chat.OutcomeError { // what was said of it is not kept
		standing.ErrorText = a.withPhone(chat.Phrase(a.turn.Language, "model_unavailable"))
	}
	if a.chosen.Reason != "" || a.text.Len() > 0 {
		a.say(ctx, chat.Event{Kind: chat.KindReset})
	}
	events := standing.Events(a.run.Ref)
	for _, event := range events[1 : len(events)-1] { // the turn has started
		a.say(ctx, event)
	}
	return standing, a.encode(events[len(events)-1])
}

// withPhone says where else to ask.
func (a *answering) withPhone(message string) string {
	if phone := a.turn.Church.Phone; phone != "" {
		message += " " + chat.Phrase(a.turn.Language, "or_call", "phone", phone)
	}
	return message
}
