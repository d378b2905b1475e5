package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"narthex/cmd/dev/browsertest"
	"narthex/cmd/loadtest/upstream"
)

// hymnal is a question that only the model answers. The answer takes so long that it is not over before the server can be
// killed.
var hymnal = fmt.Sprintf("Which hymnal stands in the pews here? (%s)", fmt.Sprintf(upstream.LengthRequest, 50))

// TestAPageEndsLikeTheTranscriptThoughItsServerWasKilled kills the only server process there is in the middle of an answer,
// and starts it again. The visitor does nothing: the page waits, and in the end shows what is stored.
func TestAPageEndsLikeTheTranscriptThoughItsServerWasKilled(t *testing.T) {
	s := prepareScene(t)
	for _, other := range s.cluster.Nodes()[1:] {
		if err := other.Stop(); err != nil {
			t.Fatal(err)
		}
	}
	page := browsertest.Open(t)
	page.Do(chromedp.EmulateViewport(420, 860), chromedp.Navigate(s.cluster.URL()+"/chat/grace-harbor"))
	page.Wait(`document.querySelector("[data-chat][data-ready]") !== null`)
	page.Do(chromedp.Click(chromedp.CSS("#message")), chromedp.SendKeys(chromedp.CSS("#message"), hymnal), chromedp.Click(chromedp.CSS("[data-send]")))
	page.Wait(`document.querySelectorAll(".message--assistant .prose").length === 1 && document.querySelector(".prose").innerText.split(" ").length > 3`)
	only := s.cluster.Node(0)
	if !only.Kill() {
		t.Fatal("it had died before")
	}
	page.Wait(`document.querySelector(".note--waiting") !== null`)
	if err := only.Start(); err != nil {
		t.Fatal(err)
	}
	page.Wait(`document.querySelector(".rating") !== null && document.querySelectorAll("[aria-busy=true]").length === 0`)
	stored := s.conversation(t, 2)
	if len(stored) != 2 || stored[0] != hymnal {
		t.Fatalf("stored is %q", stored)
	}
	want, err := json.Marshal(stored)
	if err != nil {
		t.Fatal(err)
	}
	page.Wait(`JSON.stringify([...document.querySelectorAll(".message--visitor .bubble, .message--assistant .prose")].map((e) => e.innerText.trim())) === JSON.stringify(` + string(want) + `)`)
}

// conversation is what is stored of the only conversation there is, in order, as soon as it has so many messages.
func (s *scene) conversation(t *testing.T, messages int) (said []string) {
	t.Helper()
	for range 3000 {
		said = nil
		for _, list := range s.stored(t) {
			for _, m := range slices.Backward(list) { // the assistant's comes first there
				said = append(said, strings.TrimSpace(m.content))
			}
		}
		if len(said) >= messages {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	return said
}
