package blog_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

const threeArticles = `
	insert into articles (slug, title, excerpt, content, published_at, category, tags, read_time) values
	('oldest', 'The Oldest', 'An excerpt of the oldest', 'Words about parking lots.', '2026-01-01', '{"name":"Guides","slug":"guides"}', '["first visit"]', 3),
	('middle', 'The Middle', 'An excerpt of the middle', 'Words about **privacy** and <b>counsel</b>.', '2026-02-01', '{"name":"Policy","slug":"policy"}', '["privacy"]', 4),
	('newest', 'The Newest', null, 'Opening words of the newest, which nobody has summed up.', '2026-03-01', '{"name":"Guides","slug":"guides"}', null, null)`

func TestTheListHasTheNewestFirst(t *testing.T) {
	s := newServer(t)
	s.exec(threeArticles)
	page := s.holds("/blog", "An excerpt of the middle", "4 min read", "3 min read", "Opening words of the newest, which", "1 min read", "March 1, 2026", "guides", "Policy")
	page.inOrder(t, "The Newest", "The Middle", "The Oldest")
	if got := page.Header.Get("Content-Security-Policy"); !strings.Contains(got, "style-src 'self'") {
		t.Errorf("policy %q", got)
	}
}

func TestTheListIsFiltered(t *testing.T) {
	s := newServer(t)
	s.exec(threeArticles)
	for query, want := range map[string]string{
		"category=guides": "newest oldest", "category=GUIDES": "newest oldest", "category=none": "", "tag=privacy": "middle", "tag=first+visit": "oldest",
		"category=guides&tag=privacy": "", "q=privacy": "middle", "q=parking": "oldest", "q=%22parking+lots%22": "oldest", "q=%22lots+parking%22": "", "q=zebra": "",
		"q=Guides+parking&category=guides": "", "q=parking&category=guides": "oldest", "q=words": "newest middle oldest", "q=words+-privacy": "newest oldest",
		"q=the": "", "q=%00%ff": "newest middle oldest", "q=" + strings.Repeat("a", 5000): "",
	} {
		t.Run(query[:min(len(query), 60)], func(t *testing.T) {
			page := s.holds("/blog?" + query)
			var found []string
			for _, match := range regexp.MustCompile(`class="card-link" href="/blog/([^"]+)"`).FindAllStringSubmatch(page.text, -1) {
				found = append(found, match[1])
			}
			if got := strings.Join(found, " "); got != want {
				t.Errorf("found %q, want %q", got, want)
			}
			if want == "" && !strings.Contains(page.text, "No article fits") {
				t.Error("nothing is said of finding nothing")
			}
		})
	}
}

func TestASearchMarksWhatItFoundAndNothingElse(t *testing.T) {
	s := newServer(t)
	s.exec(`insert into articles (slug, title, content, published_at) values ('hostile', 'Hostile', $1, '2026-01-01')`,
		"Before the altar &lt;script&gt;alert(1)&lt;/script&gt; stands `<img src=x onerror=alert(2)>` an \ue000altar\ue001 and **altars**.")
	page := s.holds("/blog?q=altar", "<mark>altar</mark>", "<mark>altars</mark>")
	page.lacks(t, "<script>alert", "<img src=x", "\ue000", "\ue001")
	s.holds("/blog?q=%22%3E%3Cscript%3Ealert(3)%3C/script%3E").lacks(t, "<script>alert")
}

func TestPagesOfTheListJoinWithoutGapOrRepetition(t *testing.T) {
	s := newServer(t)
	s.exec(`insert into articles (slug, title, content, published_at)
		select 'a-' || n, 'Number ' || n, 'pew', timestamptz '2026-01-01' + (n / 5) * interval '1 day' from generate_series(1, 40) n`)
	for _, start := range []string{"/blog", "/blog?q=pew"} {
		seen, path := make(map[string]bool), start
		for pages := 0; path != ""; pages++ {
			if pages > 5 {
				t.Fatal("the pages do not end")
			}
			page := s.holds(path)
			for _, match := range regexp.MustCompile(`class="card-link" href="/blog/([^"]+)"`).FindAllStringSubmatch(page.text, -1) {
				if seen[match[1]] {
					t.Errorf("%s: %s twice", start, match[1])
				}
				seen[match[1]] = true
			}
			if pages == 0 { // what comes meanwhile belongs to the first page, and shifts nothing
				s.exec(fmt.Sprintf(`insert into articles (slug, title, content, published_at) values ('new-%d', 'New', 'pew', now())`, len(start)))
			}
			next := regexp.MustCompile(`rel="next" href="([^"]+)"`).FindStringSubmatch(page.text)
			path = ""
			if next != nil {
				path = strings.ReplaceAll(next[1], "&amp;", "&")
			}
		}
		if len(seen) < 40 {
			t.Errorf("%s: %d of 40 were shown", start, len(seen))
		}
	}
	for _, cursor := range []string{"x", "AAAA", strings.Repeat("A", 37), strings.Repeat("_", 38), strings.Repeat("x", 10000)} {
		if got := s.get("/blog?after=" + cursor).StatusCode; got != http.StatusNotFound {
			t.Errorf("cursor %.20s: %d", cursor, got)
		}
	}
}

