package pages_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"narthex/chat/church"
)

// openWidget opens the panel on a church's page by the button.
func openWidget(t *testing.T, size viewport) (*widgetServer, *hostSite, *tab, *church.Snapshot) {
	t.Helper()
	grace := graceHarbor()
	s := serveWidget(t, grace)
	h := hostFor(t, s, grace, plainPage(snippet))
	p := visitHost(t, h, size)
	p.pressWidget(".button")
	p.waitPanel()
	return s, h, p, grace
}

// askPanel writes a message in the panel and sends it.
func (p *tab) askPanel(message string) {
	p.t.Helper()
	frameEval[any](p, `document.querySelector("#message").focus(), null`)
	p.paste(message)
	p.press(kb.Enter)
}

func TestTheWidgetByKeyboard(t *testing.T) {
	grace := graceHarbor()
	s := serveWidget(t, grace)
	h := hostFor(t, s, grace, plainPage(snippet))
	p := visitHost(t, h, desktop)
	const atButton = `shadowOf().activeElement === shadowOf().querySelector(".button")`
	for range 4 { // two links, the button, and once more if the browser begins elsewhere
		if p.press(kb.Tab); eval[bool](p, atButton) {
			break
		}
	}
	name := `(shadowOf().querySelector(".button").getAttribute("aria-label") + " " + shadowOf().querySelector(".button").getAttribute("aria-expanded"))`
	if got := eval[string](p, name); got != "Chat with Grace Harbor Church false" || !eval[bool](p, atButton) {
		t.Fatalf("the button is %q", got)
	}
	p.shoot("widget-keyboard-button")
	p.press(kb.Enter)
	p.waitPanel()
	p.waitFrame(`document.hasFocus() && document.activeElement.id === "message"`)
	if got := eval[string](p, name); got != "Close the chat true" {
		t.Errorf("the button is %q while the panel is open", got)
	}
	p.paste("Hello")
	p.press(kb.Enter)
	s.next().answer("Welcome!")
	p.waitFrame(`document.querySelector("[data-announcer]").textContent.includes("Welcome!")`)

	p.press(kb.Escape)
	p.wait(`!narthex.isOpen()`)
	if !eval[bool](p, atButton) {
		t.Error("the focus does not come back to the button")
	}
	p.press(kb.Enter)
	p.waitFrame(`document.hasFocus()`)
	frameEval[any](p, `document.querySelector("[data-about] summary").click(), document.querySelector("[data-about] summary").focus(), null`)
	p.press(kb.Escape)
	p.waitFrame(`!document.querySelector("[data-about]").open`)
	if !eval[bool](p, `narthex.isOpen()`) {
		t.Error("Escape closes the panel together with what was open in it")
	}
	// From the last element of the panel the tabulator leads to the button, and on into the page.
	frameEval[any](p, `[...document.querySelectorAll("a, button:enabled, textarea")].filter((e) => e.checkVisibility()).at(-1).focus(), null`)
	p.press(kb.Tab)
	p.wait(atButton)
}

func TestOnAPhoneThePanelIsASheetAndKeepsTheFocus(t *testing.T) {
	s, _, p, _ := openWidget(t, phone)
	box := eval[[]float64](p, `Promise.all(shadowOf().querySelector(".panel").getAnimations().map((a) => a.finished)).then(() => { const b = shadowOf().querySelector(".panel").getBoundingClientRect(); return [b.x, b.y, b.width, b.height]; })`)
	if !slices.Equal(box, []float64{0, 0, float64(phone.width), float64(phone.height)}) {
		t.Errorf("the sheet is at %v", box)
	}
	for range 20 {
		p.press(kb.Tab)
		if eval[bool](p, `document.activeElement.matches("a")`) {
			t.Fatal("the focus is on the page behind the sheet")
		}
	}
	p.askPanel("Hi")
	s.next().answer("Hello!")
	p.waitFrame(`document.querySelector(".prose")?.textContent.includes("Hello!")`)
	p.shoot("widget-phone-sheet")
	frameEval[any](p, `document.querySelector("[data-close]").click(), null`)
	p.wait(`!narthex.isOpen() && shadowOf().activeElement === shadowOf().querySelector(".button")`)
	p.pressWidget(".button")
	p.wait(`narthex.isOpen()`)
	p.do(chromedp.EmulateViewport(desktop.width, desktop.height))
	p.wait(`!shadowOf().querySelector(".root").classList.contains("sheet") && shadowOf().querySelector(".panel").getBoundingClientRect().width === 400`)
	if text := frameEval[string](p, `document.querySelector(".prose").textContent`); !strings.Contains(text, "Hello!") {
		t.Errorf("turning the screen loses the conversation: %q", text)
	}
}

