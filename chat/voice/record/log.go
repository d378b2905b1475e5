package record

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Limits of one call's log.
const (
	mostPending = 1000             // lines that wait for Postgres, more than are said in the longest call
	writeLimit  = 5 * time.Second  // for one write
	lastLimit   = 15 * time.Second // for what is left when the call has ended
	firstPause  = 100 * time.Millisecond
	longPause   = 2 * time.Second // between attempts
	// gatherFor is how long lines wait for those that come with them: a question, whose turn it is, and a short answer are one write. So
	// much of a record may a node take with it that dies.
	gatherFor = 50 * time.Millisecond
)

// Log is the writing of one call. Its methods but Run may be called from any goroutine, and wait for nothing.
type Log struct {
	store *Store
	wake  chan struct{}
	hurry chan struct{} // has something when somebody waits
	close sync.Once
	done  chan struct{} // closed by Close

	mu      sync.Mutex
	call    Call
	dirty   bool            // the call has changed
	pending []Line          // not written
	waiting []chan struct{} // closed when what is pending is written
	lost    int
}

// Open begins the log of a call. Run has to run.
func (s *Store) Open(call Call) *Log {
	return &Log{store: s, call: call, dirty: true, wake: wakened(), hurry: make(chan struct{}, 1), done: make(chan struct{})}
}

func wakened() chan struct{} {
	wake := make(chan struct{}, 1)
	wake <- struct{}{}
	return wake
}

// Add writes a line. A line with an id that was there before takes its place.
func (l *Log) Add(line Line) {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := slices.IndexFunc(l.pending, func(known Line) bool { return known.ID == line.ID })
	switch {
	case at >= 0:
		l.pending[at] = line
	case len(l.pending) >= mostPending:
		l.lost++
	default:
		l.pending = append(l.pending, line)
	}
	l.signal()
}

// Written waits until all that was added is written, or ctx ends.
func (l *Log) Written(ctx context.Context) {
	written := make(chan struct{})
	l.mu.Lock()
	l.waiting = append(l.waiting, written)
	l.dirty = true // a write that is under way may not have it all
	l.signal()
	l.mu.Unlock()
	select {
	case l.hurry <- struct{}{}:
	default: // it hurries
	}
	select {
	case <-written:
	case <-ctx.Done():
	}
}

// Change changes what is kept of the call itself.
func (l *Log) Change(change func(*Call)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change(&l.call)
	l.dirty = true
	l.signal()
}

func (l *Log) signal() {
	select {
	case l.wake <- struct{}{}:
	default: // it is awake
	}
}

// Close says that nothing more comes. Run returns when all is written, or cannot be.
func (l *Log) Close() { l.close.Do(func() { close(l.done) }) }

// Run writes what comes until Close.
func (l *Log) Run(ctx context.Context) {
	for closed := false; !closed; {
		select {
		case <-l.wake:
			closed = l.gather()
		case <-l.done:
			closed = true
		}
		if !closed {
			l.write(ctx, l.done)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, lastLimit)
	defer cancel()
	l.write(ctx, nil)
	l.gone()
	l.store.ended()
}

// gather waits for more to write; closed says that nothing will come.
func (l *Log) gather() (closed bool) {
	select {
	case <-time.After(gatherFor):
		return false
	case <-l.hurry:
		return false
	case <-l.done:
		return true
	}
}

// write writes all that is there. What Postgres does not take is tried again until it does, ctx ends or enough is closed.
func (l *Log) write(ctx context.Context, enough <-chan struct{}) {
	for pause := firstPause; ; pause = min(2*pause, longPause) {
		call, lines, waiting, any := l.take()
		if !any {
			return
		}
		err := l.store.write(ctx, call, lines)
		if err == nil {
			for _, written := range waiting {
				close(written)
			}
			return
		}
		l.giveBack(lines, waiting)
		l.store.failed(ctx, call, err)
		select {
		case <-time.After(pause):
		case <-enough:
			return
		case <-ctx.Done():
			return
		}
	}
}

func (l *Log) take() (call Call, lines []Line, waiting []chan struct{}, any bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	lines, any = l.pending, l.dirty || len(l.pending) > 0
	waiting = l.waiting
	l.pending, l.waiting, l.dirty = nil, nil, false
	return l.call, lines, waiting, any
}

// giveBack puts lines back that were not written, but for those that have been said anew since.
func (l *Log) giveBack(lines []Line, waiting []chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, newer := range l.pending {
		at := slices.IndexFunc(lines, func(known Line) bool { return known.ID == newer.ID })
		if at < 0 {
			lines = append(lines, newer)
		} else {
			lines[at] = newer
		}
	}
	l.pending, l.waiting, l.dirty = lines, append(waiting, l.waiting...), true
}

// gone tells of what could not be written.
func (l *Log) gone() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if lost := l.lost + len(l.pending); lost > 0 || l.dirty {
		l.store.gave(l.call, lost)
	}
}
