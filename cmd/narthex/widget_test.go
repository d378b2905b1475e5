package main

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// The widget's parts are tested in package pages; this holds that the program puts them together.
func TestTheProgramServesTheWidgetToSitesThatMayHaveIt(t *testing.T) {
	p := prepareDemo(t)
	p.environment = append(p.environment, "NARTHEX_WIDGET_KEY="+strings.Repeat("k", 40), "NARTHEX_ALLOWED_ORIGINS=https://app.example.org")
	p.serve(t)
	get := func(path, origin string) (status int, header http.Header, body string) {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+p.base+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if origin != "" {
			request.Header.Set("Origin", origin)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		content, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response.StatusCode, response.Header, string(content)
	}
	if status, _, body := get("/widget.js", ""); status != http.StatusOK || !strings.Contains(body, "narthex-widget") {
		t.Fatalf("the loader: %d", status)
	}
	if status, _, _ := get("/widget/grace-harbor/site.js", "https://evil.example"); status != http.StatusForbidden {
		t.Errorf("a foreign site: %d", status)
	}
	if status, _, _ := get("/api/chatbot/ws", "https://evil.example"); status != http.StatusForbidden {
		t.Errorf("a foreign site's WebSocket: %d", status)
	}
	for _, origin := range []string{"http://" + p.base, "https://app.example.org"} {
		// A proxy may ask for our pages by a name of its own.
		conn, response, err := websocket.Dial(t.Context(), "ws://"+p.base+"/api/chatbot/ws", &websocket.DialOptions{Host: "inner.example", HTTPHeader: http.Header{"Origin": {origin}}})
		if err != nil {
			t.Fatalf("a WebSocket of a page of %s: %v, %v", origin, err, response)
		}
		conn.CloseNow()
	}
	preflight, err := http.NewRequestWithContext(t.Context(), http.MethodOptions, "http://"+p.base+"/api/chatbot/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	preflight.Header.Set("Origin", "https://app.example.org")
	preflight.Header.Set("Access-Control-Request-Method", http.MethodPost)
	response, err := http.DefaultClient.Do(preflight)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusNoContent || response.Header.Get("Access-Control-Allow-Origin") != "https://app.example.org" {
		t.Errorf("an allowed site asks whether it may call, and is told %d %v", response.StatusCode, response.Header)
	}
	var website string
	if err := p.db.Admin.QueryRow(t.Context(), `select website from churches where slug = 'grace-harbor'`).Scan(&website); err != nil {
		t.Fatal(err)
	}
	origin := regexp.MustCompile(`^https?://[^/]+`).FindString(website)
	_, _, site := get("/widget/grace-harbor/site.js", origin)
	token := regexp.MustCompile(`"token":"([^"]+)"`).FindStringSubmatch(site)
	if token == nil {
		t.Fatalf("the church's website at %s is told %s", origin, site)
	}
	status, header, _ := get("/widget/grace-harbor?visitor="+token[1], "")
	if policy := header.Get("Content-Security-Policy"); status != http.StatusOK || !strings.HasSuffix(policy, "frame-ancestors "+origin) {
		t.Errorf("the panel: %d, %s", status, policy)
	}
	for deadline := time.Now().Add(20 * time.Second); ; {
		var attempts int64
		err := p.db.Admin.QueryRow(t.Context(), `select coalesce(sum(attempts), 0) from widget_attempts where origin = 'https://evil.example'`).Scan(&attempts)
		if err != nil {
			t.Fatal(err)
		}
		if attempts == 1 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the admin sees %d attempts", attempts)
		}
		time.Sleep(100 * time.Millisecond) // another process writes them, and nothing tells when
	}
}
