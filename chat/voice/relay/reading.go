package relay

import (
	"strings"
	"time"
)

// lasts is about how long it takes to say a text.
func (c *call) lasts(said string) time.Duration {
	return time.Duration(strings.Count(said, " ")+1) * c.relay.config.Pace
}

// greeted notes that the service begins to read out the greeting.
func (c *call) greeted() {
	c.sending.Lock()
	c.reads(c.said)
	c.sending.Unlock()
	c.wait(c.lasts(c.said))
}

// reads notes that the service reads out a text, after what it was sent before. It is called under the lock of sending.
func (c *call) reads(spoken string) {
	if now := time.Now(); c.reading.Before(now) {
		c.reading = now
	}
	if spoken != "" {
		c.reading = c.reading.Add(c.lasts(spoken))
	}
}

// beingRead is for how long the service still reads out what it was sent.
func (c *call) beingRead() time.Duration {
	c.sending.Lock()
	defer c.sending.Unlock()
	return time.Until(c.reading)
}

// interrupted notes that the service reads out no more: it stops when the caller says something, or presses a key.
func (c *call) interrupted() {
	c.sending.Lock()
	defer c.sending.Unlock()
	c.reading = time.Time{}
}
