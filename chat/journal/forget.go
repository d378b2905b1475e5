package journal

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
	"narthex/chat"
)

// ForgottenFor is how long a mark is kept, longer than anything that could bring a conversation back.
const ForgottenFor = 30 * 24 * time.Hour

// maxForgetting bounds how many running turns, and how many records, are looked through for those of one conversation. Where more wait,
// those that are noted as the conversation's newest are read as well.
const maxForgetting = 2000

// maxUnknownForgotten is how many marks a church keeps of conversations that nobody knew.
const maxUnknownForgotten = 10_000

// Forget marks a conversation as forgotten: nothing of it is accepted any more, and its running turns are stopped, on all nodes. It
// returns the messages of it that Postgres may not have yet. What the journal has of them is deleted by Purge.
func (j *Journal) Forget(ctx context.Context, churchID, session uuid.UUID) (waiting []chat.Record, err error) {
	keys := []string{cache.ForgottenKey(churchID, session), crisisKey(churchID, session), runningKey(churchID), key(churchID, "call:"+session.String())}
	var stopped []string
	err = j.try(ctx, JournalKey(churchID), func(ctx context.Context) (err error) {
		stopped, err = markForgottenScript.Run(ctx, j.redis, keys, session.String(), int(ForgottenFor.Seconds()), maxForgetting).StringSlice()
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("forget a conversation: %w", err)
	}
	for _, turn := range stopped {
		if err := j.announce(ctx, churchID.String()+" "+turn); err != nil {
			return nil, fmt.Errorf("stop the answers of a conversation: %w", err)
		}
	}
	waiting, _, err = j.find(ctx, JournalKey(churchID), churchID, session)
	if err != nil {
		return nil, fmt.Errorf("look for what is on its way of a forgotten conversation: %w", err)
	}
	return waiting, nil
}

// markForgottenScript marks a conversation, and gives its turns that are running. Those have nothing left from which another node could answer
// them, and are stopped. Which entries are its newest stays noted until Purge: whoever has to try again looks for them once more.
//
//	KEYS forgotten, crisis, running, call
//	ARGV session, TTL of the mark in seconds, how many running turns to look through
var markForgottenScript = redis.NewScript(`
	redis.call('SET', KEYS[1], '1', 'EX', ARGV[2])
	redis.call('UNLINK', KEYS[2], KEYS[4])
	local prefix = string.sub(KEYS[3], 1, -#'running' - 1) .. 'turn:'
	local stopped = {}
	for _, id in ipairs(redis.call('ZREVRANGE', KEYS[3], 0, ARGV[3] - 1)) do
		if redis.call('HGET', prefix .. id, 'session') == ARGV[1] then
			redis.call('HSET', prefix .. id, 'stop', '1')
			redis.call('HDEL', prefix .. id, 'seed')
			redis.call('UNLINK', prefix .. id .. ':events')
			stopped[#stopped + 1] = id
		end
	end
	return stopped`)

// ForgotNothing says that nothing was known of a conversation that is marked as forgotten. Anybody may have forgotten what never was: of
// such marks a church keeps the newest.
func (j *Journal) ForgotNothing(ctx context.Context, churchID, session uuid.UUID) error {
	err := j.try(ctx, JournalKey(churchID), func(ctx context.Context) error {
		return boundMarksScript.Run(ctx, j.redis, []string{key(churchID, "forgotten:nothing")}, session.String(), int(ForgottenFor.Seconds()), maxUnknownForgotten).Err()
	})
	if err != nil {
		return fmt.Errorf("note that a forgotten conversation was unknown: %w", err)
	}
	return nil
}

// boundMarksScript notes a mark, and drops the oldest of those that are too many.
//
//	KEYS marks
//	ARGV session, TTL of a mark in seconds, how many are kept
var boundMarksScript = redis.NewScript(`
	local clock = redis.call('TIME')
	redis.call('ZADD', KEYS[1], 'NX', clock[1] * 1000000 + clock[2], ARGV[1])
	redis.call('EXPIRE', KEYS[1], ARGV[2])
	local prefix = string.sub(KEYS[1], 1, -#'nothing' - 1)
	for i = 1, math.min(redis.call('ZCARD', KEYS[1]) - ARGV[3], 100) do
		redis.call('UNLINK', prefix .. redis.call('ZPOPMIN', KEYS[1])[1])
	end
	return 1`)

// Purge deletes what the journal has of a forgotten conversation: of the turns given, and of those whose records are on their way to
// Postgres or will never get there. Then it tells all nodes, which have yet to let go of what they alone have.
func (j *Journal) Purge(ctx context.Context, churchID, session uuid.UUID, turns []uuid.UUID) error {
	for _, stream := range []string{JournalKey(churchID), RefusedKey(churchID)} {
		records, entries, err := j.find(ctx, stream, churchID, session)
		for i := range records {
			turns = append(turns, records[i].TurnID)
		}
		if err == nil && len(entries) > 0 {
			err = j.try(ctx, JournalKey(churchID), func(ctx context.Context) error {
				return purgeScript.Run(ctx, j.redis, []string{stream}, entries...).Err()
			})
		}
		if err != nil {
			return fmt.Errorf("delete what is on its way of a forgotten conversation: %w", err)
		}
	}
	args := []any{session.String()}
	for _, turn := range turns {
		args = append(args, turn.String())
	}
	err := j.try(ctx, JournalKey(churchID), func(ctx context.Context) error {
		return purgeLogsScript.Run(ctx, j.redis, []string{runningKey(churchID), waitingKey(churchID, session)}, args...).Err()
	})
	if err != nil {
		return fmt.Errorf("delete the answers of a forgotten conversation: %w", err)
	}
	return j.announce(ctx, forgetPrefix+churchID.String()+" "+session.String())
}

// purgeScript deletes entries of a stream, and the stream with its last.
//
//	KEYS stream
//	ARGV entries
var purgeScript = redis.NewScript(`
	redis.call('XDEL', KEYS[1], unpack(ARGV))
	if redis.call('XLEN', KEYS[1]) == 0 then
		redis.call('DEL', KEYS[1])
	end
	return 1`)

// purgeLogsScript deletes the logs of turns that have ended, and what was noted of the session's entries.
//
//	KEYS running, waiting
//	ARGV session, turns
var purgeLogsScript = redis.NewScript(`
	redis.call('UNLINK', KEYS[2])
	local prefix = string.sub(KEYS[1], 1, -#'running' - 1) .. 'turn:'
	for i = 2, #ARGV do
		local log = prefix .. ARGV[i] .. ':log'
		if redis.call('GETRANGE', log, 0, #ARGV[1] - 1) == ARGV[1] then
			redis.call('UNLINK', log)
		end
	end
	return 1`)

// find gives the records of a conversation that wait in a stream, and the ids of their entries. Making records of two thousand entries
// takes a while: it is no part of what Redis has its deadline for.
func (j *Journal) find(ctx context.Context, stream string, churchID, session uuid.UUID) (records []chat.Record, ids []any, err error) {
	var entries []redis.XMessage
	err = j.try(ctx, JournalKey(churchID), func(ctx context.Context) (err error) {
		entries, err = j.redis.XRangeN(ctx, stream, "-", "+", maxForgetting).Result()
		return err
	})
	if err == nil && len(entries) == maxForgetting && stream == JournalKey(churchID) {
		var newest []redis.XMessage
		err = j.try(ctx, JournalKey(churchID), func(ctx context.Context) (err error) {
			newest, err = j.newest(ctx, churchID, session)
			return err
		})
		for _, entry := range newest {
			if !slices.ContainsFunc(entries, func(read redis.XMessage) bool { return read.ID == entry.ID }) {
				entries = append(entries, entry)
			}
		}
	}
	if err != nil {
		return nil, nil, err
	}
	for _, entry := range entries {
		found, err := RecordsOf(churchID, entry)
		if err != nil || found[0].SessionID != session {
			continue // what cannot be read is for a person to look at
		}
		records, ids = append(records, found...), append(ids, entry.ID)
	}
	return records, ids, nil
}

// newest gives the entries of the journal that are noted as a session's, as far as they wait still.
func (j *Journal) newest(ctx context.Context, churchID, session uuid.UUID) (entries []redis.XMessage, err error) {
	ids, err := j.redis.LRange(ctx, waitingKey(churchID, session), 0, -1).Result()
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	found := make([]*redis.XMessageSliceCmd, len(ids))
	_, err = j.redis.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		for i, id := range ids {
			found[i] = pipe.XRange(ctx, JournalKey(churchID), id, id)
		}
		return nil
	})
	for _, one := range found {
		entries = append(entries, one.Val()...)
	}
	return entries, err
}
