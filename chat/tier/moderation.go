// The tier that asks a moderation service.

package tier

import (
	"context"
	"iter"

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/safety"
)

// Moderation asks a moderation service about messages that our own rules let pass. The tier never refuses a message that
// asks for care, and lets everything pass while the service cannot be reached.
type Moderation struct {
	moderator *safety.Moderator
	conduct   *cache.Conduct
	report    func(context.Context, *chat.Turn)
}

// NewModeration returns the tier. report is called with every turn in which the service sees self-harm, before the visitor
// is answered.
func NewModeration(moderator *safety.Moderator, conduct *cache.Conduct, report func(context.Context, *chat.Turn)) *Moderation {
	return &Moderation{moderator, conduct, report}
}

// Answer implements chat.Tier.
func (m *Moderation) Answer(ctx context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		defer turn.Stage("moderation")()
		verdict, err := m.moderator.Check(ctx, turn.Request.Message)
		if err == nil {
			turn.Cost.AddText(m.moderator.Model(), turn.Request.Message)
		}
		switch {
		case err != nil: // counted by the moderator; the message is answered as if there were none
		case verdict.SelfHarm:
			turn.Finding = &safety.Finding{Category: safety.SelfHarm, Soft: true, About: safety.Self, Rule: "moderation"}
			m.report(ctx, turn)
			yieldAnswer(yield, noTier(chat.ReasonCrisis), safety.Answer(turn.Church, *turn.Finding, turn.Language), nil)
		case verdict.Hostile && !verdict.Delicate && !turn.Crisis:
			answerStrike(ctx, m.conduct, turn, yield)
		case verdict.Delicate: // perhaps a visitor who tells what was done to them
			turn.Personal = true
		}
	}
}
