package websocket

import (
	"strconv"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// metrics counts what goes on on WebSockets.
type metrics struct {
	open   prometheus.Gauge
	closes *prometheus.CounterVec // code
	slow   prometheus.Counter
	frames *prometheus.CounterVec // type
}

func newMetrics(registerer prometheus.Registerer) *metrics {
	factory := promauto.With(registerer)
	return &metrics{
		open: factory.NewGauge(prometheus.GaugeOpts{
			Name: "narthex_websockets_open", Help: "WebSockets open on this process.",
		}),
		closes: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_websocket_closes_total", Help: "WebSockets that were closed, by close code; 1006 ended without one.",
		}, []string{"code"}),
		slow: factory.NewCounter(prometheus.CounterOpts{
			Name: "narthex_websocket_slow_readers_total", Help: "WebSockets that were closed because their readers were too slow.",
		}),
		frames: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_websocket_frames_total", Help: "Frames that clients sent, by type.",
		}, []string{"type"}),
	}
}

// closed counts a socket out. A client may close with any code, so those of others are one.
func (m *metrics) closed(why closeReason) {
	m.open.Dec()
	code := strconv.Itoa(int(why.code))
	if why.code > 1015 && why.text == "" {
		code = "other"
	}
	m.closes.WithLabelValues(code).Inc()
	if why == closeSlow {
		m.slow.Inc()
	}
}
