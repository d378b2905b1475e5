package relay

import (
	"context"

	"narthex/chat/voice/line"
	"narthex/chat/voice/record"
)

// pressed is for who would rather use the keys.
func (c *call) pressed(ctx context.Context, digit string) {
	if c.parting != "" {
		return
	}
	c.hush(nil)
	c.silences = 0
	c.takeDown(record.Keys, clean(digit))
	c.checked = false
	if digit != "*" {
		c.setAside()
	}
	if c.dials(digit) {
		c.sayAside(ctx, line.WhomToCall(c.church, c.language)+" "+c.text("keys.danger"))
		return
	}
	switch digit {
	case "0":
		switch {
		case c.accused:
			c.say(ctx, c.apart())
		case !c.transfer(ctx):
			c.remark(ctx, c.text("nobody"))
		}
	case "1":
		c.help(ctx, "en")
	case "2":
		c.help(ctx, "es")
	case "*":
		c.repeat(ctx)
	default:
		c.sayAside(ctx, c.text("keys"))
	}
}

// dials reports whether a caller in danger dials, within the call, the number that they were told to call: with a key that means nothing
// here, or changes nothing, or goes on with such a number.
func (c *call) dials(digit string) bool {
	c.keys += digit
	switch {
	case !c.danger, digit == "*", c.keys == "0":
		return false
	case digit == "0", digit == "1" && c.language != "en", digit == "2" && c.language != "es":
		return line.Dials(c.church, c.keys)
	}
	return true
}

// remark says what may be said again in place of the last answer, but not of one that was for somebody in danger.
func (c *call) remark(ctx context.Context, text string) {
	if c.danger {
		c.sayAside(ctx, text)
	} else {
		c.say(ctx, text)
	}
}

// repeat says what was said last. In a danger whom to call stands before what does not say it.
func (c *call) repeat(ctx context.Context) {
	said := c.said
	if c.danger && !line.Tells(c.church, said, c.language) {
		said = line.WhomToCall(c.church, c.language) + " " + said
	}
	c.sayAgain(ctx, said, c.rest)
}
