package chat

import (
	"context"
	"iter"

	"narthex/chat/facts"
)

// FactsTier (tier 0) answers from the church's stored facts, without any model or embedding.
type FactsTier struct{}

// Answer implements Tier.
func (FactsTier) Answer(ctx context.Context, turn *Turn) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		if !turn.SelfContained(ctx) {
			return // "what time is that on Sunday" asks for whatever "that" is
		}
		answer, ok := facts.Find(turn.Church, facts.Question{Text: turn.Request.Message, Language: turn.Language, Now: turn.Received})
		if !ok {
			return
		}
		answerStored(yield, 0, answer.Reason, 0, answer.Text, nil)
	}
}
