package journal

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
	"narthex/chat/live"
	"narthex/chat/panics"
)

// Journal is the write-ahead log of the turns, in Redis. One round trip makes a message durable before anything is
// answered; the answer follows as it streams, so that any node can go on reading it; and the end of the turn is there
// before the visitor sees it. transcript.Drain moves messages on into Postgres. The keys are listed in cache/keys.go.
//
// All times are Redis's own. A script that changes a turn checks its owner first: a node that was thought dead cannot
// write into a turn that another has taken.
type Journal struct {
	redis redis.UniversalClient
	node  string // names this process as the owner of turns

	masters *cache.Masters
	panics  *panics.Guard
	// lost is when Redis was found to have lost its data: Unix nanoseconds, 0 for never.
	lost atomic.Int64

	batches *batcher     // of questions
	sent    atomic.Int64 // how many batches of a church's questions were made
	appends *batcher     // of what turns say, which no question is to wait for
	active  *ActiveChurches
}

// NewJournal returns a journal in the given Redis. A panic in what it does for one master of a cluster is the guard's.
func NewJournal(client redis.UniversalClient, guard *panics.Guard) *Journal {
	j := &Journal{redis: client, node: rand.Text(), panics: guard,
		masters: cache.NewMasters(client, cache.BreakerConfig{Timeout: journalTimeout, Failures: 1, Pause: journalPause, RepliesFail: true})}
	j.batches, j.appends = newBatcher(j.acceptBatch), newBatcher(j.appendBatch)
	j.active = &ActiveChurches{journal: j, announced: make(map[uuid.UUID]time.Time)}
	return j
}

// Active returns the churches that the nodes of the same Redis tell each other of.
func (j *Journal) Active() *ActiveChurches { return j.active }

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

// steady reports whether a church's part of Redis has been well for as long as a lease lasts.
func (j *Journal) steady(ctx context.Context, churchID uuid.UUID) bool {
	since, up := j.masters.Of(ctx, JournalKey(churchID)).UpSince()
	return up && time.Since(since) > live.LeaseTime
}

// Up reports whether a church's part of Redis answered when it was last asked.
func (j *Journal) Up(ctx context.Context, churchID uuid.UUID) bool {
	_, up := j.masters.Of(ctx, JournalKey(churchID)).UpSince()
	return up
}

// Suspect reports whether any part of Redis has failed so lately, or lost its data, that messages may be sent again that it does not
// know: the slots of one that has failed may be another's by now.
func (j *Journal) Suspect() bool {
	return time.Since(time.Unix(0, j.lost.Load())) < suspicion || slices.ContainsFunc(j.masters.All(), func(breaker *cache.Breaker) bool {
		failed, ever := breaker.Failed()
		return ever && time.Since(failed) < suspicion
	})
}

// suspicion is how long a visitor's browser may go on sending a message again.
const suspicion = 10 * time.Minute

// try runs one Redis call on keys of one slot under the journal's deadline, and leaves the master that has them alone for a while
// after a failure. The call does not end with its visitor.
func (j *Journal) try(ctx context.Context, key string, call func(context.Context) error) error {
	err := j.masters.Of(ctx, key).Do(context.WithoutCancel(ctx), call)
	if errors.Is(err, redis.Nil) {
		return nil
	}
	return err
}
