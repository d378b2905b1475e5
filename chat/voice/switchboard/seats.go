package switchboard

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
)

// Seat is a call's place on the line.
type Seat struct {
	Church  uuid.UUID
	Session uuid.UUID // the call's, the same on every socket and node: a call has one place, however often it begins anew
	Caller  string    // E.164; "" when it is not shown, which no limit of one caller holds for
	Day     string    // the church's, 2006-01-02
}

// Verdict is whether a call may be on the line.
type Verdict int

// The verdicts.
const (
	Admitted    Verdict = iota
	ChurchFull          // too many calls at once
	CallerFull          // too many from this number
	ChurchSpent         // the church's day is used up
	CallerSpent         // the caller's
)

// seatScript takes or renews a seat. A seat that nobody renews is free again when its lease lapses, whatever became of its node.
//
//	KEYS the church's calls, the caller's, the day's seconds
//	ARGV session, lease (ms), calls of the church, calls of the caller, seconds of the church, seconds of the caller, caller, seconds to
//	     add, 1: come what may
//
// It gives the verdict and until when the seat is held (Unix ms, Redis's clock).
var seatScript = redis.NewScript(`
	local clock = redis.call('TIME')
	local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
	local session, lease, caller = ARGV[1], tonumber(ARGV[2]), ARGV[7]
	redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
	redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
	local function over(have, most)
		return tonumber(most) >= 0 and have >= tonumber(most)
	end
	if ARGV[9] ~= '1' and not redis.call('ZSCORE', KEYS[1], session) then
		if over(redis.call('ZCARD', KEYS[1]), ARGV[3]) then return {1, 0} end
		if over(tonumber(redis.call('HGET', KEYS[3], '') or 0), ARGV[5]) then return {3, 0} end
		if caller ~= '' then
			if over(redis.call('ZCARD', KEYS[2]), ARGV[4]) then return {2, 0} end
			if over(tonumber(redis.call('HGET', KEYS[3], caller) or 0), ARGV[6]) then return {4, 0} end
		end
	end
	local till = now + lease
	redis.call('ZADD', KEYS[1], till, session)
	redis.call('PEXPIRE', KEYS[1], lease)
	if caller ~= '' then
		redis.call('ZADD', KEYS[2], till, session)
		redis.call('PEXPIRE', KEYS[2], lease)
	end
	if ARGV[8] ~= '0' then
		redis.call('HINCRBYFLOAT', KEYS[3], '', ARGV[8])
		if caller ~= '' then
			redis.call('HINCRBYFLOAT', KEYS[3], caller, ARGV[8])
		end
		redis.call('EXPIRE', KEYS[3], 172800)
	end
	return {0, till}`)

// Enter asks for a place on the line. A call that has one keeps it.
func (b *Board) Enter(ctx context.Context, seat Seat) (Verdict, error) {
	verdict, _, err := b.sit(ctx, seat, 0, false)
	return verdict, err
}

// Renew says that a call is on the line, and for how long it has been since that was last said: it takes its place again if that was
// lost. It gives until when the place is held, for Leave.
func (b *Board) Renew(ctx context.Context, seat Seat, since time.Duration) (till int64, err error) {
	_, till, err = b.sit(ctx, seat, since, true)
	return till, err
}

func (b *Board) sit(ctx context.Context, seat Seat, since time.Duration, anyway bool) (verdict Verdict, till int64, err error) {
	keys, arguments := b.asked(seat, since, anyway)
	var said []int64
	err = b.masters.Do(ctx, cache.KeyPrefix(seat.Church), func(ctx context.Context) (err error) {
		said, err = seatScript.Run(ctx, b.client, keys, arguments...).Int64Slice()
		return err
	})
	if err != nil || len(said) != 2 {
		return Admitted, 0, fmt.Errorf("take a place on the line: %w", err)
	}
	return Verdict(said[0]), said[1], nil
}

// asked is what seatScript is asked for a seat.
func (b *Board) asked(seat Seat, since time.Duration, anyway bool) (keys []string, arguments []any) {
	force := 0
	if anyway {
		force = 1
	}
	return []string{callsKey(seat.Church), callerKey(seat.Church, seat.Caller), timeKey(seat.Church, seat.Day)},
		[]any{seat.Session.String(), b.limits.Lease.Milliseconds(), b.limits.PerChurch, b.limits.PerCaller,
			int64(b.limits.ChurchADay.Seconds()), int64(b.limits.CallerADay.Seconds()), digest(seat.Caller), since.Seconds(), force}
}

// leaveScript frees a seat, unless it was taken again since: by another socket of the same call.
//
//	KEYS the church's calls, the caller's
//	ARGV session, until when the seat was held
var leaveScript = redis.NewScript(`
	for _, key in ipairs(KEYS) do
		local till = redis.call('ZSCORE', key, ARGV[1])
		if till and tonumber(till) <= tonumber(ARGV[2]) then
			redis.call('ZREM', key, ARGV[1])
		end
	end
	return 0`)

// Always is a moment until which any place is held, for Leave.
const Always = math.MaxInt64

// Leave gives up a place that is held until a moment that Renew gave.
func (b *Board) Leave(ctx context.Context, seat Seat, till int64) error {
	err := b.masters.Do(ctx, cache.KeyPrefix(seat.Church), func(ctx context.Context) error {
		return leaveScript.Run(ctx, b.client, []string{callsKey(seat.Church), callerKey(seat.Church, seat.Caller)}, seat.Session.String(), till).Err()
	})
	if err != nil {
		return fmt.Errorf("leave the line: %w", err)
	}
	return nil
}

// OnLine reports whether a call has a place on the line that somebody holds.
func (b *Board) OnLine(ctx context.Context, church, session uuid.UUID) (held bool, err error) {
	err = b.masters.Do(ctx, cache.KeyPrefix(church), func(ctx context.Context) error {
		var now *redis.TimeCmd
		var till *redis.FloatCmd
		_, err := b.client.Pipelined(ctx, func(pipe redis.Pipeliner) error {
			now = pipe.Time(ctx)
			till = pipe.ZScore(ctx, callsKey(church), session.String())
			return nil
		})
		if errors.Is(err, redis.Nil) {
			return nil
		}
		held = err == nil && till.Val() > float64(now.Val().UnixMilli())
		return err
	})
	if err != nil {
		return false, fmt.Errorf("look who is on the line: %w", err)
	}
	return held, nil
}
