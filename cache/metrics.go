package cache

import (
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// metrics are shared by everything in this package that is given the same registerer. Labels hold fixed words only.
type metrics struct {
	lookups   *prometheus.CounterVec
	duration  *prometheus.HistogramVec
	available prometheus.Gauge
	stores    *prometheus.CounterVec
	purged    prometheus.Counter
	rotations *prometheus.CounterVec
	limits    *prometheus.CounterVec
}

// The caches and results of narthex_cache_lookups_total.
const (
	exactCache     = "exact"
	semanticCache  = "semantic"
	embeddingCache = "embedding"

	resultHit      = "hit"
	resultMiss     = "miss"
	resultRejected = "rejected" // near enough, but the agreement gate says it asks something else
	resultError    = "error"
)

func newMetrics(to prometheus.Registerer) *metrics {
	return &metrics{
		lookups: register(to, prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_cache_lookups_total",
			Help: "Lookups by cache (exact, semantic, embedding) and result (hit, miss, rejected by the agreement gate, error).",
		}, []string{"cache", "result"})),
		duration: register(to, prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "narthex_cache_lookup_duration_seconds",
			Help:    "Time one lookup took, the round trip to Redis included.",
			Buckets: []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5},
		}, []string{"cache"})),
		available: register(to, prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "narthex_cache_semantic_available",
			Help: "1 if Redis has vector sets, so that similar questions are found; 0 if only the same words are.",
		})),
		stores: register(to, prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_cache_stores_total",
			Help: "Answers offered to the cache, by result: stored, unindexed (found by the same words only), purged (a source changed meanwhile), forgotten (its conversation was, meanwhile), time_bound (true for a day only), error.",
		}, []string{"result"})),
		purged: register(to, prometheus.NewCounter(prometheus.CounterOpts{
			Name: "narthex_cache_purged_answers_total",
			Help: "Answers removed because one of their sources changed, or a visitor had the question forgotten.",
		})),
		rotations: register(to, prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_cache_rotations_total",
			Help: "Vector sets replaced, by reason: full, old, or dead (too many of the neighbours met had expired).",
		}, []string{"reason"})),
		limits: register(to, prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_limit_decisions_total",
			Help: "Rate limit decisions by where they were taken (redis, local while Redis is down) and result (allowed, denied).",
		}, []string{"backend", "result"})),
	}
}

// register returns what is registered under the collector's name already, if anything is.
func register[C prometheus.Collector](to prometheus.Registerer, collector C) C {
	if to == nil {
		return collector
	}
	err := to.Register(collector)
	if already, ok := errors.AsType[prometheus.AlreadyRegisteredError](err); ok {
		if existing, ok := already.ExistingCollector.(C); ok {
			return existing
		}
	}
	if err != nil {
		panic(err) // two metrics of one name and different shape: a fault of the program, found at start
	}
	return collector
}

// lookup counts one lookup and its duration.
func (m *metrics) lookup(cache, result string, start time.Time) {
	m.lookups.WithLabelValues(cache, result).Inc()
	m.duration.WithLabelValues(cache).Observe(time.Since(start).Seconds())
}
