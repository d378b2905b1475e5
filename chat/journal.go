package chat

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

// Journal makes a message durable in one Redis round trip, before anything is answered, and remembers how each turn
// ended, so that sending a message again asks nothing twice. Drain moves what it holds into Postgres.
//
// Keys, all under the church's hash tag: "turn:<id>" is empty while the turn runs and then its answer's record;
// "journal" is a stream of records that Postgres does not have yet.
type Journal struct {
	redis redis.UniversalClient
	// downUntil keeps a dead Redis from costing every turn a time-out: Unix nanoseconds until which it is not asked.
	downUntil atomic.Int64
}

// NewJournal returns a journal in the given Redis.
func NewJournal(client redis.UniversalClient) *Journal { return &Journal{redis: client} }

const (
	journalTimeout = 300 * time.Millisecond
	// journalPause is how long Redis is left alone after it failed.
	journalPause = time.Second
	// runningTTL outlives the longest turn: when a node dies in mid-turn, the message may be asked again after it.
	runningTTL = 3 * time.Minute
	// answeredTTL is how long a message may be sent again and be given the answer it got.
	answeredTTL = 24 * time.Hour
)

var errJournalPaused = errors.New("the journal's Redis failed a moment ago")

func turnKey(churchID, turn uuid.UUID) string {
	return "narthex:{" + churchID.String() + "}:turn:" + turn.String()
}

func journalKey(churchID uuid.UUID) string { return "narthex:{" + churchID.String() + "}:journal" }

// accept returns false for a new turn, after recording it, and what is known of it otherwise.
var acceptScript = redis.NewScript(`
	local known = redis.call('GET', KEYS[1])
	if known then
		return known
	end
	redis.call('SET', KEYS[1], '', 'EX', ARGV[2])
	redis.call('XADD', KEYS[2], '*', 'record', ARGV[1])
	return false`)

// Accept records a question. known is true when this turn was accepted before; answer is then how it ended, or nil while
// it is still running.
func (j *Journal) Accept(ctx context.Context, question Record) (known bool, answer *Record, err error) {
	data, err := json.Marshal(question)
	if err != nil {
		return false, nil, fmt.Errorf("encode a question: %w", err)
	}
	var stored string
	err = j.try(ctx, func(ctx context.Context) error {
		stored, err = acceptScript.Run(ctx, j.redis,
			[]string{turnKey(question.ChurchID, question.TurnID), journalKey(question.ChurchID)},
			data, int(runningTTL.Seconds())).Text()
		return err
	})
	switch {
	case errors.Is(err, redis.Nil):
		return false, nil, nil
	case err != nil:
		return false, nil, fmt.Errorf("journal a question: %w", err)
	case stored == "":
		return true, nil, nil
	}
	answer = &Record{}
	if err := json.Unmarshal([]byte(stored), answer); err != nil {
		return false, nil, fmt.Errorf("decode a journaled answer: %w", err)
	}
	return true, answer, nil
}

// Finish records how a turn ended.
func (j *Journal) Finish(ctx context.Context, answer Record) error {
	data, err := json.Marshal(answer)
	if err != nil {
		return fmt.Errorf("encode an answer: %w", err)
	}
	err = j.try(ctx, func(ctx context.Context) error {
		_, err := j.redis.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Set(ctx, turnKey(answer.ChurchID, answer.TurnID), data, answeredTTL)
			pipe.XAdd(ctx, &redis.XAddArgs{Stream: journalKey(answer.ChurchID), Values: []any{"record", data}})
			return nil
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("journal an answer: %w", err)
	}
	return nil
}

// try runs one Redis call under the journal's deadline, and leaves Redis alone for a while after a failure.
func (j *Journal) try(ctx context.Context, call func(context.Context) error) error {
	if time.Now().UnixNano() < j.downUntil.Load() {
		return errJournalPaused
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), journalTimeout)
	defer cancel()
	err := call(ctx)
	if err != nil && !errors.Is(err, redis.Nil) {
		j.downUntil.Store(time.Now().Add(journalPause).UnixNano())
	}
	return err
}
