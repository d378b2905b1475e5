package journal

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"narthex/chat"
	"narthex/chat/live"
)

// scribe writes what the running turns of this process say into the journal: what gathers within a moment goes in one
// script a church, all churches in one go. It renews the leases of turns that say nothing, and hears from the journal which
// turns are to end.
type Flusher struct {
	journal writer
	hub     *live.Hub
	logger  *slog.Logger
	errors  prometheus.Counter // times that Redis would not take what running turns had to say

	wake  chan struct{}
	hurry chan struct{}
	mu    sync.Mutex
	dirty []*live.Run
}

// journalWriter is what the scribe needs of the Journal.
type writer interface {
	Append(ctx context.Context, churchID uuid.UUID, news []live.Tail) ([]notice, error)
	Register(ctx context.Context, ref chat.TurnRef, payload []byte, question chat.Record) (bool, error)
}

const (
	// gatherTime is how long events wait for others to be journaled with: the longer the more turns are running, so that
	// the journal is not written to for every word. Readers on other nodes are behind by so much; nobody else sees it.
	gatherTime    = 30 * time.Millisecond
	gatherPerTurn = 250 * time.Microsecond
	maxGatherTime = 500 * time.Millisecond
	// maxAppendices bounds a script's time in Redis.
	maxTails = 100
	// maxWriters bounds how many scripts are on their way at once.
	maxWriters = 64
)

func NewFlusher(journal writer, h *live.Hub, logger *slog.Logger, errors prometheus.Counter) *Flusher {
	return &Flusher{journal: journal, hub: h, logger: logger, errors: errors, wake: make(chan struct{}, 1), hurry: make(chan struct{}, 1)}
}

// note tells the scribe that a run has news.
func (s *Flusher) Note(r *live.Run) {
	if !r.Queue() {
		return
	}
	s.mu.Lock()
	s.dirty = append(s.dirty, r)
	s.mu.Unlock()
	live.Signal(s.wake)
}

// await waits until the journal has caught up with a run, but not for a journal that fails.
func (s *Flusher) Await(ctx context.Context, r *live.Run) {
	live.Signal(s.hurry)
	r.AwaitFlush(ctx, journalTimeout)
}

// Run writes until the context ends, and then once more.
func (s *Flusher) Run(ctx context.Context) {
	renew := time.NewTicker(live.RenewEvery)
	defer renew.Stop()
	gather := time.NewTimer(gatherTime)
	defer gather.Stop()
	for {
		select {
		case <-ctx.Done():
			s.flush(context.WithoutCancel(ctx))
			return
		case <-renew.C:
			s.renew(ctx)
			continue
		case <-s.wake:
		}
		gather.Reset(min(gatherTime+time.Duration(s.hub.Count())*gatherPerTurn, maxGatherTime))
		select {
		case <-gather.C:
		case <-s.hurry:
		case <-ctx.Done():
		}
		s.flush(ctx)
	}
}

// flush writes what the dirty runs have to say.
func (s *Flusher) flush(ctx context.Context) {
	s.mu.Lock()
	dirty := s.dirty
	s.dirty = nil
	s.mu.Unlock()
	for _, r := range dirty {
		r.Dequeue()
	}
	s.Write(ctx, dirty, false)
}

// renew writes a sign of life of every run that has said nothing for a while.
func (s *Flusher) renew(ctx context.Context) {
	runs := s.hub.All()
	quiet := runs[:0]
	for _, r := range runs {
		if r.SinceRenewed() >= live.RenewEvery/2 {
			quiet = append(quiet, r)
		}
	}
	s.Write(ctx, quiet, true)
}

func (s *Flusher) Write(ctx context.Context, runs []*live.Run, renewing bool) {
	byChurch := make(map[uuid.UUID][]*live.Run)
	for _, r := range runs {
		byChurch[r.Ref.Church] = append(byChurch[r.Ref.Church], r)
	}
	// The churches' scripts go out together: one after another, thousands of churches would outlast the leases.
	var writing errgroup.Group
	writing.SetLimit(maxWriters)
	for churchID, runs := range byChurch {
		for some := range slices.Chunk(runs, maxTails) {
			writing.Go(func() error { s.append(ctx, churchID, some, renewing); return nil })
		}
	}
	_ = writing.Wait() // what failed is counted, and brought by the next renewal
}

func (s *Flusher) append(ctx context.Context, churchID uuid.UUID, runs []*live.Run, renewing bool) {
	news := make([]live.Tail, 0, len(runs))
	writing := make([]*live.Run, 0, len(runs))
	for _, r := range runs {
		if n, ok := r.Tail(renewing); ok {
			news = append(news, n)
			writing = append(writing, r)
		}
	}
	if len(news) == 0 {
		return
	}
	remarks, err := s.journal.Append(ctx, churchID, news)
	if err != nil {
		s.errors.Inc()
		return // the next renewal brings what was not written
	}
	said := make(map[uuid.UUID]string, len(remarks))
	for _, remark := range remarks {
		said[remark.turn] = remark.what
	}
	for i, r := range writing {
		switch said[r.Ref.Turn] {
		case noticeLost:
			r.Lose()
		case noticeMissing:
			s.register(ctx, r)
		case noticeFailed:
			s.errors.Inc()
		case noticeStop:
			r.Flushed(news[i])
			r.Cancel(live.ErrStopped)
		default:
			r.Flushed(news[i])
		}
	}
}

// register makes the journal know a run that it does not know; its log is written from the beginning.
func (s *Flusher) register(ctx context.Context, r *live.Run) {
	ours, err := s.journal.Register(ctx, r.Ref, r.Payload(), r.Question())
	switch {
	case err != nil:
		s.errors.Inc()
	case !ours:
		r.Lose()
	default:
		r.NothingFlushed()
		s.Note(r)
	}
}
