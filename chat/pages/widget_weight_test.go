package pages_test

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// The budgets, in bytes as they are sent to browsers, which take gzip.
const (
	loaderBudget = 7 << 10
	panelBudget  = 30 << 10
)

func TestTheLoaderAndThePanelKeepToTheirWeight(t *testing.T) {
	grace := graceHarbor()
	grace.Accent = "#7a1f3d"
	s := serveWidget(t, grace)
	r := newWidgetRig(t, grace)
	wire := func(path string) int {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+strings.ReplaceAll(path, "&amp;", "&"), nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Accept-Encoding", "gzip")
		response, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d, %v", path, response.StatusCode, err)
		}
		return len(body)
	}

	loader := wire("/widget.js")
	site := r.get("/widget/grace-harbor/site.js", "Origin", "https://graceharbor.example.org").Body.Len()
	t.Logf("the loader is %d bytes, what it asks %d", loader, site)
	if loader+site > loaderBudget {
		t.Errorf("the loader and what it asks are %d bytes, more than %d", loader+site, loaderBudget)
	}

	address := s.panelURL(t, grace.Slug)
	html := []byte(fetch(t, address))
	total := wire(strings.TrimPrefix(address, s.url))
	t.Logf("the panel's page is %d bytes, %d as it is sent", len(html), total)
	for _, match := range regexp.MustCompile(`(?:src="([^"]+)"|rel="stylesheet" href="([^"]+)")`).FindAllSubmatch(html, -1) {
		path := string(match[1]) + string(match[2])
		size := wire(path)
		t.Logf("%s is %d bytes", path, size)
		total += size
	}
	t.Logf("the panel is %d bytes in all", total)
	if total > panelBudget {
		t.Errorf("the panel is %d bytes, more than %d", total, panelBudget)
	}
}

// panelURL is the panel's address.
func (s *widgetServer) panelURL(t *testing.T, slug string) string {
	t.Helper()
	site := fetch(t, s.url+"/widget/"+slug+"/site.js")
	token := regexp.MustCompile(`"token":"([^"]+)"`).FindStringSubmatch(site)
	if token == nil {
		t.Fatalf("no token in %s", site)
	}
	return s.url + "/widget/" + slug + "?visitor=" + token[1]
}
