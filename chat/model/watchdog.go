package model

import (
	"context"
	"math"
	"sync"
	"time"
)

// watchdog cancels a request when the service keeps it waiting, or when it takes too long as a whole. Time that the caller
// spends on a chunk is no wait. Every event begins a new wait, so that must be cheap: it moves the time that is up, not the
// timer, which looks when it fires whether the time is up and otherwise sets itself anew.
type watchdog struct {
	cancel context.CancelCauseFunc
	start  time.Time

	mu      sync.Mutex
	timer   *time.Timer
	due     time.Duration // since start, when the present wait is too long; never when nothing is waited for
	whole   time.Duration // since start, when the request is too long
	armed   time.Duration // since start, when the timer fires
	stopped bool
}

const never time.Duration = math.MaxInt64

// watch begins the first wait. stop must be called.
func (w *watchdog) watch(cancel context.CancelCauseFunc, first, whole time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cancel, w.start = cancel, time.Now()
	w.due, w.whole = first, whole
	w.armed = min(first, whole)
	w.timer = time.AfterFunc(w.armed, w.look)
}

// wait begins a wait for the service.
func (w *watchdog) wait(limit time.Duration) {
	due := time.Since(w.start) + limit
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.due = due; due < w.armed {
		w.arm(due, limit)
	}
}

// rest ends a wait.
func (w *watchdog) rest() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.due = never
}

func (w *watchdog) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stopped = true
	w.timer.Stop()
}

// look is what the timer does.
func (w *watchdog) look() {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Since(w.start)
	switch next := min(w.due, w.whole); {
	case w.stopped:
	case now >= w.whole:
		w.cancel(errWhole)
	case now >= w.due:
		w.cancel(errSilent)
	default:
		w.arm(next, next-now)
	}
}

func (w *watchdog) arm(at, wait time.Duration) {
	w.armed = at
	w.timer.Reset(wait)
}
