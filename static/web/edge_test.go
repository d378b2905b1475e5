package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

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
	edge     *web.Edge
	router   *chi.Mux
	log      bytes.Buffer
	registry *prometheus.Registry
}

func setup(t *testing.T) *rig {
	t.Helper()
	r := &rig{router: chi.NewRouter(), registry: prometheus.NewRegistry()}
	logger := slog.New(slog.NewJSONHandler(&r.log, nil))
	r.edge = web.NewEdge(logger, r.registry, testPages(t))
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

func TestProblemsBecomeDocumentsOfTheirKind(t *testing.T) {
	for kind, status := range map[string]int{
		"invalid": 400, "unauthorized": 401, "forbidden": 403, "not_found": 404, "conflict": 409, "gone": 410,
		"too_large": 413, "unsupported": 415, "unprocessable": 422, "rate_limited": 429, "unavailable": 503,
	} {
		t.Run(kind, func(t *testing.T) {
			r := setup(t)
			r.fails("/api/thing", fmt.Errorf("do the thing: %w", &problem{kind: kind, code: "some_code", public: "A sentence."}))
			response := r.get("/api/thing")

			if response.Code != status {
				t.Errorf("status %d, want %d", response.Code, status)
			}
			if got := response.Header().Get("Content-Type"); got != "application/problem+json" {
				t.Errorf("content type %q", got)
			}
			var document map[string]any
			if err := json.Unmarshal(response.Body.Bytes(), &document); err != nil {
				t.Fatalf("body %q: %v", response.Body, err)
			}
			want := map[string]any{
				"type": "about:blank", "title": http.StatusText(status), "status": float64(status),
				"code": "some_code", "detail": "A sentence.", "instance": response.Header().Get("X-Request-Id"),
			}
			for key, value := range want {
				if document[key] != value {
					t.Errorf("%s is %v, want %v", key, document[key], value)
				}
			}
			if response.Header().Get("Cache-Control") != "no-store" {
				t.Error("an error may be cached")
			}
		})
	}
}

func TestRetryAfterIsRoundedUpToSeconds(t *testing.T) {
	r := setup(t)
	r.fails("/api/busy", &problem{kind: "rate_limited", code: "rate_limited", wait: 1100 * time.Millisecond})
	if got := r.get("/api/busy").Header().Get("Retry-After"); got != "2" {
		t.Errorf("Retry-After %q, want 2", got)
	}
}

func TestWhatIsNotAProblemStaysInTheLog(t *testing.T) {
	for name, err := range map[string]error{
		"an ordinary error":          errors.New("password=hunter2"),
		"a problem of no known kind": fmt.Errorf("password=hunter2: %w", &problem{kind: "odd", code: "odd", public: "hunter2"}),
	} {
		t.Run(name, func(t *testing.T) {
			r := setup(t)
			r.fails("/api/broken", err)
			response := r.get("/api/broken")
			if response.Code != http.StatusInternalServerError || !strings.Contains(response.Body.String(), `"internal_error"`) {
				t.Errorf("got %d %s", response.Code, response.Body)
			}
			if strings.Contains(response.Body.String(), "hunter2") {
				t.Errorf("the cause got out: %s", response.Body)
			}
			line := r.logged(t)
			if line["level"] != "ERROR" || !strings.Contains(fmt.Sprint(line["error"]), "password=hunter2") {
				t.Errorf("log line %v", line)
			}
			if line["request_id"] != response.Header().Get("X-Request-Id") {
				t.Errorf("the log names request %v, the client got %q", line["request_id"], response.Header().Get("X-Request-Id"))
			}
		})
	}
}

func TestPeopleGetAPageAndProgramsADocument(t *testing.T) {
	const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
	for _, tt := range []struct {
		name, path, accept, contentType string
		html                            bool
	}{
		{"a browser on a page", "/page", browser, "", true},
		{"a browser on an API path", "/api/page", browser, "", false},
		{"a browser on the compatible API", "/v1/page", browser, "", false},
		{"a program that takes anything", "/page", "*/*", "", true},
		{"a program that wants JSON", "/page", "application/json", "", false},
		{"a program that wants problems", "/page", "application/problem+json", "", false},
		{"a program that wants a stream", "/page", "text/event-stream", "", false},
		{"a script that sends JSON", "/page", "*/*", "application/json; charset=utf-8", false},
		{"a form", "/page", browser, "application/x-www-form-urlencoded", true},
		{"somebody who says nothing", "/page", "", "", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := setup(t)
			r.fails("/*", &problem{kind: "gone", code: "gone", public: "It has left."})
			response := r.get(tt.path, "Accept", tt.accept, "Content-Type", tt.contentType)
			isHTML := strings.HasPrefix(response.Header().Get("Content-Type"), "text/html")
			if isHTML != tt.html || response.Code != http.StatusGone {
				t.Errorf("got %d %s", response.Code, response.Header().Get("Content-Type"))
			}
			if tt.html && !strings.Contains(response.Body.String(), "Gone for good") {
				t.Errorf("page: %s", response.Body)
			}
		})
	}
}

