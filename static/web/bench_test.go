package web_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/static/web"
)

// BenchmarkEdge measures what every request pays: its id, the headers, the counting and the line in the log, beside what the
// router alone costs.
func BenchmarkEdge(b *testing.B) {
	hello := []byte("hello")
	edge := web.NewEdge(slog.New(slog.NewJSONHandler(io.Discard, nil)), prometheus.NewRegistry(), nil)
	observed, bare := chi.NewRouter(), chi.NewRouter()
	observed.Use(edge.Observe, web.SecurityHeaders)
	observed.Post("/api/chatbot/stream", edge.Handle(func(w http.ResponseWriter, _ *http.Request) error {
		_, err := w.Write(hello)
		return err
	}))
	bare.Post("/api/chatbot/stream", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(hello) })
	for name, router := range map[string]http.Handler{"observed": observed, "router alone": bare} {
		b.Run(name, func(b *testing.B) {
			request := httptest.NewRequest(http.MethodPost, "/api/chatbot/stream", nil)
			b.ReportAllocs()
			for b.Loop() {
				router.ServeHTTP(&discard{header: make(http.Header)}, request)
			}
		})
	}
}

// discard is a response that nobody reads.
type discard struct{ header http.Header }

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) Write(p []byte) (int, error) { return len(p), nil }
func (d *discard) WriteHeader(int)             {}
