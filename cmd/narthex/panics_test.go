package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
)

func TestAHandlersPanicIsCountedWithTheOthers(t *testing.T) {
	s, _ := inProcess(t)
	s.public.Handler.(*chi.Mux).Get("/panics", func(http.ResponseWriter, *http.Request) { panic("boom") })
	ask := func(door http.Handler, path string) *httptest.ResponseRecorder {
		recorder := httptest.NewRecorder()
		door.ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		return recorder
	}
	if answer := ask(s.public.Handler, "/panics"); answer.Code != http.StatusInternalServerError {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
	shown := "\n" + ask(s.metricsHandler(), "/metrics").Body.String()
	for _, series := range []string{`narthex_panics_total{where="request"} 1`, `narthex_panics_total{where="job"} 0`, `narthex_panics_total{where="tool"} 0`, "narthex_http_faults_total 1"} {
		if !strings.Contains(shown, "\n"+series+"\n") {
			t.Errorf("there is no %s", series)
		}
	}
}
