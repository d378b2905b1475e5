package retrieval

import (
	"context"
	"errors"
	"strconv"

	"github.com/prometheus/client_golang/prometheus"
)

func newSearchSeconds(registerer prometheus.Registerer) *prometheus.HistogramVec {
	return register(registerer, prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "narthex_retrieval_search_seconds",
		Help:    "Time of one search of a church's knowledge, the round trip to the database included.",
		Buckets: []float64{.001, .002, .003, .004, .006, .008, .012, .02, .05, .1, .25, 1, 5},
	}, []string{"mode"}))
}

type embeddingMetrics struct {
	requests *prometheus.CounterVec
	texts    *prometheus.CounterVec
}

func newEmbeddingMetrics(registerer prometheus.Registerer) *embeddingMetrics {
	return &embeddingMetrics{
		requests: register(registerer, prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_embedding_requests_total",
			Help: "Requests to the embedding server, every attempt counted. The outcome is ok, timeout, canceled, unreachable or the HTTP status.",
		}, []string{"embedder", "outcome"})),
		texts: register(registerer, prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_embedding_texts_total",
			Help: "Texts given to the embedder, by whether a vector came of them (ok, failed).",
		}, []string{"embedder", "outcome"})),
	}
}

func (m *embeddingMetrics) countRequest(embedder string, err error) {
	m.requests.WithLabelValues(embedder, requestOutcome(err)).Inc()
}

func (m *embeddingMetrics) countTexts(embedder string, ok, failed int) {
	m.texts.WithLabelValues(embedder, "ok").Add(float64(ok))
	m.texts.WithLabelValues(embedder, "failed").Add(float64(failed))
}

func requestOutcome(err error) string {
	status := statusOf(err)
	switch {
	case err == nil:
		return "ok"
	case status != 0:
		return strconv.Itoa(status)
	case errors.Is(err, context.Canceled):
		return "canceled"
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	default:
		return "unreachable"
	}
}

// register returns the collector that is in use: the one registered before under the same name, if there is one, so that
// a package's parts made twice in one process count together.
func register[C prometheus.Collector](registerer prometheus.Registerer, collector C) C {
	if registerer == nil {
		return collector
	}
	if err := registerer.Register(collector); err != nil {
		if already, ok := errors.AsType[prometheus.AlreadyRegisteredError](err); ok {
			return already.ExistingCollector.(C)
		}
		panic(err) // two collectors of one name and different labels: a programming error
	}
	return collector
}
