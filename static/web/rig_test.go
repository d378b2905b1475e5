package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/static/web"
)

// problem is a domain's error, which knows nothing of this package.
type problem struct {
	kind, code, public string
	wait               time.Duration
}

func (p *problem) Error() string             { return "internal detail of " + p.code }
func (p *problem) Kind() string              { return p.kind }
func (p *problem) Code() string              { return p.code }
func (p *problem) Public() string            { return p.public }
func (p *problem) RetryAfter() time.Duration { return p.wait }

// rig is an edge with what it logs and measures.
type rig struct {
	pages    *web.Pages
	edge     *web.Edge
	router   *chi.Mux
	log      bytes.Buffer
	registry *prometheus.Registry
}

func setup(t *testing.T) *rig {
	t.Helper()
	r := &rig{pages: testPages(t), router: chi.NewRouter(), registry: prometheus.NewRegistry()}
	logger := slog.New(slog.NewJSONHandler(&r.log, nil))
	r.edge = web.NewEdge(logger, r.registry, r.pages)
	r.router.Use(r.edge.Observe, web.SecurityHeaders)
	r.router.NotFound(r.edge.Handle(web.NotFound))
	r.router.MethodNotAllowed(r.edge.Handle(web.MethodNotAllowed))
	return r
}

// fails adds a route that fails.
func (r *rig) fails(pattern string, err error) {
	r.router.HandleFunc(pattern, r.edge.Handle(func(http.ResponseWriter, *http.Request) error { return err }))
}

func (r *rig) get(path string, headers ...string) *httptest.ResponseRecorder {
	return r.do(httptest.NewRequest(http.MethodGet, path, nil), headers...)
}

func (r *rig) do(request *http.Request, headers ...string) *httptest.ResponseRecorder {
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	recorder := httptest.NewRecorder()
	r.router.ServeHTTP(recorder, request)
	return recorder
}

// logged is the last line of the log.
func (r *rig) logged(t *testing.T) map[string]any {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(r.log.String()), "\n")
	var line map[string]any
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &line); err != nil {
		t.Fatalf("log line %q: %v", lines[len(lines)-1], err)
	}
	return line
}

func (r *rig) requests(t *testing.T) string {
	t.Helper()
	families, err := r.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, family := range families {
		if family.GetName() != "narthex_http_requests_total" {
			continue
		}
		for _, metric := range family.GetMetric() {
			labels := make(map[string]string)
			for _, label := range metric.GetLabel() {
				labels[label.GetName()] = label.GetValue()
			}
			fmt.Fprintf(&b, "%s %s %s %v\n", labels["method"], labels["route"], labels["status"], metric.GetCounter().GetValue())
		}
	}
	return strings.TrimSpace(b.String())
}

// testPages has an error page in two languages.
func testPages(t *testing.T) *web.Pages {
	t.Helper()
	kinds := []string{"invalid", "unauthorized", "forbidden", "not_found", "method_not_allowed", "conflict", "gone",
		"too_large", "unsupported", "unprocessable", "rate_limited", "internal", "unavailable"}
	english, spanish := make(map[string]string), make(map[string]string)
	for _, kind := range kinds {
		english["error."+kind+".title"], english["error."+kind+".help"] = kind, "Do this."
		spanish["error."+kind+".title"], spanish["error."+kind+".help"] = kind, "Haga esto."
	}
	english["error.gone.title"], spanish["error.gone.title"] = "Gone for good", "Ya no está"
	english["greeting"], spanish["greeting"] = "Hello, {name}!", "¡Hola, {name}!"
	pages, err := web.NewPages(fstest.MapFS{
		"layout.html":     text(`<html lang="{{lang}}" dir="{{dir}}"><title>{{template "title" .}}</title><link rel="stylesheet" href="{{asset "site.css"}}">{{template "body" .}}`),
		"parts/name.html": text(`{{define "name"}}<b>{{.}}</b>{{end}}`),
		"error.html":      text(`{{define "title"}}{{.Title}}{{end}}{{define "body"}}<h1>{{.Title}}</h1>{{.Help}} {{.Detail}} {{.RequestID}}{{end}}`),
		"greet.html":      text(`{{define "title"}}{{t "greeting" "name" .Name}}{{end}}{{define "body"}}{{template "name" .Name}}<script type="application/json">{{.}}</script>{{end}}`),
		"broken.html":     text(`{{define "title"}}x{{end}}{{define "body"}}before {{.absent}} after{{end}}`),
		"untold.html":     text(`{{define "title"}}{{t "no.such.text"}}{{end}}{{define "body"}}{{end}}`),
		"bare.html":       text(`{{define "title"}}{{asset "no-such.css"}}{{end}}{{define "body"}}{{end}}`),
	}, languages(t, english, spanish), testAssets(t))
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

func text(content string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(content)} }

func languages(t *testing.T, english, spanish map[string]string) *web.Languages {
	t.Helper()
	loaded, err := web.LoadLanguages(fstest.MapFS{"en/pages.json": languageFile(t, english), "es/pages.json": languageFile(t, spanish)})
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

func languageFile(t *testing.T, texts map[string]string) *fstest.MapFile {
	t.Helper()
	data, err := json.Marshal(map[string]any{"dir": "ltr", "texts": texts})
	if err != nil {
		t.Fatal(err)
	}
	return &fstest.MapFile{Data: data}
}
