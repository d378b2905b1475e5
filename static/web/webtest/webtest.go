// Package webtest serves pages of the site to the tests of the part that has them.
package webtest

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/static"
	"narthex/static/bundle/bundletest"
	"narthex/static/messages"
	"narthex/static/web"
)

// Site is a server with the site's templates, texts and assets. Routes may be added while nobody asks.
type Site struct {
	URL    string
	Router *chi.Mux
	Pages  *web.Pages
	Edge   *web.Edge
}

// parts are read once for all tests of a package: they are never written.
var parts = sync.OnceValues(func() (read struct {
	assets *web.Assets
	pages  *web.Pages
}, err error) {
	if read.assets, err = web.NewAssets(static.Assets, static.Modules); err != nil {
		return read, err
	}
	languages, err := web.LoadLanguages(messages.Files)
	if err != nil {
		return read, err
	}
	read.pages, err = web.NewPages(static.Templates, languages, read.assets)
	return read, err
})

// Parts are the site's assets and pages, for a test with a server of its own.
func Parts(t testing.TB) (*web.Assets, *web.Pages) {
	t.Helper()
	bundletest.Current(t)
	read, err := parts()
	if err != nil {
		t.Fatalf("read the site: %v", err)
	}
	return read.assets, read.pages
}

// New starts a site that listens until the test ends.
func New(t testing.TB) *Site {
	t.Helper()
	assets, pages := Parts(t)
	s := &Site{Router: chi.NewRouter(), Pages: pages, Edge: web.NewEdge(slog.New(slog.DiscardHandler), prometheus.NewRegistry(), pages)}
	s.Router.Use(s.Edge.Observe, web.SecurityHeaders)
	s.Router.Get(web.AssetsPattern, s.Edge.Handle(assets.Serve))
	listening := httptest.NewServer(s.Router)
	t.Cleanup(listening.Close)
	s.URL = listening.URL
	return s
}

// Form is the content type of a form's fields.
const Form = "application/x-www-form-urlencoded"

// Ask sends a request with a session's cookie and a body of a content type (empty: of none), follows where it is led, and returns what is answered there.
func (s *Site) Ask(t testing.TB, method, path string, session *http.Cookie, contentType, body string) (status int, header http.Header, answer string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	request.AddCookie(session)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	read, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, response.Header, string(read)
}
