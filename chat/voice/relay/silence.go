package relay

import "context"

// silent is for when nobody says anything: the caller is asked whether they are there, and then let go.
func (c *call) silent(ctx context.Context) {
	if c.answer != nil || c.parting != "" {
		return
	}
	if c.silences++; c.silences > maxSilences {
		c.part(ctx, "silence", c.text("silence.end", "church", c.church.Name))
		return
	}
	c.say(ctx, c.text("silence"))
}
