package review

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// What comes of a reading.
const (
	raised    = "raised"
	lowered   = "lowered"
	kept      = "kept"       // the reader agrees with the gate, or contradicts itself
	failed    = "failed"     // no answer, or none that can be read
	slow      = "slow"       // none in time
	leftAlone = "left_alone" // not asked, after failures
)

type metrics struct {
	readings *prometheus.CounterVec
	duration *prometheus.HistogramVec
}

func newMetrics(registerer prometheus.Registerer) *metrics {
	factory := promauto.With(registerer)
	return &metrics{
		readings: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_crisis_reviews_total",
			Help: "Messages given to the second reader of the crisis gate, by what the gate had said (passed, sure) and the outcome: raised, lowered, kept, failed, slow, left_alone (not asked, after failures).",
		}, []string{"gate", "outcome"}),
		duration: factory.NewHistogramVec(prometheus.HistogramOpts{
			Name: "narthex_crisis_review_seconds", Help: "How long the second reader of the crisis gate took, failures included.",
			Buckets: []float64{.05, .1, .2, .3, .5, .75, 1, 1.5, 2, 2.5},
		}, []string{"gate"}),
	}
}

// reading is one message that was read.
type reading struct {
	gate    string
	changed bool
	as      string // the outcome where the reader changed what the gate said
	err     error
	took    time.Duration
}

func (r reading) outcome() string {
	switch {
	case errors.Is(r.err, errLeftAlone):
		return leftAlone
	case errors.Is(r.err, context.DeadlineExceeded):
		return slow
	case r.err != nil:
		return failed
	case r.changed:
		return r.as
	}
	return kept
}

// note counts a reading and logs it without a word of the message. Errors of models quote neither a prompt nor an answer.
func (r *Reader) note(ctx context.Context, q Question, read reading) {
	outcome := read.outcome()
	r.metrics.readings.WithLabelValues(read.gate, outcome).Inc()
	if outcome != leftAlone {
		r.metrics.duration.WithLabelValues(read.gate).Observe(read.took.Seconds())
	}
	attributes := []any{"church", q.Church, "turn", q.Turn, "gate", read.gate, "outcome", outcome, "ms", read.took.Milliseconds()}
	level := slog.LevelInfo
	if read.err != nil {
		level, attributes = slog.LevelWarn, append(attributes, "error", read.err)
	}
	r.logger.Log(ctx, level, "the second reader of the crisis gate", attributes...)
}
