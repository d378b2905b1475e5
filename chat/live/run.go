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

// Why a running turn ends before its answer does.
var (
	ErrStopped = errors.New("the visitor stopped the answer")
	ErrLost    = errors.New("another node has taken the turn")
)

// state is how far a run has come. It only ever grows.
type state int

const (
	accepted   state = iota // the log is empty: the journal has yet to say that the turn is this node's
	running                 // its answer is being made
	settling                // how it ended is being recorded, and nobody has been told
	handedOver              // it goes on elsewhere, or has ended there
	ended                   // the last line of the log is a done or an error
)

// Run is a turn being answered in this process: the log of its events, who follows it, and how far the journal has it.
//
// One goroutine answers it: it alone calls Emit, Append, Settle and Conclude, and touches Turn. It waits for nobody but, now
// and then, the journal (see Window).
type Run struct {
	Ref      chat.TurnRef // never changes
	Turn     *chat.Turn   // nil where only the log matters
	question chat.Record
	answer   answer
	created  time.Time // by the clock of the machine
	ctx      context.Context
	cancel   context.CancelCauseFunc
	queued   atomic.Bool   // it waits to be flushed
	flushed  chan struct{} // signalled when the journal has caught up

	mu        sync.Mutex
	state     state
	log       []byte // lines, see frame.go; what was written is never changed
	seq       int    // number of the last line
	followers []*Follower
	contested bool

	payload      []byte // what another node would need to answer the turn
	flushedBytes int    // bytes of the log that the journal has
	flushedSeq   int
	renewed      time.Time    // when the lease was last renewed
	unsettled    *chat.Record // how it ended, while the journal does not know
}

// NewRun returns the run of a turn with an empty log. Its answer ends with ctx.
func NewRun(ctx context.Context, ref chat.TurnRef) *Run {
	ctx, cancel := context.WithCancelCause(ctx)
	now := time.Now()
	return &Run{Ref: ref, created: now, ctx: ctx, cancel: cancel, flushed: make(chan struct{}, 1), log: make([]byte, 0, 512), renewed: now}
}

// Begin returns the run of a turn that is to be answered. payload is what another node would need to answer it. now is the
// clock of the turn.
func Begin(ctx context.Context, turn *chat.Turn, payload []byte, now func() time.Time) *Run {
	r := NewRun(ctx, turn.Ref())
	r.Turn, r.question, r.payload, r.answer.now = turn, chat.QuestionRecord(turn), payload, now
	return r
}

// Continue is Begin where another node's log ends.
func Continue(ctx context.Context, turn *chat.Turn, payload, log []byte, now func() time.Time) *Run {
	r := Begin(ctx, turn, payload, now)
	r.log, r.seq = log, CountLines(log)
	r.flushedBytes, r.flushedSeq = len(r.log), r.seq
	if r.seq > 0 {
		r.state = running
	}
	return r
}

// Question is the visitor's message as it is to be stored.
func (r *Run) Question() chat.Record { return r.question }

// Created is when this node took the turn on, before it was looked up anywhere. It is the machine's time, whatever the turn's clock.
func (r *Run) Created() time.Time { return r.created }

// Context of the answer. Its cause says why the answer is to end.
func (r *Run) Context() context.Context { return r.ctx }

// Cancel ends the answer.
func (r *Run) Cancel(cause error) { r.cancel(cause) }

// Append adds a line to the log, tells the followers, and returns how many events the journal is behind.
func (r *Run) Append(line []byte, last bool) (behind int) {
	r.mu.Lock()
	r.log = append(r.log, line...)
	r.seq++
	if last {
		r.state = ended
	} else if r.state == accepted {
		r.state = running
	}
	behind = r.seq - r.flushedSeq
	followers := r.followers // a slice that is never changed
	r.mu.Unlock()
	for _, f := range followers {
		Signal(f.wake)
	}
	return behind
}

// Settle notes that the end is being recorded, and returns the log with its last line, which nobody has seen yet.
func (r *Run) Settle(last []byte) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state = max(r.state, settling)
	return slices.Concat(r.log, last)
}

// HandOver ends the followers: the turn does not go on here.
func (r *Run) HandOver() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state = max(r.state, handedOver)
	for _, f := range r.followers {
		Signal(f.wake)
	}
}

// Lose ends a run whose turn another node has taken. One that is settling hears so from the journal itself.
func (r *Run) Lose() {
	r.mu.Lock()
	answering := r.state < settling
	r.mu.Unlock()
	if answering {
		r.HandOver()
		r.Cancel(ErrLost)
	}
}

// SettleLater notes how a turn ended that the journal could not be told about.
func (r *Run) SettleLater(record *chat.Record) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.unsettled, r.payload = record, nil
}

// Unsettled gives what the journal is still to be told: the answer's record and the log.
func (r *Run) Unsettled() (chat.Record, []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return *r.unsettled, r.log
}

// Contest notes that another node may have answered the turn, or be at it: the answer that Postgres has counts.
func (r *Run) Contest() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.contested = true
}

// Contested reports whether Postgres is to be asked for another node's answer.
func (r *Run) Contested() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.contested
}

// Begun reports whether the message was accepted here.
func (r *Run) Begun() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.seq > 0
}

// Ended reports whether the turn has ended here.
func (r *Run) Ended() bool { return r.stateNow() == ended }

// underWay reports whether the turn's end is still to be told here.
func (r *Run) underWay() bool { return r.stateNow() < handedOver }

func (r *Run) stateNow() state {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state
}
