package pages_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const neutralPage = "https://www.wikipedia.org/"

// visited are the addresses to which the tab can go back, the one that it is at last; none in the middle of a navigation.
func (p *tab) visited() (addresses []string) {
	p.t.Helper()
	_ = chromedp.Do(p.ctx, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		history, err := chromedp.Call(ctx, page.GetNavigationHistory, cdp.Empty{})
		if err != nil {
			return err
		}
		for _, entry := range history.Entries[:history.CurrentIndex+1] {
			addresses = append(addresses, entry.URL)
		}
		return nil
	}))
	return addresses
}

// mustLeave holds that the tab goes to the neutral page, with nothing of a page to go back to.
func (p *tab) mustLeave(left string) {
	p.t.Helper()
	deadline := time.Now().Add(patience / 2)
	for {
		addresses := p.visited()
		if len(addresses) > 0 && addresses[len(addresses)-1] == neutralPage {
			if slices.Contains(addresses, left) {
				p.t.Errorf("the way back leads there: %s", addresses)
			}
			return
		}
		if time.Now().After(deadline) {
			p.shootFailure("to-leave")
			p.t.Fatalf("still there: %s", addresses)
		}
		time.Sleep(10 * time.Millisecond) // a navigation, which no promise here can wait for
	}
}

// stored is what this browser has of conversations: in the tab, and beyond it.
func (p *tab) stored() (inTab, beyond string) {
	p.t.Helper()
	both := eval[[]string](p, `[JSON.stringify({ ...sessionStorage }), JSON.stringify({ ...localStorage })]`)
	return both[0], both[1]
}

func TestLeavingQuicklyLeavesNothingBehind(t *testing.T) {
	for name, leave := range map[string]func(*tab){
		"the button below the box": func(p *tab) { p.click(".tools-row [data-leave]") },
		"the button beside the answer": func(p *tab) { // by keyboard: on a busy machine the answer may scroll once more under a click
			p.do(chromedp.Focus(chromedp.CSS(lastAnswer + " .discretion .button")))
			p.press(kb.Enter)
		},
		"Escape twice, writing":          func(p *tab) { p.click("#message"); p.press(kb.Escape + kb.Escape) },
		"Escape twice, reading contacts": func(p *tab) { p.click(".about summary"); p.press(kb.Escape + kb.Escape) },
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, graceHarbor())
			p := newTab(t, phone).withPhotos()
			p.do(chromedp.Navigate(s.url + "/care/grace-harbor"))
			p.open(s.url + "/chat/grace-harbor")
			p.inDanger(s, "A secret: he hits me", crisisAnswer)
			leave(p)
			p.mustLeave(s.url + "/chat/grace-harbor")

			p.open(s.url + "/chat/grace-harbor") // whoever comes next on this device, in this tab
			inTab, beyond := p.stored()
			if p.count(".message") != 0 || strings.Contains(inTab+beyond, "secret") {
				t.Errorf("left: %s %s", inTab, beyond)
			}
			select {
			case <-s.forgotten:
				t.Error("the church's copy is gone too, which nobody asked for")
			default:
			}
		})
	}
}

func TestEscapeOnceOrSlowlyDoesNotLeave(t *testing.T) {
	s, p, _ := openChat(t, phone)
	s.conversation(p, "Is there parking?")
	p.press(kb.Escape)
	eval[any](p, `new Promise((resolve) => setTimeout(resolve, 700))`)
	p.press(kb.Escape)
	p.press("a" + kb.Escape)
	eval[any](p, `new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))`)
	if addresses := p.visited(); slices.Contains(addresses, neutralPage) || p.count(".message") != 2 {
		t.Errorf("left: %s", addresses)
	}
}