func TestWhatIsNotPublicIsNotListed(t *testing.T) {
	s := newServer(t)
	s.exec(`insert into articles (slug, title, content, status, published_at) values
		('a-draft', 'A draft', 'x', 'draft', '2026-01-01'), ('a-plan', 'A plan', 'x', 'scheduled', now() + interval '1 hour'),
		('gone', 'Gone', 'x', 'archived', '2026-01-01'), ('ahead', 'Ahead', 'x', 'published', now() + interval '1 hour'),
		('seen', 'Seen', 'x', 'published', null)`)
	for _, path := range []string{"/blog", "/blog?q=x", "/blog/feed.xml", "/blog/atom.xml", "/blog/seen"} {
		s.holds(path, "Seen").lacks(t, "A draft", "A plan", "Gone", "Ahead")
	}
	for slug, want := range map[string]int{"a-draft": 404, "a-plan": 404, "ahead": 404, "nothing": 404, "gone": 200, "seen": 200} {
		if got := s.get("/blog/" + slug).StatusCode; got != want {
			t.Errorf("%s: %d, want %d", slug, got, want)
		}
	}
	s.holds("/blog/gone", "in our archive")
}

func TestReadersGetTheVersionInTheirLanguage(t *testing.T) {
	s := newServer(t)
	s.exec(`insert into articles (slug, title, content, published_at) values ('english', 'The Lighthouse', 'x', '2026-01-01'), ('only', 'Only English', 'x', '2026-01-02')`)
	s.exec(`insert into articles (slug, title, content, published_at, language, translation_of)
		select 'spanish', 'El faro', 'x', '2026-01-03', 'es', id from articles where slug = 'english'`)
	s.holds("/blog?lang=en", "The Lighthouse", "Only English").lacks(t, "El faro")
	s.holds("/blog?lang=es", "El faro", "Only English").lacks(t, "The Lighthouse")
	s.holds("/blog/english", `hreflang="es"`, "/blog/spanish")
	s.holds("/blog?lang=es", `<input type="hidden" name="lang" value="es">`) // what is looked for is looked for in it too
	s.holds("/blog").lacks(t, `name="lang"`)
	s.holds("/blog/spanish", `lang="es"`, "/blog/english", "3 de enero de 2026")
}

func TestEachLanguageHasItsOwnListAndFeed(t *testing.T) {
	s := newServer(t)
	s.exec(threeArticles)
	for path, want := range map[string][]string{
		"/blog?category=guides": {`rel="canonical" href="` + base + `/blog?category=guides"`, `hreflang="es" href="` + base + `/blog?category=guides&amp;lang=es"`},
		"/blog?category=guides&lang=es": {`rel="canonical" href="` + base + `/blog?category=guides&amp;lang=es"`, `hreflang="en" href="` + base + `/blog?category=guides"`,
			`hreflang="x-default" href="` + base + `/blog?category=guides"`},
		"/blog?category=guides&tag=privacy&lang=es": {`rel="canonical" href="` + base + `/blog?category=guides&amp;tag=privacy"`},
		"/blog/atom.xml?lang=en":                    {"<id>" + base + "/blog</id>", `rel="alternate" type="text/html" href="` + base + `/blog"`},
		"/blog/atom.xml?lang=es":                    {"<id>" + base + "/blog?lang=es</id>", `rel="alternate" type="text/html" href="` + base + `/blog?lang=es"`},
		"/blog/feed.xml?lang=es":                    {"<link>" + base + "/blog?lang=es</link>"},
	} {
		s.holds(path, want...)
	}
}

func TestWithoutArticlesThePageSaysSo(t *testing.T) {
	s := newServer(t)
	s.holds("/blog", "Nothing here yet")
	s.holds("/blog/feed.xml", "<channel>")
	s.holds("/blog/atom.xml", "<feed")
}
