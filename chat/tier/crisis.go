// The tier that answers where somebody may be in danger.

package tier

import (
	"context"
	"iter"

	"narthex/chat"
	"narthex/chat/safety"
)

// Crisis answers where a life or a person may be in danger. The tier stands before all others, and needs nothing but the
// church's snapshot, or not even that.
type Crisis struct {
	earlier func(context.Context, *chat.Turn) []string
	report  func(context.Context, *chat.Turn)
}

// NewCrisis returns the tier. earlier gives the visitor's messages before this one, as far as they are to be looked at;
// report is called with every turn in which a crisis was found, before the visitor is answered.
func NewCrisis(earlier func(context.Context, *chat.Turn) []string, report func(context.Context, *chat.Turn)) *Crisis {
	return &Crisis{earlier, report}
}

// Answer implements chat.Tier.
func (c *Crisis) Answer(ctx context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		finding, ok := safety.Assess(turn.Request.Message, c.earlier(ctx, turn))
		if !ok {
			return
		}
		turn.Finding = &finding
		c.report(ctx, turn)
		yieldAnswer(yield, noTier(chat.ReasonCrisis), safety.Answer(turn.Church, finding, turn.Language), nil)
	}
}

// EarlierMessages are all messages of the visitor before this one, oldest first.
func EarlierMessages(ctx context.Context, turn *chat.Turn) []string {
	messages := turn.VisitorMessages(ctx)
	return messages[:len(messages)-1]
}