func TestAConversationAboutDangerStaysInItsTabUnlessAskedFor(t *testing.T) {
	s, p, _ := openChat(t, phone)
	s.conversation(p, "Is there parking?")
	if _, beyond := p.stored(); !strings.Contains(beyond, "parking") {
		t.Errorf("an ordinary conversation is not kept: %s", beyond)
	}
	p.inDanger(s, "He hits me", crisisAnswer)
	inTab, beyond := p.stored()
	if strings.Contains(beyond, "parking") || strings.Contains(beyond, "He hits me") || !strings.Contains(inTab, "He hits me") {
		t.Errorf("in the tab %s, beyond it %s", inTab, beyond)
	}
	s.conversation(p, "Thank you")
	p.open(s.url + "/chat/grace-harbor")
	if p.count(".message") != 6 {
		t.Errorf("lost on a reload: %s", p.text("[data-messages]"))
	}
	other := newTab(t, phone)
	other.open(s.url + "/chat/grace-harbor")
	if other.count(".message") != 0 {
		t.Errorf("to be read in another tab: %s", other.text("[data-messages]"))
	}

	p.click(".discretion .button.session-only")
	p.waitText("[data-announcer]", "It is kept on this device")
	if p.count(".session-only") == 0 || eval[bool](p, `[...document.querySelectorAll(".session-only")].some((e) => e.checkVisibility())`) {
		t.Error("still offered although it is kept")
	}
	p.inDanger(s, "He hits me again", crisisAnswer)
	if _, beyond := p.stored(); !strings.Contains(beyond, "He hits me again") {
		t.Errorf("not kept: %s", beyond)
	}
}

// The end of an answer comes later than its words, as a rule after they have been painted.
func TestWhoIsInDangerIsToldThatTheirConversationGoesWithTheTab(t *testing.T) {
	s, p, _ := openChat(t, phone)
	p.ask("He hits me")
	x := s.next()
	x.start()
	x.send("tier", object{"tier": nil, "reason": "crisis"})
	x.delta(crisisAnswer)
	p.wait(`document.querySelector("` + lastAnswer + ` .calls .button").checkVisibility()`)
	x.finish("done", object{"finish": "stop", "tier": nil, "ms": 1})
	p.wait(`document.querySelector("` + lastAnswer + ` .discretion")`)
	if shown := eval[[]bool](p, `[...document.querySelectorAll(".session-only")].map((e) => e.checkVisibility())`); !slices.Equal(shown, []bool{true, true}) {
		t.Errorf("what is said of it, and the way to keep it, are to be seen: %v", shown)
	}
}

// A conversation that stays in its tab leaves alone what is said in another tab meanwhile, even when it is to be kept.
func TestAConversationAboutDangerLeavesThatOfAnotherTabAlone(t *testing.T) {
	s, p, _ := openChat(t, phone)
	p.inDanger(s, "He hits me", crisisAnswer)
	other := newTab(t, phone)
	other.open(s.url + "/chat/grace-harbor")
	s.conversation(other, "Is there parking?")
	told := 0
	mustBeThere := func(after string) {
		t.Helper()
		told++ // events of the storage come in their order
		eval[any](other, `window.told = new Promise((resolve) => addEventListener("storage", ({ key }) => { if (key === "test") resolve(); })), null`)
		eval[any](p, fmt.Sprintf(`localStorage.setItem("test", "%d")`, told))
		eval[any](other, `window.told`)
		_, beyond := other.stored()
		if other.count(".message") != 2 || !strings.Contains(beyond, "parking") || strings.Contains(beyond, "hits") {
			t.Errorf("after %s: shown %q, stored %s", after, other.text("[data-messages]"), beyond)
		}
	}
	s.conversation(p, "Thank you")
	mustBeThere("another question")
	p.click(".discretion .button.session-only")
	p.waitText("[data-announcer]", "This device already keeps another")
	p.wait(`document.querySelector("[data-notice]").checkVisibility()`)
	mustBeThere("what is to be kept")
	if inTab, _ := p.stored(); !strings.Contains(inTab, "Thank you") || p.count(".message") != 4 {
		t.Errorf("left: %s", inTab)
	}

	p.click(".discretion .button:nth-of-type(2)")
	p.wait(`document.querySelector("dialog").open`)
	p.press(kb.Tab + kb.Enter)
	<-s.forgotten
	p.waitText("[data-notice]", "forgotten, here and on our server")
	mustBeThere("what was forgotten")
	s.conversation(p, "Is anybody there?")
	mustBeThere("a question after that")
	if inTab, _ := p.stored(); strings.Contains(inTab, "hits") || strings.Contains(inTab, "parking") || p.count(".message") != 2 {
		t.Errorf("after what was forgotten: shown %q, stored %s", p.text("[data-messages]"), inTab)
	}
	p.click("#message")
	p.press(kb.Escape + kb.Escape)
	p.mustLeave(s.url + "/chat/grace-harbor")
	if _, beyond := other.stored(); strings.Contains(beyond, "parking") {
		t.Errorf("after leaving quickly: %s", beyond)
	}
}

