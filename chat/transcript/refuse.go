package transcript

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/chat"
	"narthex/chat/journal"
)

// What is kept aside for a person to look at: so many records of a church, and none for longer than a church may have conversations
// deleted after. A church that does not exist must not stand in Redis for ever.
const (
	maxRefused = 1000
	refusedFor = 14 * 24 * time.Hour
)

// refusedScript sets entries aside, but for those that are there already: a batch of which something else could not be stored yet comes
// again whole, and two nodes may drain the same church. It gives how many it added. Its arguments are the most entries kept, the oldest
// id kept, the seconds they are kept, the reason, and of each entry the number of its fields and values and those. A batch has 500 of a
// church at most, so that it looks at as many.
var refusedScript = redis.NewScript(`
	local known = {}
	for _, entry in ipairs(redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 500)) do
		local said = entry[2]
		known[table.concat(said, '\0', 1, #said - 2)] = true -- all but the reason
	end
	local added, at = 0, 5
	while at < #ARGV do
		local last = at + tonumber(ARGV[at])
		local said = table.concat(ARGV, '\0', at + 1, last)
		if not known[said] then
			local add = {'XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*'}
			for i = at + 1, last do
				add[#add + 1] = ARGV[i]
			end
			add[#add + 1] = 'reason'
			add[#add + 1] = ARGV[4]
			redis.call(unpack(add))
			added, known[said] = added + 1, true
		end
		at = last + 1
	end
	redis.call('XTRIM', KEYS[1], 'MINID', ARGV[2])
	redis.call('EXPIRE', KEYS[1], ARGV[3])
	return added`)

// refuse sets aside what can never be stored, with the reason: records, or entries of which none can be read. What is set aside already
// is neither added nor counted again.
func (d *Drain) refuse(ctx context.Context, churchID uuid.UUID, entries []map[string]any, cause error, about ...any) error {
	why := reason(cause)
	oldest := strconv.FormatInt(time.Now().Add(-refusedFor).UnixMilli(), 10)
	args := []any{maxRefused, oldest, int(refusedFor.Seconds()), why}
	for _, values := range entries {
		delete(values, "reason") // of the time before, if it was put back
		args = append(args, 2*len(values))
		for _, field := range slices.Sorted(maps.Keys(values)) {
			args = append(args, field, values[field])
		}
	}
	added, err := refusedScript.Run(ctx, d.redis, []string{journal.RefusedKey(churchID)}, args...).Int()
	if err != nil {
		return fmt.Errorf("set aside %d messages: %w", len(entries), err)
	}
	if added == 0 {
		return nil
	}
	d.metrics.refused.Add(float64(added))
	about = append(about, "church", churchID, "messages", added, "reason", why)
	d.logger.ErrorContext(ctx, "messages were set aside: Postgres will never take them", about...)
	return nil
}

// refuseRecords is refuse for records that could be read.
func (d *Drain) refuseRecords(ctx context.Context, churchID uuid.UUID, records []chat.Record, cause error) error {
	entries := make([]map[string]any, 0, len(records))
	for i := range records {
		data, err := journal.WriteRecord(&records[i])
		if err != nil {
			return fmt.Errorf("set a message aside: %w", err)
		}
		entries = append(entries, map[string]any{"record": string(data)})
	}
	if len(records) > 1 {
		return d.refuse(ctx, churchID, entries, cause)
	}
	return d.refuse(ctx, churchID, entries, cause, "turn", records[0].TurnID)
}

// refuseOrForget is refuseRecords for a church that Postgres does not know. If it was deleted, as its admins asked, what was still under way
// then is forgotten with what was set aside of it before: nobody is to read it any more, and nothing is amiss. A church that is missing for
// another reason, such as a backup that was older, may come back.
func (d *Drain) refuseOrForget(ctx context.Context, churchID uuid.UUID, records []chat.Record, cause error) error {
	deleted, err := d.transcript.wasDeleted(ctx, churchID)
	if err != nil {
		return err
	}
	if !deleted {
		return d.refuseRecords(ctx, churchID, records, cause)
	}
	if err := d.redis.Unlink(ctx, journal.RefusedKey(churchID)).Err(); err != nil {
		return fmt.Errorf("forget what was set aside of a deleted church: %w", err)
	}
	d.logger.InfoContext(ctx, "messages of a deleted church are forgotten", "church", churchID, "messages", len(records))
	return nil
}
