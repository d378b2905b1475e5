package transcript

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"

	"narthex/chat"
	"narthex/chat/journal"
	"narthex/chat/panics"
)

// Drain moves journaled records into Postgres in batches, of many churches each. A node drains at once what it has journaled itself, and
// what it is told that others left behind. Two nodes may drain the same church at the same moment: storing is idempotent.
//
// A church that something is amiss with is drained by itself (isolated.go). Of the pool's connections it takes a quarter, four at
// the most, one for those, and one for what is held in memory: the others are for visitors.
//
// Records that could be journaled nowhere wait in memory, up to maxHeld, until Postgres takes them (held.go).
type Drain struct {
	redis      redis.UniversalClient
	active     *journal.ActiveChurches
	transcript *Transcript
	logger     *slog.Logger
	metrics    *drainMetrics
	// contest is called for turns of which a record was in Postgres before: another node may answer them.
	contest func(turn uuid.UUID)
	panics  *panics.Guard
	storing chan struct{} // as many as may store batches at once

	wake         chan struct{}
	wakeIsolated chan struct{}
	wakeHeld     chan struct{}
	mu           sync.Mutex
	dirty        map[uuid.UUID]bool
	draining     map[uuid.UUID]bool // those of the round under way
	isolated     isolated
	held         []chat.Record
	storingHeld  int // records that were held and are being stored: they may come back

	backlog atomic.Int64 // entries in Redis, of all churches and nodes, when they were last counted
}

const (
	drainEvery = 200 * time.Millisecond // how far Postgres may be behind
	drainRetry = 2 * time.Second        // after a failure
	// drainChurches are those in one transaction. Each holds a lock of Postgres, which has some thousands for all nodes together: so no
	// more than drainStoring are under way at once, however many connections there are. Half as many in each took a third more time.
	drainChurches = 128
	drainStoring  = 4
	drainEntries  = 1000 // in one transaction
	drainBatch    = 500  // of one church
	// drainReaders are how many batches are read, stored and deleted at once.
	drainReaders = 3
	redisLimit   = 2 * time.Second // bounds how long Redis may take for one
	maxBacklog   = 100_000         // journal entries from which on nothing is more urgent
)

// NewDrain returns a drain of the journal in the given Redis. contest hears of turns that another node may answer, too.
func NewDrain(client redis.UniversalClient, active *journal.ActiveChurches, transcript *Transcript, logger *slog.Logger, registerer prometheus.Registerer, contest func(uuid.UUID)) *Drain {
	return &Drain{
		redis: client, active: active, transcript: transcript, logger: logger, metrics: newDrainMetrics(registerer), contest: contest,
		panics: panics.New(logger, registerer), storing: make(chan struct{}, min(max(1, transcript.pool.Config().MaxConns/4), drainStoring)),
		wake: make(chan struct{}, 1), wakeIsolated: make(chan struct{}, 1), wakeHeld: make(chan struct{}, 1),
		dirty: make(map[uuid.UUID]bool), draining: make(map[uuid.UUID]bool), isolated: isolated{make(map[uuid.UUID]attempt)},
	}
}

// Note tells the drain that churches have records in the journal.
func (d *Drain) Note(churches ...uuid.UUID) {
	d.mu.Lock()
	for _, churchID := range churches {
		if !d.isolated.has(churchID) { // it is tried again anyway
			d.dirty[churchID] = true
		}
	}
	d.mu.Unlock()
	signal(d.wake)
}

// Dirty returns the churches that have records in the journal, as far as this node knows.
func (d *Drain) Dirty() map[uuid.UUID]bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	dirty := make(map[uuid.UUID]bool, len(d.dirty)+len(d.draining)+len(d.isolated.churches))
	for churchID := range d.dirty {
		dirty[churchID] = true
	}
	for churchID := range d.draining {
		dirty[churchID] = true
	}
	for churchID := range d.isolated.churches {
		dirty[churchID] = true
	}
	return dirty
}