func TestErrorPageSpeaksTheVisitorsLanguageAndEscapes(t *testing.T) {
	r := setup(t)
	r.fails("/page", &problem{kind: "gone", code: "gone", public: `<script>alert("hi")</script>`})

	english := r.get("/page").Body.String()
	if !strings.Contains(english, "&lt;script&gt;") || strings.Contains(english, "<script>") {
		t.Errorf("English page: %s", english)
	}
	spanish := r.get("/page", "Accept-Language", "es-MX,es;q=0.9,en;q=0.5")
	if body := spanish.Body.String(); !strings.Contains(body, "Ya no está") || strings.Contains(body, "alert") {
		t.Errorf("Spanish page: %s", body)
	}
	if got := spanish.Header().Get("Content-Language"); got != "es" {
		t.Errorf("Content-Language %q", got)
	}
}

func TestPanicsAreCaught(t *testing.T) {
	r := setup(t)
	r.router.Get("/api/panic/{token}", r.edge.Handle(func(http.ResponseWriter, *http.Request) error { panic("boom") }))
	r.router.Get("/plain", func(http.ResponseWriter, *http.Request) { panic(errors.New("boom")) })
	for _, path := range []string{"/api/panic/secret", "/plain"} {
		response := r.get(path)
		if response.Code != http.StatusInternalServerError || strings.Contains(response.Body.String(), "boom") {
			t.Errorf("%s: got %d %s", path, response.Code, response.Body)
		}
		line := r.logged(t)
		if cause := fmt.Sprint(line["error"]); !strings.Contains(cause, "boom") || !strings.Contains(cause, "edge_test.go") {
			t.Errorf("%s: logged %q, want the cause with its stack", path, cause)
		}
	}
}

func TestAnErrorAfterTheAnswerBeganCutsTheConnection(t *testing.T) {
	for name, fail := range map[string]func() error{
		"an error": func() error { return errors.New("boom") },
		"a panic":  func() error { panic("boom") },
		"an abort": func() error { panic(http.ErrAbortHandler) },
	} {
		t.Run(name, func(t *testing.T) {
			r := setup(t)
			r.router.Get("/api/half", r.edge.Handle(func(w http.ResponseWriter, _ *http.Request) error {
				if _, err := io.WriteString(w, "half an ans"); err != nil {
					return err
				}
				if err := http.NewResponseController(w).Flush(); err != nil {
					return err
				}
				return fail()
			}))
			server := httptest.NewServer(r.router)
			defer server.Close()
			response, err := http.Get(server.URL + "/api/half")
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			body, err := io.ReadAll(response.Body)
			if err == nil {
				t.Errorf("the client took %q for a whole answer", body)
			}
			if string(body) != "half an ans" {
				t.Errorf("body %q", body)
			}
		})
	}
}

func TestTheHeaderIsSentOnce(t *testing.T) {
	r := setup(t)
	r.router.Get("/twice", r.edge.Handle(func(w http.ResponseWriter, _ *http.Request) error {
		w.WriteHeader(http.StatusEarlyHints)
		w.WriteHeader(http.StatusTeapot)
		w.WriteHeader(http.StatusOK)
		return nil
	}))
	server := httptest.NewServer(r.router)
	defer server.Close()
	response, err := http.Get(server.URL + "/twice")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusTeapot {
		t.Errorf("status %d", response.StatusCode)
	}
	if got := r.requests(t); got != "GET /twice 418 1" {
		t.Errorf("counted %q", got)
	}
}

func TestARequestThatTheClientGaveUpIsNoError(t *testing.T) {
	gone := errors.New("the visitor has left")
	for name, fail := range map[string]func(context.Context) error{
		"cancelled":              func(ctx context.Context) error { return fmt.Errorf("ask the model: %w", ctx.Err()) },
		"cancelled with a cause": func(ctx context.Context) error { return fmt.Errorf("ask the model: %w", context.Cause(ctx)) },
		"failing in consequence": func(context.Context) error { return errors.New("wrote half") },
	} {
		t.Run(name, func(t *testing.T) {
			r := setup(t)
			ctx, cancel := context.WithCancelCause(t.Context())
			r.router.Get("/slow", r.edge.Handle(func(w http.ResponseWriter, req *http.Request) error {
				if name == "failing in consequence" {
					w.WriteHeader(http.StatusOK)
				}
				cancel(gone)
				return fail(req.Context())
			}))
			response := r.do(httptest.NewRequestWithContext(ctx, http.MethodGet, "/slow", nil))
			if response.Body.Len() != 0 {
				t.Errorf("answered %q to nobody", response.Body)
			}
			line := r.logged(t)
			if line["status"] != float64(web.StatusClientClosedRequest) || line["level"] != "INFO" || line["error"] != nil {
				t.Errorf("log line %v", line)
			}
			if got := r.requests(t); got != "GET /slow 499 1" {
				t.Errorf("counted %q", got)
			}
		})
	}
}

