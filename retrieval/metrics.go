package retrieval

import (
	"context"
	"errors"
	"strconv"
	"time"

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

type libraryMetrics struct {
	documents  *prometheus.CounterVec
	extraction *prometheus.HistogramVec
}

func newLibraryMetrics(registerer prometheus.Registerer, l *Library) *libraryMetrics {
	register[prometheus.Collector](registerer, &pendingCollector{library: l})
	return &libraryMetrics{
		documents: register(registerer, prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_knowledge_documents_total",
			Help: "Ingestions that came to an end, by outcome: ready, a refusal's code, or error (will be tried again).",
		}, []string{"outcome"})),
		extraction: register(registerer, prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "narthex_extraction_seconds",
			Help:    "Time to read one document's text, by media type and outcome (ok, a refusal's code, error).",
			Buckets: []float64{.005, .02, .05, .1, .25, .5, 1, 2, 5},
		}, []string{"type", "outcome"})),
	}
}

func (m *libraryMetrics) countDocument(err error) {
	m.documents.WithLabelValues(documentOutcome(err, "ready")).Inc()
}

func (m *libraryMetrics) observeExtraction(mediaType string, err error, took time.Duration) {
	m.extraction.WithLabelValues(mediaType, documentOutcome(err, "ok")).Observe(took.Seconds())
}

func documentOutcome(err error, good string) string {
	if err == nil {
		return good
	}
	if code := publicCode(err); code != "" {
		return code
	}
	return "error"
}

// pendingCollector asks the database when it is scraped: what waits is the same whichever node is asked, and a gauge that
// a job sets would go stale on every node but the one that ran it.
type pendingCollector struct{ library *Library }

var (
	pendingRowsDesc = prometheus.NewDesc("narthex_knowledge_pending_rows",
		"Knowledge rows without an embedding, which no answer can use.", nil, nil)
	pendingDocumentsDesc = prometheus.NewDesc("narthex_knowledge_pending_documents",
		"Documents that are queued or being ingested.", nil, nil)
)

// scrapeTimeout is how long a scrape waits for the database. Without an answer the two gauges are absent, the rest is not.
const scrapeTimeout = 2 * time.Second

func (c *pendingCollector) Describe(descs chan<- *prometheus.Desc) {
	descs <- pendingRowsDesc
	descs <- pendingDocumentsDesc
}

func (c *pendingCollector) Collect(metrics chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTimeout)
	defer cancel()
	pending, err := c.library.Pending(ctx)
	if err != nil {
		return
	}
	rows, documents := 0, 0
	for _, p := range pending {
		rows += p.Rows
		documents += p.Documents
	}
	metrics <- prometheus.MustNewConstMetric(pendingRowsDesc, prometheus.GaugeValue, float64(rows))
	metrics <- prometheus.MustNewConstMetric(pendingDocumentsDesc, prometheus.GaugeValue, float64(documents))
}
