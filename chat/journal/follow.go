package journal

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/redis/go-redis/v9"

	"narthex/chat"
	"narthex/chat/live"
)

// State is where a turn stands, in the words of followScript.
type State string

// The states of a turn, for one who has followed it up to some event.
const (
	Unknown State = "none"
	Ended   State = "log"
	More    State = "more"
	Waiting State = "wait"   // nothing new
	Lapsed  State = "lapsed" // nothing new, and nobody is at work on it
)

// Follow looks where a turn stands beyond the event after, and gives the whole log of an ended turn or, of a running one,
// the lines after that event, if there are any. A turn of another session is unknown. ErrGap: some of those lines are lost.
func (j *Journal) Follow(ctx context.Context, ref chat.TurnRef, after int) (state State, log []byte, err error) {
	key := turnKey(ref.Church, ref.Turn)
	keys := []string{key, key + ":events", key + ":log", runningKey(ref.Church)}
	var reply []any
	err = j.try(ctx, key, func(ctx context.Context) (err error) {
		reply, err = followScript.Run(ctx, j.redis, keys, ref.Session.String(), after, ref.Turn.String()).Slice()
		return err
	})
	if err != nil {
		return "", nil, fmt.Errorf("follow a turn: %w", err)
	}
	word, _ := reply[0].(string)
	switch state = State(word); state {
	case Ended:
		whole, _ := reply[1].(string)
		log, err = openEndedLog(whole)
	case More:
		log, err = linesAfter(reply[1:], after)
	}
	return state, log, err
}

// entryNumber is the number of an entry's last event.
func entryNumber(id string) (int, error) {
	text, _, _ := strings.Cut(id, "-")
	last, err := strconv.Atoi(text)
	if err != nil {
		return 0, fmt.Errorf("read a journal entry: %w", err)
	}
	return last, nil
}

// lastEntry is the number of the last event of the last entry, 0 if there is none.
func lastEntry(entries []any) int {
	if len(entries) < 2 {
		return 0
	}
	id, _ := entries[len(entries)-2].(string)
	last, _ := entryNumber(id)
	return last
}

// ErrGap is of a log of which lines are missing before others that are there.
var ErrGap = errors.New("the journal has a gap")

// linesAfter joins the lines of entries, which come as the number of the last line and the lines, from the event after on.
// A retried append may have given an entry that begins before the end of the one before it.
func linesAfter(entries []any, after int) ([]byte, error) {
	var log []byte
	for i := 0; i+1 < len(entries); i += 2 {
		id, _ := entries[i].(string)
		lines, _ := entries[i+1].(string)
		last, err := entryNumber(id)
		if err != nil {
			return log, err
		}
		first := last - strings.Count(lines, "\n") + 1
		if first > after+1 {
			return log, fmt.Errorf("%w: event %d follows %d", ErrGap, first, after)
		}
		log = append(log, live.SkipLines([]byte(lines), after+1-first)...)
		after = last
	}
	return log, nil
}

// followScript gives a state and what belongs to it, see Follow.
//
//	KEYS turn, events, log, running
//	ARGV session, number of the last event known, turn
var followScript = redis.NewScript(`
	local ended = redis.call('GET', KEYS[3])
	if ended then
		if string.sub(ended, 1, #ARGV[1]) ~= ARGV[1] then
			return {'none'}
		end
		return {'log', ended}
	end
	if redis.call('HGET', KEYS[1], 'session') ~= ARGV[1] then
		return {'none'}
	end
	local entries = redis.call('XRANGE', KEYS[2], '(' .. ARGV[2] .. '-0', '+')
	if #entries > 0 then
		local reply = {'more'}
		for _, entry in ipairs(entries) do
			reply[#reply + 1] = entry[1]
			reply[#reply + 1] = entry[2][2]
		end
		return reply
	end
	local clock = redis.call('TIME')
	local lapses = redis.call('ZSCORE', KEYS[4], ARGV[3])
	if lapses and tonumber(lapses) > clock[1] * 1000 + clock[2] / 1000 then
		return {'wait'}
	end
	return {'lapsed'}`)
