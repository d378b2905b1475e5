package tier

import (
	"context"
	"iter"

	"narthex/chat"
	"narthex/chat/safety"
)

// CrisisTier answers where a life or a person may be in danger. It stands before everything else, and needs nothing but the
// church's snapshot, or not even that.
type Crisis struct {
	Earlier func(context.Context, *chat.Turn) []string // the visitor's messages before this one
	Found   func(context.Context, *chat.Turn)
}

// Answer implements Tier.
func (c *Crisis) Answer(ctx context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		finding, ok := safety.Assess(turn.Request.Message, c.Earlier(ctx, turn))
		if !ok {
			return
		}
		turn.Finding = &finding
		c.Found(ctx, turn)
		answerOutsideTiers(yield, chat.ReasonCrisis, safety.Answer(turn.Church, finding, turn.Language))
	}
}

// saidBefore is all that the visitor said before.
func SaidBefore(ctx context.Context, turn *chat.Turn) []string {
	said := turn.VisitorMessages(ctx)
	return said[:len(said)-1]
}