func TestForgettingIsOfferedBesideAnAnswerAboutDanger(t *testing.T) {
	s, p, _ := openChat(t, desktop)
	p.inDanger(s, "He hits me", crisisAnswer)
	p.click(lastAnswer + " .discretion .button:nth-of-type(2)")
	p.wait(`document.querySelector("dialog").open`)
	p.press(kb.Tab) // from "Keep it"
	p.press(kb.Enter)
	<-s.forgotten
	p.waitText("[data-notice]", "forgotten, here and on our server")
	p.mustBeAt("textarea Your message")
	if inTab, beyond := p.stored(); strings.Contains(inTab+beyond, "hits") || p.count(".message") != 0 {
		t.Errorf("left: %s %s", inTab, beyond)
	}
}

// Before anything is written it says who reads it; a new conversation knows nothing of the one before.
func TestBeforeTheFirstMessageItSaysWhoReadsIt(t *testing.T) {
	const said = "People at this church can read what you write here. It is not confidential."
	s, p, _ := openChat(t, narrow)
	seen := func() bool {
		return eval[bool](p, `(() => { const e = document.querySelector("[data-reading]"), b = e.getBoundingClientRect();
			return e.checkVisibility() && e.contains(document.elementFromPoint((b.left + b.right) / 2, (b.top + b.bottom) / 2)); })()`)
	}
	for _, size := range append(phones, desktop) {
		p.do(chromedp.EmulateViewport(size.width, size.height))
		if got := p.text("[data-reading]"); got != said || !seen() {
			t.Errorf("%v: %q, seen %v", size, got, seen())
		}
	}
	first := s.conversation(p, "Is there parking?")
	if seen() {
		t.Error("it takes the room of the conversation")
	}
	p.click(".tools-row [data-begin]")
	p.waitText("[data-notice]", "This is a new conversation")
	p.mustBeAt("textarea Your message")
	if !seen() || p.count(".message") != 0 {
		t.Error("no new beginning")
	}
	second := s.conversation(p, "Hello")
	if second.request.SessionID == first.request.SessionID || len(second.request.History) != 0 {
		t.Errorf("the old conversation goes on: %+v", second.request)
	}
}

func TestTheWidgetSaysWhoReadsItAndIsLeftQuickly(t *testing.T) {
	for name, leave := range map[string]func(*tab){
		"the button": func(p *tab) { frameEval[any](p, `document.querySelector(".tools-row [data-leave]").click(), null`) },
		"Escape": func(p *tab) {
			p.press(kb.Escape)
			p.wait(`!shadowOf().querySelector(".panel").open`)
			p.press(kb.Escape)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, h, p, _ := openWidget(t, desktop)
			p.withPhotos()
			p.waitFrame(`document.querySelector("[data-reading]").checkVisibility() && document.querySelector("[data-reading]").innerText.includes("It is not confidential")`)
			p.askPanel("A secret: he hits me")
			x := s.next()
			x.start()
			x.send("tier", object{"tier": nil, "reason": "crisis"})
			x.delta(crisisAnswer)
			x.done()
			p.waitFrame(`document.querySelector(".calls .button")?.textContent.includes("Call 988")`)
			frameEval[any](p, `document.querySelector("#message").focus(), null`)
			leave(p)
			p.mustLeave(h.url + "/")
			p.do(chromedp.Navigate(h.url + "/")) // later, in the same tab
			p.wait(`shadowOf().querySelector(".button")`)
			if eval[bool](p, `narthex.isOpen()`) {
				t.Error("the panel has opened by itself")
			}
		})
	}
}
