package relay

import (
	"context"

	"narthex/chat/voice/record"
	"narthex/chat/voice/wish"
)

// takenBack has a call go on whose caller says, while they hear its last words, what must not be lost: that they or others are in danger,
// by whom, that they are there after all, that they do not want to be put through, or that there is something else. What changes nothing is written down.
func (c *call) takenBack(ctx context.Context, f frame) bool {
	switch {
	case f.err != nil:
		return false
	case f.Type == kindInterrupt:
		c.relay.metrics.interrupt.Inc()
		c.hush(&f.received)
		return false
	case f.isSaid() && c.goesOn(clean(f.VoicePrompt)):
		c.parting, c.bad = "", 0
		c.prompt(ctx, f.VoicePrompt)
		return true
	case f.Type == kindDTMF && c.unnoticed():
		c.parting, c.bad = "", 0
		c.pressed(ctx, f.Digit)
		return true
	}
	c.ignored(f)
	return false
}

// goesOn reports whether a call that is about to end goes on for what its caller says.
func (c *call) goesOn(said string) bool {
	if !worded(said) {
		return false
	}
	found, accuses := c.inDanger(said)
	if accuses { // of whom they speak is known until the call goes on
		c.accuses()
	}
	return found || accuses || c.unnoticed() || c.parting == outcomeTransfer && wish.Refuses(said) || c.parting == outcomeGoodbye && !wish.TakesLeave(said)
}

// unnoticed reports whether a call is about to end for nothing but that its caller could not be heard.
func (c *call) unnoticed() bool { return c.parting == outcomeSilence || c.parting == outcomeUnclear }

// ignored writes down what a caller does that changes nothing any more.
func (c *call) ignored(f frame) {
	switch {
	case f.err != nil:
	case f.isSaid():
		said := clean(f.VoicePrompt)
		if c.takeDown(record.Caller, said); worded(said) {
			c.listen(said)
		}
	case f.Type == kindDTMF:
		c.takeDown(record.Keys, clean(f.Digit))
	}
}
