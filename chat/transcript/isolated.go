package transcript

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/chat"
)

// isolated are the churches that could not be drained with others: something of theirs was refused or is locked in Postgres, or their part
// of Redis does not answer. Each is tried by itself, the longer after the more often it has failed, and goes back to the others when
// there is nothing amiss with it any more. One such church costs those that it was with one transaction, once.
type isolated struct {
	churches map[uuid.UUID]attempt
}

// attempt is when a church is to be tried again.
type attempt struct {
	failed int
	due    time.Time
}

const (
	isolatedFirst = 250 * time.Millisecond
	isolatedLast  = 5 * time.Second
	isolatedTold  = 4 // failures after which the log says so, some seconds
)

// add isolates a church, to be tried at once.
func (i *isolated) add(churchID uuid.UUID, now time.Time) {
	if _, known := i.churches[churchID]; !known {
		i.churches[churchID] = attempt{due: now}
	}
}

func (i *isolated) has(churchID uuid.UUID) bool {
	_, ok := i.churches[churchID]
	return ok
}

// failed has a church tried again later.
func (i *isolated) failed(churchID uuid.UUID, now time.Time) {
	before := i.churches[churchID]
	wait := min(isolatedFirst<<min(before.failed, 10), isolatedLast)
	i.churches[churchID] = attempt{failed: before.failed + 1, due: now.Add(wait)}
}

// remove has a church back among the others. If it had failed, what was amiss may have been amiss with more of them, a lock on a whole
// table perhaps: all are due now.
func (i *isolated) remove(churchID uuid.UUID, now time.Time) {
	before := i.churches[churchID]
	delete(i.churches, churchID)
	if before.failed == 0 {
		return
	}
	for other, attempt := range i.churches {
		attempt.due = now
		i.churches[other] = attempt
	}
}

// due gives the churches to be tried now, those first that have failed least: most of them were only with one that is to blame.
func (i *isolated) due(now time.Time) []uuid.UUID {
	var due []uuid.UUID
	for churchID, attempt := range i.churches {
		if !attempt.due.After(now) {
			due = append(due, churchID)
		}
	}
	slices.SortFunc(due, func(x, y uuid.UUID) int { return cmp.Compare(i.churches[x].failed, i.churches[y].failed) })
	return due
}

// next is when one is to be tried; false if there is none.
func (i *isolated) next() (at time.Time, any bool) {
	for _, attempt := range i.churches {
		if !any || attempt.due.Before(at) {
			at, any = attempt.due, true
		}
	}
	return at, any
}

// all gives every church that is isolated.
func (i *isolated) all() []uuid.UUID { return slices.Collect(maps.Keys(i.churches)) }

// isolate has a church drained by itself from now on.
func (d *Drain) isolate(cause error, churchID uuid.UUID) {
	d.mu.Lock()
	d.isolated.add(churchID, time.Now())
	d.metrics.isolated.Set(float64(len(d.isolated.churches)))
	d.mu.Unlock()
	d.logger.Debug("a church is drained by itself", "church", churchID, "reason", reason(cause))
	signal(d.wakeIsolated)
}

// rejoin has a church drained with the others again.
func (d *Drain) rejoin(churchID uuid.UUID) {
	d.mu.Lock()
	d.isolated.remove(churchID, time.Now())
	d.metrics.isolated.Set(float64(len(d.isolated.churches)))
	d.mu.Unlock()
	d.Note(churchID) // for what came meanwhile
}

// drainIsolated tries the isolated churches, each when it is due, until the context ends.
func (d *Drain) drainIsolated(ctx context.Context) {
	for ctx.Err() == nil {
		d.mu.Lock()
		due := d.isolated.due(time.Now())
		next, any := d.isolated.next()
		d.mu.Unlock()
		if len(due) > 0 {
			if err := d.tryIsolated(ctx, due[:min(len(due), drainChurches)]); err != nil && ctx.Err() == nil {
				d.metrics.errors.Inc()
				pause(ctx, isolatedFirst) // the error is told of by the round, or is a church's own
			}
			continue
		}
		wait := time.Hour
		if any {
			wait = time.Until(next)
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case <-timer.C:
		case <-d.wakeIsolated:
		}
		timer.Stop()
	}
}

