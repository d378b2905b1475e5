package acknowledge

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"narthex/admin/notify"
)

type metrics struct{ after prometheus.Histogram }

func newMetrics(registerer prometheus.Registerer, pool *pgxpool.Pool) *metrics {
	if registerer != nil {
		registerer.MustRegister(&unacknowledged{pool: pool})
	}
	return &metrics{after: promauto.With(registerer).NewHistogram(prometheus.HistogramOpts{
		Name:    "narthex_crisis_acknowledgement_seconds",
		Help:    "From an urgent crisis to when somebody of its church said that they have it.",
		Buckets: []float64{60, 120, 300, 600, 900, 1200, 1800, 3600, 7200, 21600, 86400, 604800},
	})}
}

// unacknowledged asks the database when it is scraped: what waits is the same whichever node is asked. While it gives no answer, what
// it said last grows older: an alert that a crisis waits must not end because Postgres does too.
type unacknowledged struct {
	pool *pgxpool.Pool

	mu     sync.Mutex
	number int64
	since  time.Time // when the oldest came; zero: there is none
	late   float64   // when one was overdue last, Unix seconds; 0: none is
	asked  bool      // the database has answered once
}

var (
	numberDesc = prometheus.NewDesc("narthex_crises_unacknowledged",
		"Urgent crises of the last seven days, for which links work, that nobody has acknowledged.", nil, nil)
	oldestDesc = prometheus.NewDesc("narthex_crises_unacknowledged_oldest_seconds",
		"Age of the oldest of them; 0 when there is none.", nil, nil)
	overdueDesc = prometheus.NewDesc("narthex_crises_overdue_timestamp_seconds",
		"When the last of them that nobody has acknowledged within 15 minutes became so old, since the epoch; 0 when there is none.", nil, nil)
)

// overdueAfter is how long a church has to acknowledge a crisis before somebody else is told: its second contact, and who is on call.
const overdueAfter = 15 * time.Minute

// scrapeTimeout is how long a scrape waits for the database.
const scrapeTimeout = 2 * time.Second

// Describe implements prometheus.Collector.
func (u *unacknowledged) Describe(descs chan<- *prometheus.Desc) {
	descs <- numberDesc
	descs <- oldestDesc
	descs <- overdueDesc
}

// Collect implements prometheus.Collector.
func (u *unacknowledged) Collect(collected chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTimeout)
	defer cancel()
	var number int64
	var oldest, late float64
	err := u.pool.QueryRow(ctx, `select number, oldest_seconds, overdue_at from unacknowledged_crises($1, $2)`, notify.LinkLife, overdueAfter).Scan(&number, &oldest, &late)
	u.mu.Lock()
	defer u.mu.Unlock()
	if err == nil {
		u.number, u.since, u.late, u.asked = number, time.Time{}, late, true
		if number > 0 {
			u.since = time.Now().Add(-time.Duration(oldest * float64(time.Second)))
		}
	}
	if !u.asked {
		return
	}
	oldest = 0
	if !u.since.IsZero() {
		oldest = time.Since(u.since).Seconds()
	}
	collected <- prometheus.MustNewConstMetric(numberDesc, prometheus.GaugeValue, float64(u.number))
	collected <- prometheus.MustNewConstMetric(oldestDesc, prometheus.GaugeValue, oldest)
	collected <- prometheus.MustNewConstMetric(overdueDesc, prometheus.GaugeValue, u.late)
}
