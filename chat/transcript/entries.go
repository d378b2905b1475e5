package transcript

import (
	"context"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/chat"
	"narthex/chat/journal"
)

// waiting is what lies in the journals of some churches.
type waiting struct {
	entries map[uuid.UUID][]redis.XMessage // of those that have any
	failed  map[uuid.UUID]error            // those whose part of Redis did not answer
}

// read reads the oldest entries of each church, in one round trip. The more churches, the fewer of each, so that a batch has a bounded
// size; who has more comes again.
func (d *Drain) read(ctx context.Context, churches []uuid.UUID) waiting {
	ctx, cancel := context.WithTimeout(ctx, redisLimit)
	defer cancel()
	each := int64(min(drainEntries/len(churches), drainBatch))
	pipe := d.redis.Pipeline()
	replies := make([]*redis.XMessageSliceCmd, len(churches))
	for i, churchID := range churches {
		replies[i] = pipe.XRangeN(ctx, journal.JournalKey(churchID), "-", "+", each)
	}
	_, _ = pipe.Exec(ctx) // each has its own error
	found := waiting{entries: make(map[uuid.UUID][]redis.XMessage), failed: make(map[uuid.UUID]error)}
	for i, churchID := range churches {
		switch entries, err := replies[i].Result(); {
		case err != nil:
			found.failed[churchID] = err
		case len(entries) > 0:
			found.entries[churchID] = entries
		}
	}
	return found
}

// recordsOf are what stands in the entries of a church, and the values of those entries that cannot be read.
func recordsOf(churchID uuid.UUID, entries []redis.XMessage) (records []chat.Record, unreadable []map[string]any) {
	records = make([]chat.Record, 0, 2*len(entries))
	for _, entry := range entries {
		found, err := journal.RecordsOf(churchID, entry)
		if err != nil {
			unreadable = append(unreadable, entry.Values)
			continue
		}
		records = append(records, found...)
	}
	return records, unreadable
}

// drainedScript deletes the entries named, and the stream with its last: an idle church keeps no key. It gives how many are
// left. To delete all up to some id would be shorter, but ids go back when the clock does.
var drainedScript = redis.NewScript(`
	redis.call('XDEL', KEYS[1], unpack(ARGV))
	local left = redis.call('XLEN', KEYS[1])
	if left == 0 then
		redis.call('DEL', KEYS[1])
	end
	return left`)

// remove deletes entries that are stored, in one round trip. It gives how many each church has left.
func (d *Drain) remove(ctx context.Context, drained map[uuid.UUID][]redis.XMessage) (left map[uuid.UUID]int, failed map[uuid.UUID]error) {
	ctx, cancel := context.WithTimeout(ctx, redisLimit)
	defer cancel()
	pipe := d.redis.Pipeline()
	replies := make(map[uuid.UUID]*redis.Cmd, len(drained))
	for churchID, entries := range drained {
		ids := make([]any, len(entries))
		for i := range entries {
			ids[i] = entries[i].ID
		}
		replies[churchID] = drainedScript.EvalSha(ctx, pipe, []string{journal.JournalKey(churchID)}, ids...)
	}
	_, _ = pipe.Exec(ctx) // each has its own error
	left, failed = make(map[uuid.UUID]int, len(drained)), make(map[uuid.UUID]error)
	for churchID, reply := range replies {
		rest, err := reply.Int()
		if redis.HasErrorPrefix(err, "NOSCRIPT") { // this part of Redis has not seen it yet
			rest, err = drainedScript.Eval(ctx, d.redis, []string{journal.JournalKey(churchID)}, reply.Args()[4:]...).Int()
		}
		if err != nil {
			failed[churchID] = err
			continue
		}
		left[churchID] = rest
	}
	return left, failed
}
