package journal

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"narthex/chat"
	"narthex/chat/live"
	"narthex/chat/panics"
)

// Flusher writes the tails of this process's running turns into the journal: what gathers within a moment goes in one script
// a church, and the scripts of many churches share a round trip (batch.go). It renews the leases of turns that say nothing (the
// heartbeat), and learns from the journal's notices which turns are to end.
type Flusher struct {
	journal writer
	hub     *live.Hub
	panics  *panics.Guard
	errors  prometheus.Counter // times that Redis would not take what running turns had to say

	wake  chan struct{}
	hurry chan struct{}
	mu    sync.Mutex
	dirty []*live.Run
}

// writer is what the flusher needs of the Journal.
type writer interface {
	Append(ctx context.Context, churchID uuid.UUID, tails []live.Tail) ([]notice, error)
	Register(ctx context.Context, ref chat.TurnRef, payload []byte, question chat.Record) (bool, error)
}

const (
	// gatherTime is how long events wait for others to be journaled with: the longer the more turns are running, so that
	// the journal is not written to for every word. Readers on other nodes are behind by so much; nobody else sees it.
	gatherTime    = 30 * time.Millisecond
	gatherPerTurn = 250 * time.Microsecond
	maxGatherTime = 500 * time.Millisecond
	// maxTails bounds a script's time in Redis.
	maxTails = 100
	// maxWriters bounds how many scripts are on their way at once, or wait to share a round trip: two full batches.
	maxWriters = 2 * maxBatch
)

// NewFlusher returns a flusher of the runs in hub. Run must be running for what they say to reach the journal. errors counts the times that
// the journal would not take it.
func NewFlusher(journal writer, hub *live.Hub, guard *panics.Guard, errors prometheus.Counter) *Flusher {
	return &Flusher{journal: journal, hub: hub, panics: guard, errors: errors, wake: make(chan struct{}, 1), hurry: make(chan struct{}, 1)}
}

// Note tells the flusher that a run has something to flush.
func (f *Flusher) Note(r *live.Run) {
	if !r.Queue() {
		return
	}
	f.mu.Lock()
	f.dirty = append(f.dirty, r)
	f.mu.Unlock()
	live.Signal(f.wake)
}

// Await waits until the journal has caught up with a run, but not for a journal that fails.
func (f *Flusher) Await(ctx context.Context, r *live.Run) {
	live.Signal(f.hurry)
	r.AwaitFlush(ctx, journalTimeout)
}

// Run writes until the context ends, and then once more.
func (f *Flusher) Run(ctx context.Context) {
	renew := time.NewTicker(live.RenewEvery)
	defer renew.Stop()
	gather := time.NewTimer(gatherTime)
	defer gather.Stop()
	for {
		select {
		case <-ctx.Done():
			f.flush(context.WithoutCancel(ctx))
			return
		case <-renew.C:
			f.renew(ctx)
			continue
		case <-f.wake:
		}
		gather.Reset(min(gatherTime+time.Duration(f.hub.Count())*gatherPerTurn, maxGatherTime))
		select {
		case <-gather.C:
		case <-f.hurry:
		case <-ctx.Done():
		}
		f.flush(ctx)
	}
}

// flush writes the tails of the dirty runs.
func (f *Flusher) flush(ctx context.Context) {
	f.mu.Lock()
	dirty := f.dirty
	f.dirty = nil
	f.mu.Unlock()
	for _, r := range dirty {
		r.Dequeue()
	}
	f.Write(ctx, dirty, false)
}

// renew renews the lease of every run that has said nothing for a while.
func (f *Flusher) renew(ctx context.Context) {
	runs := f.hub.All()
	quiet := runs[:0]
	for _, r := range runs {
		if r.SinceRenewed() >= live.RenewEvery/2 {
			quiet = append(quiet, r)
		}
	}
	f.Write(ctx, quiet, true)
}

// Write writes the tails of some runs; with renewing, those without new lines have their leases renewed.
func (f *Flusher) Write(ctx context.Context, runs []*live.Run, renewing bool) {
	byChurch := make(map[uuid.UUID][]*live.Run)
	for _, r := range runs {
		byChurch[r.Ref.Church] = append(byChurch[r.Ref.Church], r)
	}
	// The churches' scripts go out together: one after another, thousands of churches would outlast the leases.
	var writing errgroup.Group
	writing.SetLimit(maxWriters)
	for churchID, runs := range byChurch {
		for some := range slices.Chunk(runs, maxTails) {
			writing.Go(func() error {
				defer f.panics.Recover("flush", nil, "church", churchID)
				f.append(ctx, churchID, some, renewing)
				return nil
			})
		}
	}
	_ = writing.Wait() // what failed is counted, and brought by the next renewal
}

func (f *Flusher) append(ctx context.Context, churchID uuid.UUID, runs []*live.Run, renewing bool) {
	tails := make([]live.Tail, 0, len(runs))
	writing := make([]*live.Run, 0, len(runs))
	for _, r := range runs {
		if tail, ok := r.Tail(renewing); ok {
			tails = append(tails, tail)
			writing = append(writing, r)
		}
	}
	if len(tails) == 0 {
		return
	}
	notices, err := f.journal.Append(ctx, churchID, tails)
	if err != nil {
		f.errors.Inc()
		return // the next renewal brings what was not written
	}
	noticeOf := make(map[uuid.UUID]string, len(notices))
	for _, notice := range notices {
		noticeOf[notice.turn] = notice.what
	}
	for i, r := range writing {
		switch noticeOf[r.Ref.Turn] {
		case noticeLost:
			r.Lose()
		case noticeMissing:
			f.register(ctx, r)
		case noticeBehind:
			r.NothingFlushed()
			f.Note(r)
		case noticeFailed:
			f.errors.Inc()
		case noticeStop:
			r.Flushed(tails[i])
			r.Cancel(live.ErrStopped)
		default:
			r.Flushed(tails[i])
		}
	}
}

// register makes the journal know a run that it does not know; its log is written from the beginning.
func (f *Flusher) register(ctx context.Context, r *live.Run) {
	ours, err := f.journal.Register(ctx, r.Ref, r.Payload(), r.Question())
	switch {
	case err != nil:
		f.errors.Inc()
	case !ours:
		r.Lose()
	default:
		r.NothingFlushed()
		f.Note(r)
	}
}
