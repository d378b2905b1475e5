package journal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/live"
)

// Acceptance is a question that is to be made durable, within limits; and, if it was answered at once, its answer.
type Acceptance struct {
	Ref                    chat.TurnRef
	Question               chat.Record
	Payload                []byte
	Address                string
	PerSession, PerAddress int // messages a minute, 0 = no limit
	Answer                 *chat.Record
	Log                    []byte
	Crisis                 bool // the answer is the crisis gate's: the conversation is to be watched
	CrisesPerAddress       int  // of those, how many a minute are stored; 0 = all
}

// Outcome is what became of it.
type Outcome struct {
	Known       bool          // the message was accepted before
	Wait        time.Duration // it was refused, until then
	Watch       bool          // a crisis was found in the conversation before
	Forgotten   bool          // the conversation takes no more messages
	Full        bool          // it was refused, because too much of the church's waits for Postgres
	Unjournaled bool          // it was accepted without the journal, where another node may accept it too
	Unstored    bool          // one crisis too many from its address: it is to be answered all the same, and is stored nowhere
	// Waiting is what else was said in the conversation and waits in the journal, of a question that was accepted to be answered.
	Waiting     []chat.Record
	WaitingRead bool // it is known
}

// Outcomes of acceptScript that are not a time to wait.
const (
	outcomeKnown     = -1
	outcomeWatch     = -2
	outcomeForgotten = -3
	outcomeUnstored  = -4
	outcomeFull      = -5
)

// Bounds of what Redis keeps of one church.
const (
	maxUnstored = 20_000 // entries that wait for Postgres: from then on only crises are accepted
	maxEnded    = 10_000 // logs of turns that have ended: beyond it the oldest go, and a message of theirs that is sent again is a new one
	// A conversation is watched after a crisis message also if that was not stored, but in a flood each message is a conversation of its
	// own. So only maxWatched of a church begin to be watched in a minute, watchedOfAddress times CrisesPerAddress from one address, and
	// each for watchedUnstored. In the others the history that the browser sends tells of the crisis.
	watchedUnstored  = time.Hour
	maxWatched       = 1000
	watchedOfAddress = 10
)

// Accept makes a question durable. It is counted against the limits (GCRA, like those of cache.Limiter, but in the same
// round trip) unless it is known. Questions that come at the same moment share the round trip. The church is announced before, unless
// only who keeps the announcements is away: then this node alone knows of it.
func (j *Journal) Accept(ctx context.Context, a Acceptance) (Outcome, error) {
	args, err := a.args()
	if err != nil {
		return Outcome{}, err
	}
	master := j.masters.Of(ctx, JournalKey(a.Ref.Church))
	announce, err := j.active.expect(ctx, a.Ref.Church, master)
	if err != nil && !j.Up(ctx, a.Ref.Church) {
		return Outcome{}, err
	}
	reply, err := j.batches.commit(ctx, master, &batchItem{church: a.Ref.Church, announce: announce, args: args})
	if err != nil {
		return Outcome{}, fmt.Errorf("journal a question: %w", err)
	}
	outcome := outcomeOf(reply.code)
	if outcome.WaitingRead = a.Answer == nil && (reply.code == 0 || outcome.Watch); outcome.WaitingRead {
		outcome.Waiting = recordsOf(reply.waiting, a.Ref.Church, a.Ref.Session)
	}
	return outcome, nil
}

func outcomeOf(code int64) Outcome {
	switch code {
	case outcomeKnown:
		return Outcome{Known: true}
	case outcomeWatch:
		return Outcome{Watch: true}
	case outcomeForgotten:
		return Outcome{Forgotten: true}
	case outcomeUnstored:
		return Outcome{Unstored: true}
	case outcomeFull:
		return Outcome{Full: true}
	}
	return Outcome{Wait: time.Duration(code) * time.Millisecond}
}

// repliesOf reads what acceptScript gave.
func repliesOf(found []any) ([]reply, error) {
	replies := make([]reply, 0, len(found))
	for _, one := range found {
		parts, _ := one.([]any)
		if len(parts) == 0 {
			return nil, errReply
		}
		code, ok := parts[0].(int64)
		if !ok {
			return nil, errReply
		}
		r := reply{code: code}
		for _, part := range parts[1:] {
			record, _ := part.(string)
			r.waiting = append(r.waiting, record)
		}
		replies = append(replies, r)
	}
	return replies, nil
}

var errReply = errors.New("redis gave something else than the outcome of a question")

