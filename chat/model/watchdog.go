package model

import (
	"sync"
	"sync/atomic"
	"time"
)

// watchdog barks when a service keeps a call waiting for too long. A timer that is stopped and set for each word would be moved about among
// those of thousands of streams; here it runs on, and looks when it fires whether somebody has waited so long.
type watchdog struct {
	bark  func()
	began time.Time
	due   atomic.Int64 // since then, when it is to bark; 0: nobody waits
	last  int64        // what was due when somebody last waited

	mu      sync.Mutex
	timer   *time.Timer   // fires no later than what is due
	period  time.Duration // the shortest patience so far; changed only by who waits
	stopped bool
}

// start waits for the first time.
func (w *watchdog) start(patience time.Duration, bark func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.bark, w.began, w.period = bark, time.Now(), patience
	w.last = int64(patience)
	w.due.Store(w.last)
	w.timer = time.AfterFunc(patience, w.look)
}

// wait has it bark when patience has passed.
func (w *watchdog) wait(patience time.Duration) {
	w.last = int64(time.Since(w.began) + patience)
	w.due.Store(w.last)
	if patience < w.period {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.period = patience
		w.timer.Reset(patience)
	}
}

// waitOn goes on with the wait before, for who has rested for no time to speak of.
func (w *watchdog) waitOn() { w.due.Store(w.last) }

// rest notes that nobody waits.
func (w *watchdog) rest() { w.due.Store(0) }

func (w *watchdog) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stopped = true
	w.timer.Stop()
}

// look runs in the timer's goroutine.
func (w *watchdog) look() {
	if w.overdue() {
		w.bark()
	}
}

// overdue sets the timer again unless somebody has waited too long.
func (w *watchdog) overdue() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stopped {
		return false
	}
	left := w.period
	if due := w.due.Load(); due != 0 {
		left = time.Duration(due) - time.Since(w.began)
	}
	if left > 0 {
		w.timer.Reset(left)
	}
	return left <= 0
}
