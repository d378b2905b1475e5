package knowledge

import (
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"narthex/retrieval/extract"
)

type libraryMetrics struct {
	documents  *prometheus.CounterVec
	extraction *prometheus.HistogramVec
}

func newLibraryMetrics(registerer prometheus.Registerer) *libraryMetrics {
	factory := promauto.With(registerer)
	return &libraryMetrics{
		documents: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_knowledge_documents_total",
			Help: "Ingestions that came to an end, by outcome: ready, a refusal's code, or error (will be tried again).",
		}, []string{"outcome"}),
		extraction: factory.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "narthex_extraction_seconds",
			Help:    "Time to read one document's text, by media type and outcome (ok, a refusal's code, error).",
			Buckets: []float64{.005, .02, .05, .1, .25, .5, 1, 2, 5},
		}, []string{"type", "outcome"}),
	}
}

func (m *libraryMetrics) countDocument(err error) {
	m.documents.WithLabelValues(documentOutcome(err, "ready")).Inc()
}

func (m *libraryMetrics) observeExtraction(mediaType string, err error, took time.Duration) {
	m.extraction.WithLabelValues(mediaType, documentOutcome(err, "ok")).Observe(took.Seconds())
}

func documentOutcome(err error, good string) string {
	refusal, refused := errors.AsType[*extract.Refusal](err)
	switch {
	case err == nil:
		return good
	case refused:
		return refusal.Code
	default:
		return "error"
	}
}
