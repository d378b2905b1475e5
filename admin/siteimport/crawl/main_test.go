package crawl_test

import (
	"context"
	"net/http"
	"net/url"
	"testing"

	"narthex/admin/siteimport/crawl"
	"narthex/admin/siteimport/sitetest"
	"narthex/cmd/dev/leaktest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

const church = "harbor.example.com"

// visit begins to read the website of the church, whose pages are given.
func visit(t *testing.T, internet *sitetest.Internet, config crawl.Config, pages http.Handler) (*crawl.Visit, *url.URL) {
	t.Helper()
	fetcher := crawl.New(config)
	t.Cleanup(fetcher.Close)
	site, err := fetcher.NewSite(internet.Site(church, pages))
	must(t, err)
	return fetcher.Visit(site), site.Home
}

// page is a site that has one page, with headers as pairs.
func page(body string, headers ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		_, _ = w.Write([]byte(body))
	})
}

func read(t *testing.T, v *crawl.Visit, home *url.URL, path string) (crawl.Page, error) {
	t.Helper()
	address, err := home.Parse(path)
	must(t, err)
	return v.Read(context.WithoutCancel(t.Context()), address)
}
