package live

import (
	"context"
	"io"
	"slices"
	"sync"
)

// Follow attaches a reader that has seen the events up to after. One that has seen more than there is has followed
// something else: it is shown all from the start.
func (r *Run) Follow(after int) (f *Follower, from int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if after > r.seq {
		after = 0
	}
	f = &Follower{run: r, wake: make(chan struct{}, 1), offset: len(r.log) - len(SkipLines(r.log, after)), first: true}
	r.followers = append(slices.Clip(r.followers), f)
	return f, after
}

// Follower is one reader's place in a run's log. The log is the queue of all its readers, so that a reader costs nothing
// but its place.
type Follower struct {
	run    *Run
	wake   chan struct{}
	offset int
	first  bool

	mu     sync.Mutex
	parked bool                    // the reader's goroutine waits for more
	push   func(lines []byte) bool // see Reader.Offer
}

// maxLag is how many bytes of the log a reader may leave unread while it writes what it has; a longer answer than most.
const maxLag = 64 << 10

// Next implements Lines.
func (f *Follower) Next(ctx context.Context) ([]byte, error) {
	for {
		lines, err := f.take()
		if len(lines) > 0 || err != nil {
			return lines, err
		}
		if err := f.park(ctx); err != nil {
			return nil, err
		}
	}
}

// park waits for something to take. Meanwhile the answering goroutine may push what it has.
func (f *Follower) park(ctx context.Context) error {
	f.setParked(true)
	defer f.setParked(false)
	select {
	case <-f.wake:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// offer lets lines be pushed while the reader's goroutine waits, see Reader.Offer.
func (f *Follower) offer(push func(lines []byte) bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.push = push
}

func (f *Follower) setParked(parked bool) {
	f.mu.Lock() // while something is being pushed
	defer f.mu.Unlock()
	f.parked = parked
}

// tell is called by the answering goroutine when there is more in the log. To push it saves waking the reader's goroutine,
// which costs as much as writing a word to a visitor does otherwise.
func (f *Follower) tell(log []byte, ended bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.parked || f.push == nil || !f.pushed(log, ended) {
		Signal(f.wake)
	}
}

// pushed pushes what the log has. It gives false when the reader has to look for itself.
func (f *Follower) pushed(log []byte, ended bool) bool {
	lines := log[f.offset:len(log):len(log)]
	if len(lines) == 0 || len(lines) > maxPush || !f.push(lines) {
		return false
	}
	f.offset, f.first = f.offset+len(lines), false
	return !ended
}

// maxPush is how many bytes of the log are pushed at a time.
const maxPush = 2 << 10

func (f *Follower) take() ([]byte, error) {
	r := f.run
	r.mu.Lock()
	defer r.mu.Unlock()
	lines := r.log[f.offset:len(r.log):len(r.log)]
	switch {
	case len(lines) > maxLag && !f.first: // a reader that joins late may have much to catch up with
		return nil, ErrReaderSlow
	case len(lines) > 0:
		f.offset, f.first = len(r.log), false
		return lines, nil
	case r.state == handedOver:
		return nil, ErrHandedOver
	case r.state == ended:
		return nil, io.EOF // it asked for events after the last
	}
	return nil, nil
}

func (f *Follower) Over() bool {
	f.run.mu.Lock()
	defer f.run.mu.Unlock()
	return f.run.state == ended && f.offset == len(f.run.log)
}

func (f *Follower) Close() {
	r := f.run
	r.mu.Lock()
	defer r.mu.Unlock()
	r.followers = slices.DeleteFunc(slices.Clone(r.followers), func(other *Follower) bool { return other == f })
}
