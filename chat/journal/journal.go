package journal

import (
	"context"
	"crypto/rand"
	"errors"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"narthex/chat/live"
)

// Journal is the write-ahead log of the turns, in Redis. One round trip makes a message durable before anything is
// answered; the answer follows as it streams, so that any node can go on reading it; and the end of the turn is there
// before the visitor sees it. transcript.Drain moves messages on into Postgres. The keys are listed in keys.go.
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

	batches *batcher
}

// NewJournal returns a journal in the given Redis.
func NewJournal(client redis.UniversalClient) *Journal {
	j := &Journal{redis: client, node: rand.Text()}
	j.batches = newBatcher(j.acceptBatch)
	return j
}

const (
	// journalTimeout is longer than what a node has to wait when another's visitors all come to it at once: to take that for
	// an outage of Redis would have it accept messages that no other node knows of.
	journalTimeout = time.Second
	// journalPause is how long Redis is left alone after it failed.
	journalPause = time.Second
	// AnsweredTTL is how long a turn is remembered in Redis, from its beginning: so long may a message be sent again, or
	// its answer be read again from where a reader was.
	AnsweredTTL = 24 * time.Hour
)

var errJournalPaused = errors.New("the journal's Redis failed a moment ago")

// steady reports whether Redis has been well for as long as a lease lasts.
func (j *Journal) steady() bool {
	since := j.upSince.Load()
	return since != 0 && time.Since(time.Unix(0, since)) > live.LeaseTime
}

// Up reports whether Redis answered when it was last asked.
func (j *Journal) Up() bool { return j.upSince.Load() != 0 }

// Suspect reports whether Redis has failed so lately that messages may be sent again that it was not told of.
func (j *Journal) Suspect() bool {
	failed := j.failed.Load()
	return failed != 0 && time.Since(time.Unix(0, failed)) < suspicion
}

// suspicion is how long a visitor's browser may go on sending a message again.
const suspicion = 10 * time.Minute

// Try runs one Redis call under the journal's deadline, and leaves Redis alone for a while after a failure.
func (j *Journal) Try(ctx context.Context, call func(context.Context) error) error {
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
