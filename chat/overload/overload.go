// Package overload refuses messages that a node would answer late, before it has acknowledged them.
//
// What a node does for an answer before a model is asked (the journal, the past, the cache, the search, the prompt) takes milliseconds.
// When more is asked than it can do these wait for one another, for everybody, and what is looked up runs out of its time, so that
// answers get worse. So only so many messages are at work at once, as an adaptive limiter finds by how long they take: fewer when they
// take longer than they used to, more when they do not. Where others are asked (embeddings, moderation, models) nobody is at work:
// their slowness is no overload of this node. And of what is asked only a share is taken up while goroutines wait long for a processor,
// see processors.
package overload

import (
	"math/rand/v2"
	"runtime"
	"time"

	"github.com/failsafe-go/failsafe-go/adaptivelimiter"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// Config tunes a Limiter.
type Config struct {
	// Usual is how many messages may be at work at once, for each processor, as long as they take no longer than usual. Half as many
	// always may, and maxFactor times as many if that makes none of them slower. 0 = no limit.
	Usual      int
	Registerer prometheus.Registerer // nil: nothing is shown of its metrics
}

// Limiter says which messages are taken up.
type Limiter struct {
	atWork     adaptivelimiter.AdaptiveLimiter[any] // nil: there is no limit
	always     int                                  // may be at work however long goroutines wait for a processor
	processors *processors
	refused    prometheus.Counter
}

// maxFactor is how much the limit may grow.
const maxFactor = 16

// New returns a limiter.
func New(config Config) *Limiter { return newLimiter(config, countWaits) }

func newLimiter(config Config, count func() waits) *Limiter {
	factory := promauto.With(config.Registerer)
	l := &Limiter{processors: newProcessors(count), refused: factory.NewCounter(prometheus.CounterOpts{
		Name: "narthex_overload_refused_total", Help: "Messages refused with 503 because this node has as many at work as it can answer in time.",
	})}
	if config.Usual > 0 {
		l.always = max(1, config.Usual/8) * runtime.GOMAXPROCS(0)
		l.atWork = newAdaptive(uint(config.Usual * runtime.GOMAXPROCS(0)))
	}
	factory.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "narthex_overload_limit", Help: "Messages that may be at work at once before a model is asked, by how long they take; 0 = no limit.",
	}, func() float64 { return float64(l.Limit()) })
	factory.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "narthex_overload_share", Help: "Share of the messages that are taken up, by how long goroutines wait for a processor.",
	}, l.processors.taken)
	factory.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "narthex_overload_in_flight", Help: "Messages at work before a model is asked.",
	}, func() float64 { return float64(l.InFlight()) })
	return l
}

// newAdaptive returns an adaptive limiter of four adjustments a second that compares with the last minute or so. Where few are at work
// its limit goes back to the usual one, not below: a node that had a quiet night takes the burst of the morning.
func newAdaptive(usual uint) adaptivelimiter.AdaptiveLimiter[any] {
	const (
		adjustments    = 4                // a second
		baseline       = 60 * adjustments // adjustments that are remembered
		recentSamples  = 20               // fewer tell no trend
		inFlightFactor = 5                // how much more than were at work may be
	)
	return adaptivelimiter.NewBuilder[any]().
		WithLimits(max(1, usual/2), usual*maxFactor, usual).
		WithMaxLimitFunc(func(inFlight int) float64 { return float64(max(usual, inFlightFactor*uint(inFlight))) }).
		WithRecentWindow(time.Second/adjustments, time.Second, recentSamples).
		WithBaselineWindow(baseline).
		Build()
}

// Limit is how many messages may be at work at once; 0 = no limit.
func (l *Limiter) Limit() int {
	if l.atWork == nil {
		return 0
	}
	return l.atWork.Limit()
}

// InFlight is how many messages are at work, as far as they are counted.
func (l *Limiter) InFlight() int {
	if l.atWork == nil {
		return 0
	}
	return l.atWork.Inflight()
}

// Admit takes up a message, or refuses it at once: there is no queue, because who waits in one is late already. Whoever is admitted
// ends their work.
func (l *Limiter) Admit() (work *Work, ok bool) {
	if l.atWork == nil {
		return l.Join(), true
	}
	if l.InFlight() < l.always || rand.Float64() < l.processors.taken() {
		if work = l.Join(); work.permit != nil {
			return work, true
		}
	}
	l.refused.Inc()
	return nil, false
}

// Join takes up work that is never refused. It counts as far as there is room for it.
func (l *Limiter) Join() *Work {
	work := &Work{limiter: l}
	work.resume()
	return work
}
