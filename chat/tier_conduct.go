package chat

import (
	"context"
	"iter"

	"narthex/cache"
	"narthex/chat/safety"
)

// reasonRestricted is the reason of answers to visitors who harass somebody.
const reasonRestricted = "restricted"

// CoolingTier answers nobody's question while their session cools off, after they have harassed somebody again and again.
// It asks nobody but this process, because it stands before every answer.
type CoolingTier struct {
	conduct *cache.Conduct
	watched func(*Turn) bool
}

// Answer implements Tier.
func (c *CoolingTier) Answer(_ context.Context, turn *Turn) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
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
type ConductTier struct{ conduct *cache.Conduct }

// Answer implements Tier.
func (c *ConductTier) Answer(ctx context.Context, turn *Turn) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		if !turn.Crisis && safety.Conduct(turn.Request.Message) == safety.Harassing {
			restrict(ctx, c.conduct, turn, yield)
		}
	}
}

// restrict counts a strike and answers it.
func restrict(ctx context.Context, conduct *cache.Conduct, turn *Turn, yield func(Event, error) bool) {
	strikes, until, err := conduct.Note(ctx, turn.Church.ID, turn.Request.SessionID)
	if err != nil {
		yield(Event{}, err)
		return
	}
	if !until.IsZero() {
		strikes = max(strikes, coolingStrikes)
	}
	answerOutsideTiers(yield, reasonRestricted, safety.ConductAnswer(safety.Harassing, strikes, turn.Language))
}

// ModerationTier asks a moderation service what a message is that our own rules let pass. It never refuses what asks for
// care, and lets everything pass while the service cannot be reached.
type ModerationTier struct {
	moderator *safety.Moderator
	conduct   *cache.Conduct
	found     func(context.Context, *Turn) // hears of self-harm
}

// Answer implements Tier.
func (m *ModerationTier) Answer(ctx context.Context, turn *Turn) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		defer turn.Stage("moderation")()
		verdict, err := m.moderator.Check(ctx, turn.Request.Message)
		if err == nil {
			turn.spent.addText(m.moderator.Model(), turn.Request.Message)
		}
		switch {
		case err != nil: // counted by the moderator; the message is answered as if there were none
		case verdict.SelfHarm:
			turn.finding = &safety.Finding{Category: safety.SelfHarm, Soft: true, About: safety.Self, Rule: "moderation"}
			m.found(ctx, turn)
			answerOutsideTiers(yield, reasonCrisis, safety.Answer(turn.Church, *turn.finding, turn.Language))
		case verdict.Hostile && !verdict.Delicate && !turn.Crisis:
			restrict(ctx, m.conduct, turn, yield)
		case verdict.Delicate: // perhaps somebody who tells what was done to them
			turn.Personal = true
		}
	}
}
