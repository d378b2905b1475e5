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

// newEdge is an edge that shows the product's own pages.
func newEdge(t *testing.T) *web.Edge {
	t.Helper()
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
	return web.NewEdge(slog.New(slog.DiscardHandler), prometheus.NewRegistry(), pages)
}

// Whatever is refused in the admin's house, its page leads back to the dashboard; elsewhere what is not found leads to the public pages.
func TestAnErrorPageInTheAdminsHouseLeadsToTheDashboard(t *testing.T) {
	edge := newEdge(t)
	for _, problem := range []error{web.ErrNotFound, web.ErrMethodNotAllowed, web.ErrCrossOrigin, web.ErrUnavailable} {
		for path, inside := range map[string]bool{"/admin": true, "/admin/training/nothing": true, "/administration": false, "/churches/nobody": false} {
			request := httptest.NewRequest(http.MethodGet, path, nil)
			request.Header.Set("Accept", "text/html")
			recorder := httptest.NewRecorder()
			edge.Observe(edge.Handle(func(http.ResponseWriter, *http.Request) error { return problem })).ServeHTTP(recorder, request)
			body := recorder.Body.String()
			if strings.Contains(body, `href="/admin"`) != inside || strings.Contains(body, `href="/pricing"`) == (inside || problem != web.ErrNotFound) {
				t.Errorf("%v at %s: %d %s", problem, path, recorder.Code, body)
			}
		}
	}
}

// What was looked at is tried again by a link. What was sent is not: its address takes no such request, or shows an empty form.
func TestOnlyWhatWasLookedAtIsTriedAgainByALink(t *testing.T) {
	edge := newEdge(t)
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
