package mailbox_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"narthex/cmd/dev/browsertest"
)

// hostile is a mail whose HTML tries to leave its frame.
const hostile = "From: Evil <evil@example.org>\r\nSubject: <img src=x onerror=document.title='broken'>\r\nContent-Type: text/html\r\n\r\n" +
	"<p>Hello</p><script>parent.document.title = 'broken'; top.location = 'about:blank'</script><img src=x onerror=\"parent.document.title='broken'\">\r\n"

func TestThePageFollowsAndLocksStrangersHTMLIn(t *testing.T) {
	r := start(t)
	tab := browsertest.Open(t)
	tab.Do(chromedp.EmulateViewport(390, 800), chromedp.Navigate(r.web))
	tab.Wait(`document.body.innerText.includes("Nothing has arrived yet")`)
	if err := r.mail(t, alternatives); err != nil {
		t.Fatal(err)
	}
	tab.Wait(`document.querySelectorAll("#list li").length === 1 && document.body.innerText.includes("¡Hola!")`)
	if err := r.mail(t, hostile); err != nil {
		t.Fatal(err)
	}
	r.text(t, "+15550100000", "Please see the dashboard")
	tab.Wait(`document.querySelectorAll("#list li").length === 3 && document.title === "Mailbox (3)"`)
	tab.Do(chromedp.Click(chromedp.CSS("#list li:nth-child(2) button")))
	tab.Wait(`document.querySelector("iframe") !== null && performance.getEntriesByType("resource").some((e) => e.name.endsWith("/html") && e.responseEnd > 0)`)
	tab.Do(chromedp.Click(chromedp.CSS("[data-view=headers]")))
	tab.Wait(`document.querySelector("pre")?.innerText.includes("From: Evil")`)
	tab.Do(chromedp.Click(chromedp.CSS("[data-view=raw]")))
	tab.Wait(`document.querySelector("pre")?.innerText.includes("top.location")`)
	tab.Do(chromedp.Click(chromedp.CSS("#back")))
	tab.Wait(`document.querySelector("#message").hidden && document.title === "Mailbox (3)" && location.pathname === "/"`)
	tab.Do(chromedp.Click(chromedp.CSS("#clear")))
	tab.Wait(`document.body.innerText.includes("Nothing has arrived yet")`)
}
