package upstream

import (
	"context"
	"sync"
	"time"
)

const (
	tick  = time.Millisecond
	slots = 4096 // ticks in a turn of the wheel; who waits longer is passed by until its time has come
)

// wheel sends the tokens of all answers from one goroutine. Waking up once a millisecond for all of them costs far less
// than a timer and a goroutine switch for each.
type wheel struct {
	began   time.Time
	scratch []byte // of the goroutine that turns

	mu    sync.Mutex
	at    int64 // the next tick to be looked at
	slots [slots][]*answer
}

func newWheel() *wheel { return &wheel{began: time.Now()} }

func (w *wheel) tickOf(t time.Time) int64 { return int64(t.Sub(w.began) / tick) }

// add lets an answer go on at its due time.
func (w *wheel) add(a *answer) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.insert(a)
}

func (w *wheel) insert(a *answer) {
	due := max(w.tickOf(a.due), w.at)
	w.slots[due%slots] = append(w.slots[due%slots], a)
}

// turn runs until ctx ends.
func (w *wheel) turn(ctx context.Context) {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	var due []*answer
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		due = w.take(due[:0], time.Now())
		for _, a := range due {
			if a.advance(w) {
				w.add(a)
			}
		}
		clear(due) // answers that are over can be collected
	}
}

// take removes all answers that are due by now.
func (w *wheel) take(due []*answer, now time.Time) []*answer {
	w.mu.Lock()
	defer w.mu.Unlock()
	last := w.tickOf(now)
	for ; w.at <= last; w.at++ {
		slot := w.slots[w.at%slots]
		kept := slot[:0]
		for _, a := range slot {
			if w.tickOf(a.due) > w.at {
				kept = append(kept, a) // its time comes in a later turn of the wheel
			} else {
				due = append(due, a)
			}
		}
		clear(slot[len(kept):])
		w.slots[w.at%slots] = kept
	}
	return due
}
