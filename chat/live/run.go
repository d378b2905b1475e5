package live

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"narthex/chat"
)

// errStopped and errLost end a running turn.
var (
	ErrStopped = errors.New("the visitor stopped the answer")
	ErrLost    = errors.New("another node has taken the turn")
)

// appendix is news of one running turn: the lines that the journal does not have yet, or none to renew the lease alone.
type Tail struct {
	Ref   chat.TurnRef
	Seq   int // of the last line
	Lines []byte
	end   int  // bytes of the log up to there
	First bool // nothing of this turn is in the journal yet
	Renew bool // the lease is to be renewed
}

// run is a turn being answered in this process: the log of its events, who follows it, and how far the journal has it.
//
// The answering goroutine alone appends. It waits for nobody but, now and then, the journal (see window).
type Run struct {
	Ref     chat.TurnRef
	Payload []byte // what another node would need to answer the turn
	// question as it is to be stored.
	Question      chat.Record
	Context       context.Context         // of the answer
	Cancel        context.CancelCauseFunc // ends the answer
	FlushedSignal chan struct{}           // signalled when the journal has caught up; the answering goroutine may wait for it
	Noted         atomic.Bool             // the scribe knows that there is news
	// contested: another node may have answered the turn, or be at it, and the answer that stands is to be asked for.
	Contested atomic.Bool

	mu        sync.Mutex
	log       []byte // lines, see frame.go; what was written is never changed
	Seq       int    // number of the last line
	followers []*Follower
	settling  bool  // how it ended is being recorded
	ended     bool  // the last line is a done or an error
	gone      error // why nobody may follow any more, although the turn has not ended here

	flushedBytes int // bytes of the log that the journal has
	flushedSeq   int
	renewed      time.Time    // when the lease was last renewed
	unsettled    *chat.Record // how it ended, while the journal does not know
}

func NewRun(ctx context.Context, ref chat.TurnRef) *Run {
	ctx, cancel := context.WithCancelCause(ctx)
	return &Run{Ref: ref, Context: ctx, Cancel: cancel, FlushedSignal: make(chan struct{}, 1), log: make([]byte, 0, 512), renewed: time.Now()}
}

// append adds a line to the log, tells the followers, and returns how many events the journal is behind.
func (r *Run) Append(line []byte, ends bool) (behind int) {
	r.mu.Lock()
	r.log = append(r.log, line...)
	r.Seq++
	r.ended = ends
	behind = r.Seq - r.flushedSeq
	followers, log := r.followers, r.log // slices that are never changed
	r.mu.Unlock()
	for _, f := range followers {
		f.tell(log, ends)
	}
	return behind
}

// resume makes a run of a turn begin where another node's log ends.
func (r *Run) ContinueFrom(log []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.log, r.Seq = log, CountLines(log)
	r.flushedBytes, r.flushedSeq = len(r.log), r.Seq
}

// leave ends the followers: the turn does not go on here.
func (r *Run) Leave(why error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.gone = why
	r.wakeFollowers()
}

// lost ends a run whose turn another node has taken. One that is just ending hears so in its own way.
func (r *Run) Lost() {
	r.mu.Lock()
	settling := r.settling
	r.mu.Unlock()
	if !settling {
		r.Leave(ErrHandedOver)
		r.Cancel(ErrLost)
	}
}

// settle notes that the end is being recorded, and returns the log with its last line, which nobody has seen yet.
func (r *Run) Settle(last []byte) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.settling = true
	return slices.Concat(r.log, last)
}

// news is what the journal does not have yet; ok is false when there is none, unless a renewal is wanted.
func (r *Run) Tail(renewing bool) (n Tail, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.settling || r.ended || r.gone != nil {
		return Tail{}, false // its end is told in another way
	}
	lines := r.log[r.flushedBytes:len(r.log):len(r.log)]
	due := time.Since(r.renewed) >= RenewEvery/2 || r.flushedBytes == 0
	return Tail{Ref: r.Ref, Seq: r.Seq, Lines: lines, end: len(r.log), First: r.flushedBytes == 0, Renew: due}, r.Seq > 0 && (renewing || len(lines) > 0)
}

// behind returns how many events the journal does not have.
func (r *Run) Behind() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.Seq - r.flushedSeq
}

// written notes what the journal has.
func (r *Run) Flushed(n Tail) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.flushedBytes = max(r.flushedBytes, n.end)
	r.flushedSeq = max(r.flushedSeq, n.Seq)
	if n.Renew {
		r.renewed = time.Now()
	}
	Signal(r.FlushedSignal)
}

// unwritten notes that the journal has nothing.
func (r *Run) NothingFlushed() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.flushedBytes, r.flushedSeq = 0, 0
}

func (r *Run) SinceRenewed() time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	return time.Since(r.renewed)
}

func (r *Run) wakeFollowers() {
	for _, f := range r.followers {
		Signal(f.wake)
	}
}

// begun reports whether the message was accepted here.
func (r *Run) Begun() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.Seq > 0
}

// over reports whether the turn has ended.
func (r *Run) Ended() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.ended
}

// settleLater notes how a turn ended that the journal could not be told about.
func (r *Run) SettleLater(record *chat.Record) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.unsettled, r.Payload = record, nil
}

// unsettledEnd gives what the journal is still to be told: the answer's record and the log.
func (r *Run) UnsettledEnd() (chat.Record, []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return *r.unsettled, r.log
}

// whollyJournaled reports whether the journal has all there is, and has ever had any of it.
func (r *Run) WhollyFlushed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.Seq > 0 && r.flushedSeq == r.Seq
}

func (r *Run) running() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return !r.ended && r.gone == nil
}
