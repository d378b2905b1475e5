package acknowledge_test

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/google/uuid"

	"narthex/admin/notify"
	"narthex/cmd/dev/browsertest"
)

// fits is JavaScript: nothing is wider than the screen, and what a selector finds is large enough for a thumb and seen without
// scrolling.
func fits(selector string) string {
	return `(() => {
		const box = document.querySelector("` + selector + `")?.getBoundingClientRect();
		return document.documentElement.scrollWidth <= innerWidth && box && box.height >= 44 && box.top >= 0 && box.bottom <= innerHeight;
	})()`
}

// TestThePageOnASmallTelephone takes a crisis on. The page has no scripts, which some mail programs do not run.
func TestThePageOnASmallTelephone(t *testing.T) {
	b := newBench(t)
	tab := browsertest.Open(t)
	tab.Do(chromedp.EmulateViewport(360, 640))
	for _, language := range []string{"en", "es"} {
		church := b.church(t, language)
		request := b.crisis(t, church, uuid.New(), 3*time.Minute)
		b.execute(t, `update visitor_requests set name = 'Ann Miller', email = 'a.very.long.address.of.a.visitor@somewhere.example.org' where id = $1`, request)
		tab.Do(chromedp.Navigate(b.link(church, request, "office@grace.example")))
		tab.Wait(fits("form button"))
		tab.Do(chromedp.Click(chromedp.CSS("form button")), chromedp.WaitVisible(chromedp.CSS(".done")))
		tab.Wait(fits("a[href='tel:+15550109999']"))
		tab.Wait(`document.querySelector("a[href^='mailto:a.very']") !== null`)
		tab.Do(chromedp.Navigate(b.link(church, request, "somebody.else@home.example")))
		tab.Wait(fits("form .button--quiet"))
		expired := notify.Acknowledgement{Church: church, Request: request, Recipient: "a@b.example", Expires: time.Now().Add(-time.Second)}
		tab.Do(chromedp.Navigate(b.links.Link(expired)))
		tab.Wait(`document.documentElement.lang === "` + language + `" && document.querySelector("form") === null`)
	}
}
