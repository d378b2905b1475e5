package moderation

import (
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

type moderationMetrics struct {
	checks  *prometheus.CounterVec
	seconds prometheus.Histogram
	found   *prometheus.CounterVec
}

func newModerationMetrics(registerer prometheus.Registerer) *moderationMetrics {
	factory := promauto.With(registerer)
	return &moderationMetrics{
		checks: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_moderation_checks_total",
			Help: "Messages given to the moderation service, by result: clean, flagged, self_harm, failed, left_alone (not asked, after failures), canceled.",
		}, []string{"result"}),
		seconds: factory.NewHistogram(prometheus.HistogramOpts{
			Name:    "narthex_moderation_check_seconds",
			Help:    "Time a check took that was made.",
			Buckets: []float64{.025, .05, .1, .2, .3, .5, .75, 1, 1.5, 2.5},
		}),
		found: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_moderation_categories_total",
			Help: "What the moderation service found, by its category.",
		}, []string{"category"}),
	}
}

func (m *moderationMetrics) checked(v Verdict, err error, canceled bool, took time.Duration) {
	result := "clean"
	switch {
	case errors.Is(err, errLeftAlone):
		result = "left_alone"
	case err != nil && canceled:
		result = "canceled"
	case err != nil:
		result = "failed"
	case v.SelfHarm:
		result = "self_harm"
	case v.Flagged:
		result = "flagged"
	}
	m.checks.WithLabelValues(result).Inc()
	if result != "left_alone" {
		m.seconds.Observe(took.Seconds())
	}
	for _, category := range v.Categories {
		m.found.WithLabelValues(category).Inc()
	}
}