// churchBatch are the questions of a batch that are of one church: acceptScript makes them durable together.
type churchBatch struct {
	items []*batchItem
	keys  []string
	args  []any
	found *redis.Cmd
}

// acceptBatch makes the questions of a batch durable, in one round trip, and gives each its outcome. Churches that are to be announced
// are so first: Redis takes the commands of a pipeline in their order.
func (j *Journal) acceptBatch(ctx context.Context, master *cache.Breaker, batch []*batchItem) {
	batches := j.byChurch(batch)
	unheard := unannounced(batches)
	err := master.Do(context.WithoutCancel(ctx), func(ctx context.Context) (failed error) {
		var announced *redis.Cmd
		args := announceArgs(unheard)
		_, _ = j.redis.Pipelined(ctx, func(pipe redis.Pipeliner) error { // each command has its own error
			if len(unheard) > 0 {
				announced = announceScript.EvalSha(ctx, pipe, announceKeys, args...)
			}
			for _, b := range batches {
				b.found = acceptScript.EvalSha(ctx, pipe, b.keys, b.args...)
			}
			return nil
		})
		if announced != nil {
			failed = j.active.announcedBy(ctx, announced, unheard, args)
		}
		for _, b := range batches {
			if redis.HasErrorPrefix(b.found.Err(), "NOSCRIPT") { // a Redis that has just begun
				b.found = acceptScript.Run(ctx, j.redis, b.keys, b.args...)
			}
			failed = cmp.Or(failed, b.found.Err())
		}
		return failed
	})
	for _, b := range batches {
		if b.found == nil { // Redis is left alone
			b.settle(nil, err)
			continue
		}
		found, err := b.found.Slice()
		b.settle(found, err)
	}
}

// unannounced are the churches of a batch that are to be announced.
func unannounced(batches []*churchBatch) (churches []uuid.UUID) {
	for _, b := range batches {
		if slices.ContainsFunc(b.items, func(item *batchItem) bool { return item.announce }) {
			churches = append(churches, b.items[0].church)
		}
	}
	return churches
}

// byChurch puts the questions of each church together, in their order.
func (j *Journal) byChurch(batch []*batchItem) []*churchBatch {
	var batches []*churchBatch
	of := make(map[uuid.UUID]*churchBatch, len(batch))
	for _, item := range batch {
		b := of[item.church]
		if b == nil {
			b = &churchBatch{
				keys: []string{JournalKey(item.church)},
				args: []any{int(AnsweredTTL.Seconds()), j.node, live.LeaseTime.Milliseconds(), maxUnstored, maxEnded, int(watchedUnstored.Seconds()), j.sent.Add(1), maxWatched, watchedOfAddress},
			}
			of[item.church] = b
			batches = append(batches, b)
		}
		b.items, b.args = append(b.items, item), append(b.args, item.args...)
	}
	return batches
}

// settle gives each question what acceptScript found of it.
func (b *churchBatch) settle(found []any, err error) {
	var replies []reply
	if err == nil {
		replies, err = repliesOf(found)
	}
	if err == nil && len(replies) != len(b.items) {
		err = fmt.Errorf("%d outcomes of %d questions", len(replies), len(b.items))
	}
	for i, item := range b.items {
		if item.err = err; err == nil {
			item.reply = replies[i]
		}
	}
}

// args are what acceptScript takes of a question.
func (a *Acceptance) args() ([]any, error) {
	question, err := WriteRecord(&a.Question)
	if err != nil {
		return nil, fmt.Errorf("encode a question: %w", err)
	}
	var answer, log []byte
	if a.Answer != nil {
		if answer, err = WriteRecord(a.Answer); err != nil {
			return nil, fmt.Errorf("encode an answer: %w", err)
		}
		log = endedLog(a.Ref, a.Log)
	}
	return []any{
		a.Ref.Turn.String(), a.Ref.Session.String(), a.Address, a.PerSession, a.PerAddress, question, a.Payload, answer, log, a.Crisis,
		a.crisesStored(),
	}, nil
}

// crisesStored is how many crisis messages a minute are stored from the address; 0, no limit, if the address is not known.
func (a *Acceptance) crisesStored() int {
	if a.Address == "" {
		return 0
	}
	return a.CrisesPerAddress
}

