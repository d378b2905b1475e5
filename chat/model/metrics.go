package model

import (
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// meter counts requests. Its labels are the configured models' names, the two classes and the ways a request can end, so
// their number is bounded.
type meter struct {
	requests   *prometheus.CounterVec
	tokens     *prometheus.CounterVec
	firstToken *prometheus.HistogramVec
	duration   *prometheus.HistogramVec
}

// Buckets in seconds: the first word should come in well under one, a whole answer takes several.
var (
	firstTokenBuckets = []float64{.025, .05, .1, .2, .3, .5, .75, 1, 1.5, 2, 3, 5, 10, 20}
	durationBuckets   = []float64{.1, .25, .5, 1, 2, 3, 5, 8, 13, 20, 30, 60, 120}
)

func newMeter(registerer prometheus.Registerer) (*meter, error) {
	m := &meter{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "narthex_model_requests_total",
			Help: "Requests to models by how they ended: a finish reason, a kind of error, or canceled."}, []string{"model", "class", "outcome"}),
		tokens: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "narthex_model_tokens_total",
			Help: "Tokens as the services bill them; cached ones are among the prompt's."}, []string{"model", "kind"}),
		firstToken: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "narthex_model_first_token_seconds",
			Help: "From the start of a request to its first chunk.", Buckets: firstTokenBuckets}, []string{"model", "class"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "narthex_model_duration_seconds",
			Help: "From the start of a request to its end, time spent by the reader included.", Buckets: durationBuckets}, []string{"model", "class"}),
	}
	var err error
	m.requests = register(registerer, m.requests, &err)
	m.tokens = register(registerer, m.tokens, &err)
	m.firstToken = register(registerer, m.firstToken, &err)
	m.duration = register(registerer, m.duration, &err)
	return m, err
}

// register registers a collector, or gives the one that another client has registered under the same name.
func register[C prometheus.Collector](registerer prometheus.Registerer, collector C, failed *error) C {
	err := registerer.Register(collector)
	if err == nil {
		return collector
	}
	if taken, ok := errors.AsType[prometheus.AlreadyRegisteredError](err); ok {
		if existing, ok := taken.ExistingCollector.(C); ok {
			return existing
		}
	}
	*failed = fmt.Errorf("model: registering metrics: %w", err)
	return collector
}

// watch counts a stream as it passes.
func (m *meter) watch(model string, class Class, stream iter.Seq2[Chunk, error]) iter.Seq2[Chunk, error] {
	class = class.known()
	return func(yield func(Chunk, error) bool) {
		start := time.Now()
		first := true
		outcome := string(KindCanceled) // what it stays when the reader leaves early
		defer func() {
			m.requests.WithLabelValues(model, string(class), outcome).Inc()
			m.duration.WithLabelValues(model, string(class)).Observe(time.Since(start).Seconds())
		}()
		stream(func(chunk Chunk, err error) bool {
			if failed, ok := errors.AsType[*Error](err); ok {
				outcome = string(failed.Kind)
			} else if first {
				first = false
				m.firstToken.WithLabelValues(model, string(class)).Observe(time.Since(start).Seconds())
			}
			if chunk.Finish != "" {
				outcome = string(chunk.Finish)
			}
			if chunk.Usage != nil {
				m.count(model, *chunk.Usage)
			}
			return yield(chunk, err)
		})
	}
}

func (m *meter) count(model string, usage Usage) {
	m.tokens.WithLabelValues(model, "prompt").Add(float64(max(usage.PromptTokens, 0)))
	m.tokens.WithLabelValues(model, "cached").Add(float64(max(usage.CachedTokens, 0)))
	m.tokens.WithLabelValues(model, "completion").Add(float64(max(usage.CompletionTokens, 0)))
}
