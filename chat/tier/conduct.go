// The tiers that answer harassment by our own rules.

package tier

import (
	"context"
	"iter"
	"time"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/conduct"
)

// reasonRestricted is the reason of answers to visitors who harass somebody.
const reasonRestricted = "restricted"

// Strikes counts how often a session has harassed somebody. See cache.Strikes.
type Strikes interface {
	Note(ctx context.Context, churchID, session uuid.UUID) (count int, coolingUntil time.Time, err error)
	Cooling(churchID, session uuid.UUID) (until time.Time, cooling bool)
}

// Cooling answers no question of a session that cools off, after its visitor has harassed somebody again and again. The tier
// asks nobody but this process, because it stands before every answer.
type Cooling struct {
	strikes Strikes
	watched func(*chat.Turn) bool
}

// NewCooling returns the tier. watched reports whether a crisis was found in a turn's conversation.
func NewCooling(strikes Strikes, watched func(*chat.Turn) bool) *Cooling {
	return &Cooling{strikes, watched}
}

// Answer implements chat.Tier.
func (c *Cooling) Answer(_ context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		// A visitor who was in danger is never told to wait, whatever they say.
		if _, cooling := c.strikes.Cooling(turn.Church.ID, turn.Request.SessionID); cooling && !turn.Crisis && !c.watched(turn) {
			yieldAnswer(yield, noTier(reasonRestricted), conduct.Answer(conduct.Harassing, coolingStrikes, turn.Language), nil)
		}
	}
}

// coolingStrikes is the number of strikes from which conduct.Answer tells of the cooling off.
const coolingStrikes = 3

// Conduct answers a visitor who harasses the assistant or people of the church: calmly at first, then more firmly, and in
// the end by a pause. The tier comes after the stored facts, which anybody may have.
type Conduct struct{ strikes Strikes }

// NewConduct returns the tier.
func NewConduct(strikes Strikes) *Conduct { return &Conduct{strikes} }

// Answer implements chat.Tier.
func (c *Conduct) Answer(ctx context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		if !turn.Crisis && conduct.Judge(turn.Request.Message) == conduct.Harassing {
			answerStrike(ctx, c.strikes, turn, yield)
		}
	}
}

// answerStrike counts a strike against the session and answers according to how many there are.
func answerStrike(ctx context.Context, strikes Strikes, turn *chat.Turn, yield func(chat.Event, error) bool) {
	count, until, err := strikes.Note(ctx, turn.Church.ID, turn.Request.SessionID)
	if err != nil {
		yield(chat.Event{}, err)
		return
	}
	if !until.IsZero() {
		count = max(count, coolingStrikes)
	}
	yieldAnswer(yield, noTier(reasonRestricted), conduct.Answer(conduct.Harassing, count, turn.Language), nil)
}
