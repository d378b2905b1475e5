package relay

import (
	"context"

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
	switch digit {
	case "0":
		switch {
		case c.accused:
			c.say(ctx, c.apart())
		case !c.transfer(ctx):
			c.say(ctx, c.text("nobody"))
		}
	case "1":
		c.help(ctx, "en")
	case "2":
		c.help(ctx, "es")
	case "*":
		c.sayAgain(ctx, c.said, c.rest)
	default:
		c.say(ctx, c.text("keys"))
	}
}
