package journal

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"
)

// groups let what is to be journaled for one church at the same moment share a round trip. Whoever comes alone leaves at
// once; whoever comes while others are under way waits for them to be back, and then all who wait leave together, at the
// cost of one. A group that does not come back keeps nobody longer than patience: those who wait leave without it.
//
// There is no goroutine: the first of those who wait takes the others along.
type batcher struct {
	send func(context.Context, uuid.UUID, []*batchItem) ([]int64, error)

	mu     sync.Mutex
	queues map[uuid.UUID]*batchQueue // of churches that have groups under way
}

// groupQueue is who waits for one church's groups.
type batchQueue struct {
	waiting  []*batchItem
	inFlight int // groups under way
}

// member is one of a group.
type batchItem struct {
	packed  []byte
	leads   []*batchItem // the group that it is to lead, when it is told
	taken   bool         // it is in a group
	outcome int64
	err     error
	told    chan struct{} // it is to lead, or has its outcome
}

const (
	patience      = 10 * time.Millisecond
	maxBatch      = 128     // members
	maxBatchBytes = 1 << 20 // of what they bring
	maxInFlight   = 32      // groups of a church
)

func newBatcher(send func(context.Context, uuid.UUID, []*batchItem) ([]int64, error)) *batcher {
	return &batcher{send: send, queues: make(map[uuid.UUID]*batchQueue)}
}

// join waits until packed was sent, and gives what came of it.
func (g *batcher) commit(ctx context.Context, churchID uuid.UUID, packed []byte) (int64, error) {
	m := &batchItem{packed: packed, told: make(chan struct{}, 1)}
	group := g.enqueue(churchID, m)
	for {
		if group == nil {
			group = g.wait(churchID, m)
		}
		if group == nil || g.flush(ctx, churchID, m, group) {
			return m.outcome, m.err
		}
		group = nil
	}
}

// enter puts a member into the queue. If nobody is under way it gives the group that the member is to lead.
func (g *batcher) enqueue(churchID uuid.UUID, m *batchItem) []*batchItem {
	g.mu.Lock()
	defer g.mu.Unlock()
	q := g.queues[churchID]
	if q == nil {
		q = &batchQueue{}
		g.queues[churchID] = q
	}
	q.waiting = append(q.waiting, m)
	if q.inFlight == 0 {
		return q.takeBatch()
	}
	return nil
}

// depart takes those who wait out of the queue, as many as fit.
func (q *batchQueue) takeBatch() []*batchItem {
	n, size := 0, 0
	for n < len(q.waiting) && n < maxBatch && (n == 0 || size+len(q.waiting[n].packed) <= maxBatchBytes) {
		size += len(q.waiting[n].packed)
		q.waiting[n].taken = true
		n++
	}
	group := q.waiting[:n:n]
	q.waiting = q.waiting[n:]
	q.inFlight++
	return group
}

// lead sends a group and tells its members what came of it. It gives false if m is not one of them.
func (g *batcher) flush(ctx context.Context, churchID uuid.UUID, m *batchItem, group []*batchItem) (among bool) {
	outcomes, err := g.send(ctx, churchID, group)
	g.returned(churchID)
	for i, other := range group {
		if other.err = err; err == nil {
			other.outcome = outcomes[i]
		}
		if other == m {
			among = true
			continue
		}
		other.told <- struct{}{}
	}
	return among
}

// arrive lets the next group leave.
func (g *batcher) returned(churchID uuid.UUID) {
	g.mu.Lock()
	defer g.mu.Unlock()
	q := g.queues[churchID]
	q.inFlight--
	switch {
	case q.inFlight > 0:
	case len(q.waiting) == 0:
		delete(g.queues, churchID)
	default:
		next := q.waiting[0]
		next.leads = q.takeBatch()
		next.told <- struct{}{}
	}
}

// wait gives nil when m has its outcome, or else the group that it is to lead.
func (g *batcher) wait(churchID uuid.UUID, m *batchItem) []*batchItem {
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-m.told:
		return m.leads
	case <-late.C:
	}
	g.mu.Lock()
	if q := g.queues[churchID]; !m.taken && q.inFlight < maxInFlight {
		defer g.mu.Unlock()
		return q.takeBatch()
	}
	g.mu.Unlock()
	<-m.told
	return m.leads
}
