// Package admission counts what a shutdown has to wait for.
package admission

import (
	"context"
	"sync"
)

// Admission counts what a shutdown has to wait for: messages from before they are accepted, and turns until they have ended.
// Whoever enters has a place until they leave. Once it is closed nobody enters any more, so what it counts only falls.
//
// A message enters before anything is acknowledged. That is why an accepted turn never finds the door closed, and why none
// begins after Wait has returned, when the pools and Redis are closed.
type Admission struct {
	mu      sync.Mutex
	inside  int
	closing chan struct{} // closed by Close
	empty   chan struct{} // closed when it is closed and everybody has left
}

// New returns one that is open.
func New() *Admission {
	return &Admission{closing: make(chan struct{}), empty: make(chan struct{})}
}

// Enter takes a place; false once the admission is closed.
func (a *Admission) Enter() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.Closed() {
		return false
	}
	a.inside++
	return true
}

// Bring takes a place for what somebody inside begins, although the admission may have been closed since they entered.
func (a *Admission) Bring() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.inside++
}

// Leave gives a place back.
func (a *Admission) Leave() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.inside--; a.inside == 0 && a.Closed() {
		close(a.empty)
	}
}

// Close has nobody enter any more. It may be called again.
func (a *Admission) Close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.Closed() {
		return
	}
	close(a.closing)
	if a.inside == 0 {
		close(a.empty)
	}
}

// Closed reports whether nobody enters any more.
func (a *Admission) Closed() bool {
	select {
	case <-a.closing:
		return true
	default:
		return false
	}
}

// Wait waits until everybody has left, after Close. It gives false when ctx ends first.
func (a *Admission) Wait(ctx context.Context) bool {
	select {
	case <-a.empty:
		return true
	case <-ctx.Done():
		return false
	}
}

// Closing is closed when nobody enters any more.
func (a *Admission) Closing() <-chan struct{} { return a.closing }
