package journal

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/chat"
)

// mostWaiting bounds how many of a church's newest entries are looked through for those of one conversation, which costs Redis up to a third of
// a millisecond: while Postgres is away there may be any number.
const mostWaiting = 100

// WaitingOf returns what was said in a conversation, on whichever node, and waits in the journal: Postgres may not have it yet. Who reads
// Postgres after this misses nothing between the two.
func (j *Journal) WaitingOf(ctx context.Context, churchID, session uuid.UUID) (records []chat.Record, err error) {
	var entries []string
	err = j.try(ctx, JournalKey(churchID), func(ctx context.Context) (err error) {
		entries, err = waitingScript.Run(ctx, j.redis, []string{JournalKey(churchID)}, session.String(), mostWaiting).StringSlice()
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read what was said and is not stored yet: %w", err)
	}
	for i := len(entries) - 1; i >= 0; i-- { // the newest comes first
		r, err := readRecord(entries[i])
		if err == nil && r.ChurchID == churchID && r.SessionID == session { // what cannot be read is for a person to look at
			records = append(records, r)
		}
	}
	return records, nil
}

// waitingScript gives the records among the newest entries that name a session, the newest first.
//
//	KEYS journal
//	ARGV session, how many entries to look through
var waitingScript = redis.NewScript(`
	local found = {}
	for _, entry in ipairs(redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', ARGV[2])) do
		local fields = entry[2]
		for i = #fields, 2, -2 do
			if string.find(fields[i], ARGV[1], 1, true) then
				found[#found + 1] = fields[i]
			end
		end
	end
	return found`)
