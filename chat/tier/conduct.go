// The tiers that answer harassment by our own rules.

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

// Cooling answers no question of a session that cools off, after its visitor has harassed somebody again and again. The tier
// asks nobody but this process, because it stands before every answer.
type Cooling struct {
	conduct *cache.Conduct
	watched func(*chat.Turn) bool
}

// NewCooling returns the tier. watched reports whether a crisis was found in a turn's conversation.
func NewCooling(conduct *cache.Conduct, watched func(*chat.Turn) bool) *Cooling {
	return &Cooling{conduct, watched}
}

// Answer implements chat.Tier.
func (c *Cooling) Answer(_ context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		// A visitor who was in danger is never told to wait, whatever they say.
		if _, cooling := c.conduct.Cooling(turn.Church.ID, turn.Request.SessionID); cooling && !c.watched(turn) {
			yieldAnswer(yield, noTier(reasonRestricted), safety.ConductAnswer(safety.Harassing, coolingStrikes, turn.Language), nil)
		}
	}
}

// coolingStrikes is the number of strikes from which safety.ConductAnswer tells of the cooling off.
const coolingStrikes = 3

// Conduct answers a visitor who harasses the assistant or people of the church: calmly at first, then more firmly, and in
// the end by a pause. The tier comes after the stored facts, which anybody may have.
type Conduct struct{ conduct *cache.Conduct }

// NewConduct returns the tier.
func NewConduct(conduct *cache.Conduct) *Conduct { return &Conduct{conduct} }

// Answer implements chat.Tier.
func (c *Conduct) Answer(ctx context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		if !turn.Crisis && safety.Conduct(turn.Request.Message) == safety.Harassing {
			answerStrike(ctx, c.conduct, turn, yield)
		}
	}
}

// answerStrike counts a strike against the session and answers according to how many there are.
func answerStrike(ctx context.Context, conduct *cache.Conduct, turn *chat.Turn, yield func(chat.Event, error) bool) {
	strikes, until, err := conduct.Note(ctx, turn.Church.ID, turn.Request.SessionID)
	if err != nil {
		yield(chat.Event{}, err)
		return
	}
	if !until.IsZero() {
		strikes = max(strikes, coolingStrikes)
	}
	yieldAnswer(yield, noTier(reasonRestricted), safety.ConductAnswer(safety.Harassing, strikes, turn.Language), nil)
}
