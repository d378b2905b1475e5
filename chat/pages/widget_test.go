package pages_test

import (
	"bytes"
	"context"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"narthex/chat/church"
	"narthex/chat/pages"
)

var _ pages.AttemptStore = (*church.Widgets)(nil)

func TestASiteThatMayShowTheChatIsToldHow(t *testing.T) {
	grace := graceHarbor()
	grace.Accent, grace.Name = "#7a1f3d", `Grace "</script> Harbor`
	r := newWidgetRig(t, grace)
	response := r.get("/widget/grace-harbor/site.js?lang=es", "Origin", "https://graceharbor.example.org")
	for name, want := range map[string]string{
		"Access-Control-Allow-Origin": "https://graceharbor.example.org", "Vary": "Origin, Accept-Language", "Cache-Control": "no-store",
		"Cross-Origin-Resource-Policy": "same-origin", "Content-Type": "text/javascript; charset=utf-8", "Set-Cookie": "",
		"Access-Control-Allow-Credentials": "",
	} {
		if got := response.Header().Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if strings.Contains(response.Body.String(), "</script>") {
		t.Errorf("a name that could end a script: %s", response.Body)
	}
	site := r.site("grace-harbor", "https://www.graceharbor.example.org")
	if site["name"] != grace.Name || site["language"] != "en" || site["dir"] != "ltr" || site["accent"] != "#7a1f3d" || site["onAccent"] != "#ffffff" || site["life"] != 600.0 {
		t.Errorf("told %v", site)
	}
	texts := site["texts"].(map[string]any)
	if texts["open"] != "Chat with "+grace.Name || !strings.Contains(response.Body.String(), "Cerrar el chat") {
		t.Errorf("texts %v; in Spanish %s", texts, response.Body)
	}
}

func TestACopiedSnippetDoesNotWorkOnAForeignSite(t *testing.T) {
	grace := graceHarbor()
	r := newWidgetRig(t, grace)
	for _, origin := range []string{"https://evil.example", "http://graceharbor.example.org", "null", "https://evil.example, https://graceharbor.example.org", "https://graceharbor.example.org.evil.example"} {
		response := r.get("/widget/grace-harbor/site.js", "Origin", origin)
		if response.Code != http.StatusForbidden || response.Header().Get("Access-Control-Allow-Origin") != "" || strings.Contains(response.Body.String(), "token\":") {
			t.Errorf("%s: %d %v %s", origin, response.Code, response.Header(), response.Body)
		}
	}
	if got := r.refused("origin"); got != 5 {
		t.Errorf("%d refusals are counted", got)
	}
	id := grace.ID.String()[:4]
	want := map[string]int64{id + " https://evil.example": 1, id + " http://graceharbor.example.org": 1, id + " null": 1, id + " https://graceharbor.example.org.evil.example": 1}
	for key, count := range r.counted() {
		if want[key] != count {
			t.Errorf("the admin sees %s %d times", key, count)
		}
		delete(want, key)
	}
	if len(want) != 0 {
		t.Errorf("the admin does not see %v", want)
	}
}

func TestAChurchWithoutChatShowsNoButtonAndNoError(t *testing.T) {
	paused := graceHarbor()
	paused.Status = church.Paused
	r := newWidgetRig(t, paused)
	response := r.get("/widget/grace-harbor/site.js", "Origin", "https://anybody.example")
	if response.Code != http.StatusOK || response.Body.String() != "export default null\n" || response.Header().Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("%d %s", response.Code, response.Body)
	}
	if got := r.get("/widget/nobody/site.js", "Origin", "https://anybody.example"); got.Code != http.StatusNotFound {
		t.Errorf("no such church: %d", got.Code)
	}
}

