package chat

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
)

// acceptance is a question that is to be made durable, within limits; and, if it was answered at once, its answer.
type acceptance struct {
	ref                    TurnRef
	question               Record
	seed                   []byte
	address                string
	perSession, perAddress int // messages a minute, 0 = no limit
	answer                 *Record
	log                    []byte
	crisis                 bool // the answer is the crisis gate's: the conversation is to be watched
}

// verdict is what became of it.
type verdict struct {
	known     bool          // the message was accepted before
	wait      time.Duration // it was refused, until then
	watch     bool          // a crisis was found in the conversation before
	forgotten bool          // the conversation takes no more messages
}

// Outcomes of acceptScript that are not a time to wait.
const (
	outcomeKnown     = -1
	outcomeWatch     = -2
	outcomeForgotten = -3
)

// Accept makes a question durable. It is counted against the limits (GCRA, like those of cache.Limiter, but in the same
// round trip) unless it is known. Questions to one church that come at the same moment share the round trip.
func (j *Journal) Accept(ctx context.Context, a acceptance) (verdict, error) {
	packed, err := a.pack()
	if err != nil {
		return verdict{}, err
	}
	outcome, err := j.accepting.join(ctx, a.ref.Church, packed)
	switch {
	case err != nil:
		return verdict{}, fmt.Errorf("journal a question: %w", err)
	case outcome == outcomeKnown:
		return verdict{known: true}, nil
	case outcome == outcomeWatch:
		return verdict{watch: true}, nil
	case outcome == outcomeForgotten:
		return verdict{forgotten: true}, nil
	}
	return verdict{wait: time.Duration(outcome) * time.Millisecond}, nil
}

// acceptGroup makes the questions of a group durable, in one round trip, and gives an outcome for each.
func (j *Journal) acceptGroup(ctx context.Context, churchID uuid.UUID, group []*member) (outcomes []int64, err error) {
	size := 5
	for _, m := range group {
		size += len(m.packed)
	}
	packed := packArray(make([]byte, 0, size), packedFields*len(group))
	for _, m := range group {
		packed = append(packed, m.packed...)
	}
	err = j.try(ctx, func(ctx context.Context) (err error) {
		outcomes, err = acceptScript.Run(ctx, j.redis, []string{journalKey(churchID)},
			int(answeredTTL.Seconds()), j.node, leaseTime.Milliseconds(), packed).Int64Slice()
		return err
	})
	if err == nil && len(outcomes) != len(group) {
		err = fmt.Errorf("%d outcomes of %d questions", len(outcomes), len(group))
	}
	return outcomes, err
}

// packedFields is how many elements pack makes.
const packedFields = 10

// pack makes the elements that acceptScript takes.
func (a *acceptance) pack() ([]byte, error) {
	buffer := buffers.Get().(*[]byte)
	defer release(buffer)
	question, err := appendRecord(*buffer, &a.question)
	*buffer = question
	if err != nil {
		return nil, fmt.Errorf("encode a question: %w", err)
	}
	var answer, log []byte
	if a.answer != nil {
		both, err := appendRecord(question, a.answer)
		*buffer = both
		if err != nil {
			return nil, fmt.Errorf("encode an answer: %w", err)
		}
		question, answer = both[:len(question)], both[len(question):]
		log = endedLog(a.ref, a.log)
	}
	packed := make([]byte, 0, 160+len(a.address)+len(question)+len(a.seed)+len(answer)+len(log))
	packed = appendUUID(append(packed, 0xd9, uuidLength), a.ref.Turn)
	packed = appendUUID(append(packed, 0xd9, uuidLength), a.ref.Session)
	packed = packString(packed, a.address)
	packed = packUint(packed, a.perSession)
	packed = packUint(packed, a.perAddress)
	packed = packString(packed, question)
	packed = packString(packed, a.seed)
	packed = packString(packed, answer)
	packed = packString(packed, log)
	return packBool(packed, a.crisis), nil
}
