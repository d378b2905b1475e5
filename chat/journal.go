package chat

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

// Journal is the write-ahead log of the turns, in Redis. One round trip makes a message durable before anything is
// answered; the answer follows as it streams, so that any node can go on reading it; and the end of the turn is there
// before the visitor sees it. Drain moves messages on into Postgres.
//
// Keys, all under the church's hash tag:
//
//	turn:<id>         hash, while the turn runs: session, owner (the answering node), seed (what another node would need
//	                  to answer it), taken (how often one had to), stop (the visitor wants no more)
//	turn:<id>:events  stream: the log of a running turn as far as it got. The id of an entry is the number of its last
//	                  event, so that Redis itself refuses what comes twice or too late
//	turn:<id>:log     string, when the turn has ended: session, line feed, log
//	running           sorted set: running turns by when the lease of their owner lapses, Unix milliseconds
//	journal           stream: records that Postgres does not have yet
//	crisis:<session>  string, while a conversation is watched in which a crisis was found
//	forgotten:<session>  string, when its visitor has had the conversation deleted: it takes no more messages
//
// All times are Redis's own. A script that changes a turn checks its owner first: a node that was thought dead cannot
// write into a turn that another has taken.
type Journal struct {
	redis redis.UniversalClient
	node  string // names this process as the owner of turns

	// downUntil keeps a dead Redis from costing every turn a time-out: Unix nanoseconds until which it is not asked.
	downUntil atomic.Int64
	// upSince is since when Redis has answered everything: Unix nanoseconds; 0 since it last failed.
	upSince atomic.Int64
	// failed is when Redis last failed or was found to have lost its data: Unix nanoseconds, 0 for never.
	failed atomic.Int64

	accepting *groups
}

// NewJournal returns a journal in the given Redis.
func NewJournal(client redis.UniversalClient) *Journal {
	j := &Journal{redis: client, node: rand.Text()}
	j.accepting = newGroups(j.acceptGroup)
	return j
}

const (
	// journalTimeout is longer than what a node has to wait when another's visitors all come to it at once: to take that for
	// an outage of Redis would have it accept messages that no other node knows of.
	journalTimeout = time.Second
	// journalPause is how long Redis is left alone after it failed.
	journalPause = time.Second
	// answeredTTL is how long a turn is remembered in Redis, from its beginning: so long may a message be sent again, or
	// its answer be read again from where a reader was.
	answeredTTL = 24 * time.Hour
)

// leaseTime is how long a node may be silent before others take its turns, and how long Redis must have been well
// before anybody does: after an outage the owners are to speak first.
const leaseTime = 3 * time.Second

// window is how many events readers may be shown before the journal has them. Who takes a turn over leaves so many
// numbers out, and no reader is ever given one number for two events.
const window = 32

var errJournalPaused = errors.New("the journal's Redis failed a moment ago")

func turnKey(churchID, turn uuid.UUID) string {
	return "narthex:{" + churchID.String() + "}:turn:" + turn.String()
}

func runningKey(churchID uuid.UUID) string { return "narthex:{" + churchID.String() + "}:running" }

func journalKey(churchID uuid.UUID) string { return "narthex:{" + churchID.String() + "}:journal" }

// refusedKey holds records that Postgres will not take.
func refusedKey(churchID uuid.UUID) string { return journalKey(churchID) + ":refused" }

func limitKey(churchID uuid.UUID, kind, key string) string {
	return "narthex:{" + churchID.String() + "}:limit:" + kind + ":" + key
}

// endedLog is what is kept of a turn that has ended.
func endedLog(ref TurnRef, log []byte) []byte {
	return append(append([]byte(ref.Session.String()), '\n'), log...)
}

// appendix is news of one running turn: the lines that the journal does not have yet, or none to renew the lease alone.
type appendix struct {
	ref   TurnRef
	seq   int // of the last line
	lines []byte
	end   int  // bytes of the log up to there
	first bool // nothing of this turn is in the journal yet
	renew bool // the lease is to be renewed
}

