package journal

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

// ForgottenFor is how long a mark is kept, longer than anything that could bring a conversation back.
const ForgottenFor = 30 * 24 * time.Hour

// forgetTurnsScript marks a conversation, deletes what is kept of its turns, and gives the turns that are running. Those have
// nothing left from which another node could answer them, and are stopped.
//
//	KEYS forgotten, crisis, running
//	ARGV session, TTL of the mark in seconds, how many running turns to look through, ended turns
var forgetTurnsScript = redis.NewScript(`
	redis.call('SET', KEYS[1], '1', 'EX', ARGV[2])
	redis.call('UNLINK', KEYS[2])
	local prefix = string.sub(KEYS[3], 1, -#'running' - 1) .. 'turn:'
	local stopped = {}
	for _, id in ipairs(redis.call('ZREVRANGE', KEYS[3], 0, ARGV[3] - 1)) do
		if redis.call('HGET', prefix .. id, 'session') == ARGV[1] then
			redis.call('HSET', prefix .. id, 'stop', '1')
			redis.call('HDEL', prefix .. id, 'seed')
			stopped[#stopped + 1] = id
		end
	end
	for i = 4, #ARGV do
		local log = prefix .. ARGV[i] .. ':log'
		if redis.call('GETRANGE', log, 0, #ARGV[1] - 1) == ARGV[1] then
			redis.call('UNLINK', log)
		end
	end
	return stopped`)

// maxForgetting bounds how many running turns, and how many records, are looked through for those of one conversation.
const maxForgetting = 2000

// Forget marks a conversation as forgotten and deletes what the journal keeps of its turns: those given, and those whose
// records are not in Postgres yet.
func (j *Journal) Forget(ctx context.Context, churchID, session uuid.UUID, turns []uuid.UUID) error {
	var stopped []string
	err := j.Try(ctx, func(ctx context.Context) error {
		waiting, err := j.purge(ctx, churchID, session)
		if err != nil {
			return err
		}
		args := []any{session.String(), int(ForgottenFor.Seconds()), maxForgetting}
		for _, turn := range append(waiting, turns...) {
			args = append(args, turn.String())
		}
		keys := []string{forgottenKey(churchID, session), crisisKey(churchID, session), runningKey(churchID)}
		stopped, err = forgetTurnsScript.Run(ctx, j.redis, keys, args...).StringSlice()
		return err
	})
	if err != nil {
		return fmt.Errorf("forget a conversation: %w", err)
	}
	for _, turn := range stopped {
		err := j.Try(ctx, func(ctx context.Context) error {
			return j.redis.Publish(ctx, stopChannel, churchID.String()+" "+turn).Err()
		})
		if err != nil {
			return fmt.Errorf("stop the answers of a conversation: %w", err)
		}
	}
	return nil
}

// purge deletes a conversation's records that were set aside because Postgres will not take them, and returns the turns of
// those that are on their way: these are dropped when they get there.
func (j *Journal) purge(ctx context.Context, churchID, session uuid.UUID) (turns []uuid.UUID, err error) {
	for _, stream := range []string{JournalKey(churchID), RefusedKey(churchID)} {
		entries, err := j.redis.XRangeN(ctx, stream, "-", "+", maxForgetting).Result()
		if err != nil {
			return nil, err
		}
		for _, entry := range entries {
			records, err := RecordsOf(churchID, entry)
			if err != nil || records[0].SessionID != session {
				continue // what cannot be read is for a person to look at
			}
			turns = append(turns, records[0].TurnID)
			if stream == RefusedKey(churchID) {
				err = j.redis.XDel(ctx, stream, entry.ID).Err()
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return turns, nil
}