func TestThePanelIsForTheSiteThatItsTokenNames(t *testing.T) {
	grace := graceHarbor()
	r := newWidgetRig(t, grace, nuevaVida())
	const site = "https://www.graceharbor.example.org"
	response := r.panel("grace-harbor", r.token("grace-harbor", site))
	header := response.Header()
	policy := header.Get("Content-Security-Policy")
	if response.Code != http.StatusOK || !strings.HasSuffix(policy, "; frame-ancestors "+site) || strings.Contains(policy, "unsafe") {
		t.Errorf("%d, policy %q", response.Code, policy)
	}
	if header.Get("Cache-Control") != "no-store" || header.Get("X-Frame-Options") != "" || header.Get("Set-Cookie") != "" ||
		header.Get("Cross-Origin-Resource-Policy") != "cross-origin" || header.Get("Cross-Origin-Embedder-Policy") != "require-corp" {
		t.Errorf("headers %v", header)
	}
	data := clientData(t, response.Body.String())
	if data["host"] != site || data["token"] == "" || data["churchId"] != grace.ID.String() {
		t.Errorf("told %v", data)
	}
	own := r.panel("grace-harbor", r.token("grace-harbor", ownOrigin))
	if !strings.HasSuffix(own.Header().Get("Content-Security-Policy"), "frame-ancestors 'self'") {
		t.Errorf("on a page of our own: %s", own.Header().Get("Content-Security-Policy"))
	}
}

func TestNoPanelWithoutAGoodToken(t *testing.T) {
	grace, vida := graceHarbor(), nuevaVida()
	vida.Website = "https://vida.example"
	r := newWidgetRig(t, grace, vida)
	good := r.token("grace-harbor", "https://graceharbor.example.org")
	refused := func(name string, response *httptest.ResponseRecorder) {
		t.Helper()
		if response.Code != http.StatusForbidden || !strings.HasSuffix(response.Header().Get("Content-Security-Policy"), "frame-ancestors 'none'") {
			t.Errorf("%s: %d, %s", name, response.Code, response.Header().Get("Content-Security-Policy"))
		}
	}
	refused("none", r.panel("grace-harbor", "", "Referer", "https://evil.example/page"))
	refused("nonsense", r.panel("grace-harbor", "x.y"))
	refused("another church's", r.panel("grace-harbor", r.token("nueva-vida", "https://vida.example")))
	grace.Website = "https://moved.example"
	refused("of a site that was taken off the list", r.panel("grace-harbor", good))
	grace.Website = "https://graceharbor.example.org"
	r.now = r.now.Add(11 * time.Minute)
	refused("an old one", r.panel("grace-harbor", good))
	if got := r.refused("token"); got != 5 {
		t.Errorf("%d refusals are counted", got)
	}
	id := grace.ID.String()[:4]
	seen := r.counted()
	maps.DeleteFunc(seen, func(mark string, _ int64) bool { return strings.Contains(mark, " shows ") })
	if seen[id+" https://evil.example"] != 1 || seen[id+" https://graceharbor.example.org"] != 1 || len(seen) != 2 {
		t.Errorf("the admin sees as refused %v", seen)
	}
	grace.ChatbotEnabled = false
	if got := r.panel("grace-harbor", r.token("nueva-vida", "https://vida.example")).Code; got != http.StatusNotFound {
		t.Errorf("a church without chat: %d", got)
	}
}

func TestWhoOpensThePanelInATabGetsTheChatPage(t *testing.T) {
	r := newWidgetRig(t, graceHarbor())
	for query, want := range map[string]string{"": "/chat/grace-harbor", "?agent=care&lang=es": "/chat/grace-harbor?agent=care&lang=es", "?agent=//evil": "/chat/grace-harbor"} {
		response := r.get("/widget/grace-harbor"+query, "Sec-Fetch-Dest", "document")
		if response.Code != http.StatusFound || response.Header().Get("Location") != want {
			t.Errorf("%s: %d %s", query, response.Code, response.Header().Get("Location"))
		}
	}
	if got := r.get("/widget/%2f%2fevil.example", "Sec-Fetch-Dest", "document").Header().Get("Location"); !strings.HasPrefix(got, "/chat/%25") {
		t.Errorf("leads to %q", got)
	}
}

