package blog_test

import (
	"encoding/json"
	"encoding/xml"
	"html"
	"image/color"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"
)

func TestAnArticleShowsAllThatItHas(t *testing.T) {
	s := newServer(t)
	s.exec(threeArticles)
	s.exec(`update articles set author = '{"name":"Ruth Okafor","title":"Pastor","bio":"Serves in Bangor."}', featured_image_url = 'https://pictures.example/a.jpg',
		featured_image_alt = 'A porch', featured_image_width = 1200, featured_image_height = 800, tags = '["privacy", "policy"]',
		seo = '{"title":"Told to engines","description":"Said <to> engines","image_url":"/og.png","canonical_url":"https://elsewhere.example/a"}',
		content = E'First.\n\n## A part\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nNoted[^1].\n\n[^1]: The note.\n\n` + "```go\\nx := 1\\n```" + `' where slug = 'middle'`)
	page := s.holds("/blog/middle", "By Ruth Okafor", "Serves in Bangor.", `alt="A porch" width="1200" height="800"`, `href="/blog?tag=privacy"`, "4 min read",
		`<h2 id="section-a-part">A part</h2>`, "<table>", "The note.", `class="language-go"`, `rel="prev"`, "The Oldest", `rel="next"`, "The Newest",
		`<link rel="canonical" href="https://elsewhere.example/a">`, `property="og:title" content="Told to engines"`, `property="og:image" content="`+base+`/og.png"`)
	page.lacks(t, "style=")
	block := regexp.MustCompile(`(?s)<script type="application/ld\+json">(.*?)</script>`).FindStringSubmatch(page.text)
	var structured map[string]any
	must(t, json.Unmarshal([]byte(block[1]), &structured))
	for key, want := range map[string]string{"@type": "Article", "headline": "The Middle", "description": "Said <to> engines", "datePublished": "2026-02-01T00:00:00Z", "timeRequired": "PT4M", "articleSection": "Policy"} {
		if structured[key] != want {
			t.Errorf("%s of the structured data: %v, want %q", key, structured[key], want)
		}
	}
}

// What is filed otherwise has not been revised: only its words are what readers would look at again.
func TestAnArticleIsUpdatedWhenItsWordsAre(t *testing.T) {
	s := newServer(t)
	s.exec(`insert into articles (slug, title, content, published_at, created_at, updated_at, revised_at)
		select slug, 'Hymns', 'Sung.', at, at, at, at from unnest('{archived,kept}'::text[]) slug, cast('2026-01-05' as timestamptz) at`)
	const then = "2026-01-05T00:00:00Z"
	s.exec("update articles set status = 'archived' where slug = 'archived'")
	s.exec(`update articles set tags = '["song"]' where slug = 'kept'`)
	for _, slug := range []string{"archived", "kept"} {
		s.holds("/blog/"+slug, `"dateModified":"`+then+`"`).lacks(t, ">updated ", "article:modified_time")
	}
	s.holds("/blog/atom.xml", "<updated>"+then+"</updated>")
	s.exec("update articles set content = 'Sung aloud.'")
	for _, slug := range []string{"archived", "kept"} {
		s.holds("/blog/"+slug, ">updated ", "article:modified_time").lacks(t, `"dateModified":"`+then+`"`)
	}
	s.get("/blog/atom.xml").lacks(t, "<updated>"+then+"</updated>")
}

func TestOddJSONInTheTableDoesNotBreakAPage(t *testing.T) {
	s := newServer(t)
	for _, value := range []string{`null`, `"A name"`, `[]`, `42`, `{}`, `{"name":7}`, `{"name":null,"slug":["x"]}`, `{"url":"javascript:alert(1)","name":"x","image_url":"data:x","canonical_url":"javascript:alert(1)"}`} {
		s.exec(`insert into articles (slug, title, content, author, category, seo, tags) values ($1, 'T', 'x', $2, $2, $2, '[1, "", {"a":2}, "tag"]')`, uuid.NewString(), value)
	}
	s.exec(`insert into articles (slug, title, content, tags, read_time) values ('no-tags', 'T', 'x', null, -3)`)
	s.holds("/blog").lacks(t, "javascript:")
	rows, err := s.db.Pool.Query(t.Context(), "select slug from articles")
	must(t, err)
	defer rows.Close()
	for rows.Next() {
		var slug string
		must(t, rows.Scan(&slug))
		s.holds("/blog/"+slug).lacks(t, "javascript:")
	}
}

