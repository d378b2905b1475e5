package chat

import (
	"context"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
)

// run is a turn being answered in this process: the log of its events, who follows it, and how far the journal has it.
//
// The answering goroutine alone appends. It waits for nobody but, now and then, the journal (see window).
type run struct {
	ref  TurnRef
	seed []byte // what another node would need to answer the turn
	// question as it is to be stored.
	question Record
	ctx      context.Context         // of the answer
	cancel   context.CancelCauseFunc // ends the answer
	flushed  chan struct{}           // signalled when the journal has caught up; the answering goroutine may wait for it
	noted    atomic.Bool             // the scribe knows that there is news
	// contested: another node may have answered the turn, or be at it, and the answer that stands is to be asked for.
	contested atomic.Bool

	mu        sync.Mutex
	log       []byte // lines, see frame.go; what was written is never changed
	seq       int    // number of the last line
	followers []*follower
	settling  bool  // how it ended is being recorded
	ended     bool  // the last line is a done or an error
	gone      error // why nobody may follow any more, although the turn has not ended here

	journaled    int // bytes of the log that the journal has
	journaledSeq int
	renewed      time.Time // when the lease was last renewed
	unsettled    *Record   // how it ended, while the journal does not know
}

// TurnRef says which turn, and proves the right to it: the session is known to its visitor alone.
type TurnRef struct {
	Turn, Session uuid.UUID
	Church        uuid.UUID // uuid.Nil where a client does not say
}

func newRun(ctx context.Context, ref TurnRef) *run {
	ctx, cancel := context.WithCancelCause(ctx)
	return &run{ref: ref, ctx: ctx, cancel: cancel, flushed: make(chan struct{}, 1), log: make([]byte, 0, 512), renewed: time.Now()}
}

// append adds a line to the log, tells the followers, and returns how many events the journal is behind.
func (r *run) append(line []byte, ends bool) (behind int) {
	r.mu.Lock()
	r.log = append(r.log, line...)
	r.seq++
	r.ended = ends
	behind = r.seq - r.journaledSeq
	followers, log := r.followers, r.log // slices that are never changed
	r.mu.Unlock()
	for _, f := range followers {
		f.tell(log, ends)
	}
	return behind
}

// resume makes a run of a turn begin where another node's log ends.
func (r *run) resume(log []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.log, r.seq = log, countLines(log)
	r.journaled, r.journaledSeq = len(r.log), r.seq
}

// leave ends the followers: the turn does not go on here.
func (r *run) leave(why error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.gone = why
	r.wake()
}

// lost ends a run whose turn another node has taken. One that is just ending hears so in its own way.
func (r *run) lost() {
	r.mu.Lock()
	settling := r.settling
	r.mu.Unlock()
	if !settling {
		r.leave(ErrHandedOver)
		r.cancel(errLost)
	}
}

// settle notes that the end is being recorded, and returns the log with its last line, which nobody has seen yet.
func (r *run) settle(last []byte) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.settling = true
	return slices.Concat(r.log, last)
}

// news is what the journal does not have yet; ok is false when there is none, unless a renewal is wanted.
func (r *run) news(renewing bool) (n appendix, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.settling || r.ended || r.gone != nil {
		return appendix{}, false // its end is told in another way
	}
	lines := r.log[r.journaled:len(r.log):len(r.log)]
	due := time.Since(r.renewed) >= renewEvery/2 || r.journaled == 0
	return appendix{ref: r.ref, seq: r.seq, lines: lines, end: len(r.log), first: r.journaled == 0, renew: due}, r.seq > 0 && (renewing || len(lines) > 0)
}

// behind returns how many events the journal does not have.
func (r *run) behind() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.seq - r.journaledSeq
}

// written notes what the journal has.
func (r *run) written(n appendix) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.journaled = max(r.journaled, n.end)
	r.journaledSeq = max(r.journaledSeq, n.seq)
	if n.renew {
		r.renewed = time.Now()
	}
	signal(r.flushed)
}

// unwritten notes that the journal has nothing.
func (r *run) unwritten() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.journaled, r.journaledSeq = 0, 0
}

func (r *run) sinceRenewed() time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	return time.Since(r.renewed)
}

func (r *run) wake() {
	for _, f := range r.followers {
		signal(f.wake)
	}
}

// follow attaches a reader that has seen the events up to after. One that has seen more than there is has followed
// something else: it is shown all from the start.
func (r *run) follow(after int) (f *follower, from int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if after > r.seq {
		after = 0
	}
	f = &follower{run: r, wake: make(chan struct{}, 1), offset: len(r.log) - len(skipLines(r.log, after)), first: true}
	r.followers = append(slices.Clip(r.followers), f)
	return f, after
}

// follower is one reader's place in a run's log. The log is the queue of all its readers, so that a reader costs nothing
// but its place.
type follower struct {
	run    *run
	wake   chan struct{}
	offset int
	first  bool

	mu     sync.Mutex
	parked bool                    // the reader's goroutine waits for more
	push   func(lines []byte) bool // see Reader.Offer
}

// maxLag is how many bytes of the log a reader may leave unread while it writes what it has; a longer answer than most.
const maxLag = 64 << 10

// next implements lineSource.
func (f *follower) next(ctx context.Context) ([]byte, error) {
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
func (f *follower) park(ctx context.Context) error {
	f.setParked(true)
	defer f.setParked(false)
	select {
	case <-f.wake:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (f *follower) setParked(parked bool) {
	f.mu.Lock() // while something is being pushed
	defer f.mu.Unlock()
	f.parked = parked
}

// tell is called by the answering goroutine when there is more in the log. To push it saves waking the reader's goroutine,
// which costs as much as writing a word to a visitor does otherwise.
func (f *follower) tell(log []byte, ended bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.parked || f.push == nil || !f.pushed(log, ended) {
		signal(f.wake)
	}
}

// pushed pushes what the log has. It gives false when the reader has to look for itself.
func (f *follower) pushed(log []byte, ended bool) bool {
	lines := log[f.offset:len(log):len(log)]
	if len(lines) == 0 || len(lines) > maxPush || !f.push(lines) {
		return false
	}
	f.offset, f.first = f.offset+len(lines), false
	return !ended
}

// maxPush is how many bytes of the log are pushed at a time.
const maxPush = 2 << 10

func (f *follower) take() ([]byte, error) {
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
	case r.gone != nil:
		return nil, r.gone
	case r.ended:
		return nil, io.EOF // it asked for events after the last
	}
	return nil, nil
}

// begun reports whether the message was accepted here.
func (r *run) begun() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.seq > 0
}

// over reports whether the turn has ended.
func (r *run) over() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.ended
}

func (f *follower) over() bool {
	f.run.mu.Lock()
	defer f.run.mu.Unlock()
	return f.run.ended && f.offset == len(f.run.log)
}

func (f *follower) close() {
	r := f.run
	r.mu.Lock()
	defer r.mu.Unlock()
	r.followers = slices.DeleteFunc(slices.Clone(r.followers), func(other *follower) bool { return other == f })
}

// settleLater notes how a turn ended that the journal could not be told about.
func (r *run) settleLater(record *Record) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.unsettled, r.seed = record, nil
}

// unsettledEnd gives what the journal is still to be told: the answer's record and the log.
func (r *run) unsettledEnd() (Record, []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return *r.unsettled, r.log
}

// whollyJournaled reports whether the journal has all there is, and has ever had any of it.
func (r *run) whollyJournaled() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.seq > 0 && r.journaledSeq == r.seq
}
