package chat

import (
	"context"
	"iter"

	"narthex/chat/church"
	"narthex/chat/safety"
)

// reasonCrisis is the reason of answers that the crisis gate gave.
const reasonCrisis = "crisis"

// CrisisTier answers where a life or a person may be in danger. It stands before everything else, and needs nothing but the
// church's snapshot, or not even that.
type CrisisTier struct {
	earlier func(context.Context, *Turn) []string // the visitor's messages before this one
	found   func(context.Context, *Turn)
}

// Answer implements Tier.
func (c *CrisisTier) Answer(ctx context.Context, turn *Turn) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		finding, ok := safety.Assess(turn.Request.Message, c.earlier(ctx, turn))
		if !ok {
			return
		}
		turn.finding = &finding
		c.found(ctx, turn)
		answerOutsideTiers(yield, reasonCrisis, safety.Answer(turn.Church, finding, turn.Language))
	}
}

// answerOutsideTiers yields a whole answer that no tier gave.
func answerOutsideTiers(yield func(Event, error) bool, reason, text string) {
	_ = yield(Event{Kind: KindTier, Tier: &TierChosen{Reason: reason}}, nil) &&
		yield(deltaEvent(text), nil) &&
		yield(doneEvent(Done{Finish: FinishStop}), nil)
}

// lately is what the visitor said before, as far as it is known without asking anybody: what this node remembers of the
// conversation, and what the browser sent along.
func (s *Service) lately(_ context.Context, turn *Turn) []string {
	said := turn.claimed()
	for _, record := range s.memory.conversation(turn.Church.ID, turn.Request.SessionID) {
		if record.Role == "user" && record.TurnID != turn.ID {
			said = append(said, record.Content)
		}
	}
	return said
}

// saidBefore is all that the visitor said before.
func saidBefore(ctx context.Context, turn *Turn) []string {
	said := turn.said(ctx)
	return said[:len(said)-1]
}

// foundLate reports a crisis that only the whole conversation shows.
func (s *Service) foundLate(ctx context.Context, turn *Turn) {
	s.reports.tell(ctx, turn)
	if err := s.journal.Watch(ctx, turn.Church.ID, turn.Request.SessionID); err != nil {
		s.logger.WarnContext(ctx, "other nodes cannot be told to watch a conversation", "church", turn.Church.ID, "error", err)
	}
}

// keepWatch puts a turn under the rules for a conversation in which a crisis was found.
func (t *Turn) keepWatch() {
	t.Crisis, t.Personal = true, true
	if t.Church.Agents[church.Care].Enabled {
		t.Agent = church.Care
	}
}

// watched reports whether this node remembers a crisis in the conversation.
func (s *Service) watched(turn *Turn) bool {
	for _, record := range s.memory.conversation(turn.Church.ID, turn.Request.SessionID) {
		if record.Reason == reasonCrisis {
			return true
		}
	}
	return false
}

// unknownChurch stands for a church that cannot be looked up: whoever is in danger gets an answer all the same.
func unknownChurch(req *Request) *church.Snapshot {
	return &church.Snapshot{ID: req.ChurchID, Language: "en"}
}
