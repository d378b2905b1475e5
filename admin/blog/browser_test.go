package blog_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"narthex/admin/articles"
	"narthex/cmd/dev/browsertest"
	"narthex/migrations/seed"
)

// artifacts is where pictures go, to be looked at.
const artifacts = "../../.artifacts/blog"

func TestTheBlogIsReadOnEveryScreen(t *testing.T) {
	s := newServer(t)
	if _, err := (&articles.Store{Pool: s.db.Pool}).Import(t.Context(), seed.Articles); err != nil {
		t.Fatal(err)
	}
	tab := browsertest.Open(t)
	for path, name := range map[string]string{
		"/blog": "list", "/blog?lang=es": "list-es", "/blog?q=danger": "search", "/blog?q=zebra": "nothing", "/blog?category=in-practice": "category",
		"/blog/test-it-before-they-meet-it": "article", "/blog/las-quince-preguntas": "article-es",
	} {
		tab.Do(chromedp.Navigate(s.url + path))
		tab.Wait(`document.querySelector("main h1").innerText !== ""`)
		tab.Look(artifacts, name)
	}
}

func TestAReaderFindsAnArticleByKeyboardAndReadsOn(t *testing.T) {
	s := newServer(t)
	if _, err := (&articles.Store{Pool: s.db.Pool}).Import(t.Context(), seed.Articles); err != nil {
		t.Fatal(err)
	}
	tab := browsertest.Open(t)
	tab.Do(chromedp.Navigate(s.url+"/blog"), chromedp.SendKeys(chromedp.CSS("#q"), "midnight privacy notice\r"))
	tab.Wait(`location.search.includes("q=midnight") && document.querySelector("mark") !== null`)
	tab.Do(chromedp.Click(chromedp.CSS(".cards .card-link")))
	tab.Wait(`location.pathname === "/blog/what-people-tell-a-church-at-midnight" && document.querySelector(".prose h2").id === "section-1-does-the-visitor-know-that-it-is-a-machine"`)
	tab.Do(chromedp.Click(chromedp.CSS(".related .card-link")))
	tab.Wait(`location.pathname.startsWith("/blog/") && location.pathname !== "/blog/what-people-tell-a-church-at-midnight" && document.querySelector(".prose p") !== null`)
}
