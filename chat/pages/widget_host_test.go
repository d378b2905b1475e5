package pages_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

func TestNothingIsLoadedBeforeItIsWanted(t *testing.T) {
	grace := graceHarbor()
	s := serveWidget(t, grace)
	h := hostFor(t, s, grace, plainPage(snippet))
	p := visitHost(t, h, desktop)
	if got := s.askedFor(); !slices.Equal(got, []string{"/widget.js", "/widget/grace-harbor/site.js"}) {
		t.Errorf("a page with a button asks for %v", got)
	}
	x, y := p.center(".button")
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y))
	p.wait(`shadowOf().querySelector(".panel.up iframe")`)
	if eval[bool](p, `shadowOf().querySelector(".panel").open`) {
		t.Error("the panel opens though nobody has pressed the button")
	}
	asked := s.askedFor()
	p.pressWidget(".button")
	p.waitPanel()
	if got := s.askedFor(); len(got) != len(asked) {
		t.Errorf("opening asks for more than what was fetched while the pointer was over the button: %v, before %v", got, asked)
	}
	for _, path := range asked {
		if strings.Contains(path, "/api/") {
			t.Errorf("the chat is asked before anything was written: %s", path)
		}
	}
}

// shifts counts how far things moved, as browsers measure it (Cumulative Layout Shift).
const shifts = `{
	window.shifted = 0;
	new PerformanceObserver((list) => { for (const e of list.getEntries()) window.shifted += e.value; }).observe({ type: "layout-shift", buffered: true });
}`

func TestThePageDoesNotMove(t *testing.T) {
	for name, size := range map[string]viewport{"desktop": desktop, "phone": phone} {
		t.Run(name, func(t *testing.T) {
			grace := graceHarbor()
			s := serveWidget(t, grace)
			h := hostFor(t, s, grace, plainPage(snippet))
			p := newTab(t, size)
			p.beforeScripts(watchShadows + shifts)
			p.do(chromedp.Navigate(h.url + "/"))
			p.wait(`shadowOf().querySelector(".button")`)
			before := eval[string](p, geometry)
			p.pressWidget(".button")
			p.waitPanel()
			p.do(chromedp.Evaluate[chromedp.Void](`narthex.close()`))
			p.wait(`!narthex.isOpen()`)
			if after := eval[string](p, geometry); after != before {
				t.Errorf("before %s\nafter %s", before, after)
			}
			if moved := eval[float64](p, `new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(() => r(window.shifted))))`); moved != 0 {
				t.Errorf("layout shift %v", moved)
			}
		})
	}
}

// geometry says where everything on the page is, and what is known about it to the page's own scripts.
const geometry = `JSON.stringify([...document.body.querySelectorAll("*")].map((e) => { const b = e.getBoundingClientRect(); return [e.tagName, b.x, b.y, b.width, b.height, getComputedStyle(e).color, getComputedStyle(e).font]; })
	.concat([[document.documentElement.scrollWidth, document.documentElement.scrollHeight, document.styleSheets.length, document.body.attributes.length, document.documentElement.style.cssText, document.cookie, localStorage.length]]))`

// hostile is a page that does all it can to spoil what others put on it.
const hostile = `<!doctype html><html lang="ar" dir="rtl"><head><meta name="viewport" content="width=device-width, initial-scale=1"><title>x</title><link rel="icon" href="data:,">
<style nonce="n">
html { font-size: 47px !important; }
* { all: unset !important; display: none !important; color: red !important; background: yellow !important; font: 60px monospace !important; transform: rotate(30deg) scale(3) !important;
    opacity: .1 !important; visibility: hidden !important; pointer-events: none !important; z-index: -5 !important; position: static !important; width: 7px !important; direction: rtl !important;
    letter-spacing: 2em !important; text-transform: uppercase !important; animation: spin 1s infinite !important; transition: all 9s !important; filter: blur(9px) !important; clip-path: circle(1px) !important; }
@keyframes spin { to { transform: rotate(1turn); opacity: 0; } }
html, body, main, .cover { display: block !important; visibility: visible !important; opacity: 1 !important; pointer-events: auto !important; }
body { transform: translateX(40px) scale(.5) !important; overflow: hidden !important; contain: strict !important; height: 300px !important; }
.cover { position: fixed !important; inset: 0 !important; z-index: 2147483647 !important; width: auto !important; background: pink !important; }
iframe, button, dialog, svg { display: none !important; }
</style>
<script nonce="n">
Array.prototype.toJSON = () => "broken"; Object.prototype.leak = () => {}; Array.prototype.extra = 1;
for (const name of ["includes", "map", "find", "forEach"]) { const was = Array.prototype[name]; Array.prototype[name] = function (...a) { return was.apply(this, a); }; }
Element.prototype.show = Element.prototype.hide = Element.prototype.toggle = () => { throw new Error("page's own"); };
const json = JSON.stringify; JSON.stringify = (...a) => json(...a);
window.open = () => { throw new Error("no"); };
window.failures = [];
window.addEventListener("error", (e) => failures.push(e.message));
window.addEventListener("unhandledrejection", (e) => failures.push(String(e.reason)));
window.keys = []; document.addEventListener("keydown", (e) => keys.push(e.key));
window.before = Object.keys(window);
</script></head><body><main>text</main><div class="cover"></div><script nonce="n" src="BASE/widget.js" data-church="grace-harbor" data-label="Ask us" async></script></body></html>`

