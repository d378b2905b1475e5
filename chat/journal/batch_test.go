package journal

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
)

// road carries groups: each takes a while, and the outcome of a member is the length of what it brought.
type road struct {
	mu     sync.Mutex
	groups []int // sizes, in the order of leaving
	take   func(group int) (time.Duration, error)
}

func (r *road) send(_ context.Context, _ uuid.UUID, group []*batchItem) ([]int64, error) {
	r.mu.Lock()
	number := len(r.groups)
	r.groups = append(r.groups, len(group))
	r.mu.Unlock()
	duration, err := r.take(number)
	time.Sleep(duration)
	outcomes := make([]int64, len(group))
	for i, m := range group {
		outcomes[i] = int64(len(m.packed))
	}
	return outcomes, err
}

// joinAll has n members join at once and gives how long each took.
func joinAll(t *testing.T, g *batcher, churchID uuid.UUID, n int, wantErr error) []time.Duration {
	t.Helper()
	took := make([]time.Duration, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			began := time.Now()
			outcome, err := g.commit(t.Context(), churchID, make([]byte, i+1))
			if !errors.Is(err, wantErr) || err == nil && outcome != int64(i+1) {
				t.Errorf("member %d got %d, %v", i, outcome, err)
			}
			took[i] = time.Since(began)
		})
	}
	all.Wait()
	return took
}

func TestWhoWaitsLeavesTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &road{take: func(int) (time.Duration, error) { return time.Millisecond, nil }}
		g := newBatcher(r.send)
		took := joinAll(t, g, uuid.New(), 100, nil)
		if len(r.groups) != 2 || r.groups[0]+r.groups[1] != 100 {
			t.Errorf("100 members left as %v", r.groups)
		}
		for _, d := range took {
			if d > 2*time.Millisecond {
				t.Errorf("a member took %v", d)
			}
		}
		if len(g.queues) != 0 {
			t.Error("an idle church keeps a queue")
		}
	})
}

func TestAMemberThatComesAloneLeavesAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newBatcher((&road{take: func(int) (time.Duration, error) { return 0, nil }}).send)
		for range 3 {
			if took := joinAll(t, g, uuid.New(), 1, nil); took[0] != 0 {
				t.Errorf("it took %v", took[0])
			}
		}
	})
}

func TestASilentGroupKeepsNobodyLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lost := errors.New("no answer")
		r := &road{take: func(group int) (time.Duration, error) {
			if group == 0 {
				return time.Second, lost
			}
			return time.Millisecond, nil
		}}
		g := newBatcher(r.send)
		church := uuid.New()
		var silent sync.WaitGroup
		silent.Go(func() {
			if _, err := g.commit(t.Context(), church, nil); !errors.Is(err, lost) {
				t.Errorf("the member of the silent group got %v", err)
			}
		})
		synctest.Wait()
		for i, took := range joinAll(t, g, church, 400, nil) {
			if took > 3*patience {
				t.Errorf("member %d took %v", i, took)
			}
		}
		silent.Wait()
	})
}

func TestAGroupThatFailsTellsAllItsMembers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lost := errors.New("no answer")
		g := newBatcher((&road{take: func(int) (time.Duration, error) { return time.Millisecond, lost }}).send)
		joinAll(t, g, uuid.New(), 300, lost)
	})
}

func TestAGroupIsOfBoundedSize(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &road{take: func(int) (time.Duration, error) { return time.Millisecond, nil }}
		g := newBatcher(r.send)
		joinAll(t, g, uuid.New(), 3*maxBatch, nil)
		for _, size := range r.groups {
			if size > maxBatch {
				t.Errorf("%d members left at once", size)
			}
		}
		r.groups = nil
		var all sync.WaitGroup
		church := uuid.New()
		for range 8 {
			all.Go(func() {
				if _, err := g.commit(t.Context(), church, make([]byte, maxBatchBytes/2)); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for _, size := range r.groups {
			if size > 2 {
				t.Errorf("%d large members left at once", size)
			}
		}
	})
}