// acceptScript gives for each question -1 if its turn is known from before this batch (a batch whose reply was lost on the way is sent
// again, and finds its own questions), 0 if it was accepted, -2 if it was and belongs to a conversation in which a
// crisis was found (and then an answer that is not the crisis gate's is not accepted), -3 if its conversation was forgotten, -4 if it is
// one crisis too many to be stored, -5 if too much waits to be stored, and otherwise the milliseconds after which the limits would allow
// it; after that, of one that is to be answered, what waits of its session. The other keys are made from that of the journal: all lie in
// the church's slot.
//
//	KEYS journal
//	ARGV TTL in seconds, owner, lease in milliseconds, how many entries may wait, how many ended turns are kept, for how many seconds a
//	     conversation of which nothing is stored is watched, the owner's number of the batch, how many of those conversations a minute begin
//	     to be watched, and how many times those that are stored of an address; and for each question turn, session, address, messages a
//	     minute of the session, of the address, question's record, payload, answer's record, log, and whether the answer is
//	     the crisis gate's, and how many of those a minute are stored of the address; answer and log are '' unless it is answered already, and then there is no payload
var acceptScript = redis.NewScript(cache.LimitLua + endedLua + saidLua + waitingLua + `
	local prefix = string.sub(KEYS[1], 1, -#'journal' - 1)
	local clock = redis.call('TIME')
	local now = clock[1] * 1000 + clock[2] / 1000
	local free = {}
	local function wait(i, kind, key, perMinute)
		free[i] = nil
		perMinute = tonumber(perMinute)
		if perMinute == 0 then
			return 0
		end
		local name = prefix .. 'limit:' .. kind .. ':' .. key
		local due, early = following(name, perMinute, now)
		free[i] = {name, due}
		return early
	end
	local function pay()
		for _, limit in pairs(free) do
			spend(limit[1], limit[2], now)
		end
	end
	local function others(records, own)
		local found = {}
		for _, record in ipairs(records) do
			if record ~= own then
				found[#found + 1] = record
			end
		end
		return found
	end
	local function accept(batch, turn, session, address, perSession, perAddress, question, payload, answer, log, crisis, crises)
		local key = prefix .. 'turn:' .. turn
		crisis = crisis == '1'
		if redis.call('EXISTS', prefix .. 'forgotten:' .. session) > 0 then
			return -3
		end
		local watch = prefix .. 'crisis:' .. session
		if redis.call('EXISTS', key, key .. ':log') > 0 then
			local of = redis.call('HMGET', key, 'owner', 'batch')
			if of[1] == ARGV[2] and of[2] == batch then
				return redis.call('EXISTS', watch) == 1 and -2 or 0, others(said(KEYS[1], session), question)
			end
			return -1
		end
		if answer ~= '' and not crisis and redis.call('EXISTS', watch) == 1 then
			return -2
		end
		local over = math.max(wait(1, 'session', session, perSession), wait(2, 'address', address, perAddress))
		if over > 0 and not crisis then
			return math.ceil(over)
		elseif over > 0 then -- who is in danger is heard, however much they have said, and pays nothing for it
			free = {}
		end
		if not crisis and redis.call('XLEN', KEYS[1]) >= tonumber(ARGV[4]) then
			return -5
		end
		free[3] = nil
		if crisis and wait(3, 'crisis', address, crises) > 0 then
			free = {}
			if redis.call('EXISTS', watch) == 0 and math.max(wait(1, 'watch', address, crises * ARGV[9]), wait(2, 'watch', '', ARGV[8])) <= 0 then
				pay()
				redis.call('SET', watch, '1', 'EX', ARGV[6])
			end
			return -4
		end
		pay()
		if crisis then
			redis.call('SET', watch, '1', 'EX', ARGV[1])
		end
		if answer ~= '' then
			ended(prefix, turn, log, ARGV[1], ARGV[5])
			append(KEYS[1], session, 'record', question, 'answer', answer)
			return 0
		end
		redis.call('HSET', key, 'owner', ARGV[2], 'batch', batch, 'session', session, 'seed', payload)
		redis.call('EXPIRE', key, ARGV[1])
		local before = said(KEYS[1], session)
		append(KEYS[1], session, 'record', question)
		redis.call('ZADD', prefix .. 'running', math.floor(now) + ARGV[3], turn)
		return redis.call('EXISTS', watch) == 1 and -2 or 0, before
	end
	local outcomes = {}
	for i = 10, #ARGV, 11 do
		local outcome, before = accept(ARGV[7] .. ':' .. i, unpack(ARGV, i, i + 10))
		outcomes[#outcomes + 1] = {outcome, unpack(before or {})}
	end
	return outcomes`)
