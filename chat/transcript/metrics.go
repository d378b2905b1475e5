package transcript

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// drainMetrics counts what moves from the journal into Postgres.
type drainMetrics struct {
	held     prometheus.Gauge
	drained  prometheus.Counter
	errors   prometheus.Counter
	refused  prometheus.Counter
	backlog  prometheus.Gauge
	isolated prometheus.Gauge
}

func newDrainMetrics(registerer prometheus.Registerer) *drainMetrics {
	factory := promauto.With(registerer)
	return &drainMetrics{
		held: factory.NewGauge(prometheus.GaugeOpts{
			Name: "narthex_journal_held_records", Help: "Records that neither Redis nor Postgres has yet, in this process's memory.",
		}),
		drained: factory.NewCounter(prometheus.CounterOpts{
			Name: "narthex_journal_drained_total", Help: "Records moved from the journal into Postgres.",
		}),
		errors: factory.NewCounter(prometheus.CounterOpts{
			Name: "narthex_journal_drain_errors_total", Help: "Rounds of draining in which something could not be stored.",
		}),
		refused: factory.NewCounter(prometheus.CounterOpts{
			Name: "narthex_journal_refused_total", Help: "Records that Postgres will never take, set aside.",
		}),
		isolated: factory.NewGauge(prometheus.GaugeOpts{
			Name: "narthex_journal_isolated_churches", Help: "Churches whose messages this process stores by themselves, because something is amiss with them.",
		}),
		backlog: factory.NewGauge(prometheus.GaugeOpts{
			Name: "narthex_journal_backlog_entries", Help: "Journal entries in Redis that wait to be stored in Postgres, of all churches: every node tells the same number.",
		}),
	}
}
