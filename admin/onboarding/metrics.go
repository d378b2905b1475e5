package onboarding

import "github.com/prometheus/client_golang/prometheus"

type metrics struct {
	submits   *prometheus.CounterVec
	suspicion prometheus.Histogram
}

func newMetrics(registerer prometheus.Registerer) *metrics {
	m := &metrics{
		submits: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_onboarding_submits_total",
			Help: "Onboarding forms sent, by outcome: accepted, invalid, unreadable, known (the address administers a church), taken (the church has a subscription), limited.",
		}, []string{"outcome"}),
		suspicion: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "narthex_onboarding_suspicion", Help: "How much valid onboarding forms look like spam, 0 to 100.",
			Buckets: []float64{0, 25, 50, 75, 100},
		}),
	}
	for _, outcome := range []string{"accepted", "invalid", "unreadable", "known", "taken", "limited"} {
		m.submits.WithLabelValues(outcome)
	}
	registerer.MustRegister(m.submits, m.suspicion)
	return m
}
