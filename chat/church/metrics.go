package church

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// Outcomes of a load.
const (
	outcomeLoaded        = "loaded"
	outcomeNotFound      = "not_found"
	outcomeNotSubscribed = "not_subscribed"
	outcomeUnavailable   = "unavailable" // the database was not reached in time
	outcomeFailed        = "failed"      // the database answered with an error
)

// Kinds of invalidation.
const (
	invalidatedChurch    = "church"    // one church changed
	invalidatedReference = "reference" // reference data changed, which any church may show
	invalidatedReconnect = "reconnect" // announcements may have been missed
)

type metrics struct {
	loads         *prometheus.CounterVec
	loadSeconds   prometheus.Histogram
	invalidations *prometheus.CounterVec
	staleServed   prometheus.Counter
	malformed     *prometheus.CounterVec
}

func newMetrics(s *Store, registerer prometheus.Registerer) *metrics {
	factory := promauto.With(registerer)
	gauge := func(name, help string, value func() float64) {
		factory.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value)
	}
	gauge("narthex_church_snapshots_cached", "Churches held in memory.",
		func() float64 { return float64(s.entries.Len() + s.listed.Len()) })
	gauge("narthex_church_snapshots_bytes", "Memory that the cached churches take, roughly.",
		func() float64 { return float64(s.entries.Weight() + s.listed.Weight()) })
	gauge("narthex_church_listener_connected", "1 while this node hears of changes as they happen.",
		func() float64 { return oneIf(s.Listening()) })
	gauge("narthex_church_stale", "1 while churches may be served as they were: no announcements are heard, or the last load found the database unreachable.",
		func() float64 { return oneIf(!s.Listening() || s.retryAt.Load() != 0) })
	return &metrics{
		loads: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_church_snapshot_loads_total",
			Help: "Loads of a church from the database, by outcome.",
		}, []string{"outcome"}),
		loadSeconds: factory.NewHistogram(prometheus.HistogramOpts{
			Name:    "narthex_church_snapshot_load_seconds",
			Help:    "Time a load took, waiting for its turn included.",
			Buckets: []float64{.001, .002, .005, .01, .025, .05, .1, .25, .5, 1, 2.5},
		}),
		invalidations: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_church_invalidations_total",
			Help: "Announcements of changes, by what they concern.",
		}, []string{"kind"}),
		staleServed: factory.NewCounter(prometheus.CounterOpts{
			Name: "narthex_church_stale_served_total",
			Help: "Churches served as they were because the database could not be asked.",
		}),
		malformed: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_church_malformed_total",
			Help: "Problems found in a church's columns, by column; each is counted once for a church.",
		}, []string{"column"}),
	}
}

func oneIf(condition bool) float64 {
	if condition {
		return 1
	}
	return 0
}
