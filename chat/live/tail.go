package live

import (
	"context"
	"time"

	"narthex/chat"
)

// Tail is what the journal does not have yet of a running turn: the last lines of its log, or none to renew the lease alone.
type Tail struct {
	Ref    chat.TurnRef
	Before int // number of the last line that the journal has
	Seq    int // of the last line
	Lines  []byte
	end    int  // bytes of the log up to there
	First  bool // nothing of this turn is in the journal yet
	Renew  bool // the lease is to be renewed
}

// Tail returns what is to be flushed; ok is false when there is nothing, unless the lease is to be renewed all the same.
func (r *Run) Tail(renewing bool) (t Tail, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state != running {
		return Tail{}, false // the journal is told of its end in another way
	}
	lines := r.log[r.flushedBytes:len(r.log):len(r.log)]
	due := time.Since(r.renewed) >= RenewEvery/2 || r.flushedBytes == 0
	return Tail{Ref: r.Ref, Before: r.flushedSeq, Seq: r.seq, Lines: lines, end: len(r.log), First: r.flushedBytes == 0, Renew: due}, renewing || len(lines) > 0
}

// Flushed notes what the journal has.
func (r *Run) Flushed(t Tail) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.flushedBytes = max(r.flushedBytes, t.end)
	r.flushedSeq = max(r.flushedSeq, t.Seq)
	if t.Renew {
		r.renewed = time.Now()
	}
	Signal(r.flushed)
}

// NothingFlushed notes that the journal has lost what it had.
func (r *Run) NothingFlushed() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.flushedBytes, r.flushedSeq = 0, 0
}

// WhollyFlushed reports whether the journal has all there is, and has ever had any of it.
func (r *Run) WhollyFlushed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.seq > 0 && r.flushedSeq == r.seq
}

// AwaitFlush waits until readers may be shown more (see Window), for as long as patience.
func (r *Run) AwaitFlush(ctx context.Context, patience time.Duration) {
	late := time.NewTimer(patience)
	defer late.Stop()
	for r.behind() >= Window { // the first signal may be of a flush long ago
		select {
		case <-r.flushed:
		case <-late.C:
			return
		case <-ctx.Done():
			return
		}
	}
}

// behind returns how many events the journal does not have.
func (r *Run) behind() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.seq - r.flushedSeq
}

// Queue notes that the run waits to be flushed. It reports false when it does so already.
func (r *Run) Queue() bool { return !r.queued.Swap(true) }

// Dequeue notes that the run is about to be flushed: whatever is appended from here on is for the next flush.
func (r *Run) Dequeue() { r.queued.Store(false) }

// Payload is what another node would need to answer the turn.
func (r *Run) Payload() []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.payload
}

// SinceRenewed is the age of the lease.
func (r *Run) SinceRenewed() time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	return time.Since(r.renewed)
}