func TestBrowsersAreToldWhoseSitesMayCallTheChat(t *testing.T) {
	r := newWidgetRig(t, graceHarbor())
	ask := func(address, origin string) *httptest.ResponseRecorder {
		return r.do(http.MethodOptions, address, "Origin", origin, "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "content-type")
	}
	const partner, turn = "https://app.partner.example", "0198c1d4-6c1e-7a52-a2ef-6a1cbb7f0001"
	for _, address := range []string{"stream", "turns/" + turn + "/stream", "turns/" + turn + "/stop", "turns/" + turn + "/feedback", "turns/" + turn + "/confirm", "conversations/" + turn, "ui", "ui/" + turn + "/stream"} {
		got := ask("/api/chatbot/"+address, partner)
		header := got.Header()
		if got.Code != http.StatusNoContent || header.Get("Access-Control-Allow-Origin") != partner || header.Get("Access-Control-Allow-Credentials") != "" ||
			header.Get("Access-Control-Allow-Methods") != "GET, POST, DELETE" || !strings.Contains(header.Get("Access-Control-Allow-Headers"), "Content-Type") ||
			!slices.Contains(header.Values("Vary"), "Origin") {
			t.Errorf("%s: %d %v", address, got.Code, header)
		}
	}
	for name, got := range map[string]*httptest.ResponseRecorder{
		"a foreign site":         ask("/api/chatbot/stream", "https://evil.example"),
		"a site of another name": ask("/api/chatbot/stream", "https://app.partner.example.evil.example"),
		"no browser":             r.do(http.MethodOptions, "/api/chatbot/stream"),
		"other addresses":        ask("/widget/grace-harbor", partner),
	} {
		if got.Code == http.StatusNoContent || got.Header().Get("Access-Control-Allow-Methods") != "" {
			t.Errorf("%s is told %d %v", name, got.Code, got.Header())
		}
	}
}

func TestTheChatsEndpointsAreForOurOwnPages(t *testing.T) {
	grace := graceHarbor()
	r := newWidgetRig(t, grace)
	good := r.token("grace-harbor", "https://graceharbor.example.org")
	for _, tt := range []struct {
		name   string
		origin string
		token  string
		status int
	}{
		{"a program", "", "", http.StatusTeapot},
		{"our own page", ownOrigin, "", http.StatusTeapot},
		{"our own page under the name that was asked", "http://example.com", "", http.StatusTeapot},
		{"a partner of the operator's", "https://app.partner.example", "", http.StatusTeapot},
		{"a panel", ownOrigin, good, http.StatusTeapot},
		{"a foreign page", "https://evil.example", "", http.StatusForbidden},
		{"a foreign page with a token", "https://evil.example", good, http.StatusForbidden},
		{"the church's own page, past the panel", "https://graceharbor.example.org", good, http.StatusForbidden},
		{"a file", "null", "", http.StatusForbidden},
		{"nonsense", "%%%", "", http.StatusForbidden},
		{"a panel with a bad token", ownOrigin, "bad", http.StatusForbidden},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var headers []string
			if tt.origin != "" {
				headers = append(headers, "Origin", tt.origin)
			}
			for _, address := range []string{"/api/chatbot/ws?visitor=" + tt.token, "/api/chatbot/ws?x=1&visitor=" + tt.token} {
				if got := r.get(address, headers...).Code; got != tt.status {
					t.Errorf("a WebSocket: %d, want %d", got, tt.status)
				}
			}
			readable := ""
			if tt.origin == "https://app.partner.example" {
				readable = tt.origin
			}
			got := r.do(http.MethodPost, "/api/chatbot/stream", append(headers, "X-Narthex-Visitor", tt.token)...)
			if got.Code != tt.status || got.Header().Get("Access-Control-Allow-Origin") != readable || !slices.Contains(got.Header().Values("Vary"), "Origin") {
				t.Errorf("a request: %d, want %d; %v", got.Code, tt.status, got.Header())
			}
		})
	}
	if got := r.do(http.MethodPost, "/api/chatbot/stream", "Origin", "https://app.partner.example", "X-Narthex-Visitor", "bad"); got.Code != http.StatusForbidden ||
		got.Header().Get("Access-Control-Allow-Origin") != "https://app.partner.example" {
		t.Errorf("why it was refused, a partner's page is told with %d %v", got.Code, got.Header())
	}
	grace.Website = ""
	response := r.do(http.MethodPost, "/api/chatbot/stream", "Origin", ownOrigin, "X-Narthex-Visitor", good)
	if response.Code != http.StatusForbidden || !strings.Contains(response.Body.String(), `"visitor_token_invalid"`) {
		t.Errorf("a panel whose site was taken off the list: %d %s", response.Code, response.Body)
	}
}

