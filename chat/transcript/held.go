package transcript

import (
	"cmp"
	"context"

	"github.com/google/uuid"

	"narthex/chat"
)

// maxHeld is how many records are kept in memory, those that are being stored included.
const maxHeld = 10_000

// Hold keeps a record in memory until Postgres takes it; false when there is no room.
func (d *Drain) Hold(r chat.Record) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.held)+d.storingHeld >= maxHeld {
		return false
	}
	d.held = append(d.held, r)
	d.countHeld()
	signal(d.wakeHeld)
	return true
}

// countHeld tells how many records are in memory alone. The mutex is the caller's.
func (d *Drain) countHeld() { d.metrics.held.Set(float64(len(d.held) + d.storingHeld)) }

// drainHeld stores what is held until the context ends. It does so beside the rounds: a church that is locked, or what cannot be set
// aside while Redis is full, is waited for here, and the journals of all others are drained meanwhile.
func (d *Drain) drainHeld(ctx context.Context) {
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-d.wakeHeld:
			rest := drainEvery
			if err := d.storeHeld(ctx); err != nil && ctx.Err() == nil {
				d.tellWaiting(err)
				rest = drainRetry
				signal(d.wakeHeld)
			}
			pause(ctx, rest)
		}
	}
}

// storeHeld stores what is held in memory, church by church. One at a time may do so.
func (d *Drain) storeHeld(ctx context.Context) (first error) {
	d.mu.Lock()
	held := d.held
	d.held, d.storingHeld = nil, len(held)
	d.mu.Unlock()
	byChurch := make(map[uuid.UUID][]chat.Record)
	for _, r := range held {
		byChurch[r.ChurchID] = append(byChurch[r.ChurchID], r)
	}
	for churchID, records := range byChurch {
		err := d.storeHeldOf(ctx, churchID, records)
		first = cmp.Or(first, err)
		d.mu.Lock()
		d.storingHeld -= len(records)
		if err != nil {
			d.held = append(records, d.held...) // they have their place already, whatever came meanwhile
		}
		d.countHeld()
		d.mu.Unlock()
	}
	return first
}

// storeHeldOf stores what is held of one church.
func (d *Drain) storeHeldOf(ctx context.Context, churchID uuid.UUID, records []chat.Record) (err error) {
	defer d.panics.Recover("drain_held", func(error) { err = errPanicked }, "church", churchID)
	return d.store(ctx, churchID, records, d.storeInTurn)
}
