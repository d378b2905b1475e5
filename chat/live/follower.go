package live

import (
	"context"
	"io"
	"slices"
)

// Follow attaches a reader that has seen the events up to after. One that has seen an event that the log does not have has
// followed something else: it is shown all from the start.
func (r *Run) Follow(after Place) (f *Follower, from Place) {
	r.mu.Lock()
	defer r.mu.Unlock()
	rest, ok := After(r.log, after)
	if !ok {
		rest, after = r.log, Place{}
	}
	f = &Follower{run: r, wake: make(chan struct{}, 1), offset: len(r.log) - len(rest), first: true}
	r.followers = append(slices.Clip(r.followers), f)
	return f, after
}

// Ahead reports whether place is at most Window events past this log and by the same writer: this node may only be behind, as a mirror of the
// journal is.
func (r *Run) Ahead(place Place) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if place.Seq <= r.seq || place.Seq > r.seq+Window {
		return false
	}
	return r.state < handedOver && (Place{}).Past(r.log).Writer == place.Writer
}

// Follower is one reader's place in a run's log. The log is the queue of all its readers, so that a reader costs nothing
// but its place.
type Follower struct {
	run    *Run
	wake   chan struct{}
	offset int
	first  bool
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
		select {
		case <-f.wake:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

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

// Over implements Lines.
func (f *Follower) Over() bool {
	f.run.mu.Lock()
	defer f.run.mu.Unlock()
	return f.run.state == ended && f.offset == len(f.run.log)
}

// Close implements Lines. The run goes on.
func (f *Follower) Close() {
	r := f.run
	r.mu.Lock()
	defer r.mu.Unlock()
	r.followers = slices.DeleteFunc(slices.Clone(r.followers), func(other *Follower) bool { return other == f })
}
