package relay

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

type metrics struct {
	open      prometheus.Gauge
	refused   *prometheus.CounterVec
	calls     *prometheus.CounterVec
	interrupt prometheus.Counter
	bad       prometheus.Counter
	first     prometheus.Histogram
	length    prometheus.Histogram
}

func newMetrics(registerer prometheus.Registerer) *metrics {
	m := &metrics{
		open:      prometheus.NewGauge(prometheus.GaugeOpts{Name: "narthex_voice_calls_open", Help: "Calls on the line at this node."}),
		refused:   prometheus.NewCounterVec(prometheus.CounterOpts{Name: "narthex_voice_calls_refused_total", Help: "Calls that were refused, by the limit: of this node, of calls at once of the church or the caller, of the day of either."}, []string{"limit"}),
		calls:     prometheus.NewCounterVec(prometheus.CounterOpts{Name: "narthex_voice_calls_total", Help: "Sockets of calls that have ended at this node, by how. Calls whose socket was lost, or moved, may go on with another."}, []string{"outcome"}),
		interrupt: prometheus.NewCounter(prometheus.CounterOpts{Name: "narthex_voice_interruptions_total", Help: "Times that callers spoke into an answer."}),
		bad:       prometheus.NewCounter(prometheus.CounterOpts{Name: "narthex_voice_bad_messages_total", Help: "Messages of the telephone service that could not be understood."}),
		first: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "narthex_voice_first_word_seconds", Help: "From the end of what a caller asked to the first word of the answer that was sent; what we say of ourselves is not counted.",
			Buckets: []float64{.002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10}}),
		length: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "narthex_voice_call_seconds", Help: "How long calls lasted that have ended at this node, from when they came in.", Buckets: prometheus.ExponentialBuckets(4, 2, 10)}),
	}
	if registerer != nil {
		registerer.MustRegister(m.open, m.refused, m.calls, m.interrupt, m.bad, m.first, m.length)
	}
	return m
}

// ended counts a socket's end. goesOn says that the call may, with another: it is not told then how long it took.
func (m *metrics) ended(outcome string, goesOn bool, took time.Duration) {
	m.calls.WithLabelValues(outcome).Inc()
	if !goesOn {
		m.length.Observe(took.Seconds())
	}
}
