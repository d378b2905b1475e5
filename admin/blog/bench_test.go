package blog_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"narthex/admin/articles/articlestest"
)

// BenchmarkPages asks over HTTP for each kind of page of a blog of 50,000 articles, and reports the median and the 95th percentile of each in
// milliseconds. Filling it takes a minute:
//
//	go test ./admin/blog -run '^$' -bench Pages -benchtime 200x
func BenchmarkPages(b *testing.B) {
	s := newServer(b)
	articlestest.Fill(b, s.db, 50_000, 500, 1)
	next := regexp.MustCompile(`rel="next" href="([^"]+)"`)
	further := func(path string) string {
		found := next.FindStringSubmatch(s.get(path).text)
		if found == nil {
			b.Fatalf("%s has no second page", path)
		}
		return strings.ReplaceAll(found[1], "&amp;", "&")
	}
	for _, page := range []struct{ name, path string }{
		{"the list", "/blog"}, {"the list, further", further("/blog")}, {"a category", "/blog?category=category-3"}, {"a tag", "/blog?tag=tag-2"},
		{"a word of all", "/blog?q=church"}, {"a word of all, further", further("/blog?q=church")}, {"a word of many", "/blog?q=privacy"},
		{"a word of few", "/blog?q=narthex"}, {"a word of none", "/blog?q=zebra"}, {"words in a category", "/blog?q=church+privacy&category=category-4"},
		{"an article", "/blog/article-4001"}, {"a long article", "/blog/article-4016"}, {"the feed", "/blog/feed.xml"},
	} {
		b.Run(strings.ReplaceAll(page.name, " ", "_"), func(b *testing.B) {
			var taken []time.Duration
			for b.Loop() {
				began := time.Now()
				if got := s.get(page.path); got.StatusCode != http.StatusOK {
					b.Fatalf("%s: %d", page.path, got.StatusCode)
				}
				taken = append(taken, time.Since(began))
			}
			slices.Sort(taken)
			for _, percent := range []int{50, 95} {
				b.ReportMetric(float64(taken[(len(taken)*percent-1)/100].Microseconds())/1000, fmt.Sprintf("p%d-ms", percent))
			}
		})
	}
}