func TestACancellationOfOurOwnIsAnError(t *testing.T) {
	r := setup(t)
	r.fails("/api/slow", fmt.Errorf("ask the model: %w", context.Canceled))
	if got := r.get("/api/slow").Code; got != http.StatusInternalServerError {
		t.Errorf("status %d: the client is still there", got)
	}
}

func TestLogAndMetricsKnowRoutesAndNotPaths(t *testing.T) {
	r := setup(t)
	r.router.Get("/admin/{token}", r.edge.Handle(func(w http.ResponseWriter, _ *http.Request) error {
		_, err := io.WriteString(w, "hello")
		return err
	}))
	request := httptest.NewRequest("PROPFIND", "/nowhere/secret", nil)
	request.RemoteAddr = "203.0.113.9:1234"
	r.get("/admin/secret?preview=secret", "X-Request-Id", "from-the-proxy")
	line := r.logged(t)
	for key, want := range map[string]any{
		"route": "/admin/{token}", "method": "GET", "status": 200.0, "bytes": 5.0, "request_id": "from-the-proxy",
	} {
		if line[key] != want {
			t.Errorf("%s is %v, want %v", key, line[key], want)
		}
	}
	r.do(request)
	if log := r.log.String(); strings.Contains(log, "secret") || strings.Contains(log, "203.0.113.9") {
		t.Errorf("the log knows too much: %s", log)
	}
	if got, want := r.requests(t), "GET /admin/{token} 200 1\nother unmatched 405 1"; got != want {
		t.Errorf("counted:\n%s\nwant:\n%s", got, want)
	}
	if n, err := testutil.GatherAndCount(r.registry, "narthex_http_request_duration_seconds"); err != nil || n != 2 {
		t.Errorf("%d durations, %v", n, err)
	}
}

func TestRequestIDsFromOutsideMustBeHarmless(t *testing.T) {
	r := setup(t)
	r.fails("/api/x", nil)
	for id, kept := range map[string]bool{
		"abc-123_x.y:z": true, "two words": false, "line\nbreak": false, `quote"`: false,
		strings.Repeat("a", 64): true, strings.Repeat("a", 65): false, "": false,
	} {
		got := r.get("/api/x", "X-Request-Id", id).Header().Get("X-Request-Id")
		if (got == id) != kept || got == "" {
			t.Errorf("%q became %q", id, got)
		}
	}
}

func TestRequestIDIsKnownToHandlers(t *testing.T) {
	r := setup(t)
	var seen string
	r.router.Get("/x", r.edge.Handle(func(_ http.ResponseWriter, req *http.Request) error {
		seen = web.RequestID(req.Context())
		return nil
	}))
	if want := r.get("/x").Header().Get("X-Request-Id"); seen != want || seen == "" {
		t.Errorf("handler saw %q, client got %q", seen, want)
	}
	if got := web.RequestID(t.Context()); got != "" {
		t.Errorf("outside of a request: %q", got)
	}
}

func TestHandleObservesByItself(t *testing.T) {
	r := setup(t)
	recorder := httptest.NewRecorder()
	handler := r.edge.Handle(func(http.ResponseWriter, *http.Request) error { return web.ErrNotFound })
	handler.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/api/x", nil))
	if recorder.Code != http.StatusNotFound || r.requests(t) != "GET unmatched 404 1" {
		t.Errorf("got %d, counted %q", recorder.Code, r.requests(t))
	}
}

func TestUnmatchedRequests(t *testing.T) {
	r := setup(t)
	r.router.Get("/api/thing/{id}", r.edge.Handle(func(http.ResponseWriter, *http.Request) error { return nil }))
	r.router.Delete("/api/thing/{id}", r.edge.Handle(func(http.ResponseWriter, *http.Request) error { return nil }))
	if response := r.get("/api/other"); response.Code != http.StatusNotFound || !strings.Contains(response.Body.String(), `"not_found"`) {
		t.Errorf("got %d %s", response.Code, response.Body)
	}
	response := r.do(httptest.NewRequest(http.MethodPost, "/api/thing/7", nil))
	if response.Code != http.StatusMethodNotAllowed || fmt.Sprint(response.Header().Values("Allow")) != "[GET DELETE]" {
		t.Errorf("got %d, Allow %v", response.Code, response.Header().Values("Allow"))
	}
}

