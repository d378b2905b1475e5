package web

import (
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus"
)

// methods are those that appear in metrics by name; a client may send any word, so the rest are "other".
var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions}

// unmatched stands for the pattern of requests that no route took.
const unmatched = "unmatched"

type metrics struct {
	requests *prometheus.CounterVec
	faults   prometheus.Counter
	duration *prometheus.HistogramVec
}

func newMetrics(registerer prometheus.Registerer) *metrics {
	m := &metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_http_requests_total",
			Help: "HTTP requests by route pattern, method and status; 499 where the client left before the answer.",
		}, []string{"route", "method", "status"}),
		// By itself and without labels: alerts see a series go up only if it was there before.
		faults: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "narthex_http_faults_total",
			Help: "HTTP requests that a fault of ours ended: answered with 500, or cut off in the middle of their answer.",
		}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "narthex_http_request_duration_seconds",
			Help: "Time from the request to the end of its response, streams included.",
			// From a structured answer (under a millisecond) to the end of a long stream.
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 120},
		}, []string{"route", "method"}),
	}
	registerer.MustRegister(m.requests, m.faults, m.duration)
	return m
}

// finish logs and counts a request when its handler has returned. Addresses appear as the route's pattern only: paths
// and query strings carry tokens.
func (e *Edge) finish(rec *record, r *http.Request, started time.Time) {
	took := time.Since(started)
	route, method, status := routePattern(r), r.Method, rec.status()
	if !slices.Contains(methods, method) {
		method = "other"
	}
	e.metrics.requests.WithLabelValues(route, method, strconv.Itoa(status)).Inc()
	e.metrics.duration.WithLabelValues(route, method).Observe(took.Seconds())

	level := slog.LevelInfo
	failed := rec.err != nil && !rec.gone
	if failed {
		if level = errorLevel(rec); level == slog.LevelError {
			e.metrics.faults.Inc()
		}
	}
	if !e.logger.Enabled(r.Context(), level) {
		return
	}
	attributes := []slog.Attr{
		slog.String("request_id", rec.id), slog.String("method", method), slog.String("route", route),
		slog.Int("status", status), slog.Int64("bytes", rec.writer.bytes), slog.Float64("ms", float64(took.Microseconds())/1000),
	}
	attributes = append(attributes, rec.about.attributes()...)
	if rec.code != "" {
		attributes = append(attributes, slog.String("code", rec.code))
	}
	if failed {
		attributes = append(attributes, slog.String("error", rec.err.Error()))
	}
	e.logger.LogAttrs(r.Context(), level, "request", attributes...)
}

// errorLevel is Error for faults of ours, Warn for what we could not do at the time, Info for what a client did wrong.
func errorLevel(rec *record) slog.Level {
	_, status := classify(rec.err)
	switch {
	case status == http.StatusInternalServerError:
		return slog.LevelError
	case status > http.StatusInternalServerError:
		return slog.LevelWarn
	default:
		return slog.LevelInfo
	}
}

// status is what was answered, as far as the log and the metrics are concerned.
func (rec *record) status() int {
	switch {
	case rec.gone:
		return StatusClientClosedRequest
	case rec.writer.status == 0:
		return http.StatusOK // net/http sends that when a handler wrote nothing
	default:
		return rec.writer.status
	}
}

// routePattern is the pattern of the matched route: few values, and nobody's data in them.
func routePattern(r *http.Request) string {
	if rctx := chi.RouteContext(r.Context()); rctx != nil {
		if pattern := rctx.RoutePattern(); pattern != "" {
			return pattern
		}
	}
	return unmatched
}
