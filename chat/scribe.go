package chat

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"
)

// scribe writes what the running turns of this process say into the journal: what gathers within a moment goes in one
// script a church, all churches in one go. It renews the leases of turns that say nothing, and hears from the journal which
// turns are to end.
type scribe struct {
	journal journalWriter
	hub     *hub
	logger  *slog.Logger
	errors  prometheus.Counter // times that Redis would not take what running turns had to say

	wake  chan struct{}
	hurry chan struct{}
	mu    sync.Mutex
	dirty []*run
}

// journalWriter is what the scribe needs of the Journal.
type journalWriter interface {
	Append(ctx context.Context, churchID uuid.UUID, news []appendix) ([]remark, error)
	Register(ctx context.Context, ref TurnRef, seed []byte, question Record) (bool, error)
}

const (
	// gatherTime is how long events wait for others to be journaled with: the longer the more turns are running, so that
	// the journal is not written to for every word. Readers on other nodes are behind by so much; nobody else sees it.
	gatherTime    = 30 * time.Millisecond
	gatherPerTurn = 250 * time.Microsecond
	maxGatherTime = 500 * time.Millisecond
	// maxAppendices bounds a script's time in Redis.
	maxAppendices = 100
	// maxWriters bounds how many scripts are on their way at once.
	maxWriters = 64
)

// renewEvery is how often the leases of silent turns are renewed: a lease outlives two failures.
const renewEvery = leaseTime / 3

func newScribe(journal journalWriter, h *hub, logger *slog.Logger, errors prometheus.Counter) *scribe {
	return &scribe{journal: journal, hub: h, logger: logger, errors: errors, wake: make(chan struct{}, 1), hurry: make(chan struct{}, 1)}
}

// note tells the scribe that a run has news.
func (s *scribe) note(r *run) {
	if r.noted.Swap(true) {
		return
	}
	s.mu.Lock()
	s.dirty = append(s.dirty, r)
	s.mu.Unlock()
	signal(s.wake)
}

// await waits until the journal has caught up with a run, but not for a journal that fails.
func (s *scribe) await(ctx context.Context, r *run) {
	signal(s.hurry)
	patience := time.NewTimer(journalTimeout)
	defer patience.Stop()
	for r.behind() >= window { // the first signal may be of a write long ago
		select {
		case <-r.flushed:
		case <-patience.C:
			return
		case <-ctx.Done():
			return
		}
	}
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // it is signalled already
	}
}

// Run writes until the context ends, and then once more.
func (s *scribe) Run(ctx context.Context) {
	renew := time.NewTicker(renewEvery)
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
		gather.Reset(min(gatherTime+time.Duration(s.hub.running())*gatherPerTurn, maxGatherTime))
		select {
		case <-gather.C:
		case <-s.hurry:
		case <-ctx.Done():
		}
		s.flush(ctx)
	}
}

// flush writes what the dirty runs have to say.
func (s *scribe) flush(ctx context.Context) {
	s.mu.Lock()
	dirty := s.dirty
	s.dirty = nil
	s.mu.Unlock()
	for _, r := range dirty {
		r.noted.Store(false) // what is said from here on is news again
	}
	s.write(ctx, dirty, false)
}

// renew writes a sign of life of every run that has said nothing for a while.
func (s *scribe) renew(ctx context.Context) {
	runs := s.hub.all()
	quiet := runs[:0]
	for _, r := range runs {
		if r.sinceRenewed() >= renewEvery/2 {
			quiet = append(quiet, r)
		}
	}
	s.write(ctx, quiet, true)
}

func (s *scribe) write(ctx context.Context, runs []*run, renewing bool) {
	byChurch := make(map[uuid.UUID][]*run)
	for _, r := range runs {
		byChurch[r.ref.Church] = append(byChurch[r.ref.Church], r)
	}
	// The churches' scripts go out together: one after another, thousands of churches would outlast the leases.
	var writing errgroup.Group
	writing.SetLimit(maxWriters)
	for churchID, runs := range byChurch {
		for some := range slices.Chunk(runs, maxAppendices) {
			writing.Go(func() error { s.append(ctx, churchID, some, renewing); return nil })
		}
	}
	_ = writing.Wait() // what failed is counted, and brought by the next renewal
}

func (s *scribe) append(ctx context.Context, churchID uuid.UUID, runs []*run, renewing bool) {
	news := make([]appendix, 0, len(runs))
	writing := make([]*run, 0, len(runs))
	for _, r := range runs {
		if n, ok := r.news(renewing); ok {
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
		switch said[r.ref.Turn] {
		case remarkLost:
			r.lost()
		case remarkMissing:
			s.register(ctx, r)
		case remarkFailed:
			s.errors.Inc()
		case remarkStop:
			r.written(news[i])
			r.cancel(errStopped)
		default:
			r.written(news[i])
		}
	}
}

// register makes the journal know a run that it does not know; its log is written from the beginning.
func (s *scribe) register(ctx context.Context, r *run) {
	ours, err := s.journal.Register(ctx, r.ref, r.seed, r.question)
	switch {
	case err != nil:
		s.errors.Inc()
	case !ours:
		r.lost()
	default:
		r.unwritten()
		s.note(r)
	}
}
