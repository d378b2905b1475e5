package notify

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"narthex/static/messages"
)

type metrics struct {
	attempts    *prometheus.CounterVec
	dead        *prometheus.CounterVec
	unaddressed *prometheus.CounterVec
	delay       *prometheus.HistogramVec
}

func newMetrics(registerer prometheus.Registerer, q *Queue) *metrics {
	if registerer != nil {
		registerer.MustRegister(&queueCollector{queue: q})
	}
	factory := promauto.With(registerer)
	m := &metrics{
		attempts: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_notifications_attempts_total",
			Help: "Looks at a notification, by channel and what became of it: sent, queued (to be tried again), failed (no address), dead, skipped.",
		}, []string{"channel", "status"}),
		dead: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_notifications_dead_total",
			Help: "Notifications that were given up.",
		}, []string{"channel", "kind"}),
		unaddressed: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_notifications_unaddressed_total",
			Help: "Notifications for churches that have no address; each is counted once.",
		}, []string{"kind"}),
		delay: factory.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "narthex_notifications_delay_seconds",
			Help:    "From the news to when its message was sent.",
			Buckets: []float64{.1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 86400},
		}, []string{"channel", "urgent"}),
	}
	m.begin()
	return m
}

// begin shows what alerts are made of before it happens: a series whose first value is 1 has never gone up.
func (m *metrics) begin() {
	for kind := range words[messages.Default].Subjects { // kindOther among them
		m.unaddressed.WithLabelValues(kind)
		for _, channel := range []string{channelMail, channelSMS} {
			m.dead.WithLabelValues(channel, kind)
		}
	}
}

func (m *metrics) count(d *delivery, r result) {
	m.attempts.WithLabelValues(d.Channel, r.status).Inc()
	if r.status == statusDead {
		m.dead.WithLabelValues(d.Channel, kindLabel(d.Kind)).Inc()
	}
	if errors.Is(r.err, errNoAddress) && !d.WasFailed && d.Audience == audienceChurch && (d.Channel == channelMail || !d.Urgent) {
		m.unaddressed.WithLabelValues(kindLabel(d.Kind)).Inc()
	}
	if r.status == statusSent {
		m.delay.WithLabelValues(d.Channel, urgentLabel(d.Urgent)).Observe(time.Since(d.CreatedAt).Seconds())
	}
}

// kindLabel keeps the number of labels bounded: a kind without words of its own is another one.
func kindLabel(kind string) string {
	if _, ok := words[messages.Default].Subjects[kind]; ok {
		return kind
	}
	return kindOther
}

func urgentLabel(urgent bool) string {
	if urgent {
		return "yes"
	}
	return "no"
}

// queueCollector asks the database when it is scraped: what waits is the same whichever node is asked. While it gives no answer, what
// it said last grows older: an alert that somebody waits must not end because Postgres does too.
type queueCollector struct {
	queue *Queue

	mu    sync.Mutex
	last  []state
	asked time.Time // when last was true; zero: never
}

var (
	waitingDesc = prometheus.NewDesc("narthex_notifications_waiting",
		"Notifications that are not sent, by channel, status (queued, sending, failed: no address, dead) and whether they are urgent.", []string{"channel", "status", "urgent"}, nil)
	oldestDesc = prometheus.NewDesc("narthex_notifications_oldest_seconds",
		"Age of the oldest notification that waits to be sent, by channel and whether it is urgent; 0 when none does.", []string{"channel", "urgent"}, nil)
)

// scrapeTimeout is how long a scrape waits for the database.
const scrapeTimeout = 2 * time.Second

func (c *queueCollector) Describe(descs chan<- *prometheus.Desc) {
	descs <- waitingDesc
	descs <- oldestDesc
}

func (c *queueCollector) Collect(collected chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTimeout)
	defer cancel()
	states, err := c.queue.states(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil {
		c.last, c.asked = states, time.Now()
	}
	if c.asked.IsZero() {
		return
	}
	waited := time.Since(c.asked).Seconds()
	type series struct{ channel, urgent string }
	oldest := map[series]float64{{channelMail, "yes"}: 0, {channelMail, "no"}: 0, {channelSMS, "yes"}: 0, {channelSMS, "no"}: 0}
	for _, state := range c.last {
		of := series{state.Channel, urgentLabel(state.Urgent)}
		collected <- prometheus.MustNewConstMetric(waitingDesc, prometheus.GaugeValue, float64(state.Number), of.channel, state.Status, of.urgent)
		if state.Status != statusFailed && state.Status != statusDead {
			oldest[of] = max(oldest[of], state.OldestSeconds+waited)
		}
	}
	for of, age := range oldest {
		collected <- prometheus.MustNewConstMetric(oldestDesc, prometheus.GaugeValue, age, of.channel, of.urgent)
	}
}
