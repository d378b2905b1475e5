package pages

import (
	"net/http"
	"slices"
	"strings"
)

// shared begin the addresses of the endpoints that pages of named sites may call, see Guard. WebSockets need no leave to be read.
var shared = []string{"/api/chatbot/stream", "/api/chatbot/turns/", "/api/chatbot/conversations/", "/api/chatbot/ui"}

// Preflights answers browsers that ask whether a page of a site which the operator names may call the chat's endpoints. To all others the
// endpoints know no such question. It stands before the routes, which are asked for their own methods alone.
func (g *Widget) Preflights(next http.Handler) http.Handler {
	if len(g.patterns) == 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asks := r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != ""
		if !asks || !slices.ContainsFunc(shared, func(path string) bool { return strings.HasPrefix(r.URL.Path, path) }) || !g.letRead(w, r) {
			next.ServeHTTP(w, r)
			return
		}
		header := w.Header()
		header.Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
		header.Set("Access-Control-Allow-Headers", "Content-Type, Last-Event-ID")
		header.Set("Access-Control-Max-Age", "7200") // seconds, the most that Chromium keeps it
		w.WriteHeader(http.StatusNoContent)
	})
}

// letRead lets a page of a named site read the response, without credentials: there are none. It gives false for other pages.
func (g *Widget) letRead(w http.ResponseWriter, r *http.Request) bool {
	if len(g.patterns) == 0 {
		return false
	}
	header, origin := w.Header(), r.Header.Get("Origin")
	header.Add("Vary", "Origin")
	if origin == g.own || !g.named(origin) {
		return false
	}
	header.Set("Access-Control-Allow-Origin", origin)
	header.Set("Access-Control-Expose-Headers", "Retry-After")
	return true
}
