package turns

import (
	"context"
	"sync"
)

// admission counts what a shutdown has to wait for: messages from before they are accepted, and turns until they have ended.
// Whoever enters has a place until they leave. Once it is closed nobody enters any more, so what it counts only falls.
//
// A message enters before anything is acknowledged. That is why an accepted turn never finds the door closed, and why none
// begins after wait has returned, when the pools and Redis are closed.
type admission struct {
	mu      sync.Mutex
	inside  int
	closing chan struct{} // closed by close
	empty   chan struct{} // closed when it is closed and everybody has left
}

func newAdmission() *admission {
	return &admission{closing: make(chan struct{}), empty: make(chan struct{})}
}

// enter takes a place; false once the admission is closed.
func (a *admission) enter() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed() {
		return false
	}
	a.inside++
	return true
}

// bring takes a place for what somebody inside begins, although the admission may have been closed since they entered.
func (a *admission) bring() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.inside++
}

func (a *admission) leave() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.inside--; a.inside == 0 && a.closed() {
		close(a.empty)
	}
}

// close has nobody enter any more. It may be called again.
func (a *admission) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed() {
		return
	}
	close(a.closing)
	if a.inside == 0 {
		close(a.empty)
	}
}

func (a *admission) closed() bool {
	select {
	case <-a.closing:
		return true
	default:
		return false
	}
}

// wait waits until everybody has left, after close. It gives false when ctx ends first.
func (a *admission) wait(ctx context.Context) bool {
	select {
	case <-a.empty:
		return true
	case <-ctx.Done():
		return false
	}
}
