package switchboard

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"

	"narthex/cache"
)

// Held is a place on the line that somebody goes on to hold, and for how long they have since that was last said.
type Held struct {
	Seat
	Since time.Duration
}

// RenewAll renews places, as Renew does each, in one round trip to each master of Redis. It gives until when each is held, and 0 where
// that could not be said.
func (b *Board) RenewAll(ctx context.Context, held []Held) (till []int64) {
	till = make([]int64, len(held))
	ofMaster := make(map[*cache.Breaker][]int)
	for i := range held {
		master := b.masters.Of(ctx, cache.KeyPrefix(held[i].Church))
		ofMaster[master] = append(ofMaster[master], i)
	}
	for master, places := range ofMaster {
		var unknown []int                                    // to a Redis that has not heard of the script
		_ = master.Do(ctx, func(ctx context.Context) error { // what is not renewed is tried again by who holds it
			said := make([]*redis.Cmd, len(places))
			_, err := b.client.Pipelined(ctx, func(pipe redis.Pipeliner) error {
				for n, i := range places {
					keys, arguments := b.asked(held[i].Seat, held[i].Since, true)
					said[n] = seatScript.EvalSha(ctx, pipe, keys, arguments...)
				}
				return nil
			})
			for n, i := range places {
				if values, err := said[n].Int64Slice(); err == nil && len(values) == 2 {
					till[i] = values[1]
				} else if redis.HasErrorPrefix(err, "NOSCRIPT") {
					unknown = append(unknown, i)
				}
			}
			return err
		})
		for _, i := range unknown {
			till[i], _ = b.Renew(ctx, held[i].Seat, held[i].Since)
		}
	}
	return till
}
