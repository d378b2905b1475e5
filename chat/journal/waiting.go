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

// saidLua gives the records of a session that wait, the oldest first. Most of those that are noted have been stored meanwhile, and are not
// looked for one by one: they are older than the oldest that waits of the church.
const saidLua = `
	local function moment(entry)
		return tonumber(string.match(entry, '^%d+'))
	end
	local function said(journal, session)
		local found = {}
		local waiting = string.sub(journal, 1, -#'journal' - 1) .. 'waiting:' .. session
		local noted = redis.call('LRANGE', waiting, 0, -1)
		local oldest = #noted > 0 and redis.call('XRANGE', journal, '-', '+', 'COUNT', 1)[1]
		if not oldest then
			return found
		end
		for _, entry in ipairs(noted) do
			for _, waits in ipairs(moment(entry) >= moment(oldest[1]) and redis.call('XRANGE', journal, entry, entry) or {}) do
				for i = 2, #waits[2], 2 do
					found[#found + 1] = waits[2][i]
				end
			end
		end
		return found
	end
`

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
	err = j.try(ctx, JournalKey(churchID), func(ctx context.Context) (err error) {
		written, err = waitingScript.Run(ctx, j.redis, []string{JournalKey(churchID)}, session.String()).StringSlice()
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read what was said and is not stored yet: %w", err)
	}
	return recordsOf(written, churchID, session), nil
}

// recordsOf reads a session's records. Those that cannot be read are left out; they stay in the journal for a person to look at.
func recordsOf(written []string, churchID, session uuid.UUID) (records []chat.Record) {
	for _, data := range written {
		if r, err := readRecord(data); err == nil && r.ChurchID == churchID && r.SessionID == session {
			records = append(records, r)
		}
	}
	return records
}

// waitingScript gives the records of a session that wait, the oldest first.
//
//	KEYS journal
//	ARGV session
var waitingScript = redis.NewScript(saidLua + `return said(KEYS[1], ARGV[1])`)
