package knowledge

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"
)

// ChurchPending is what waits to be done for one church.
type ChurchPending struct {
	ChurchID  uuid.UUID
	Documents int // queued or being ingested
	Rows      int // without an embedding
	Due       int // of Rows, those whose next attempt is due
}

// Pending returns every church for which something waits.
func (l *Library) Pending(ctx context.Context) ([]ChurchPending, error) {
	rows, err := l.pool.Query(ctx, `select organization_id, unfinished_documents, pending_rows, due_rows from pending_knowledge()`)
	if err != nil {
		return nil, fmt.Errorf("look for pending knowledge: %w", err)
	}
	pending, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (p ChurchPending, err error) {
		return p, row.Scan(&p.ChurchID, &p.Documents, &p.Rows, &p.Due)
	})
	if err != nil {
		return nil, fmt.Errorf("look for pending knowledge: %w", err)
	}
	return pending, nil
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
