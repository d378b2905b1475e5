package billing

import "github.com/prometheus/client_golang/prometheus"

type metrics struct {
	checkouts *prometheus.CounterVec
	events    *prometheus.CounterVec
	alarms    *prometheus.CounterVec
	settled   prometheus.Counter
}

func newMetrics(registerer prometheus.Registerer) *metrics {
	m := &metrics{
		checkouts: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_billing_checkouts_total",
			Help: "Checkouts asked for, by outcome: opened, invalid, unreadable, subscribed (there is a live subscription), limited, unavailable.",
		}, []string{"outcome"}),
		events: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_billing_events_total",
			Help: "Payment events posted, by outcome: those of webhook_events.outcome, repeated, failed (it is sent again), and the refused: forged, old, oversized, unreadable.",
		}, []string{"outcome"}),
		alarms: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_billing_alarms_total", Help: "What somebody must look at, by kind.",
		}, []string{"kind"}),
		settled: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "narthex_billing_settled_total", Help: "Paid checkouts found by asking the provider rather than by a webhook, set up before or then.",
		}),
	}
	for _, outcome := range []string{"opened", "invalid", "unreadable", "subscribed", "limited", "unavailable"} {
		m.checkouts.WithLabelValues(outcome)
	}
	for _, outcome := range []string{"done", "duplicate", "parked", "repeated", "failed", "forged", "old", "oversized", "unreadable"} {
		m.events.WithLabelValues(outcome)
	}
	registerer.MustRegister(m.checkouts, m.events, m.alarms, m.settled)
	return m
}
