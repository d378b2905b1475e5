package transcript

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

// A node that starts asks which churches are active, and drains them all: whoever looks after them, storing twice does no harm. The
// sweep looks at every key that there is, for journals whose church is not among the active ones, whatever has become of those. There
// may be millions of keys, so it goes slowly.
const (
	sweepPage  = 1000 // keys
	sweepRests = 50   // times as long as Redis took for a page
	sweepEvery = time.Hour
	sweepRetry = 10 * time.Second // after a failure
)

// findActive notes the churches that are active when the node starts.
func (d *Drain) findActive(ctx context.Context) {
	for ctx.Err() == nil {
		err := d.active.All(ctx, func(churches []uuid.UUID) error {
			d.Note(churches...)
			return nil
		})
		if err == nil {
			return
		}
		if ctx.Err() == nil {
			d.logger.Warn("could not read which churches have messages to be stored", "error", err)
		}
		pause(ctx, drainRetry)
	}
}

// sweepAgain sweeps until the context ends.
func (d *Drain) sweepAgain(ctx context.Context) {
	for ctx.Err() == nil {
		rest := sweepEvery
		if err := d.sweep(ctx); err != nil && ctx.Err() == nil {
			d.logger.Warn("could not look for journals that dead nodes left behind", "error", err)
			rest = sweepRetry
		}
		pause(ctx, rest)
	}
}

// sweep notes the churches of all journals.
func (d *Drain) sweep(ctx context.Context) error {
	if cluster, ok := d.redis.(*redis.ClusterClient); ok {
		return cluster.ForEachMaster(ctx, func(ctx context.Context, master *redis.Client) error { return d.sweepOne(ctx, master) })
	}
	return d.sweepOne(ctx, d.redis)
}

func (d *Drain) sweepOne(ctx context.Context, client redis.UniversalClient) error {
	for cursor := uint64(0); ; {
		began := time.Now()
		bounded, cancel := context.WithTimeout(ctx, redisLimit)
		keys, next, err := client.Scan(bounded, cursor, "narthex:{*}:journal", sweepPage).Result()
		cancel()
		if err != nil {
			return err
		}
		for _, key := range keys {
			_, rest, _ := strings.Cut(key, "{")
			id, _, _ := strings.Cut(rest, "}")
			if churchID, err := uuid.Parse(id); err == nil {
				d.Note(churchID)
			}
		}
		if cursor = next; cursor == 0 {
			return nil
		}
		pause(ctx, sweepRests*time.Since(began))
	}
}

// pause waits, but not beyond the context's end.
func pause(ctx context.Context, wait time.Duration) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
