package relay

import (
	"context"
	"time"

	"narthex/chat/voice/switchboard"
)

// place is a call's place on the line, which all nodes count.
type place struct {
	counted time.Time     // until when the call's time is counted
	till    int64         // until when the place is held, by Redis's clock
	left    chan struct{} // closed when the call has ended
}

// holdPlace keeps the place until the call has ended, and counts how long the call is.
func (c *call) holdPlace() {
	tick := time.NewTicker(c.relay.parts.Board.Limits().Renewed)
	defer tick.Stop()
	for {
		select {
		case <-c.place.left:
			return
		case <-tick.C:
			c.renewPlace()
		}
	}
}

func (c *call) renewPlace() {
	now := time.Now()
	seat := c.relay.seat(c.ticket, switchboard.Day(c.relay.config.Now(), c.church.Location))
	till, err := c.relay.parts.Board.Renew(context.Background(), seat, now.Sub(c.place.counted)) // bounded by the switchboard
	if err == nil {
		c.place.till, c.place.counted = till, now
	}
}

// giveUpPlace counts the rest of the call's time, and frees its place unless it goes on. It is called when nobody holds it any more.
func (c *call) giveUpPlace(outcome string) {
	if c.church == nil { // not set up: nobody was heard
		return
	}
	c.renewPlace()
	if outcome != outcomeMoved {
		_ = c.relay.parts.Board.Leave(context.Background(), c.relay.seat(c.ticket, ""), c.place.till) // else it lapses
	}
}

// remaining is for how long the call may still last.
func (c *call) remaining() time.Duration {
	began := c.began
	if c.ticket.Began != 0 {
		began = time.Unix(c.ticket.Began, 0)
	}
	return c.relay.config.Length - c.relay.config.Now().Sub(began)
}
