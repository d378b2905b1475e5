package static_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"narthex/static"
	"narthex/static/messages"
	"narthex/static/web"
)

// What was looked at is tried again by a link. What was sent is not: its address takes no such request, or shows an empty form.
func TestOnlyWhatWasLookedAtIsTriedAgainByALink(t *testing.T) {
	languages, err := web.LoadLanguages(messages.Files)
	if err != nil {
		t.Fatal(err)
	}
	assets, err := web.NewAssets(static.Assets, static.Modules)
	if err != nil {
		t.Fatal(err)
	}
	pages, err := web.NewPages(static.Templates, languages, assets)
	if err != nil {
		t.Fatal(err)
	}
	edge := web.NewEdge(slog.New(slog.DiscardHandler), prometheus.NewRegistry(), pages)
	refused := edge.Observe(edge.Handle(func(http.ResponseWriter, *http.Request) error { return web.ErrUnavailable }))
	for method, language := range map[string]string{http.MethodGet: "en", http.MethodPost: "en", http.MethodPut: "es"} {
		request := httptest.NewRequest(method, "/sign-in", nil)
		request.Header.Set("Accept", "text/html")
		request.Header.Set("Accept-Language", language)
		recorder := httptest.NewRecorder()
		refused.ServeHTTP(recorder, request)
		again := map[string]string{"en": "go back", "es": "vuelva atrás"}[language]
		body, link := recorder.Body.String(), method == http.MethodGet
		if recorder.Code != http.StatusServiceUnavailable || strings.Contains(body, `href=""`) != link || strings.Contains(body, again) == link {
			t.Errorf("%s: %d %s", method, recorder.Code, body)
		}
	}
}