func TestAnOldAddressLeadsToTheNewOne(t *testing.T) {
	s := newServer(t)
	s.exec(threeArticles)
	s.exec(`update articles set slug = 'second' where slug = 'middle'`)
	s.exec(`update articles set slug = 'third' where slug = 'second'`)
	for _, old := range []string{"middle", "second"} {
		got := s.get("/blog/" + old)
		if got.StatusCode != http.StatusMovedPermanently || got.Header.Get("Location") != "/blog/third" {
			t.Errorf("%s: %d to %q", old, got.StatusCode, got.Header.Get("Location"))
		}
	}
	s.exec(`update articles set slug = 'middle' where slug = 'third'`)
	s.holds("/blog/middle", "The Middle")
	s.exec(`update articles set status = 'draft' where slug = 'middle'`)
	if got := s.get("/blog/third").StatusCode; got != http.StatusNotFound {
		t.Errorf("the old address of a draft: %d", got)
	}
}

func TestAnAddressThatNoArticleCanHaveIsNotFound(t *testing.T) {
	s := newServer(t)
	for _, slug := range []string{"%00", "%FF", "a%00b", "caf%E9"} {
		for _, path := range []string{slug, slug + "?preview=x", slug + "/cover.png", slug + "/cover.png?preview=x"} {
			if got := s.get("/blog/" + path); got.StatusCode != http.StatusNotFound {
				t.Errorf("%s: %d", path, got.StatusCode)
			}
		}
	}
}

func TestASignedLinkShowsADraftToNobodyElse(t *testing.T) {
	s := newServer(t)
	id, other := uuid.New(), uuid.New()
	s.exec(`insert into articles (id, slug, title, content, status, published_at) values ($1, 'draft', 'A draft', 'x', 'draft', null), ($2, 'plan', 'A plan', 'x', 'scheduled', now() + interval '1 hour')`, id, other)
	token, _ := s.previews.Mint(id)
	foreign, _ := s.previews.Mint(other)
	page := s.holds("/blog/draft?preview="+token, "A draft", "not public yet", `content="noindex"`)
	for _, picture := range picturesOf(t, page) {
		if got := s.get(picture); got.StatusCode != http.StatusOK || got.Header.Get("Cache-Control") != "private, no-store" || !strings.HasPrefix(got.text, "\x89PNG") {
			t.Errorf("its picture %s: %d, kept by %q", picture, got.StatusCode, got.Header.Get("Cache-Control"))
		}
	}
	if page.Header.Get("Cache-Control") != "private, no-store" || page.Header.Get("Referrer-Policy") != "no-referrer" {
		t.Errorf("kept by %q, told on by %q", page.Header.Get("Cache-Control"), page.Header.Get("Referrer-Policy"))
	}
	for _, path := range []string{"/blog/draft?preview=" + foreign, "/blog/plan?preview=" + token, "/blog/draft?preview=x", "/blog/draft",
		"/blog/draft/cover.png", "/blog/draft/cover.png?preview=x", "/blog/draft/cover.png?preview=" + foreign, "/blog/nothing/cover.png?preview=" + token} {
		if got := s.get(path).StatusCode; got != http.StatusNotFound {
			t.Errorf("%.30s: %d", path, got)
		}
	}
}

// picturesOf are the paths of the pictures that an article's page names to whoever shows a link to it, and to search engines.
func picturesOf(t *testing.T, page answer) []string {
	t.Helper()
	shown := regexp.MustCompile(`property="og:image" content="` + base + `([^"]+)"`).FindStringSubmatch(page.text)
	block := regexp.MustCompile(`(?s)<script type="application/ld\+json">(.*?)</script>`).FindStringSubmatch(page.text)
	if shown == nil || block == nil {
		t.Fatal("the page names no picture")
	}
	var structured struct{ Image []string }
	must(t, json.Unmarshal([]byte(block[1]), &structured))
	if len(structured.Image) != 1 {
		t.Fatalf("the page has the pictures %q for search engines", structured.Image)
	}
	return []string{html.UnescapeString(shown[1]), strings.TrimPrefix(structured.Image[0], base)}
}

