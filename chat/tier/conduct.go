package tier

import (
	"context"
	"iter"

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/safety"
)

// reasonRestricted is the reason of answers to visitors who harass somebody.
const reasonRestricted = "restricted"

// CoolingTier answers nobody's question while their session cools off, after they have harassed somebody again and again.
// It asks nobody but this process, because it stands before every answer.
type Cooling struct {
	conduct *cache.Conduct
	watched func(*chat.Turn) bool
}

// NewCooling returns the tier. watched reports whether a crisis was found in a turn's conversation.
func NewCooling(conduct *cache.Conduct, watched func(*chat.Turn) bool) *Cooling {
	return &Cooling{conduct, watched}
}

// Answer implements Tier.
func (c *Cooling) Answer(_ context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		// Who was in danger is never told to wait, whatever they say.
		if _, cooling := c.conduct.Cooling(turn.Church.ID, turn.Request.SessionID); cooling && !c.watched(turn) {
			answerOutsideTiers(yield, reasonRestricted, safety.ConductAnswer(safety.Harassing, coolingStrikes, turn.Language))
		}
	}
}

// coolingStrikes has safety.ConductAnswer tell of the cooling off.
const coolingStrikes = 3

// ConductTier answers who harasses the assistant or people of the church: calmly at first, then more firmly, and in the end
// by a pause. It comes after the stored facts, which anybody may have.
type Conduct struct{ conduct *cache.Conduct }

// NewConduct returns the tier.
func NewConduct(conduct *cache.Conduct) *Conduct { return &Conduct{conduct} }

// Answer implements Tier.
func (c *Conduct) Answer(ctx context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		if !turn.Crisis && safety.Conduct(turn.Request.Message) == safety.Harassing {
			restrict(ctx, c.conduct, turn, yield)
		}
	}
}

// restrict counts a strike and answers it.
func restrict(ctx context.Context, conduct *cache.Conduct, turn *chat.Turn, yield func(chat.Event, error) bool) {
	strikes, until, err := conduct.Note(ctx, turn.Church.ID, turn.Request.SessionID)
	if err != nil {
		yield(chat.Event{}, err)
		return
	}
	if !until.IsZero() {
		strikes = max(strikes, coolingStrikes)
	}
	answerOutsideTiers(yield, reasonRestricted, safety.ConductAnswer(safety.Harassing, strikes, turn.Language))
}

// ModerationTier asks a moderation service what a message is that our own rules let pass. It never refuses what asks for
// care, and lets everything pass while the service cannot be reached.
type Moderation struct {
	Moderator *safety.Moderator
	Conduct   *cache.Conduct
	Found     func(context.Context, *chat.Turn) // hears of self-harm
}

// Answer implements Tier.
func (m *Moderation) Answer(ctx context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		defer turn.Stage("moderation")()
		verdict, err := m.Moderator.Check(ctx, turn.Request.Message)
		if err == nil {
			turn.Cost.AddText(m.Moderator.Model(), turn.Request.Message)
		}
		switch {
		case err != nil: // counted by the moderator; the message is answered as if there were none
		case verdict.SelfHarm:
			turn.Finding = &safety.Finding{Category: safety.SelfHarm, Soft: true, About: safety.Self, Rule: "moderation"}
			m.Found(ctx, turn)
			answerOutsideTiers(yield, chat.ReasonCrisis, safety.Answer(turn.Church, *turn.Finding, turn.Language))
		case verdict.Hostile && !verdict.Delicate && !turn.Crisis:
			restrict(ctx, m.Conduct, turn, yield)
		case verdict.Delicate: // perhaps somebody who tells what was done to them
			turn.Personal = true
		}
	}
}
