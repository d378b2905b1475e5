package journal

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
)

// activePage is how many churches are asked for, or asked about, in one round trip.
const activePage = 1000

// All calls fn with every active church, whoever looks after it, a page at a time. A church that is announced meanwhile may be left
// out: a node looks after it.
func (a *ActiveChurches) All(ctx context.Context, fn func([]uuid.UUID) error) error {
	for from := int64(0); ; from += activePage {
		var ids []string
		err := a.aside(ctx, func(ctx context.Context) (err error) {
			ids, err = a.journal.redis.ZRange(ctx, activeKey, from, from+activePage-1).Result()
			return err
		})
		if err != nil {
			return fmt.Errorf("read which churches are active: %w", err)
		}
		if churches := churchesOf(ids); len(churches) > 0 {
			if err := fn(churches); err != nil {
				return err
			}
		}
		if len(ids) < activePage || ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// churchesOf reads ids of churches.
func churchesOf(ids []string) []uuid.UUID {
	churches := make([]uuid.UUID, 0, len(ids))
	for _, id := range ids {
		if churchID, err := uuid.Parse(id); err == nil {
			churches = append(churches, churchID)
		}
	}
	return churches
}

// Waiting counts the entries in Redis that wait to be stored, of all churches and nodes: none is written before its church is
// announced, and a church stays announced for as long as it has any. The entries of a master that does not answer are not counted, and
// the error says so.
func (a *ActiveChurches) Waiting(ctx context.Context) (entries int64, err error) {
	var counted atomic.Int64
	var uncounted error
	err = a.All(ctx, func(churches []uuid.UUID) error {
		uncounted = errors.Join(uncounted, a.journal.perMaster(ctx, churches, func(_ *cache.Breaker, churches []uuid.UUID) error {
			return a.count(ctx, churches, &counted)
		}))
		return nil
	})
	if err = errors.Join(err, uncounted); err != nil {
		err = fmt.Errorf("count the entries that wait to be stored: %w", err)
	}
	return counted.Load(), err
}

// count adds the entries of churches that one master has.
func (a *ActiveChurches) count(ctx context.Context, churches []uuid.UUID, counted *atomic.Int64) error {
	lengths := make([]*redis.IntCmd, len(churches))
	err := a.aside(ctx, func(ctx context.Context) error {
		_, err := a.journal.redis.Pipelined(ctx, func(pipe redis.Pipeliner) error {
			for i, churchID := range churches {
				lengths[i] = pipe.XLen(ctx, JournalKey(churchID))
			}
			return nil
		})
		return err
	})
	for _, length := range lengths {
		counted.Add(length.Val())
	}
	return err
}

// aside runs a call under the journal's deadline, but without the journal's breaker: a failed count must not keep visitors' messages from
// Redis.
func (a *ActiveChurches) aside(ctx context.Context, call func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	return call(ctx)
}
