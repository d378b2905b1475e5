package journal

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/live"
)

// Takeover is a turn whose owner is gone.
type Takeover struct {
	Ref        chat.TurnRef
	Payload    []byte
	Deaths     int    // of owners who had begun, the last included: who hands it over has not died over it
	HandedOver bool   // its owner handed it over in good order: the log is whole
	Log        []byte // as far as it got
	// Unread is how many more events the journal had that cannot be read.
	Unread int
}

// Take makes this node the owner of a turn whose lease has lapsed. It gives false when there is nothing to take. While
// Redis was not well for as long as a lease lasts, only turns are taken that were handed over.
func (j *Journal) Take(ctx context.Context, churchID, turn uuid.UUID) (Takeover, bool, error) {
	key := turnKey(churchID, turn)
	keys := []string{key, key + ":events", runningKey(churchID)}
	var reply []any
	steady := j.steady(ctx, churchID)
	err := j.try(ctx, key, func(ctx context.Context) (err error) {
		reply, err = takeScript.Run(ctx, j.redis, keys, j.node, live.LeaseTime.Milliseconds(), turn.String(), steady).Slice()
		return err
	})
	if err != nil {
		return Takeover{}, false, fmt.Errorf("take a turn over: %w", err)
	}
	if len(reply) < 4 {
		return Takeover{}, false, nil
	}
	text := func(i int) string { s, _ := reply[i].(string); return s }
	deaths, _ := reply[2].(int64)
	handedOver, _ := reply[3].(int64)
	t := Takeover{Ref: chat.TurnRef{Turn: turn, Church: churchID}, Payload: []byte(text(1)), Deaths: int(deaths), HandedOver: handedOver == 1}
	if t.Ref.Session, err = uuid.Parse(text(0)); err != nil {
		return Takeover{}, false, fmt.Errorf("take a turn over: %w", err)
	}
	if t.Log, err = linesAfter(reply[4:], 0); err != nil {
		t.HandedOver = false
		t.Unread = lastEntry(reply[4:]) - live.CountLines(t.Log)
	}
	return t, true, nil
}

// takeScript gives session, payload, how many owners have died, whether it was handed over, and the entries of its log; or nothing. It notes how
// far the log goes: who takes a turn over writes into it before answering, so that an owner after whom it goes no further had not begun,
// and has not died over the turn.
//
//	KEYS turn, events, running
//	ARGV new owner, lease in milliseconds, turn, whether turns may be taken that were not handed over
var takeScript = redis.NewScript(`
	local known = redis.call('HMGET', KEYS[1], 'session', 'seed')
	if not known[2] then -- it has ended, or its conversation was forgotten
		redis.call('ZREM', KEYS[3], ARGV[3])
		redis.call('UNLINK', KEYS[1], KEYS[2])
		return {}
	end
	local clock = redis.call('TIME')
	local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
	local lapses = tonumber(redis.call('ZSCORE', KEYS[3], ARGV[3]) or 1)
	if lapses > now or (lapses > 0 and ARGV[4] ~= '1') then
		return {}
	end
	redis.call('HSET', KEYS[1], 'owner', ARGV[1])
	redis.call('ZADD', KEYS[3], now + ARGV[2], ARGV[3])
	local handed, died = lapses == 0, 0
	local last = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)
	local reached = last[1] and last[1][1] or ''
	if handed then
		redis.call('HDEL', KEYS[1], 'found')
	else
		if redis.call('HGET', KEYS[1], 'found') ~= reached then
			died = 1
		end
		redis.call('HSET', KEYS[1], 'found', reached)
	end
	local reply = {known[1], known[2], redis.call('HINCRBY', KEYS[1], 'taken', died), handed and 1 or 0}
	for _, entry in ipairs(redis.call('XRANGE', KEYS[2], '-', '+')) do
		reply[#reply + 1] = entry[1]
		reply[#reply + 1] = entry[2][2]
	end
	return reply`)

// HandOver hands a turn over: any node may take it at once. It gives false when the turn is not this node's.
func (j *Journal) HandOver(ctx context.Context, ref chat.TurnRef) (ok bool, err error) {
	err = j.try(ctx, runningKey(ref.Church), func(ctx context.Context) (err error) {
		ok, err = handOverScript.Run(ctx, j.redis, []string{turnKey(ref.Church, ref.Turn), runningKey(ref.Church)}, j.node, ref.Turn.String()).Bool()
		return err
	})
	return ok, err
}

// handOverScript gives 0 when the turn is not the node's.
//
//	KEYS turn, running
//	ARGV owner, turn
var handOverScript = redis.NewScript(`
	if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then
		return 0
	end
	redis.call('HDEL', KEYS[1], 'owner')
	redis.call('ZADD', KEYS[2], 0, ARGV[2])
	return 1`)

// Unattended is what of a church nobody may be at work on.
type Unattended struct {
	Lapsed []uuid.UUID // turns
	Busy   bool        // turns are running, or records waiting to be stored
}

// Unattended looks for what nobody is at work on. Of churches whose part of Redis does not answer nothing is said, and the error is of one of those.
func (j *Journal) Unattended(ctx context.Context, churches []uuid.UUID) (map[uuid.UUID]Unattended, error) {
	var mu sync.Mutex
	found := make(map[uuid.UUID]Unattended, len(churches))
	err := j.perMaster(ctx, churches, func(breaker *cache.Breaker, churches []uuid.UUID) error {
		for some := range slices.Chunk(churches, activePage) {
			replies := make([]*redis.Cmd, len(some))
			err := breaker.Do(context.WithoutCancel(ctx), func(ctx context.Context) error {
				_, err := j.redis.Pipelined(ctx, func(pipe redis.Pipeliner) error {
					for i, churchID := range some {
						replies[i] = lapsedScript.Eval(ctx, pipe, []string{runningKey(churchID), JournalKey(churchID)}, maxTaken)
					}
					return nil
				})
				return err
			})
			mu.Lock()
			for i, churchID := range some {
				if replies[i] == nil { // nobody was asked
					continue
				}
				if reply, err := replies[i].StringSlice(); err == nil {
					found[churchID] = unattended(reply)
				}
			}
			mu.Unlock()
			if err != nil {
				return fmt.Errorf("look for lapsed turns: %w", err)
			}
		}
		return nil
	})
	return found, err
}

// unattended reads a reply of lapsedScript.
func unattended(reply []string) (u Unattended) {
	for _, id := range reply[1:] {
		if turn, err := uuid.Parse(id); err == nil {
			u.Lapsed = append(u.Lapsed, turn)
		}
	}
	u.Busy = reply[0] != "0"
	return u
}

// lapsedScript gives how many turns are running and records waiting, and then turns whose lease has lapsed.
//
//	KEYS running, journal
//	ARGV how many turns at the most
var lapsedScript = redis.NewScript(`
	local clock = redis.call('TIME')
	local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
	local lapsed = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
	table.insert(lapsed, 1, tostring(redis.call('ZCARD', KEYS[1]) + redis.call('XLEN', KEYS[2])))
	return lapsed`)

// maxTaken bounds how many turns of a church are taken over at a time.
const maxTaken = 200
