package model

import (
	"context"
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

// metered is a request that is being counted.
type metered struct {
	meter   *meter
	model   string
	class   string
	start   time.Time
	said    bool
	outcome string
}

func (m *meter) begin(model string, class Class) metered {
	// A request stays canceled when its reader leaves early.
	return metered{meter: m, model: model, class: string(class.known()), start: time.Now(), outcome: string(KindCanceled)}
}

// Counted counts the requests of a streamer, whose answers are all by one model, with those of Client.
func Counted(streamer Streamer, model string, registerer prometheus.Registerer) (Streamer, error) {
	meter, err := newMeter(registerer)
	return counted{streamer, model, meter}, err
}

type counted struct {
	streamer Streamer
	model    string
	meter    *meter
}

// Stream passes on what the streamer yields.
func (c counted) Stream(ctx context.Context, req Request) iter.Seq2[Chunk, error] {
	return func(yield func(Chunk, error) bool) {
		metered := c.meter.begin(c.model, req.Class)
		defer metered.end()
		for chunk, err := range c.streamer.Stream(ctx, req) {
			if failed, ok := errors.AsType[*Error](err); ok {
				metered.failed(failed)
			} else {
				metered.see(&chunk)
			}
			if !yield(chunk, err) {
				return
			}
		}
	}
}

// see looks at a chunk that is about to be yielded.
func (r *metered) see(chunk *Chunk) {
	if !r.said {
		r.said = true
		r.meter.firstToken.WithLabelValues(r.model, r.class).Observe(time.Since(r.start).Seconds())
	}
	if chunk.Finish != "" {
		r.outcome = string(chunk.Finish)
	}
	if chunk.Usage != nil {
		r.meter.count(r.model, *chunk.Usage)
	}
}

func (r *metered) failed(failed *Error) { r.outcome = string(failed.Kind) }

func (r *metered) end() {
	r.meter.requests.WithLabelValues(r.model, r.class, r.outcome).Inc()
	r.meter.duration.WithLabelValues(r.model, r.class).Observe(time.Since(r.start).Seconds())
}

func (m *meter) count(model string, usage Usage) {
	m.tokens.WithLabelValues(model, "prompt").Add(float64(max(usage.PromptTokens, 0)))
	m.tokens.WithLabelValues(model, "cached").Add(float64(max(usage.CachedTokens, 0)))
	m.tokens.WithLabelValues(model, "completion").Add(float64(max(usage.CompletionTokens, 0)))
}
