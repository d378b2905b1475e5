package journal

import (
	"cmp"
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
	"narthex/chat/live"
)

// Append adds lines to turns of one church and renews the leases. What is appended for other churches at the same moment shares the round
// trip.
func (j *Journal) Append(ctx context.Context, churchID uuid.UUID, tails []live.Tail) ([]notice, error) {
	reply, err := j.appends.commit(ctx, j.masters.Of(ctx, runningKey(churchID)), &batchItem{church: churchID, args: appendArgs(j.node, tails)})
	if err != nil {
		return nil, fmt.Errorf("journal an answer under way: %w", err)
	}
	return reply.notices, nil
}

// appendArgs are what appendScript takes.
func appendArgs(node string, tails []live.Tail) []any {
	args := make([]any, 0, 3+6*len(tails))
	args = append(args, node, live.LeaseTime.Milliseconds(), AnsweredTTL.Milliseconds())
	for i := range tails {
		t := &tails[i]
		args = append(args, t.Ref.Turn.String(), t.Before, t.Seq, t.Lines, t.First, t.Renew)
	}
	return args
}

// appendBatch runs appendScript for each item of a batch, in one round trip, and gives each its reply. If some of the scripts fail, the
// others still have their replies, and Redis is not taken for down.
func (j *Journal) appendBatch(ctx context.Context, master *cache.Breaker, batch []*batchItem) {
	defer j.panics.Recover("journal_append", func(cause error) {
		for _, item := range batch {
			item.err = cause
		}
	})
	found := make([]*redis.Cmd, len(batch))
	err := master.Do(context.WithoutCancel(ctx), func(ctx context.Context) error {
		_, _ = j.redis.Pipelined(ctx, func(pipe redis.Pipeliner) error { // each command has its own error
			for i, item := range batch {
				found[i] = appendScript.EvalSha(ctx, pipe, []string{runningKey(item.church)}, item.args...)
			}
			return nil
		})
		var failed error
		answered := false
		for i, item := range batch {
			if redis.HasErrorPrefix(found[i].Err(), "NOSCRIPT") { // a Redis that has just begun
				found[i] = appendScript.Run(ctx, j.redis, []string{runningKey(item.church)}, item.args...)
			}
			failed = cmp.Or(failed, found[i].Err())
			answered = answered || found[i].Err() == nil
		}
		if answered {
			return nil
		}
		return failed
	})
	for i, item := range batch {
		if item.err = err; found[i] != nil { // otherwise Redis is left alone
			item.reply.notices, item.err = noticesOf(found[i])
		}
	}
}

func noticesOf(found *redis.Cmd) ([]notice, error) {
	reply, err := found.StringSlice()
	if err != nil {
		return nil, err
	}
	return notices(reply)
}

// appendScript gives the id and the notice of each turn that there is a notice about. The keys of the turns are made from
// that of their church: all lie in its slot.
//
//	KEYS running
//	ARGV owner, lease in milliseconds, TTL in milliseconds, and for each turn its id, the number of the last line that was
//	     written, the number of the last line now, the lines in between ('' for none), whether they are the first, and whether
//	     to renew the lease
var appendScript = redis.NewScript(`
	local clock = redis.call('TIME')
	local lapses = clock[1] * 1000 + math.floor(clock[2] / 1000) + ARGV[2]
	local prefix = string.sub(KEYS[1], 1, -#'running' - 1) .. 'turn:'
	local notices = {}
	local renewed = {}
	for i = 4, #ARGV, 6 do
		local id, before, lines = ARGV[i], tonumber(ARGV[i + 1]), ARGV[i + 3]
		local turn = prefix .. id
		local known = redis.call('HMGET', turn, 'owner', 'stop')
		if known[1] ~= ARGV[1] then
			notices[#notices + 1] = id
			notices[#notices + 1] = redis.call('EXISTS', turn, turn .. ':log') > 0 and 'lost' or 'missing'
		else
			local last = 0
			if before > 0 then
				local entry = redis.pcall('XREVRANGE', turn .. ':events', '+', '-', 'COUNT', 1)[1]
				last = entry and tonumber(string.match(entry[1], '^%d+')) or 0
			end
			if last < before then -- a replica was promoted before it had all
				notices[#notices + 1] = id
				notices[#notices + 1] = 'behind'
			elseif lines ~= '' then
				local written = redis.pcall('XADD', turn .. ':events', ARGV[i + 2] .. '-0', 'lines', lines)
				-- An append whose answer never came back may have brought it already.
				if type(written) == 'table' and written.err and not string.find(written.err, 'equal or smaller') then
					notices[#notices + 1] = id
					notices[#notices + 1] = 'failed'
				elseif ARGV[i + 4] == '1' then
					redis.call('PEXPIRE', turn .. ':events', ARGV[3])
				end
			end
			if ARGV[i + 5] == '1' then
				renewed[#renewed + 1] = lapses
				renewed[#renewed + 1] = id
			end
			if known[2] then
				notices[#notices + 1] = id
				notices[#notices + 1] = 'stop'
			end
		end
	end
	if #renewed > 0 then
		redis.call('ZADD', KEYS[1], unpack(renewed))
	end
	return notices`)
