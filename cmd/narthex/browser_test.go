package main

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"narthex/cmd/dev/browsertest"
)

// talkInBrowser has a conversation with a demonstration church as a visitor with a phone would, and keeps a picture where one is wanted.
func talkInBrowser(t *testing.T, p *program) {
	tab := browsertest.Open(t)
	tab.Do(chromedp.EmulateViewport(420, 860, chromedp.EmulateScale(2)), chromedp.Navigate("http://"+p.base+"/chat/grace-harbor"))
	tab.Wait(`document.querySelector("[data-chat][data-ready]") !== null`)
	for _, turn := range []struct{ question, answer string }{
		{"What time is church on Sunday?", "9:00 AM Traditional worship"},
		{"Can I bring my dog to church?", "Service animals are welcome"},
		{"Is alcohol allowed in the building?", "no alcohol, tobacco"},
	} {
		tab.Do(chromedp.Click(chromedp.CSS("#message")), chromedp.SendKeys(chromedp.CSS("#message"), turn.question), chromedp.Click(chromedp.CSS("[data-send]")))
		tab.Wait(fmt.Sprintf(`document.body.innerText.includes(%q)`, turn.answer))
	}
	tab.Picture(filepath.Join(artifacts, "demo.png"))
}