func TestAHostilePageCanNeitherSpoilTheWidgetNorIsSpoiled(t *testing.T) {
	grace := graceHarbor()
	s := serveWidget(t, grace)
	h := hostFor(t, s, grace, hostile)
	h.policy = "default-src 'none'; script-src 'nonce-n' 'strict-dynamic'; style-src 'nonce-n'; frame-src BASE; img-src data:; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
	p := newTab(t, desktop)
	p.beforeScripts(watchShadows)
	p.do(chromedp.Navigate(h.url + "/"))
	p.wait(`shadowOf().querySelector(".button")`)
	p.do(chromedp.Evaluate[chromedp.Void](`localStorage.clear()`)) // of whoever had this port before

	if !eval[bool](p, `document.querySelector("narthex-widget").shadowRoot === null`) {
		t.Error("the page's scripts can look into the widget")
	}
	box := eval[[]float64](p, `(() => { const b = shadowOf().querySelector(".button").getBoundingClientRect(); return [b.left, innerHeight - b.bottom, b.height, b.width]; })()`)
	if box[0] != 20 || box[1] != 20 || box[2] != 56 || box[3] < 100 || box[3] > 200 {
		t.Errorf("the button is at %v, want 20 px from the left (the page reads from right to left) and from the bottom, 56 px high", box)
	}
	style := eval[map[string]string](p, `(() => { const s = getComputedStyle(shadowOf().querySelector(".button")); return { color: s.color, font: s.fontSize, opacity: s.opacity, transform: s.transform, filter: s.filter, spacing: s.letterSpacing, family: s.fontFamily.slice(0, 9) }; })()`)
	want := map[string]string{"color": "rgb(255, 255, 255)", "font": "16px", "opacity": "1", "transform": "none", "filter": "none", "spacing": "normal", "family": "system-ui"}
	for key, value := range want {
		if style[key] != value {
			t.Errorf("%s is %s, want %s", key, style[key], value)
		}
	}
	x, y := p.center(".button")
	if at := eval[string](p, fmt.Sprintf(`document.elementFromPoint(%v, %v).tagName`, x, y)); at != "NARTHEX-WIDGET" {
		t.Errorf("%s lies over the button", at)
	}
	p.shoot("widget-hostile-closed")
	p.pressWidget(".button")
	p.waitPanel()
	p.shoot("widget-hostile-open")
	frameEval[any](p, `document.querySelector("#message").focus(), null`)
	p.paste("Is there parking?")
	p.press("\r")
	x1 := s.next()
	if x1.request.Message != "Is there parking?" {
		t.Errorf("asked %q", x1.request.Message)
	}
	x1.answer("Yes, **behind** the building.")
	p.waitFrame(`document.querySelector(".prose strong")?.textContent === "behind"`)

	if failures := eval[[]string](p, `[...failures]`); len(failures) > 0 {
		t.Errorf("the page sees failures: %v", failures)
	}
	if keys := eval[int](p, `keys.length`); keys != 0 {
		t.Errorf("the page hears %d keys that were pressed in the panel", keys)
	}
	added := eval[[]string](p, `Object.keys(window).filter((k) => !before.includes(k) && k !== "before")`)
	if !slices.Equal(added, []string{"narthex"}) {
		t.Errorf("the page has new variables %v", added)
	}
	if stored := eval[string](p, `Object.keys(localStorage) + ";" + Object.entries({ ...sessionStorage }) + ";" + document.cookie`); stored != ";narthex:grace-harbor,open;" {
		t.Errorf("kept in the page's storage: %s", stored)
	}
	if now := eval[string](p, `getComputedStyle(document.querySelector("main")).color + document.body.children.length`); now != "rgb(255, 0, 0)3" {
		t.Errorf("the page has changed: %s", now)
	}
}

