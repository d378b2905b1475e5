package web_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"narthex/static/web"
)

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
	asked := r.get("/page?lang=es", "Accept-Language", "en").Body.String()
	if !strings.Contains(asked, "Ya no está") {
		t.Errorf("the page whose address asks for Spanish: %s", asked)
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