// remark is what the journal has to say about a turn.
type remark struct {
	turn uuid.UUID
	what string
}

const (
	remarkStop    = "stop"    // its visitor wants no more
	remarkLost    = "lost"    // another node has it
	remarkFailed  = "failed"  // it could not be written, for want of memory perhaps
	remarkMissing = "missing" // the journal does not know it: it was accepted, or Redis has lost its data, in an outage
)

// Append adds lines to turns of one church and renews the leases.
func (j *Journal) Append(ctx context.Context, churchID uuid.UUID, news []appendix) ([]remark, error) {
	packed := packNews(news)
	var answers []string
	err := j.try(ctx, func(ctx context.Context) (err error) {
		answers, err = appendScript.Run(ctx, j.redis, []string{runningKey(churchID)},
			j.node, leaseTime.Milliseconds(), answeredTTL.Milliseconds(), packed).StringSlice()
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("journal an answer under way: %w", err)
	}
	return remarks(answers)
}

// packNews packs what an append brings: for each turn its id, the number of the last line, the lines, whether they are the
// first, and whether the lease is to be renewed.
func packNews(news []appendix) []byte {
	size := 5
	for i := range news {
		size += 60 + len(news[i].lines)
	}
	packed := packArray(make([]byte, 0, size), 5*len(news))
	for i := range news {
		n := &news[i]
		packed = appendUUID(append(packed, 0xd9, uuidLength), n.ref.Turn)
		packed = packUint(packed, n.seq)
		packed = packString(packed, n.lines)
		packed = packBool(packed, n.first)
		packed = packBool(packed, n.renew)
	}
	return packed
}

func remarks(answers []string) ([]remark, error) {
	var found []remark
	for i := 0; i+1 < len(answers); i += 2 {
		turn, err := uuid.Parse(answers[i])
		if err != nil {
			return nil, fmt.Errorf("read the journal: %w", err)
		}
		found = append(found, remark{turn, answers[i+1]})
	}
	return found, nil
}

// Register tells the journal of a running turn that it does not know, and of its question, which may be stored already. It gives false if another node has it after all.
func (j *Journal) Register(ctx context.Context, ref TurnRef, seed []byte, question Record) (bool, error) {
	turn := turnKey(ref.Church, ref.Turn)
	keys := []string{turn, turn + ":log", runningKey(ref.Church), journalKey(ref.Church)}
	record, err := appendRecord(nil, &question)
	if err != nil {
		return false, fmt.Errorf("encode a question: %w", err)
	}
	var done bool
	err = j.try(ctx, func(ctx context.Context) (err error) {
		done, err = registerScript.Run(ctx, j.redis, keys, ref.Session.String(), int(answeredTTL.Seconds()), j.node, seed,
			ref.Turn.String(), leaseTime.Milliseconds(), record).Bool()
		return err
	})
	if err != nil {
		return false, fmt.Errorf("journal a turn under way: %w", err)
	}
	return done, nil
}

// Finish records how a turn ended. It gives false when the turn is not this node's any more.
func (j *Journal) Finish(ctx context.Context, ref TurnRef, answer Record, log []byte) (bool, error) {
	data, err := appendRecord(nil, &answer)
	if err != nil {
		return false, fmt.Errorf("encode an answer: %w", err)
	}
	key := turnKey(ref.Church, ref.Turn)
	keys := []string{key, key + ":events", key + ":log", journalKey(ref.Church), runningKey(ref.Church), forgottenKey(ref.Church, ref.Session)}
	var ours bool
	err = j.try(ctx, func(ctx context.Context) (err error) {
		ours, err = finishScript.Run(ctx, j.redis, keys, j.node, ref.Turn.String(), data, endedLog(ref, log), int(answeredTTL.Seconds())).Bool()
		return err
	})
	if err != nil {
		return false, fmt.Errorf("journal an answer: %w", err)
	}
	return ours, nil
}

// Watched reports whether a crisis was found in a conversation.
func (j *Journal) Watched(ctx context.Context, churchID, session uuid.UUID) (watched bool, err error) {
	err = j.try(ctx, func(ctx context.Context) error {
		found, err := j.redis.Exists(ctx, crisisKey(churchID, session)).Result()
		watched = found > 0
		return err
	})
	return watched, err
}

// Watch has a conversation watched from now on.
func (j *Journal) Watch(ctx context.Context, churchID, session uuid.UUID) error {
	return j.try(ctx, func(ctx context.Context) error {
		return j.redis.Set(ctx, crisisKey(churchID, session), "1", answeredTTL).Err()
	})
}

func crisisKey(churchID, session uuid.UUID) string {
	return "narthex:{" + churchID.String() + "}:crisis:" + session.String()
}

// Stop asks whoever answers the turn to stop. It gives false when the session has no such turn.
func (j *Journal) Stop(ctx context.Context, ref TurnRef) (bool, error) {
	turn := turnKey(ref.Church, ref.Turn)
	var known bool
	err := j.try(ctx, func(ctx context.Context) (err error) {
		known, err = stopScript.Run(ctx, j.redis, []string{turn, turn + ":log"}, ref.Session.String()).Bool()
		return err
	})
	if err != nil || !known {
		return known, err
	}
	// The owner reads the mark with its next append; the announcement is faster.
	err = j.try(ctx, func(ctx context.Context) error {
		return j.redis.Publish(ctx, stopChannel, ref.Church.String()+" "+ref.Turn.String()).Err()
	})
	return true, err
}

// stopChannel announces turns to be stopped to all nodes.
const stopChannel = "narthex:stop"

// Stops hears which turns are to be stopped, until ctx ends. The subscription renews itself.
func (j *Journal) Stops(ctx context.Context, stop func(churchID, turn uuid.UUID)) {
	subscription := j.redis.Subscribe(ctx, stopChannel)
	defer subscription.Close()
	messages := subscription.Channel()
	for {
		select {
		case <-ctx.Done():
			return
		case message, ok := <-messages:
			if !ok {
				return
			}
			first, second, _ := strings.Cut(message.Payload, " ")
			churchID, churchErr := uuid.Parse(first)
			turn, turnErr := uuid.Parse(second)
			if churchErr == nil && turnErr == nil {
				stop(churchID, turn)
			}
		}
	}
}

// steady reports whether Redis has been well for as long as a lease lasts.
func (j *Journal) steady() bool {
	since := j.upSince.Load()
	return since != 0 && time.Since(time.Unix(0, since)) > leaseTime
}

// up reports whether Redis answered when it was last asked.
func (j *Journal) up() bool { return j.upSince.Load() != 0 }

// suspect reports whether Redis has failed so lately that messages may be sent again that it was not told of.
func (j *Journal) suspect() bool {
	failed := j.failed.Load()
	return failed != 0 && time.Since(time.Unix(0, failed)) < suspicion
}

// suspicion is how long a visitor's browser may go on sending a message again.
const suspicion = 10 * time.Minute

// try runs one Redis call under the journal's deadline, and leaves Redis alone for a while after a failure.
func (j *Journal) try(ctx context.Context, call func(context.Context) error) error {
	if time.Now().UnixNano() < j.downUntil.Load() {
		return errJournalPaused
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), journalTimeout)
	defer cancel()
	err := call(ctx)
	if errors.Is(err, redis.Nil) {
		err = nil
	}
	if err != nil {
		j.downUntil.Store(time.Now().Add(journalPause).UnixNano())
		j.upSince.Store(0)
		j.failed.Store(time.Now().UnixNano())
		return err
	}
	if j.upSince.Load() == 0 {
		j.upSince.CompareAndSwap(0, time.Now().UnixNano())
	}
	return nil
}
