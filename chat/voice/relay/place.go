package relay

import (
	"context"
	"sync"
	"time"

	"narthex/chat/voice/switchboard"
)

// place is a call's place on the line, which all nodes count.
type place struct {
	mu      sync.Mutex // held while the place is renewed
	counted time.Time  // until when the call's time is counted
	till    int64      // until when the place is held, by Redis's clock
}

// placeRounds is how often it is looked, in the time after which a place is to be renewed, which ones are.
const placeRounds = 10

// keepPlaces renews the places of the calls here until they have ended, those that are due at the same time together.
func (r *Relay) keepPlaces(ended <-chan struct{}) {
	tick := time.NewTicker(r.parts.Board.Limits().Renewed / placeRounds)
	defer tick.Stop()
	for {
		select {
		case <-ended:
			return
		case <-tick.C:
			r.renewPlaces()
		}
	}
}

func (r *Relay) renewPlaces() {
	defer r.panics.Recover("call_places", nil)
	now := time.Now()
	due := r.duePlaces(now)
	defer func() {
		for _, c := range due {
			c.place.mu.Unlock()
		}
	}()
	held := make([]switchboard.Held, len(due))
	for i, c := range due {
		held[i] = c.held(now)
	}
	for i, till := range r.parts.Board.RenewAll(context.Background(), held) { // bounded by the switchboard
		due[i].renewed(till, now)
	}
}

// duePlaces are the calls whose places are to be renewed, under the locks of these.
func (r *Relay) duePlaces(now time.Time) (due []*call) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for c := range r.holding {
		if !c.place.mu.TryLock() {
			continue // it is being given up
		}
		if now.Sub(c.place.counted) < r.parts.Board.Limits().Renewed {
			c.place.mu.Unlock()
			continue
		}
		due = append(due, c)
	}
	return due
}

// holdPlace keeps the call's place until it is given up, and counts how long the call is.
func (c *call) holdPlace() {
	c.relay.mu.Lock()
	defer c.relay.mu.Unlock()
	c.relay.holding[c] = true
}

// letGo has the call's place renewed no more: it lapses.
func (c *call) letGo() {
	c.relay.mu.Lock()
	defer c.relay.mu.Unlock()
	delete(c.relay.holding, c)
}

// held is what the switchboard is told of the call. It is called under the place's lock, as renewed is.
func (c *call) held(now time.Time) switchboard.Held {
	day := switchboard.Day(c.relay.config.Now(), c.church.Location)
	return switchboard.Held{Seat: c.relay.seat(c.ticket, day), Since: now.Sub(c.place.counted)}
}

// renewed notes until when the place is held; 0 where it could not be renewed.
func (c *call) renewed(till int64, now time.Time) {
	if till != 0 {
		c.place.till, c.place.counted = till, now
	}
}

// giveUpPlace counts the rest of the call's time, and frees its place unless it goes on. Where it may, and does not, the place is free when
// the service says so (Over), or lapses.
func (c *call) giveUpPlace(outcome string) {
	if c.church == nil { // not set up: nobody was heard
		return
	}
	c.letGo()
	c.place.mu.Lock() // waits for a renewal that is under way
	defer c.place.mu.Unlock()
	now := time.Now()
	held := c.held(now)
	till, _ := c.relay.parts.Board.Renew(context.Background(), held.Seat, held.Since) // bounded by the switchboard
	c.renewed(till, now)
	if !mayGoOn(outcome) {
		_ = c.relay.parts.Board.Leave(context.Background(), c.relay.seat(c.ticket, ""), c.place.till) // else it lapses
	}
}

// cameIn is when the call began, on its first socket.
func (c *call) cameIn() time.Time {
	if c.ticket.Began != 0 {
		return time.Unix(c.ticket.Began, 0)
	}
	return c.began
}

// remaining is for how long the call may still last.
func (c *call) remaining() time.Duration {
	return c.relay.config.Length - c.relay.config.Now().Sub(c.cameIn())
}