// tryIsolated reads churches together and stores each by itself. Those that do well go back to the others. It gives the first error.
func (d *Drain) tryIsolated(ctx context.Context, churches []uuid.UUID) (first error) {
	for some := range slices.Chunk(churches, drainChurches) {
		found := d.read(ctx, some)
		for _, churchID := range some {
			err := found.failed[churchID]
			if err == nil {
				err = d.drainOne(ctx, churchID, found.entries[churchID])
			}
			if err == nil {
				d.rejoin(churchID)
				continue
			}
			first = cmp.Or(first, err)
			d.mu.Lock()
			d.isolated.failed(churchID, time.Now())
			failed := d.isolated.churches[churchID].failed
			d.mu.Unlock()
			if failed == isolatedTold {
				d.logger.ErrorContext(ctx, "a church's messages wait to be stored, and those of others do not", "church", churchID, "reason", reason(err))
			}
		}
	}
	return first
}

// drainOne moves entries of one church into Postgres.
func (d *Drain) drainOne(ctx context.Context, churchID uuid.UUID, entries []redis.XMessage) (err error) {
	defer d.panics.Recover("drain_church", func(error) { err = errPanicked }, "church", churchID)
	if len(entries) == 0 {
		return nil
	}
	records, unreadable := recordsOf(churchID, entries)
	if err := d.store(ctx, churchID, records, d.storeUnlocked); err != nil {
		return err
	}
	if len(unreadable) > 0 {
		if err := d.refuse(ctx, churchID, unreadable, errUnreadable); err != nil {
			return err
		}
	}
	_, failed := d.remove(ctx, map[uuid.UUID][]redis.XMessage{churchID: entries})
	return failed[churchID]
}

var errLocked = errors.New("the church is locked")

// storeUnlocked stores records of one church unless it is locked.
func (d *Drain) storeUnlocked(ctx context.Context, _ uuid.UUID, records []chat.Record) error {
	ctx, cancel := context.WithTimeout(ctx, DrainLimit)
	defer cancel()
	stored, err := d.transcript.StoreSeveral(ctx, records)
	if err != nil {
		return err
	}
	if len(stored.Locked) > 0 {
		return errLocked
	}
	d.finish(records, stored)
	return nil
}

// storeInTurn stores records of one church, and waits for its lock: visitors who are served without Redis have it nearly always.
func (d *Drain) storeInTurn(ctx context.Context, churchID uuid.UUID, records []chat.Record) error {
	ctx, cancel := context.WithTimeout(ctx, DrainLimit)
	defer cancel()
	stored, err := d.transcript.Store(ctx, churchID, records)
	if err == nil && stored < int64(len(records)) {
		for i := range records {
			d.contest(records[i].TurnID)
		}
	}
	return err
}

// store writes records of a church. Of those that Postgres refuses for their own sake it finds the ones that are to blame, by halves,
// and sets them aside; the others are stored.
func (d *Drain) store(ctx context.Context, churchID uuid.UUID, records []chat.Record, write func(context.Context, uuid.UUID, []chat.Record) error) error {
	if len(records) == 0 {
		return nil
	}
	err := write(ctx, churchID, records)
	switch {
	case !RefusedForGood(err):
		return err
	case noChurch(err):
		return d.refuseOrForget(ctx, churchID, records, err)
	case len(records) == 1:
		return d.refuseRecords(ctx, churchID, records, err)
	}
	half := len(records) / 2
	return cmp.Or(d.store(ctx, churchID, records[:half], write), d.store(ctx, churchID, records[half:], write))
}