// Run drains until the context ends, and then once more what is left.
func (d *Drain) Run(ctx context.Context) error {
	var beside sync.WaitGroup
	beside.Go(func() { d.countBacklog(ctx) })
	beside.Go(func() { d.findActive(ctx) })
	beside.Go(func() { d.sweepAgain(ctx) })
	beside.Go(func() { d.drainIsolated(ctx) })
	beside.Go(func() { d.drainHeld(ctx) })
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-d.wake:
			pause(ctx, d.round(ctx))
		}
	}
	beside.Wait()
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), DrainLimit)
	defer cancel()
	err := d.drainRest(last)
	// A connection that has died may be noticed by its use alone, and Postgres, which may not have noticed either, holds its locks a while.
	for wait := drainEvery; err != nil && wait <= drainRetry; wait *= 2 {
		pause(last, wait)
		err = d.drainRest(last)
	}
	if left := len(d.held); left > 0 {
		d.logger.Error("messages are lost: neither Redis nor Postgres took them before the shutdown", "messages", left, "error", err)
	}
	return err
}

// round drains what there is, and gives how long to rest after it: records gather then, so that many fit one transaction.
func (d *Drain) round(ctx context.Context) (rest time.Duration) {
	began := time.Now()
	left, err := d.drainAll(ctx)
	switch {
	case err != nil && ctx.Err() == nil:
		d.tellWaiting(err)
		return drainRetry
	case left && d.backlog.Load() > maxBacklog:
		return 0
	case left: // a burst: the answers to it come first, and half of the time is for storing them
		return min(drainEvery, time.Since(began))
	}
	return drainEvery
}

// tellWaiting tells that something could not be stored.
func (d *Drain) tellWaiting(err error) {
	d.metrics.errors.Inc()
	d.logger.Error("messages are waiting to be stored in Postgres", "error", err)
}

// drainRest drains until nothing is left, or something fails. What is isolated is tried once more, and what is held beside it all.
func (d *Drain) drainRest(ctx context.Context) error {
	var beside sync.WaitGroup
	var heldErr error
	beside.Go(func() { heldErr = d.storeHeld(ctx) })
	err := d.drainJournals(ctx)
	beside.Wait()
	return cmp.Or(err, heldErr)
}

// drainJournals is drainRest for what is in the journal.
func (d *Drain) drainJournals(ctx context.Context) error {
	for {
		left, err := d.drainAll(ctx)
		if err != nil {
			return err
		}
		if !left {
			break
		}
	}
	d.mu.Lock()
	isolated := d.isolated.all()
	d.mu.Unlock()
	return d.tryIsolated(ctx, isolated)
}

// drainAll stores a batch of each church known to have records in the journal. What fails or is left stays for the next
// round; left says whether a church has more. The error is the first of an outage, not of churches that are isolated now.
func (d *Drain) drainAll(ctx context.Context) (left bool, first error) {
	d.mu.Lock()
	d.draining, d.dirty = d.dirty, make(map[uuid.UUID]bool)
	churches := make([]uuid.UUID, 0, len(d.draining))
	for churchID := range d.draining {
		churches = append(churches, churchID)
	}
	d.mu.Unlock()

	batches := make(chan []uuid.UUID)
	var readers sync.WaitGroup
	for range min(drainReaders, (len(churches)+drainChurches-1)/drainChurches) {
		readers.Go(func() {
			for batch := range batches {
				again, more, err := d.drainBatch(ctx, batch)
				d.mu.Lock()
				first, left = cmp.Or(first, err), left || more
				for _, churchID := range again {
					d.dirty[churchID] = true
				}
				d.mu.Unlock()
			}
		})
	}
	for batch := range slices.Chunk(churches, drainChurches) {
		d.mu.Lock()
		failed := first != nil
		if failed { // an outage: the next batch would only wait for it, too
			for _, churchID := range batch {
				d.dirty[churchID] = true
			}
		}
		d.mu.Unlock()
		if !failed {
			batches <- batch
		}
	}
	close(batches)
	readers.Wait()

	d.mu.Lock()
	defer d.mu.Unlock()
	d.draining = make(map[uuid.UUID]bool)
	if len(d.dirty) > 0 {
		signal(d.wake)
	}
	return left, first
}

// signal wakes who waits; nothing happens when they are awake already.
func signal(wake chan struct{}) {
	select {
	case wake <- struct{}{}:
	default:
	}
}
