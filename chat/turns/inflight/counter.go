// Package inflight counts the messages and turns that a shutdown waits for.
package inflight

import (
	"context"
	"sync"
)

// Counter counts what a shutdown has to wait for: messages from before they are accepted, and turns until they have ended.
// Whoever enters has a place until they leave. Once it is closed nobody enters any more, so what it counts only falls.
//
// A message enters before anything is acknowledged. That is why an accepted turn never finds the door closed, and why none
// begins after Wait has returned, when the pools and Redis are closed.
type Counter struct {
	mu      sync.Mutex
	inside  int
	closing chan struct{} // closed by Close
	empty   chan struct{} // closed when it is closed and everybody has left
}

// New returns a counter that is open.
func New() *Counter {
	return &Counter{closing: make(chan struct{}), empty: make(chan struct{})}
}

// Enter takes a place; false once the counter is closed.
func (c *Counter) Enter() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.Closed() {
		return false
	}
	c.inside++
	return true
}

// Add takes a place for work that somebody inside begins, also after Close.
func (c *Counter) Add() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.inside++
}

// Leave gives a place back.
func (c *Counter) Leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.inside--; c.inside == 0 && c.Closed() {
		close(c.empty)
	}
}

// Close has nobody enter any more. It may be called again.
func (c *Counter) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.Closed() {
		return
	}
	close(c.closing)
	if c.inside == 0 {
		close(c.empty)
	}
}

// Closed reports whether nobody enters any more.
func (c *Counter) Closed() bool {
	select {
	case <-c.closing:
		return true
	default:
		return false
	}
}

// Wait waits until everybody has left, after Close. It gives false when ctx ends first.
func (c *Counter) Wait(ctx context.Context) bool {
	select {
	case <-c.empty:
		return true
	case <-ctx.Done():
		return false
	}
}

// Closing is closed when nobody enters any more.
func (c *Counter) Closing() <-chan struct{} { return c.closing }