func TestASiteThatIsNotAllowedShowsNothingAndSaysWhy(t *testing.T) {
	grace := graceHarbor()
	s := serveWidget(t, grace)
	h := hostFor(t, s, nil, plainPage(snippet+`<script>window.failures = []; addEventListener("error", (e) => failures.push(e.message)); addEventListener("unhandledrejection", (e) => failures.push(String(e.reason)));
		window.said = []; console.warn = (...a) => said.push(a.join(" "));</script>`))
	p := newTab(t, desktop)
	p.beforeScripts(watchShadows)
	p.do(chromedp.Navigate(h.url + "/"))
	p.wait(`window.said.length > 0`)
	p.forgive() // the browser itself reports the refused request
	if said := eval[string](p, `said.join("\n")`); !strings.Contains(said, h.url) || !strings.Contains(said, "allowed sites") || !strings.Contains(said, "grace-harbor") {
		t.Errorf("the console says %q", said)
	}
	if n := eval[int](p, `shadowOf().childNodes.length`); n != 0 {
		t.Errorf("something is shown: %d nodes", n)
	}
	if failures := eval[[]string](p, `failures`); len(failures) > 0 {
		t.Errorf("the page sees failures: %v", failures)
	}
	p.do(chromedp.Evaluate[chromedp.Void](`narthex.open(); narthex.toggle("grace-harbor"); narthex.close("nobody")`))
	// Whoever takes the frame's address from elsewhere gets no further.
	token := newWidgetRig(t, grace).token("grace-harbor", "https://graceharbor.example.org")
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`new Promise((done) => { const f = document.createElement("iframe"); f.onload = done; f.id = "stolen"; f.src = %s; document.body.append(f); })`,
		quote(s.url+"/widget/grace-harbor?visitor="+token)), chromedp.EvalAwaitPromise))
	if eval[bool](p, `document.getElementById("stolen").contentDocument !== null`) {
		t.Error("the frame holds a page of the host's")
	}
	p.forgive()
	p.shoot("widget-not-allowed")
}

func TestWhereFramesAreForbiddenTheButtonLeadsToTheChatPage(t *testing.T) {
	grace := graceHarbor()
	s := serveWidget(t, grace)
	h := hostFor(t, s, grace, plainPage(strings.Replace(snippet, "async", `data-agent="care" data-language="es" async`, 1)))
	h.policy = "default-src 'self'; script-src BASE; style-src 'unsafe-inline'; img-src data:"
	p := visitHost(t, h, desktop)
	p.pressWidget(".button")
	p.wait(`shadowOf().querySelector(".wait a")`)
	p.forgive() // the browser itself reports the refused frame
	if got := eval[string](p, `shadowOf().querySelector(".wait a").href`); got != s.url+"/chat/grace-harbor?agent=care&lang=es" {
		t.Errorf("it leads to %s", got)
	}
	p.shoot("widget-frames-forbidden")
}

// On a phone the panel is a sheet over the whole page: one that does not come up is closed like any other.
func TestASheetThatDoesNotComeUpIsClosed(t *testing.T) {
	for name, tt := range map[string]struct{ policy, waits string }{
		"it is forbidden here": {"default-src 'self'; script-src BASE; style-src 'unsafe-inline'; img-src data:", `shadowOf().querySelector(".wait a")`},
		"it takes its time":    {"", `shadowOf().querySelector(".panel").open && shadowOf().querySelector(".wait") && !shadowOf().querySelector(".late")`},
	} {
		t.Run(name, func(t *testing.T) {
			grace := graceHarbor()
			s := serveWidget(t, grace)
			h := hostFor(t, s, grace, plainPage(snippet))
			h.policy = tt.policy
			p := newTab(t, phone)
			p.beforeScripts(watchShadows + `addEventListener("message", (event) => event.stopImmediatePropagation(), { capture: true });`) // nobody hears that the panel is up
			p.do(chromedp.Navigate(h.url + "/"))
			p.wait(`shadowOf().querySelector(".button")`)
			for range 2 {
				p.pressWidget(".button")
				p.wait(tt.waits)
				p.forgive() // the browser itself reports the refused frame
				p.shoot("widget-sheet-waits")
				if says := eval[string](p, `shadowOf().querySelector(".wait button")?.textContent ?? ""`); says != "Close the chat" {
					t.Fatalf("the button says %q", says)
				}
				p.pressWidget(".wait button")
				p.wait(`!narthex.isOpen() && !shadowOf().querySelector(".panel").open`)
			}
		})
	}
}

func TestThePagesOwnVariableOfOurNameStays(t *testing.T) {
	grace := graceHarbor()
	s := serveWidget(t, grace)
	h := hostFor(t, s, grace, plainPage(`<script>var narthex = "ours";</script>`+snippet))
	p := visitHost(t, h, desktop)
	if got := eval[string](p, `narthex`); got != "ours" {
		t.Errorf("narthex is %q", got)
	}
	h.bodies["/"] = plainPage(`<div id="narthex"></div>` + snippet)
	p.do(chromedp.Navigate(h.url + "/"))
	p.wait(`typeof window.narthex.open === "function"`)
}

func TestAnIsolatedPageShowsTheChat(t *testing.T) {
	grace := graceHarbor()
	s := serveWidget(t, grace)
	h := hostFor(t, s, grace, plainPage(strings.Replace(snippet, "async", "crossorigin async", 1)))
	h.isolated = true
	p := visitHost(t, h, desktop)
	if !eval[bool](p, `crossOriginIsolated`) {
		t.Fatal("the page is not isolated")
	}
	p.pressWidget(".button")
	p.waitPanel()
}