func TestErrorsDropTheHeadersOfTheAnswerThatDidNotCome(t *testing.T) {
	r := setup(t)
	r.router.Get("/api/x", r.edge.Handle(func(w http.ResponseWriter, _ *http.Request) error {
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("Content-Length", "4")
		w.Header().Set("ETag", `"x"`)
		return web.ErrNotFound
	}))
	header := r.get("/api/x").Header()
	if header.Get("Content-Encoding") != "" || header.Get("ETag") != "" || header.Get("Content-Length") == "4" {
		t.Errorf("headers %v", header)
	}
}

// A body of one part must reach the client before the handler goes on, and a hijacked connection must be the client's.
func TestStreamsAndHijackedConnectionsPassThrough(t *testing.T) {
	r := setup(t)
	goOn := make(chan struct{})
	r.router.Get("/stream", r.edge.Handle(func(w http.ResponseWriter, _ *http.Request) error {
		if _, err := io.WriteString(w, "first"); err != nil {
			return err
		}
		control := http.NewResponseController(w)
		if err := errors.Join(control.Flush(), control.SetWriteDeadline(time.Now().Add(time.Minute))); err != nil {
			return err
		}
		<-goOn
		_, err := io.WriteString(w, "second")
		return err
	}))
	r.router.Get("/hijack", r.edge.Handle(func(w http.ResponseWriter, _ *http.Request) error {
		conn, buffered, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return err
		}
		defer conn.Close()
		fmt.Fprint(buffered, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi")
		return buffered.Flush()
	}))
	server := httptest.NewServer(r.router)
	defer server.Close()

	response, err := http.Get(server.URL + "/stream")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	first := make([]byte, 5)
	if _, err := io.ReadFull(response.Body, first); err != nil || string(first) != "first" {
		t.Fatalf("first part %q, %v", first, err)
	}
	close(goOn)
	if rest, err := io.ReadAll(response.Body); err != nil || string(rest) != "second" {
		t.Fatalf("second part %q, %v", rest, err)
	}

	hijacked, err := http.Get(server.URL + "/hijack")
	if err != nil {
		t.Fatal(err)
	}
	defer hijacked.Body.Close()
	if body, err := io.ReadAll(hijacked.Body); err != nil || string(body) != "hi" {
		t.Fatalf("hijacked %q, %v", body, err)
	}
}

func TestSameOriginRefusesOtherSites(t *testing.T) {
	r := setup(t)
	r.router.With(r.edge.SameOrigin).Post("/api/change", r.edge.Handle(func(http.ResponseWriter, *http.Request) error { return nil }))
	for site, status := range map[string]int{"same-origin": 200, "cross-site": 403, "none": 200} {
		response := r.do(httptest.NewRequest(http.MethodPost, "/api/change", nil), "Sec-Fetch-Site", site)
		if response.Code != status {
			t.Errorf("from %s: %d %s", site, response.Code, response.Body)
		}
	}
}

func TestSecurityHeadersAreOnEveryAnswer(t *testing.T) {
	r := setup(t)
	r.fails("/api/broken", errors.New("boom"))
	for _, path := range []string{"/api/broken", "/nowhere"} {
		header := r.get(path).Header()
		policy := header.Get("Content-Security-Policy")
		for _, directive := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'",
			"img-src 'self' https: data:", "font-src 'self'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"} {
			if !strings.Contains(policy+";", directive+";") {
				t.Errorf("%s: policy %q lacks %q", path, policy, directive)
			}
		}
		if strings.Contains(policy, "unsafe") {
			t.Errorf("%s: policy %q", path, policy)
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin-when-cross-origin", "Cross-Origin-Opener-Policy": "same-origin",
		} {
			if got := header.Get(name); got != want {
				t.Errorf("%s: %s is %q", path, name, got)
			}
		}
		if !strings.Contains(header.Get("Permissions-Policy"), "camera=()") {
			t.Errorf("%s: Permissions-Policy %q", path, header.Get("Permissions-Policy"))
		}
	}
}

func FuzzRequestHeaders(f *testing.F) {
	f.Add("text/html", "application/json", "en-US,en;q=0.9", "abc")
	f.Add(",;q=,*/*;;", "multipart/form-data; boundary", "-,--,es;q=x", "\x00")
	f.Fuzz(func(t *testing.T, accept, contentType, language, id string) {
		r := setup(t)
		response := r.get("/nowhere", "Accept", accept, "Content-Type", contentType, "Accept-Language", language, "X-Request-Id", id)
		if response.Code != http.StatusNotFound || response.Body.Len() == 0 {
			t.Errorf("got %d %q", response.Code, response.Body)
		}
	})
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
	loaded, err := web.LoadLanguages(fstest.MapFS{"en.json": languageFile(t, english), "es.json": languageFile(t, spanish)})
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
