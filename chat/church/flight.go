package church

import (
	"context"
	"errors"
	"sync"
)

// flights lets one goroutine load a key while the others that want it wait for the same result.
//
// A load reads the database at some moment between its start and its end. If a change is announced meanwhile, nobody
// can tell whether the load saw it, so the announcement overtakes the load: whoever already waits gets its result (they
// asked before the change was known here), whoever comes later starts another, and the store must not take the result
// for fresh. That decision and the announcement's own marking of what is cached happen under one lock, so there is no
// moment between "was it overtaken?" and "store it" in which an announcement could slip through.
type flights[K comparable, V any] struct {
	mu   sync.Mutex
	open map[K]*flight[V]
	last uint64 // number of the latest flight
}

type flight[V any] struct {
	number    uint64 // a higher one started later
	overtaken bool   // guarded by flights.mu
	done      chan struct{}
	value     V
	err       error
}

var errLoadPanicked = errors.New("the load that this call waited for panicked")

// do returns the result of load for the key, its own or that of a flight under way. keep is called with a result, under
// the lock. The load runs in the caller's goroutine and must bound itself: it is not cancelled with ctx, since others may
// wait for it.
func (f *flights[K, V]) do(ctx context.Context, key K, load func(number uint64) (V, error), keep func(value V, overtaken bool)) (V, error) {
	f.mu.Lock()
	if running, ok := f.open[key]; ok {
		f.mu.Unlock()
		select {
		case <-running.done:
			return running.value, running.err
		case <-ctx.Done():
			var zero V
			return zero, context.Cause(ctx)
		}
	}
	if f.open == nil {
		f.open = make(map[K]*flight[V])
	}
	f.last++
	own := &flight[V]{number: f.last, done: make(chan struct{}), err: errLoadPanicked}
	f.open[key] = own
	f.mu.Unlock()

	defer f.land(key, own, keep)
	own.value, own.err = load(own.number)
	return own.value, own.err
}

func (f *flights[K, V]) land(key K, own *flight[V], keep func(V, bool)) {
	f.mu.Lock()
	if f.open[key] == own {
		delete(f.open, key)
	}
	if own.err == nil {
		keep(own.value, own.overtaken)
	}
	f.mu.Unlock()
	close(own.done)
}

// overtake marks the key's flight, if one is under way, and runs mark under the same lock.
func (f *flights[K, V]) overtake(key K, mark func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if running, ok := f.open[key]; ok {
		running.overtaken = true
		delete(f.open, key)
	}
	mark()
}

// overtakeAll marks every flight under way and runs mark under the same lock.
func (f *flights[K, V]) overtakeAll(mark func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, running := range f.open {
		running.overtaken = true
	}
	clear(f.open)
	mark()
}
