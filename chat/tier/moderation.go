// The tier that asks a moderation service.

package tier

import (
	"context"
	"iter"

	"narthex/chat"
	"narthex/chat/crisis"
	"narthex/chat/moderation"
)

// Moderation asks a moderation service about messages that our own rules let pass. The tier never refuses a message that
// asks for care, and lets everything pass while the service cannot be reached.
type Moderation struct {
	moderator *moderation.Moderator
	strikes   Strikes
	report    Report
}

// NewModeration returns the tier. report is called with every turn in which the service sees self-harm, before the visitor
// is answered.
func NewModeration(moderator *moderation.Moderator, strikes Strikes, report Report) *Moderation {
	return &Moderation{moderator, strikes, report}
}

// Answer implements chat.Tier.
func (m *Moderation) Answer(ctx context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		defer turn.Stage("moderation")()
		verdict, err := m.check(ctx, turn)
		if err == nil {
			turn.Cost.AddText(m.moderator.Model(), turn.Request.Message)
		}
		switch {
		case err != nil: // counted by the moderator; the message is answered as if there were none
		case verdict.SelfHarm:
			items := turn.Known(ctx)
			finding := ofConversation(crisis.Finding{Category: crisis.SelfHarm, Unsure: true, About: crisis.Self, Rule: "moderation"}, turn, crisisAndRecent(ctx, turn, items))
			turn.Finding = &finding
			answer := crisisAnswer(turn, finding, items)
			m.report(ctx, turn, answer)
			yieldAnswer(yield, noTier(chat.ReasonCrisis), answer, nil)
		case verdict.Hostile && !verdict.Delicate && !turn.Crisis:
			answerStrike(ctx, m.strikes, turn, yield)
		case verdict.Delicate: // perhaps a visitor who tells what was done to them
			turn.Personal = true
		}
	}
}

func (m *Moderation) check(ctx context.Context, turn *chat.Turn) (moderation.Verdict, error) {
	defer turn.Work.Outside()()
	return m.moderator.Check(ctx, turn.Request.Message)
}
