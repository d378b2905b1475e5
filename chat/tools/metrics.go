package tools

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// metrics of the calls. Labels are tools that exist, or "unknown", and ErrorCodes, or "ok".
type metrics struct {
	calls    *prometheus.CounterVec   // tool, outcome
	duration *prometheus.HistogramVec // tool
}

// From a look-up in the snapshot (tens of microseconds) to the time-out.
var durationBuckets = []float64{.0001, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5}

func newMetrics(registerer prometheus.Registerer) *metrics {
	factory := promauto.With(registerer)
	return &metrics{
		calls: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_tool_calls_total", Help: "Calls of tools, by tool and outcome.",
		}, []string{"tool", "outcome"}),
		duration: factory.NewHistogramVec(prometheus.HistogramOpts{
			Name: "narthex_tool_seconds", Help: "Time that calls of tools took, refused ones included.", Buckets: durationBuckets,
		}, []string{"tool"}),
	}
}

func (m *metrics) observe(tool string, outcome ErrorCode, took time.Duration) {
	m.calls.WithLabelValues(tool, string(outcome)).Inc()
	m.duration.WithLabelValues(tool).Observe(took.Seconds())
}
