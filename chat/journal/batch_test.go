package journal

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"narthex/cache"
)

// master is of all churches here.
var master = cache.NewBreaker(cache.BreakerConfig{})

// slowSender sends batches: each takes a while, and the outcome of an item is its length.
type slowSender struct {
	mu      sync.Mutex
	batches []int // sizes, in the order of sending
	take    func(batch int) (time.Duration, error)
}

func (r *slowSender) send(_ context.Context, _ *cache.Breaker, batch []*batchItem) {
	r.mu.Lock()
	number := len(r.batches)
	r.batches = append(r.batches, len(batch))
	r.mu.Unlock()
	duration, err := r.take(number)
	time.Sleep(duration)
	for _, item := range batch {
		item.reply.code, item.err = int64(item.size), err
	}
}

// commitAll commits n items at once, each of another church, and gives how long each took.
func commitAll(t *testing.T, g *batcher, n int, wantErr error) []time.Duration {
	t.Helper()
	took := make([]time.Duration, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			began := time.Now()
			outcome, err := g.commit(t.Context(), master, &batchItem{church: uuid.New(), args: []any{make([]byte, i+1)}})
			if !errors.Is(err, wantErr) || err == nil && outcome.code != int64(i+1) {
				t.Errorf("item %d got %v, %v", i, outcome, err)
			}
			took[i] = time.Since(began)
		})
	}
	all.Wait()
	return took
}

func TestWhoWaitsLeavesTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &slowSender{take: func(int) (time.Duration, error) { return time.Millisecond, nil }}
		g := newBatcher(r.send)
		took := commitAll(t, g, 100, nil)
		if len(r.batches) != 2 || r.batches[0]+r.batches[1] != 100 {
			t.Errorf("100 items left as %v", r.batches)
		}
		for _, d := range took {
			if d > 2*time.Millisecond {
				t.Errorf("an item took %v", d)
			}
		}
		if len(g.queues) != 0 {
			t.Error("an idle master keeps a queue")
		}
	})
}

func TestAMemberThatComesAloneLeavesAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newBatcher((&slowSender{take: func(int) (time.Duration, error) { return 0, nil }}).send)
		for range 3 {
			if took := commitAll(t, g, 1, nil); took[0] != 0 {
				t.Errorf("it took %v", took[0])
			}
		}
	})
}

func TestASilentGroupKeepsNobodyLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lost := errors.New("no answer")
		r := &slowSender{take: func(batch int) (time.Duration, error) {
			if batch == 0 {
				return time.Second, lost
			}
			return time.Millisecond, nil
		}}
		g := newBatcher(r.send)
		var silent sync.WaitGroup
		silent.Go(func() {
			if _, err := g.commit(t.Context(), master, &batchItem{church: uuid.New()}); !errors.Is(err, lost) {
				t.Errorf("the item of the silent batch got %v", err)
			}
		})
		synctest.Wait()
		for i, took := range commitAll(t, g, 400, nil) {
			if took > 3*patience {
				t.Errorf("item %d took %v", i, took)
			}
		}
		silent.Wait()
	})
}

func TestAGroupThatFailsTellsAllItsMembers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lost := errors.New("no answer")
		g := newBatcher((&slowSender{take: func(int) (time.Duration, error) { return time.Millisecond, lost }}).send)
		commitAll(t, g, 300, lost)
	})
}

func TestAGroupIsOfBoundedSize(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &slowSender{take: func(int) (time.Duration, error) { return time.Millisecond, nil }}
		g := newBatcher(r.send)
		commitAll(t, g, 3*maxBatch, nil)
		for _, size := range r.batches {
			if size > maxBatch {
				t.Errorf("%d items left at once", size)
			}
		}
		r.batches = nil
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				if _, err := g.commit(t.Context(), master, &batchItem{church: uuid.New(), args: []any{make([]byte, maxBatchBytes/2)}}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for _, size := range r.batches {
			if size > 2 {
				t.Errorf("%d large items left at once", size)
			}
		}
	})
}
