package journal

import (
	"context"
	"fmt"

	"github.com/redis/go-redis/v9"

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/live"
)

// Register makes the journal know a running turn that it has lost, or never had, and its question, which may be stored already. It gives
// false if another node has the turn, or its conversation was forgotten.
func (j *Journal) Register(ctx context.Context, ref chat.TurnRef, payload []byte, question chat.Record) (bool, error) {
	turn := turnKey(ref.Church, ref.Turn)
	keys := []string{turn, turn + ":log", runningKey(ref.Church), JournalKey(ref.Church), cache.ForgottenKey(ref.Church, ref.Session)}
	record, err := WriteRecord(&question)
	if err != nil {
		return false, fmt.Errorf("encode a question: %w", err)
	}
	var done bool
	err = j.try(ctx, turn, func(ctx context.Context) (err error) {
		done, err = registerScript.Run(ctx, j.redis, keys, ref.Session.String(), int(AnsweredTTL.Seconds()), j.node, payload,
			ref.Turn.String(), live.LeaseTime.Milliseconds(), record).Bool()
		return err
	})
	if err != nil {
		return false, fmt.Errorf("journal a turn under way: %w", err)
	}
	return done, nil
}

// registerScript gives 1 for a turn that was not known, or that this owner has told of already: the first reply may have been lost.
//
//	KEYS turn, log, running, journal, forgotten
//	ARGV session, TTL in seconds, owner, payload, turn, lease in milliseconds, question's record
var registerScript = redis.NewScript(waitingLua + `
	if redis.call('HGET', KEYS[1], 'owner') == ARGV[3] then
		return 1
	end
	if redis.call('EXISTS', KEYS[1], KEYS[2], KEYS[5]) > 0 then
		return 0
	end
	local clock = redis.call('TIME')
	redis.call('HSET', KEYS[1], 'session', ARGV[1], 'owner', ARGV[3], 'seed', ARGV[4])
	redis.call('EXPIRE', KEYS[1], ARGV[2])
	redis.call('ZADD', KEYS[3], clock[1] * 1000 + math.floor(clock[2] / 1000) + ARGV[6], ARGV[5])
	append(KEYS[4], ARGV[1], 'record', ARGV[7])
	return 1`)
