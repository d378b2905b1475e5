package turns

import (
	"context"
	"sync"

	"golang.org/x/time/rate"

	"narthex/cache"
	"narthex/chat/alarm"
	"narthex/chat/crisis"
	"narthex/chat/degradation"
	"narthex/chat/journal"
	"narthex/chat/live"
	"narthex/chat/overload"
	"narthex/chat/panics"
	"narthex/chat/recent"
	"narthex/chat/transcript"
	"narthex/chat/turns/budget"
	"narthex/chat/turns/inflight"
	"narthex/chat/turns/lookup"
	"narthex/chat/turns/misses"
)

// churchLookupsPerSecond is how many turns a second are looked for among the active churches. Clients that name the church need none.
const churchLookupsPerSecond = 50

// New returns the service. Run must be running for answers to reach Postgres.
func New(parts Parts, config Config) (*Service, error) {
	config, err := config.withDefaults()
	if err != nil {
		return nil, err
	}
	if parts.Spending == nil {
		if parts.Spending, err = cache.NewSpending(parts.Redis, cache.SpendingConfig{Registerer: config.Registerer}); err != nil {
			return nil, err
		}
	}
	crisis.Warm() // or the first visitor waits for it
	m, hub, guard := newMetrics(config.Registerer), live.NewHub(), panics.New(config.Logger, config.Registerer)
	j := journal.NewJournal(parts.Redis, guard)
	stored := transcript.NewTranscript(parts.Pool)
	spent := budget.New(budget.Parts{
		Spending: parts.Spending, Usual: config.DailyBudget, Pool: parts.Pool, Notices: parts.Notices, Now: config.Now, Logger: config.Logger, Registerer: config.Registerer,
	})
	reports, err := alarm.New(alarm.Parts{
		Dir: config.SpoolDir, Requests: parts.Tools.Requests(), Watch: j.Watch, Reader: parts.Reader, Charge: spent.ChargeFor, Forgotten: stored.AreForgotten,
	}, config.Logger, config.Registerer)
	if err != nil {
		return nil, err
	}
	degraded, remembered := degradation.NewLog(config.Logger, config.Registerer), recent.New()
	s := &Service{
		churches:      parts.Churches,
		hub:           hub,
		journal:       j,
		flusher:       journal.NewFlusher(j, hub, guard, m.journalErrors),
		active:        j.Active(),
		transcript:    stored,
		recent:        remembered,
		mirrors:       newMirrors(guard, config.Registerer),
		limiter:       parts.Limiter,
		reports:       reports,
		reads:         parts.Reader != nil,
		strikes:       parts.Strikes,
		tools:         parts.Tools,
		budget:        spent,
		answers:       parts.Answers,
		config:        config,
		metrics:       m,
		degraded:      degraded,
		panics:        guard,
		logger:        config.Logger,
		misses:        misses.New(),
		churchLookups: rate.NewLimiter(churchLookupsPerSecond, churchLookupsPerSecond),
		sources: lookup.New(lookup.Parts{
			Journal: j, Transcript: stored, Recent: remembered, Embedder: parts.Embedder, Embeddings: parts.Embeddings,
			Searcher: parts.Searcher, Degraded: degraded, Panics: guard, Logger: config.Logger,
		}, config.LookUpLimit),
		overload: overload.New(overload.Config{Usual: config.Admitted, Registerer: config.Registerer}),
		inFlight: inflight.New(),
	}
	s.stopping, s.stop = context.WithCancelCause(context.Background())
	s.drain = transcript.NewDrain(parts.Redis, s.active, s.transcript, config.Logger, config.Registerer, s.contest)
	s.tiers = s.newTiers(parts)
	return s, nil
}

// Run does what goes on beside the answers until the context ends: it journals what they say, takes over the turns of dead
// nodes, and moves journaled messages into Postgres. A service runs once.
func (s *Service) Run(ctx context.Context) error {
	defer s.recent.Close()
	var work sync.WaitGroup
	defer work.Wait()
	work.Go(func() { s.flusher.Run(ctx) })
	work.Go(func() { s.lookForLapsed(ctx) })
	work.Go(func() { s.reports.Run(ctx) })
	work.Go(func() { s.strikes.Listen(ctx) })
	work.Go(func() { s.budget.Run(ctx) })
	work.Go(func() { s.journal.Listen(ctx, s.stopHere, s.forgetHere) })
	return s.drain.Run(ctx)
}

// Finish waits for the answers under way, and for messages that came before Close. Those that are not done when ctx ends are
// handed over to any node that takes them. While Redis is down they end, and are recorded, with an error that tells of a restart.
func (s *Service) Finish(ctx context.Context) {
	if !s.inFlight.Wait(ctx) {
		s.stop(errShuttingDown)
		s.inFlight.Wait(context.Background()) // their requests are cancelled; what they still do has deadlines of its own
	}
	s.mirrors.work.Wait() // their sources are here and have ended, or have been let go of by Close
}
