package pages_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"narthex/chat/church"
)

var themeLink = regexp.MustCompile(`<link rel="stylesheet" href="(/care/grace-harbor/theme\.css\?v=[0-9a-f]+)">`)

func TestAChurchsColourIsAStyleSheetThatBrowsersMayKeep(t *testing.T) {
	wine := with(func(s *church.Snapshot) { s.Accent = "#7a1f3d" })
	var address string
	for _, path := range []string{"/care/grace-harbor", "/churches/grace-harbor"} {
		match := themeLink.FindStringSubmatch(body(t, wine, path))
		if match == nil {
			t.Fatalf("%s has no theme", path)
		}
		address = match[1]
	}
	response := visit(t, wine, http.MethodGet, address)
	header := response.Header()
	if response.Code != http.StatusOK || header.Get("Content-Type") != "text/css; charset=utf-8" || !strings.Contains(header.Get("Cache-Control"), "immutable") {
		t.Errorf("status %d, %s, %s", response.Code, header.Get("Content-Type"), header.Get("Cache-Control"))
	}
	mustContain(t, response.Body.String(), "--brand:#7a1f3d", "--accent:#7a1f3d", "prefers-color-scheme:dark")
	if again := visit(t, wine, http.MethodGet, address, "If-None-Match", "W/"+header.Get("ETag")); again.Code != http.StatusNotModified || again.Body.Len() > 0 {
		t.Errorf("asked again: %d with %d bytes", again.Code, again.Body.Len())
	}
}

func TestAnotherVersionOfAThemeMustNotBeKept(t *testing.T) {
	wine := with(func(s *church.Snapshot) { s.Accent = "#7a1f3d" })
	for _, query := range []string{"", "?v=0123456789ab"} {
		if got := visit(t, wine, http.MethodGet, "/care/grace-harbor/theme.css"+query).Header().Get("Cache-Control"); got != "no-cache" {
			t.Errorf("%q: Cache-Control %q", query, got)
		}
	}
}

func TestAChurchWithoutAColourHasTheProducts(t *testing.T) {
	for _, accent := range []string{"", "red", "#12345", "#7a1f3d}body{display:none"} {
		lookup := with(func(s *church.Snapshot) { s.Accent = accent })
		mustLack(t, body(t, lookup, "/care/grace-harbor"), "theme.css")
		response := visit(t, lookup, http.MethodGet, "/care/grace-harbor/theme.css")
		if response.Code != http.StatusOK || response.Body.Len() > 0 {
			t.Errorf("%q: status %d, %s", accent, response.Code, response.Body)
		}
	}
}

func TestAThemeNeedsASubscribedChurch(t *testing.T) {
	for want, err := range map[int]error{404: church.ErrNotFound, 503: church.ErrUnavailable} {
		if got := visit(t, failing(err), http.MethodGet, "/care/grace-harbor/theme.css").Code; got != want {
			t.Errorf("%v: %d, want %d", err, got, want)
		}
	}
}
