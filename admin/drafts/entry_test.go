package drafts

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
)

// The bar of the draft stands on pages that a form was answered with as well: what it leads back to can be opened.
func TestTheBarOfTheDraftLeadsBackToAPageThatCanBeOpened(t *testing.T) {
	var led string
	router := chi.NewRouter()
	router.Use(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { led = here(r) })
	})
	nothing := func(http.ResponseWriter, *http.Request) {}
	router.Route("/admin", func(r chi.Router) {
		r.Get("/training/questions/{id}", nothing)
		r.Post("/training/questions/{id}/answer", nothing)
		r.Get("/training/answers", nothing)
		r.Post("/training/answers/{id}/promote", nothing)
		r.Post("/training/lost", nothing)
	})
	for asked, want := range map[string]string{
		"GET /admin/training/answers?after=x":     "/admin/training/answers?after=x",
		"POST /admin/training/questions/7/answer": "/admin/training/questions/7",
		"POST /admin/training/answers/7/promote":  "/admin/training/answers",
		"POST /admin/training/lost":               draftPath,
	} {
		method, path, _ := strings.Cut(asked, " ")
		router.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(method, path, nil))
		if led != want {
			t.Errorf("%s leads back to %s, want %s", asked, led, want)
		}
	}
}