func TestWhatHasNotChangedIsNotSentAgain(t *testing.T) {
	s := newServer(t)
	s.exec(threeArticles)
	for _, path := range []string{"/blog", "/blog/middle", "/blog/feed.xml", "/blog/atom.xml"} {
		fresh := s.holds(path)
		tag, modified := fresh.Header.Get("ETag"), fresh.Header.Get("Last-Modified")
		for _, condition := range [][]string{{"If-None-Match", tag}, {"If-None-Match", `"x", W/` + tag}, {"If-Modified-Since", modified}} {
			if got := s.get(path, condition...); got.StatusCode != http.StatusNotModified || got.text != "" {
				t.Errorf("%s with %v: %d", path, condition, got.StatusCode)
			}
		}
		if got := s.get(path, "If-None-Match", `"other"`, "If-Modified-Since", modified).StatusCode; got != http.StatusOK {
			t.Errorf("%s with another tag: %d", path, got)
		}
		s.exec(`update articles set title = title || '!' where slug = 'middle'`)
		if got := s.get(path, "If-None-Match", tag).StatusCode; got != http.StatusOK {
			t.Errorf("%s after a change: %d", path, got)
		}
	}
}

func TestFeedsAreWellFormedAndTheirAddressesWhole(t *testing.T) {
	s := newServer(t)
	s.exec(threeArticles)
	s.exec(`update articles set title = 'Less < more & "quoted" ' || chr(7), content = E'[ours](/pricing) [theirs](https://x.example/a) ![alt](/p.png)\n\nNoted[^1].\n\n[^1]: Note.' where slug = 'middle'`)
	for _, path := range []string{"/blog/feed.xml", "/blog/atom.xml"} {
		feed := s.holds(path, base+"/blog/middle", `href=&#34;`+base+`/pricing&#34;`, `src=&#34;`+base+`/p.png&#34;`, `href=&#34;https://x.example/a&#34;`, base+"/blog/middle#note-fn")
		decoder := xml.NewDecoder(strings.NewReader(feed.text))
		for {
			token, err := decoder.Token()
			if token == nil {
				break
			}
			must(t, err)
		}
		feed.inOrder(t, "The Newest", "Less", "The Oldest")
	}
}

// What has no photograph is drawn, for whoever shows links with pictures.
func TestAnArticleWithoutAPhotographHasAPictureDrawn(t *testing.T) {
	s := newServer(t)
	s.exec(`insert into articles (slug, title, content, status, published_at) values
		('drawn', 'T', 'x', 'published', '2026-01-01'), ('other', 'T', 'x', 'published', '2026-01-01'), ('hidden', 'T', 'x', 'draft', null)`)
	s.holds("/blog/drawn", `property="og:image" content="`+base+`/blog/drawn/cover.png"`)
	for _, path := range []string{"/blog/drawn/cover.png", "/blog/other/cover.png", "/picture.png"} {
		got := s.get(path)
		picture, err := png.Decode(strings.NewReader(got.text))
		if err != nil || got.Header.Get("Content-Type") != "image/png" || picture.Bounds().Dx() != 1200 || picture.Bounds().Dy() != 630 {
			t.Fatalf("%s: %d %v", path, got.StatusCode, err)
		}
		seen := make(map[color.Color]bool)
		for x := range 1200 {
			seen[picture.At(x, 400)] = true
		}
		if len(seen) < 4 {
			t.Errorf("%s shows %d colours at the height of its arches", path, len(seen))
		}
		if again := s.get(path, "If-None-Match", got.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
			t.Errorf("%s is sent again: %d", path, again.StatusCode)
		}
		must(t, os.MkdirAll(artifacts, 0o755))
		must(t, os.WriteFile(filepath.Join(artifacts, strings.ReplaceAll(path[1:], "/", "-")), []byte(got.text), 0o644))
	}
	for _, path := range []string{"/blog/hidden/cover.png", "/blog/nowhere/cover.png"} {
		if got := s.get(path); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", path, got.StatusCode)
		}
	}
}
