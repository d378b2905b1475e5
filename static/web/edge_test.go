package web_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"narthex/static/web"
)

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

func TestFaultsOfOursAreCountedAndNotMuchOfAPanicIsLogged(t *testing.T) {
	r := setup(t)
	panicked := 0
	r.edge.OnPanic(func() { panicked++ })
	r.fails("/error", errors.New("boom"))
	r.fails("/away", &problem{kind: "unavailable", code: "away"})
	r.fails("/invalid", &problem{kind: "invalid", code: "invalid"})
	r.router.Get("/abort", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	r.router.Get("/panic", func(http.ResponseWriter, *http.Request) { panic(strings.Repeat("x", 10_000)) })
	faults := func() float64 {
		t.Helper()
		families, err := r.registry.Gather()
		if err != nil {
			t.Fatal(err)
		}
		for _, family := range families {
			if family.GetName() == "narthex_http_faults_total" {
				return family.GetMetric()[0].GetCounter().GetValue()
			}
		}
		t.Fatal("faults are not counted")
		return 0
	}
	if n := faults(); n != 0 {
		t.Errorf("%v faults before any request", n)
	}
	for _, path := range []string{"/error", "/away", "/invalid", "/nowhere", "/panic"} {
		r.get(path)
	}
	if line := fmt.Sprint(r.logged(t)["error"]); !strings.Contains(line, "xxx") || strings.Contains(line, strings.Repeat("x", 301)) {
		t.Errorf("logged %.500s", line)
	}
	func() {
		defer func() { _ = recover() }()
		r.get("/abort")
	}()
	if n := faults(); n != 2 || panicked != 1 {
		t.Errorf("%v faults, %d panics", n, panicked)
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
	for origin, status := range map[string]int{"http://example.com": 200, "https://other.example": 403, "null": 403} { // of browsers that say no more
		response := r.do(httptest.NewRequest(http.MethodPost, "http://example.com/api/change", nil), "Origin", origin)
		if response.Code != status {
			t.Errorf("of origin %s: %d %s", origin, response.Code, response.Body)
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

func TestTheLineOfARequestSaysWhatItIsAbout(t *testing.T) {
	r := setup(t)
	about := web.Subject{Church: uuid.New(), Turn: uuid.New()}
	r.router.Get("/", r.edge.Handle(func(_ http.ResponseWriter, request *http.Request) error {
		web.About(request.Context(), about)
		return nil
	}))
	r.get("/")
	line := r.logged(t)
	if line["church"] != about.Church.String() || line["turn"] != about.Turn.String() {
		t.Errorf("the line is %v", line)
	}
	if _, told := line["session"]; told {
		t.Error("there is a session, which nobody knows")
	}
	web.About(t.Context(), about) // of no request: nobody is told
}
