package pages_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// Every page's policy lets in nothing inline and nothing that is evaluated. That the pages work under it, the other tests
// show: a tab that hears of a breach fails its test.
func TestNoPageNeedsAPolicyWithHoles(t *testing.T) {
	grace := graceHarbor()
	s := serveWidget(t, grace)
	h := hostFor(t, s, grace, plainPage(snippet))
	token := siteToken(t, s, h.url)
	for path, frames := range map[string]string{
		"/care/grace-harbor": "'none'", "/care/nowhere": "'none'", "/chat/grace-harbor?agent=care": "'none'", "/churches/grace-harbor": "'none'",
		"/churches/nowhere": "'none'", "/nowhere": "'none'", "/care/grace-harbor/theme.css": "'none'", "/widget.js": "'none'",
		"/widget/grace-harbor?visitor=" + url.QueryEscape(token): h.url,
		"/widget/grace-harbor?visitor=wrong":                     "'none'",
	} {
		response, err := http.Get(s.url + path)
		if err != nil {
			t.Fatal(err)
		}
		if err := response.Body.Close(); err != nil {
			t.Fatal(err)
		}
		policies := response.Header.Values("Content-Security-Policy")
		if len(policies) != 1 {
			t.Errorf("%s has %d policies", path, len(policies))
			continue
		}
		for _, hole := range []string{"unsafe-", "*", "blob:", "'strict-dynamic'", "http:"} {
			if strings.Contains(strings.Replace(policies[0], h.url, "", 1), hole) {
				t.Errorf("%s: %s in %s", path, hole, policies[0])
			}
		}
		for _, needed := range []string{
			"default-src 'none'", "script-src 'self';", "style-src 'self';", "connect-src 'self';", "base-uri 'none'", "form-action 'self'",
			"require-trusted-types-for 'script'", "frame-ancestors " + frames,
		} {
			if !strings.Contains(policies[0], needed) {
				t.Errorf("%s lacks %s: %s", path, needed, policies[0])
			}
		}
		if response.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s may be taken for something else", path)
		}
	}
}

// siteToken is the token that a site's pages get for the panel.
func siteToken(t *testing.T, s *widgetServer, origin string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/widget/grace-harbor/site.js", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Origin", origin)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	module, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	var site struct{ Token string }
	if err := json.Unmarshal(bytes.TrimPrefix(module, []byte("export default ")), &site); err != nil {
		t.Fatalf("%v in %s", err, module)
	}
	return site.Token
}
