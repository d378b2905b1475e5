package blog_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
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

// onPaper has pages shown as they are printed on A4 within its margins, by somebody whose screen is dark.
func onPaper(tab *browsertest.Tab) {
	tab.Do(chromedp.EmulateViewport(718, 1046), chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Media: "print", Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}},
		})
		return err
	}))
}

// brightness hands a function on that says how bright a colour is, from 0 to 1; what is transparent is paper. Grey of 0.45
// has a contrast of 4.5 to 1.
const brightness = `((colour) => {
	const [red, green, blue, opaque] = colour.match(/[\d.]+/g).map(Number);
	return opaque === 0 ? 1 : (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
})`

const printed = `insert into articles (slug, title, content, author, category, tags) values ('printed', 'Printed', E'Text with a [link](https://example.org/far) and [one of ours](/pricing).

## Heading

<details><summary>More</summary>

What is folded away.

</details>

| a | b |
|---|---|
| ' || repeat('x', 300) || E' | d |

` + "```" + `
' || repeat('long code ', 60) || E'
` + "```" + `

Noted[^1].

[^1]: The note.
', '{"name":"Ann Lee","bio":"Writes."}', '{"name":"In practice","slug":"in-practice"}', '["paper"]')`

// What is printed is the article, all of it, in dark ink on white, with the addresses that its links lead to, and none of what leads on.
func TestAnArticleIsPrintedWholeAndAlone(t *testing.T) {
	s := newServer(t)
	if _, err := (&articles.Store{Pool: s.db.Pool}).Import(t.Context(), seed.Articles); err != nil {
		t.Fatal(err)
	}
	s.exec(printed)
	tab := browsertest.Open(t)
	onPaper(tab)
	for path, name := range map[string]string{"/blog/printed": "printed", "/blog/what-people-tell-a-church-at-midnight": "printed-seed"} {
		tab.Do(chromedp.Navigate(s.url + path))
		tab.Wait(`document.readyState === "complete" && document.querySelector(".prose p") !== null`)
		for what, expression := range map[string]string{
			"something of the article is missing": `[...document.querySelectorAll("h1, .byline, .prose :is(p, li, h2, h3, tr, pre, summary), .author")].filter((part) => !part.checkVisibility({ contentVisibilityAuto: true, opacityProperty: true, visibilityProperty: true }) || part.getBoundingClientRect().height === 0)`,
			"something that leads on is printed":  `[...document.querySelectorAll(".skip, nav, .site-header, .site-footer, .neighbours, .related, .invitation, .tags, button, .button")].filter((part) => part.checkVisibility())`,
			"something is wider than the paper":   `[...document.querySelectorAll(".article, .prose, .prose *")].filter((part) => part.checkVisibility() && part.getBoundingClientRect().right > innerWidth + 1)`,
			"an address is not printed":           `[...document.querySelectorAll(".prose a[href^=http]")].filter((link) => !getComputedStyle(link, "::after").content.includes(link.getAttribute("href")))`,
			"something is too pale":               `[...document.querySelectorAll("h1, .standfirst, .byline, .prose :is(p, li, h2, a, td, code, summary)")].filter((part) => brightness(getComputedStyle(part).color) > 0.45)`,
			"something is printed on dark paper":  `[document.documentElement, document.body, ...document.querySelectorAll("main, .article, .prose, .prose pre")].filter((part) => brightness(getComputedStyle(part).backgroundColor) < 0.99)`,
			"a bar of colour is printed":          `[document.documentElement, document.body].filter((part) => getComputedStyle(part).borderTopWidth !== "0px")`,
		} {
			var found string
			tab.Do(evaluate(`((brightness) => `+expression+`.map((part) => part.outerHTML.slice(0, 120)).join("\n"))`+"("+brightness+")", &found))
			if found != "" {
				t.Errorf("%s: %s: %s", path, what, found)
			}
		}
		tab.WholePicture(filepath.Join(artifacts, name+".png"))
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
