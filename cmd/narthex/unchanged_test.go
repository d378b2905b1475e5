package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// sharedAnswers are addresses whose answer is the same for all who ask alike: one of each kind. Those that are true have a time of their last change
// as well.
var sharedAnswers = map[string]bool{
	"/churches": false, "/churches?q=grace": false, "/terms": false, "/privacy?lang=es": false, "/docs/api": true, "/openapi.json": false,
	"/blog": true, "/blog?q=privacy": true, "/blog?category=in-practice": true, "/blog?tag=privacy": true, "/blog/whose-theology": true, "/blog/whose-theology/cover.png": true,
	"/blog/feed.xml": true, "/blog/atom.xml": true, "/picture.png": true, "/sitemap.xml": false, "/sitemaps/articles-1.xml": false, "/robots.txt": false,
	"/favicon.ico": false, "/apple-touch-icon.png": false, "/site.webmanifest": false,
}

// TestWhatIsTheSameForEverybodyIsNotSentAgain asks for each as browsers and caches do: with and without compression, by its tag, by its time, and
// for the head alone.
func TestWhatIsTheSameForEverybodyIsNotSentAgain(t *testing.T) {
	s, _ := inProcess(t)
	listening := httptest.NewServer(s.public.Handler)
	t.Cleanup(listening.Close)
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}}
	t.Cleanup(client.CloseIdleConnections)
	ask := func(method, path string, header ...string) (*http.Response, string) {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), method, listening.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Accept", "text/html, */*")
		for i := 0; i+1 < len(header); i += 2 {
			request.Header.Set(header[i], header[i+1])
		}
		response, err := client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response, string(body)
	}
	for path, dated := range sharedAnswers {
		t.Run(path, func(t *testing.T) {
			tags := make(map[string]bool)
			for _, coding := range []string{"identity", "gzip"} {
				fresh, body := ask(http.MethodGet, path, "Accept-Encoding", coding)
				tag, modified := fresh.Header.Get("ETag"), fresh.Header.Get("Last-Modified")
				if fresh.StatusCode != http.StatusOK || body == "" || tag == "" || dated != (modified != "") {
					t.Fatalf("%s: %d, tag %s, of %q", coding, fresh.StatusCode, tag, modified)
				}
				if kept := fresh.Header.Get("Cache-Control"); !strings.HasPrefix(kept, "public, ") {
					t.Errorf("%s may be kept by %q", path, kept)
				}
				if tags[tag] != (fresh.Header.Get("Content-Encoding") == "") && coding == "gzip" {
					t.Errorf("what is compressed and what is not have the tag %s", tag)
				}
				tags[tag] = true
				conditions := [][]string{{"If-None-Match", tag}, {"If-None-Match", `"other", W/` + tag}}
				if dated {
					conditions = append(conditions, []string{"If-Modified-Since", modified})
				}
				for _, condition := range conditions {
					if same, body := ask(http.MethodGet, path, append(condition, "Accept-Encoding", coding)...); same.StatusCode != http.StatusNotModified || body != "" || same.Header.Get("ETag") != tag {
						t.Errorf("%s with %q: %d, tag %s", coding, condition, same.StatusCode, same.Header.Get("ETag"))
					}
				}
				if other, _ := ask(http.MethodGet, path, "If-None-Match", `"other"`, "If-Modified-Since", modified, "Accept-Encoding", coding); other.StatusCode != http.StatusOK {
					t.Errorf("%s with another tag: %d", coding, other.StatusCode)
				}
				if head, body := ask(http.MethodHead, path, "Accept-Encoding", coding); head.StatusCode != http.StatusOK || head.Header.Get("ETag") != tag || body != "" {
					t.Errorf("the head alone: %d, tag %s", head.StatusCode, head.Header.Get("ETag"))
				}
			}
		})
	}
}
