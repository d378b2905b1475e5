package transcript

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/redis/go-redis/v9"

	"narthex/chat"
)

// drainBatch moves the oldest entries of churches into Postgres: three round trips for all of them. It gives the churches that are to
// come again, and whether there is more in their journals. A church that fails for its own sake is isolated; the error is an outage.
func (d *Drain) drainBatch(ctx context.Context, churches []uuid.UUID) (again []uuid.UUID, more bool, err error) {
	defer d.panics.Recover("drain", func(error) {
		again, more, err = nil, false, nil
		for _, churchID := range churches {
			d.isolate(errPanicked, churchID)
		}
	}, "churches", len(churches))
	found := d.read(ctx, churches)
	if len(found.failed) == len(churches) {
		return churches, false, fmt.Errorf("read the journal: %w", found.failed[churches[0]])
	}
	for churchID, err := range found.failed {
		d.isolate(err, churchID)
	}
	var records []chat.Record
	unreadable := make(map[uuid.UUID][]map[string]any)
	for churchID, entries := range found.entries {
		of, cannot := recordsOf(churchID, entries)
		if records = append(records, of...); len(cannot) > 0 {
			unreadable[churchID] = cannot
		}
	}
	stored, err := d.storeBatch(ctx, records)
	if blames(err) {
		for churchID := range found.entries {
			d.isolate(err, churchID)
		}
		return nil, false, nil
	}
	if err != nil {
		return churches, false, err
	}
	for churchID := range stored.Locked {
		delete(found.entries, churchID)
		again = append(again, churchID)
	}
	for churchID, entries := range unreadable {
		if stored.Locked[churchID] {
			continue
		}
		if err := d.refuse(ctx, churchID, entries, errUnreadable); err != nil {
			delete(found.entries, churchID)
			d.isolate(err, churchID)
		}
	}
	left := d.removeOrIsolate(ctx, found.entries)
	for churchID, entries := range left {
		if entries > 0 {
			again, more = append(again, churchID), true
		}
	}
	d.finish(records, stored)
	return again, more, nil
}

// errPanicked stands for a fault of ours, which the log tells of by itself.
var errPanicked = errors.New("a panic")

// storeBatch stores records of several churches on one of the connections that the drain may have.
func (d *Drain) storeBatch(ctx context.Context, records []chat.Record) (Stored, error) {
	if len(records) == 0 {
		return Stored{}, nil
	}
	select {
	case d.storing <- struct{}{}:
	case <-ctx.Done():
		return Stored{}, ctx.Err()
	}
	defer func() { <-d.storing }()
	ctx, cancel := context.WithTimeout(ctx, DrainLimit)
	defer cancel()
	return d.transcript.StoreSeveral(ctx, records)
}

// finish counts what is stored, and tells of turns that were known before.
func (d *Drain) finish(records []chat.Record, stored Stored) {
	drained := 0
	for i := range records {
		r := &records[i]
		if stored.Locked[r.ChurchID] {
			continue
		}
		drained++
		if !stored.New[r.ID] {
			d.contest(r.TurnID)
		}
	}
	d.metrics.drained.Add(float64(drained))
}

// removeOrIsolate deletes what is stored, and gives how many entries each church has left.
func (d *Drain) removeOrIsolate(ctx context.Context, drained map[uuid.UUID][]redis.XMessage) (left map[uuid.UUID]int) {
	if len(drained) == 0 {
		return nil
	}
	left, failed := d.remove(ctx, drained)
	for churchID, err := range failed {
		d.isolate(err, churchID)
	}
	return left
}

// blames tells an error that one record or one church may be to blame for from an outage, by the class of its SQLSTATE: data,
// cardinality, integrity, serialization and deadlock, with check option, limits, locks, a statement that took too long, raised by a
// trigger, an internal error such as of a damaged page.
func blames(err error) bool {
	if RefusedForGood(err) {
		return true
	}
	pgErr, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || len(pgErr.Code) < 2 {
		return false
	}
	const canceled = "57014"
	return pgErr.Code == canceled || slices.Contains([]string{"21", "22", "23", "40", "44", "54", "55", "P0", "XX"}, pgErr.Code[:2])
}
