package alarm

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// alarmMetrics counts crises and the reports of them.
type alarmMetrics struct {
	crises     *prometheus.CounterVec
	waiting    prometheus.Gauge
	refused    prometheus.Counter
	unreported prometheus.Counter
	held       *prometheus.CounterVec
}

func newAlarmMetrics(registerer prometheus.Registerer) *alarmMetrics {
	factory := promauto.With(registerer)
	return &alarmMetrics{
		crises: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_crises_total", Help: "Messages in which the crisis gate found something, by category and whether it asks for the softer answer.",
		}, []string{"category", "soft"}),
		waiting: factory.NewGauge(prometheus.GaugeOpts{
			Name: "narthex_crisis_reports_waiting", Help: "Reports of crises on this node's disk that Postgres does not have yet.",
		}),
		refused: factory.NewCounter(prometheus.CounterOpts{
			Name: "narthex_crisis_reports_refused_total", Help: "Reports of crises that can never be delivered, set aside on this node's disk.",
		}),
		unreported: factory.NewCounter(prometheus.CounterOpts{
			Name: "narthex_crises_unreported_total", Help: "Crises that neither this node's disk nor Postgres took: no church is told of them.",
		}),
		held: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_crisis_alarms_held_total", Help: "Alarms that were held back for a second reader, by how that ended: released, lowered to an ordinary mail.",
		}, []string{"end"}),
	}
}
