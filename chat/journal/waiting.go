package journal

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/chat"
)

func waitingKey(churchID, session uuid.UUID) string {
	return key(churchID, "waiting:"+session.String())
}

// waitingLua puts an entry into the journal, and notes that it is of a session: of each the newest 20 are noted for an hour, so that the
// past of a conversation is found however much of its church waits.
const waitingLua = `
	local function append(journal, session, ...)
		local entry = redis.call('XADD', journal, '*', ...)
		local waiting = string.sub(journal, 1, -#'journal' - 1) .. 'waiting:' .. session
		redis.call('RPUSH', waiting, entry)
		redis.call('LTRIM', waiting, -20, -1)
		redis.call('EXPIRE', waiting, 3600)
	end
`

// WaitingOf returns what was said in a conversation, on whichever node, and waits in the journal: Postgres may not have it yet. Who reads
// Postgres after this misses nothing between the two.
func (j *Journal) WaitingOf(ctx context.Context, churchID, session uuid.UUID) (records []chat.Record, err error) {
	var written []string
	keys := []string{JournalKey(churchID), waitingKey(churchID, session)}
	err = j.try(ctx, keys[0], func(ctx context.Context) (err error) {
		written, err = waitingScript.Run(ctx, j.redis, keys).StringSlice()
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read what was said and is not stored yet: %w", err)
	}
	for _, data := range written {
		r, err := readRecord(data)
		if err == nil && r.ChurchID == churchID && r.SessionID == session { // what cannot be read is for a person to look at
			records = append(records, r)
		}
	}
	return records, nil
}

// waitingScript gives the records of a session that wait, the oldest first.
//
//	KEYS journal, waiting
var waitingScript = redis.NewScript(`
	local found = {}
	for _, entry in ipairs(redis.call('LRANGE', KEYS[2], 0, -1)) do
		for _, waits in ipairs(redis.call('XRANGE', KEYS[1], entry, entry)) do
			for i = 2, #waits[2], 2 do
				found[#found + 1] = waits[2][i]
			end
		end
	end
	return found`)