func TestThePagesScriptsAndLinksOpenThePanel(t *testing.T) {
	grace := graceHarbor()
	s := serveWidget(t, grace)
	h := hostFor(t, s, grace, plainPage(`<a id="ask" href="/elsewhere" data-narthex-open data-narthex-message="Could somebody pray for me?"><b>Ask for prayer</b></a>
		<script>window.heard = []; for (const k of ["ready", "open", "close"]) document.addEventListener("narthex:" + k, (e) => heard.push(k + " " + e.detail.church));</script>`+snippet))
	p := visitHost(t, h, desktop)
	p.click("#ask b")
	p.waitPanel()
	p.waitFrame(`document.querySelector("#message").value === "Could somebody pray for me?"`)
	p.do(chromedp.Evaluate[chromedp.Void](`narthex.close()`))
	p.do(chromedp.Evaluate[chromedp.Void](`narthex.open({ church: "grace-harbor", message: "Another" })`))
	p.waitFrame(`document.querySelector("#message").value.includes("Another")`)
	p.do(chromedp.Evaluate[chromedp.Void](`narthex.toggle("grace-harbor"); narthex.open("nobody"); narthex.open(null); narthex.close()`))
	if heard := eval[string](p, `heard.join()`); heard != "ready grace-harbor,open grace-harbor,close grace-harbor,open grace-harbor,close grace-harbor,open grace-harbor,close grace-harbor" {
		t.Errorf("the page hears %s", heard)
	}
	select {
	case x := <-s.exchanges:
		t.Errorf("%q was sent though nobody pressed send", x.request.Message)
	default:
	}
	if at := eval[string](p, `location.pathname`); at != "/" {
		t.Errorf("the link led to %s", at)
	}
}

