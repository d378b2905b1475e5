package journal

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"

	"narthex/cache"
)

// batcher is a group commit: items of all churches that are to be written to one master of Redis at the same moment share a round trip. An
// item that comes alone is flushed at once. Items that come while a batch is in flight wait for it to return, and are then flushed
// together, at the cost of one. If a batch does not return within patience, those that wait are flushed without it.
//
// It has no goroutine: the caller that has waited longest flushes for the others.
type batcher struct {
	send func(context.Context, *cache.Breaker, []*batchItem) // gives each item its reply or error

	mu     sync.Mutex
	queues map[*cache.Breaker]*batchQueue // of masters that have batches in flight
}

// batchQueue is what waits for one master's batches to return.
type batchQueue struct {
	waiting  []*batchItem
	inFlight int // batches
}

// batchItem is one question, or what the turns of one church say, on its way to Redis.
type batchItem struct {
	church   uuid.UUID
	announce bool         // the church is to be announced before, see ActiveChurches
	args     []any        // of the script
	size     int          // bytes of the larger ones
	batch    []*batchItem // the batch that it is to flush, when it is signalled
	taken    bool         // it is in a batch
	reply    reply
	err      error
	signal   chan struct{} // it is to flush, or has its outcome
}

const (
	patience      = 10 * time.Millisecond
	maxBatch      = 128     // items
	maxBatchBytes = 1 << 20 // of what they bring
	maxInFlight   = 32      // batches of a master
)

func newBatcher(send func(context.Context, *cache.Breaker, []*batchItem)) *batcher {
	return &batcher{send: send, queues: make(map[*cache.Breaker]*batchQueue)}
}

// commit waits until an item was sent to the master that has its church, and gives what came of it.
func (b *batcher) commit(ctx context.Context, master *cache.Breaker, item *batchItem) (reply, error) {
	item.signal = make(chan struct{}, 1)
	for _, arg := range item.args {
		if data, ok := arg.([]byte); ok {
			item.size += len(data)
		}
	}
	batch := b.enqueue(master, item)
	for {
		if batch == nil {
			batch = b.wait(master, item)
		}
		if batch == nil || b.flush(ctx, master, item, batch) {
			return item.reply, item.err
		}
		batch = nil
	}
}

// enqueue puts an item into the queue. If nothing is in flight it gives the batch that is to be flushed for it.
func (b *batcher) enqueue(master *cache.Breaker, item *batchItem) []*batchItem {
	b.mu.Lock()
	defer b.mu.Unlock()
	q := b.queues[master]
	if q == nil {
		q = &batchQueue{}
		b.queues[master] = q
	}
	q.waiting = append(q.waiting, item)
	if q.inFlight == 0 {
		return q.takeBatch()
	}
	return nil
}

// takeBatch takes what waits out of the queue, as much as fits.
func (q *batchQueue) takeBatch() []*batchItem {
	n, size := 0, 0
	for n < len(q.waiting) && n < maxBatch && (n == 0 || size+q.waiting[n].size <= maxBatchBytes) {
		size += q.waiting[n].size
		q.waiting[n].taken = true
		n++
	}
	batch := q.waiting[:n:n]
	q.waiting = q.waiting[n:]
	q.inFlight++
	return batch
}

// flush sends a batch and gives its items their outcomes. It gives false if the caller's own is not one of them.
func (b *batcher) flush(ctx context.Context, master *cache.Breaker, own *batchItem, batch []*batchItem) (among bool) {
	b.send(ctx, master, batch)
	b.returned(master)
	for _, item := range batch {
		if item == own {
			among = true
			continue
		}
		item.signal <- struct{}{}
	}
	return among
}

// returned notes that a batch has returned, and wakes a caller to flush the next.
func (b *batcher) returned(master *cache.Breaker) {
	b.mu.Lock()
	defer b.mu.Unlock()
	q := b.queues[master]
	q.inFlight--
	switch {
	case q.inFlight > 0:
	case len(q.waiting) == 0:
		delete(b.queues, master)
	default:
		next := q.waiting[0]
		next.batch = q.takeBatch()
		next.signal <- struct{}{}
	}
}

// wait gives nil when the item has its outcome, or else the batch that is to be flushed for it.
func (b *batcher) wait(master *cache.Breaker, item *batchItem) []*batchItem {
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-item.signal:
		return item.batch
	case <-late.C:
	}
	b.mu.Lock()
	if q := b.queues[master]; !item.taken && q.inFlight < maxInFlight {
		defer b.mu.Unlock()
		return q.takeBatch()
	}
	b.mu.Unlock()
	<-item.signal
	return item.batch
}