func TestAttemptsAreWrittenTogetherAndNotLostToAnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		grace := graceHarbor()
		r := newWidgetRig(t, grace)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- r.widget.Run(ctx) }()
		try := func(times int) {
			for range times {
				r.get("/widget/grace-harbor/site.js", "Origin", "https://evil.example")
			}
		}
		r.attempts.fail(true)
		try(500)
		time.Sleep(11 * time.Second)
		r.attempts.fail(false)
		try(500)
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if r.attempts.calls != 1 || r.attempts.seen[grace.ID.String()[:4]+" https://evil.example"] != 1000 {
			t.Errorf("%d writes, %v", r.attempts.calls, r.attempts.seen)
		}
		try(1)
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if r.attempts.seen[grace.ID.String()[:4]+" https://evil.example"] != 1001 {
			t.Errorf("what was counted last is lost: %v", r.attempts.seen)
		}
	})
}

func TestASiteThatShowsTheChatIsNotedOnceAnHour(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		grace := graceHarbor()
		r := newWidgetRig(t, grace)
		show := func() {
			for range 100 {
				r.get("/widget/grace-harbor/site.js", "Origin", "https://graceharbor.example.org")
				r.get("/widget/grace-harbor/site.js", "Origin", ownOrigin)
			}
		}
		show()
		time.Sleep(59 * time.Minute)
		show()
		time.Sleep(2 * time.Minute)
		show()
		if seen := r.counted(); len(seen) != 1 || seen[grace.ID.String()[:4]+" shows https://graceharbor.example.org"] != 2 {
			t.Errorf("noted is %v", seen)
		}
	})
}

func TestAFloodOfMadeUpSitesDoesNotGrowTheMemory(t *testing.T) {
	grace := graceHarbor()
	r := newWidgetRig(t, grace)
	for i := range 1500 {
		r.get("/widget/grace-harbor/site.js", "Origin", "https://x"+strings.Repeat("y", i%50)+".s"+strings.Repeat("z", i/50)+".example")
	}
	if seen := r.counted(); len(seen) != 1000 || r.refused("origin") != 1500 {
		t.Errorf("%d sites are told apart, %d refusals counted", len(seen), r.refused("origin"))
	}
}

func TestEachThemeHasAnswersToTheQuestionForThePreference(t *testing.T) {
	grace := graceHarbor()
	grace.Accent = "#7a1f3d"
	r := newWidgetRig(t, grace)
	token := r.token("grace-harbor", "https://graceharbor.example.org")
	asks := regexp.MustCompile(`prefers-color-scheme`)
	for theme, want := range map[string]struct {
		asks   bool
		scheme string
	}{"auto": {true, "light dark"}, "light": {false, "light"}, "dark": {false, "dark"}} {
		body := r.get("/widget/grace-harbor?theme=" + theme + "&visitor=" + token).Body.String()
		links := regexp.MustCompile(`rel="stylesheet" href="([^"]+)"`).FindAllStringSubmatch(body, -1)
		if len(links) != 2 {
			t.Fatalf("%s: style sheets %v", theme, links)
		}
		var all string
		for _, link := range links {
			response := r.get(strings.ReplaceAll(link[1], "&amp;", "&"))
			if response.Code != http.StatusOK || response.Header().Get("Cache-Control") != "public, max-age=31536000, immutable" {
				t.Errorf("%s: %d %v", link[1], response.Code, response.Header())
			}
			all += response.Body.String()
		}
		if asks.MatchString(all) != want.asks || !regexp.MustCompile(`color-scheme:\s*`+want.scheme).MatchString(all) || !strings.Contains(all, "#7a1f3d") {
			t.Errorf("%s: asks for the preference %v", theme, asks.MatchString(all))
		}
	}
	for address, status := range map[string]int{
		"/widget.css": 404, "/widget.css?theme=pink": 404, "/widget.css?theme=dark": 200, "/widget/grace-harbor/colour.css?theme=pink": 404,
		"/widget/grace-harbor/colour.css?theme=dark&v=old": 200, "/widget/nobody/colour.css?theme=dark": 404,
	} {
		response := r.get(address)
		if response.Code != status || strings.Contains(response.Header().Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %d %s", address, response.Code, response.Header().Get("Cache-Control"))
		}
	}
}

