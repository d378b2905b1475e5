package web

import (
	"encoding/json"
	"math"
	"mime"
	"net/http"
	"strconv"
	"strings"
)

// document is an RFC 9457 problem.
type document struct {
	Type     string `json:"type"`
	Title    string `json:"title"`
	Status   int    `json:"status"`
	Code     string `json:"code"`
	Detail   string `json:"detail"`
	Instance string `json:"instance"`

	Fields  map[string]string `json:"fields,omitempty"`
	Version string            `json:"version,omitempty"`
}

// respond writes the problem in the form that the client can use.
func (e *Edge) respond(w http.ResponseWriter, r *http.Request, rec *record, problem Problem, status int) {
	header := w.Header()
	for _, stale := range []string{"Content-Encoding", "Content-Length", "Content-Disposition", "ETag", "Last-Modified"} {
		header.Del(stale) // set for the answer that did not come
	}
	header.Set("Cache-Control", "no-store")
	if wait := retryAfter(problem); wait > 0 {
		header.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	}
	if e.pages != nil && !wantsJSON(r) {
		err := e.pages.renderError(w, r, status, problem, rec.id)
		if err == nil {
			return
		}
		e.logger.ErrorContext(r.Context(), "error page failed", "request_id", rec.id, "error", err)
	}
	writeProblem(w, status, problem, rec.id)
}

func writeProblem(w http.ResponseWriter, status int, problem Problem, requestID string) {
	said := document{
		Type: "about:blank", Title: http.StatusText(status), Status: status,
		Code: problem.Code(), Detail: problem.Public(), Instance: requestID,
	}
	if of, ok := problem.(FieldProblem); ok {
		said.Fields = of.Fields()
	}
	if of, ok := problem.(VersionProblem); ok {
		said.Version = of.Version()
	}
	body, err := json.Marshal(said)
	if err != nil {
		panic(err) // strings and a number always marshal
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// wantsJSON tells programs from people: programs call an API's path, send JSON, or ask for it.
func wantsJSON(r *http.Request) bool {
	if strings.HasPrefix(r.URL.Path, "/api/") || strings.HasPrefix(r.URL.Path, "/v1/") {
		return true
	}
	if sent, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); isJSON(sent) {
		return true
	}
	accept := strings.Join(r.Header.Values("Accept"), ",")
	for option := range strings.SplitSeq(accept, ",") {
		media, _, _ := mime.ParseMediaType(option)
		switch {
		case media == "text/html" || media == "application/xhtml+xml":
			return false // browsers name it first
		case isJSON(media) || media == "text/event-stream":
			return true
		}
	}
	return false
}

func isJSON(media string) bool {
	return media == "application/json" || strings.HasSuffix(media, "+json")
}
