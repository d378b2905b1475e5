package journal

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/live"
)

// Finish records how a turn ended. It gives false when the turn is not this node's any more. question is the visitor's message, nil if it
// is not known: it is recorded again if the journal has lost the turn, as it may have lost the message before Postgres had it.
func (j *Journal) Finish(ctx context.Context, ref chat.TurnRef, question *chat.Record, answer chat.Record, log []byte) (bool, error) {
	data, err := WriteRecord(&answer)
	if err != nil {
		return false, fmt.Errorf("encode an answer: %w", err)
	}
	found, err := j.finish(ctx, ref, data, log, question == nil, nil)
	if err == nil && found == finishUnknown { // rarely: so that the question is not sent for every answer
		var asked []byte
		if asked, err = WriteRecord(question); err != nil {
			return false, fmt.Errorf("encode a question: %w", err)
		}
		found, err = j.finish(ctx, ref, data, log, true, asked)
	}
	if err != nil {
		return false, fmt.Errorf("journal an answer: %w", err)
	}
	return found == finishOurs, nil
}

// What finishScript gives.
const (
	finishOurs    = 1
	finishUnknown = 2
)

// finish runs finishScript. unknown says to record a turn that the journal does not know, too, with its question first, if there is one.
func (j *Journal) finish(ctx context.Context, ref chat.TurnRef, answer, log []byte, unknown bool, question []byte) (found int, err error) {
	key := turnKey(ref.Church, ref.Turn)
	keys := []string{key, key + ":events", key + ":log", JournalKey(ref.Church), runningKey(ref.Church), cache.ForgottenKey(ref.Church, ref.Session)}
	err = j.try(ctx, key, func(ctx context.Context) (err error) {
		found, err = finishScript.Run(ctx, j.redis, keys, j.node, ref.Turn.String(), answer, endedLog(ref, log), int(AnsweredTTL.Seconds()), maxEnded, ref.Session.String(), unknown, question).Int()
		return err
	})
	return found, err
}

// FinishLate records in the journal how turns ended while it was unreachable, and calls told for each that it now has. Redis masters are
// handled concurrently; one that is still down does not delay the others, whose leases would lapse.
func (j *Journal) FinishLate(ctx context.Context, ended []*live.Run, told func(*live.Run)) {
	of := make(map[uuid.UUID][]*live.Run)
	for _, r := range ended {
		of[r.Ref.Church] = append(of[r.Ref.Church], r)
	}
	_ = j.perMaster(ctx, slices.Collect(maps.Keys(of)), func(_ *cache.Breaker, churches []uuid.UUID) error {
		for _, churchID := range churches {
			for _, r := range of[churchID] {
				record, log := r.Unsettled()
				question := r.Question()
				if _, err := j.Finish(ctx, r.Ref, &question, record, log); err != nil {
					return err
				}
				told(r)
			}
		}
		return nil
	})
}

// endedLua keeps the log of a turn that has ended, and drops the oldest of those that its church has too many of.
const endedLua = `
	local function ended(prefix, turn, log, ttl, max)
		redis.call('SET', prefix .. 'turn:' .. turn .. ':log', log, 'EX', ttl)
		redis.call('RPUSH', prefix .. 'ended', turn)
		redis.call('EXPIRE', prefix .. 'ended', ttl)
		for i = 1, math.min(redis.call('LLEN', prefix .. 'ended') - tonumber(max), 100) do
			redis.call('UNLINK', prefix .. 'turn:' .. redis.call('LPOP', prefix .. 'ended') .. ':log')
		end
	end
`

// finishScript gives 1, or 0 when the turn belongs to somebody else, or 2 when it is not known and is to be told of with its question. A turn
// that is not known was accepted in an outage, or lost. Finishing a turn twice, because the first reply was lost, does no harm. Of a
// conversation that was forgotten nothing is kept.
//
//	KEYS turn, events, log, journal, running, forgotten
//	ARGV owner, turn, answer's record, log, TTL in seconds, how many ended turns are kept, session, whether a turn
//	     that is not known is told of, the record of its question ('' for none)
var finishScript = redis.NewScript(endedLua + waitingLua + `
	local known = redis.call('HMGET', KEYS[1], 'session', 'owner')
	if known[1] and known[2] ~= ARGV[1] then
		return 0
	end
	if not known[1] then
		local ended = redis.call('GET', KEYS[3])
		if ended then
			return ended == ARGV[4] and 1 or 0
		end
		if ARGV[8] ~= '1' then
			return 2
		end
	end
	redis.call('UNLINK', KEYS[1], KEYS[2])
	redis.call('ZREM', KEYS[5], ARGV[2])
	if redis.call('EXISTS', KEYS[6]) == 0 then
		ended(string.sub(KEYS[4], 1, -#'journal' - 1), ARGV[2], ARGV[4], ARGV[5], ARGV[6])
		if ARGV[9] ~= '' then
			append(KEYS[4], ARGV[7], 'record', ARGV[9], 'answer', ARGV[3])
		else
			append(KEYS[4], ARGV[7], 'record', ARGV[3])
		end
	end
	return 1`)
