package blog_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"narthex/cmd/dev/browsertest"
)

// witness runs in each page before anything of it: it notes code that runs, what the page's policy had to forbid, and errors of code.
const witness = `
	window.seen = [];
	window.alert = window.prompt = window.confirm = () => window.seen.push("code ran");
	document.addEventListener("securitypolicyviolation", (event) => window.seen.push(event.violatedDirective + " " + event.blockedURI));
	addEventListener("error", (event) => { if (!(event.target instanceof Element)) window.seen.push("error " + event.message); }, true);`

// found says what the page let happen, and what of the article a browser could be led by: every element that may run or load something of
// others, and every address that is no page's, as the browser itself has read them.
const found = `(() => {
	const article = document.querySelector(".prose");
	const bad = [...article.querySelectorAll("*")].flatMap((e) => [
		...["SCRIPT", "STYLE", "IFRAME", "OBJECT", "EMBED", "FORM", "INPUT", "BUTTON", "LINK", "META", "BASE", "TEMPLATE", "VIDEO", "AUDIO", "SOURCE"].includes(e.tagName) || e.namespaceURI !== "http://www.w3.org/1999/xhtml" ? [e.tagName] : [],
		...[...e.attributes].filter((a) => a.name.startsWith("on") || ["style", "srcset", "ping", "target", "formaction"].includes(a.name)).map((a) => e.tagName + " " + a.name),
		...("href" in e && e.hasAttribute("href") && !["http:", "https:", "mailto:", "tel:"].includes(new URL(e.href, location).protocol) ? [e.href] : []),
		...(e.tagName === "IMG" && e.hasAttribute("src") && new URL(e.src).protocol !== "https:" && new URL(e.src).origin !== location.origin ? [e.src] : []),
	]);
	return JSON.stringify([...window.seen, ...bad]);
})()`

// TestAHostileArticleCannotScriptInABrowser opens the corpus of package articles, article by article, under the policy that readers have:
// nothing of it runs, and the policy has nothing to forbid, so neither of the two stands alone.
func TestAHostileArticleCannotScriptInABrowser(t *testing.T) {
	s := newServer(t)
	data, err := os.ReadFile("../articles/testdata/hostile.json")
	must(t, err)
	var corpus []string
	must(t, json.Unmarshal(data, &corpus))
	if len(corpus) < 60 {
		t.Fatalf("%d articles", len(corpus))
	}
	tab := browsertest.Open(t)
	tab.Do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: witness})
		return err
	}))
	for i, content := range corpus {
		content = strings.ReplaceAll(content, "\x00", "")
		slug := fmt.Sprintf("hostile-%d", i)
		s.exec(`insert into articles (slug, title, excerpt, content, published_at, author, category, tags, seo) values
			($1, $2::text, $2, 'Before it.' || E'\n\n' || $2 || E'\n\nAfter it.', '2026-01-01', jsonb_build_object('name', $2, 'bio', $2), jsonb_build_object('name', $2, 'slug', 'x'), jsonb_build_array($2), jsonb_build_object('description', $2))`, slug, content)
		tab.Do(chromedp.Navigate(s.url + "/blog/" + slug))
		tab.Wait(fmt.Sprintf(`location.pathname === "/blog/%s" && document.querySelector(".prose") !== null`, slug))
		if got := said(tab); got != "[]" {
			t.Errorf("%q: %s", content, got)
		}
	}
	tab.Do(chromedp.Navigate(s.url + "/blog"))
	tab.Wait(`document.querySelectorAll(".card").length > 10`)
	// And so that their silence can be believed: unsanitised, the same page has something to tell.
	tab.Do(chromedp.Navigate(s.url + "/blog/hostile-0"))
	tab.Wait(`document.querySelector(".prose") !== null`)
	tab.Do(evaluate(`(() => {
		const link = document.createElement("a");
		link.href = "javascript:alert(1)";
		link.ping = "//evil.example";
		document.querySelector(".prose").append(link, document.createElement("form"));
		link.click();
		return "";
	})()`, new(string)))
	tab.Wait(`window.seen.length > 0`)
	if got := said(tab); !strings.Contains(got, "script-src") || !strings.Contains(got, "javascript:alert") || !strings.Contains(got, "A ping") || !strings.Contains(got, "FORM") {
		t.Errorf("without the sanitiser: %s", got)
	}
}

func said(tab *browsertest.Tab) (list string) {
	tab.Do(evaluate(found, &list))
	return list
}

func evaluate(expression string, into *string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) (err error) {
		*into, err = chromedp.Evaluate[string](expression)(ctx, target)
		return err
	})
}
