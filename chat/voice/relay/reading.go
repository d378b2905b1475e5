package relay

import (
	"strings"
	"time"
)

// reading is what the service reads out.
type reading struct {
	pace  time.Duration // in which it says a word
	until time.Time     // when it will have read out what it was sent
}

// lasts is about how long it takes to say a text.
func (r *reading) lasts(said string) time.Duration {
	return time.Duration(strings.Count(said, " ")+1) * r.pace
}

// goesOn notes that a text is read out after what was sent before.
func (r *reading) goesOn(said string) {
	if now := time.Now(); r.until.Before(now) {
		r.until = now
	}
	if said != "" {
		r.until = r.until.Add(r.lasts(said))
	}
}

// left is for how long something is still read out.
func (r *reading) left() time.Duration { return time.Until(r.until) }

// stops notes that the service reads out no more.
func (r *reading) stops() { r.until = time.Time{} }