func TestSeveralWidgetsShareAPage(t *testing.T) {
	grace, vida := graceHarbor(), nuevaVida()
	vida.Accent = "#f2c14e"
	s := serveWidget(t, grace, vida)
	second := `<script src="BASE/widget.js" data-church="nueva-vida" data-language="es" data-label="Escríbanos" async></script>`
	third := `<narthex-widget church="nueva-vida" position="left" bottom="40"></narthex-widget>`
	h := hostFor(t, s, grace, plainPage(snippet+second+third))
	vida.WidgetOrigins = grace.WidgetOrigins
	p := visitHost(t, h, desktop)
	p.wait(`shadowOf(0)?.querySelector(".button") && shadowOf(1)?.querySelector(".button") && shadowOf(2)?.querySelector(".button")`)
	boxes := eval[[][]float64](p, `[0, 1, 2].map((n) => { const b = shadowOf(n).querySelector(".button").getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; })`)
	for i, a := range boxes {
		for _, b := range boxes[i+1:] {
			if a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3] {
				t.Errorf("buttons lie over each other: %v", boxes)
			}
		}
	}
	p.shoot("widget-several")
	p.do(chromedp.Evaluate[chromedp.Void](`narthex.open("nueva-vida")`))
	p.wait(`narthex.isOpen("nueva-vida")`)
	p.do(chromedp.Evaluate[chromedp.Void](`narthex.open("grace-harbor")`))
	p.wait(`narthex.isOpen("grace-harbor")`)
	if eval[bool](p, `narthex.isOpen("nueva-vida")`) {
		t.Error("two panels lie over each other")
	}
	names := eval[[]string](p, `[0, 1, 2].map((n) => shadowOf(n).querySelector(".button").getAttribute("aria-label"))`)
	if !slices.Contains(names, "Escríbanos: Chatear con Iglesia Nueva Vida") {
		t.Errorf("the buttons are called %v", names)
	}
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("narthex-widget").forEach((w) => w.remove()); narthex.open("grace-harbor")`))
	if eval[bool](p, `narthex.isOpen("grace-harbor")`) {
		t.Error("a widget that was removed is open")
	}
}

func TestAnOpenPanelIsOpenOnTheNextPageToo(t *testing.T) {
	s, h, p, _ := openWidget(t, desktop)
	h.bodies["/next"] = plainPage(`<input id="search" autofocus>` + snippet)
	p.askPanel("Is there supper today?")
	s.next().answer("Yes, at six.")
	p.waitFrame(`document.querySelector(".prose")?.textContent.includes("at six")`)
	p.do(chromedp.Navigate(h.url + "/next"))
	p.wait(`shadowOf()?.querySelector(".panel.up")?.open`)
	p.waitFrame(`document.querySelector(".prose")?.textContent.includes("at six")`)
	if !eval[bool](p, `document.activeElement.id === "search"`) {
		t.Error("the panel takes the focus from the page")
	}
	p.do(chromedp.EmulateViewport(phone.width, phone.height))
	p.do(chromedp.Navigate(h.url + "/"))
	p.wait(`shadowOf()?.querySelector(".button")`)
	if eval[bool](p, `narthex.isOpen()`) {
		t.Error("on a phone the sheet covers the next page before anybody has seen it")
	}
	p.do(chromedp.EmulateViewport(desktop.width, desktop.height))
	p.pressWidget(".button")
	p.wait(`narthex.isOpen()`)
	p.do(chromedp.Evaluate[chromedp.Void](`narthex.close()`))
	p.do(chromedp.Navigate(h.url + "/next"))
	p.wait(`shadowOf()?.querySelector(".button")`)
	if eval[bool](p, `narthex.isOpen()`) {
		t.Error("a panel that was closed opens by itself")
	}
}

func TestALongOpenPanelRenewsItsTokenAndEndsWhereItsSiteDoes(t *testing.T) {
	s, h, p, grace := openWidget(t, desktop)
	s.forward(time.Hour) // the browser's clock did not notice, as after a sleep
	p.askPanel("Still there?")
	s.next().answer("Yes.")
	p.waitFrame(`document.querySelector(".prose")?.textContent.includes("Yes.")`)

	grace.WidgetOrigins = nil
	p.askPanel("And now?")
	p.waitFrame(`document.querySelector(".messages").innerText.includes("does not offer the chat any more")`)
	p.forgive()
	p.shoot("widget-ended")
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if err := s.widget.Run(ended); err != nil {
		t.Fatal(err)
	}
	if s.attempts.seen[grace.ID.String()[:4]+" "+h.url] == 0 {
		t.Errorf("the admin sees %v", s.attempts.seen)
	}
}

// A panel that could not be had before anybody wanted it is tried anew when somebody does.
func TestAPanelThatCouldNotBeFetchedAheadComesUpOnceItIsWanted(t *testing.T) {
	grace := graceHarbor()
	s := serveWidget(t, grace)
	h := hostFor(t, s, grace, plainPage(snippet))
	p := visitHost(t, h, desktop)
	origins := grace.WidgetOrigins
	grace.WidgetOrigins = nil
	p.do(chromedp.Evaluate[chromedp.Void](`{ const now = Date.now; Date.now = () => now() + 3600e3; }`)) // the token has ended: another is asked for
	p.do(chromedp.Evaluate[chromedp.Void](`void shadowOf().querySelector(".button").dispatchEvent(new PointerEvent("pointerenter"))`))
	p.wait(`shadowOf().querySelector(".panel.late")`)
	grace.WidgetOrigins = origins
	p.pressWidget(".button")
	p.waitPanel()
}

func TestEscapeInACommentDoesNotCloseThePanel(t *testing.T) {
	s, _, p, _ := openWidget(t, desktop)
	p.askPanel("Is there supper today?")
	s.next().answer("Yes, at six.")
	p.waitFrame(`document.querySelector(".rating-bar [aria-pressed]")`)
	frameEval[any](p, `document.querySelector(".rating-bar [aria-pressed]").click(), document.querySelector(".rating-form textarea").focus(), null`)
	p.press("Kind words" + kb.Escape)
	p.waitFrame(`document.querySelector(".rating-form") === null`)
	if !eval[bool](p, `narthex.isOpen()`) {
		t.Error("Escape closes the panel together with the comment")
	}
}

func TestAnAnswerToAClosedPanelIsNews(t *testing.T) {
	s, _, p, _ := openWidget(t, desktop)
	p.askPanel("What is on this week?")
	x := s.next()
	p.press(kb.Escape)
	p.wait(`!narthex.isOpen()`)
	x.answer("Supper on Wednesday.")
	p.wait(`shadowOf().querySelector(".button").getAttribute("aria-label").includes("new answer")`)
	p.shoot("widget-news")
	p.pressWidget(".button")
	p.wait(`narthex.isOpen() && !shadowOf().querySelector(".root").classList.contains("news")`)
	p.waitFrame(`document.querySelector(".prose").checkVisibility()`)
}

func TestThePanelLooksLikeThePageAroundIt(t *testing.T) {
	const dark, light = "rgb(20, 24, 26)", "rgb(251, 250, 247)"
	body := func(style string) string { return strings.Replace(plainPage(snippet), "background:#fff", style, 1) }
	for _, tt := range []struct{ name, page, prefers, want string }{
		{"a dark page, a visitor who likes it light", body("background:#101418"), "light", dark},
		{"a light page, a visitor who likes it dark", body("background:#fefefe"), "dark", light},
		{"a page that follows the visitor", strings.Replace(body("background:none"), "<style>", "<style>:root{color-scheme:light dark}", 1), "dark", dark},
		{"a page that says nothing", body("background:none"), "dark", light},
		{"a site that wants it dark", strings.Replace(body("background:#fff"), "async", `data-theme="dark" async`, 1), "light", dark},
		{"a site that leaves it to the visitor", strings.Replace(body("background:#fff"), "async", `data-theme="auto" async`, 1), "dark", dark},
		{"a dark page in a modern colour", body("background:oklch(0.2 0.02 250)"), "light", dark},
	} {
		t.Run(tt.name, func(t *testing.T) {
			grace := graceHarbor()
			s := serveWidget(t, grace)
			p := visitHost(t, hostFor(t, s, grace, tt.page), desktop)
			p.preferring("prefers-color-scheme", tt.prefers)
			p.pressWidget(".button")
			p.waitPanel()
			if got := frameEval[string](p, `getComputedStyle(document.body).backgroundColor`); got != tt.want {
				t.Errorf("the panel is %s, want %s", got, tt.want)
			}
		})
	}
}

func TestThePanelFollowsAPageThatTurnsDark(t *testing.T) {
	_, _, p, _ := openWidget(t, desktop)
	p.do(chromedp.Evaluate[chromedp.Void](`narthex.close(); document.body.style.background = "#111"; narthex.open()`))
	p.waitFrame(`getComputedStyle(document.body).backgroundColor === "rgb(20, 24, 26)" && document.querySelectorAll("link[data-style]").length === 1`)
}

func TestReducedMotionIsHonoured(t *testing.T) {
	grace := graceHarbor()
	s := serveWidget(t, grace)
	h := hostFor(t, s, grace, plainPage(snippet))
	for prefers, moves := range map[string]bool{"no-preference": true, "reduce": false} {
		p := visitHost(t, h, desktop)
		p.preferring("prefers-reduced-motion", prefers)
		p.pressWidget(".button")
		p.wait(`narthex.isOpen()`)
		if got := eval[bool](p, `getComputedStyle(shadowOf().querySelector(".panel")).animationName !== "none"`); got != moves {
			t.Errorf("%s: moves %v", prefers, got)
		}
	}
}