func TestTheLoaderIsForAnyPage(t *testing.T) {
	response := newWidgetRig(t).get("/widget.js", "Accept-Encoding", "gzip")
	header := response.Header()
	if response.Code != http.StatusOK || header.Get("Access-Control-Allow-Origin") != "*" || header.Get("Cross-Origin-Resource-Policy") != "cross-origin" ||
		!strings.HasPrefix(header.Get("Cache-Control"), "public, max-age=3600") || header.Get("Content-Encoding") != "gzip" {
		t.Errorf("%d %v", response.Code, header)
	}
}

func TestAWidgetNeedsAnAddressAndAKey(t *testing.T) {
	edge, views, assets := newEdge(t)
	for name, parts := range map[string]pages.WidgetParts{
		"no address": {Key: bytes.Repeat([]byte{1}, 32)}, "a path for an address": {BaseURL: "/chat", Key: bytes.Repeat([]byte{1}, 32)},
		"no key": {BaseURL: ownOrigin}, "a bad pattern": {BaseURL: ownOrigin, Key: bytes.Repeat([]byte{1}, 32), Origins: []string{"["}},
	} {
		parts.Edge, parts.Pages, parts.Assets = edge, views, assets
		if _, err := pages.NewWidget(parts); err == nil {
			t.Errorf("%s: made a widget", name)
		}
	}
}

// BenchmarkGuard measures what the guard adds to a request of our own page.
func BenchmarkGuard(b *testing.B) {
	loaded, err := site()
	if err != nil {
		b.Fatal(err)
	}
	widget, err := pages.NewWidget(pages.WidgetParts{BaseURL: ownOrigin, Key: bytes.Repeat([]byte{1}, 32), Attempts: &tally{}, Assets: loaded.assets})
	if err != nil {
		b.Fatal(err)
	}
	guarded := widget.Guard(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	request, writer := httptest.NewRequest(http.MethodPost, "/api/chatbot/stream", nil), httptest.NewRecorder()
	request.Header.Set("Origin", ownOrigin)
	b.ReportAllocs()
	for b.Loop() {
		guarded.ServeHTTP(writer, request)
	}
}

// The page behind the panel's link goes on in the language that the site has chosen, whatever the browser prefers.
func TestThePanelsLinkGoesOnInTheSitesLanguage(t *testing.T) {
	r := newWidgetRig(t, graceHarbor())
	panel := "/widget/grace-harbor?visitor=" + r.token("grace-harbor", "https://graceharbor.example.org")
	for query, want := range map[string]string{
		"&lang=es":            "/chat/grace-harbor?lang=es",
		"&lang=es&agent=care": "/chat/grace-harbor?agent=care&amp;lang=es",
		"&lang=":              "/chat/grace-harbor",
	} {
		if page := r.get(panel+query, "Accept-Language", "en").Body.String(); !strings.Contains(page, `<a href="`+want+`" target="_blank"`) {
			t.Errorf("%s: no link to %s", query, want)
		}
	}
}
