package pages_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"narthex/chat/church"
	"narthex/chat/pages"
	"narthex/static/web"
)

// screens are what the pages are looked at on: the narrowest that WCAG asks for, a phone, a tablet and a desktop.
var screens = []viewport{{320, 640}, {390, 844}, {768, 1024}, {1440, 900}}

// states counts how many states of pages axe has looked at.
var states atomic.Int64

// cramped lists what is too wide for the screen, or cut off at its edge. Only what scrolls by itself may be wider: code and
// tables.
const cramped = `[document.documentElement, ...document.querySelectorAll("body *")]
	.filter((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 && getComputedStyle(e).overflowX !== "visible" || e === document.documentElement && e.scrollWidth > innerWidth)
	.filter((e) => e.checkVisibility() && !e.closest("pre, .visually-hidden, .picture, svg"))
	.map((e) => e.tagName + "." + e.className + " by " + (e.scrollWidth - e.clientWidth)).join("; ")`

// tiny lists what is there to be pressed and is smaller than 24 pixels in one direction (WCAG 2.5.8). Links within a sentence
// are excepted there.
const tiny = `[...document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=button]")]
	.filter((e) => e.checkVisibility() && !e.matches(".skip:not(:focus)"))
	.filter((e) => { const box = e.getBoundingClientRect(); return box.width < 24 || box.height < 24; })
	.filter((e) => !(e.matches("a") && [...e.parentElement.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim() !== "")))
	.map((e) => e.outerHTML.slice(0, 80)).join("; ")`

// place is where something is to be looked at: in the page, or in the panel on it.
type place struct {
	name    string
	inPanel bool
	theirs  bool // a page that is not ours: whether it fits is not our doing
}

// mustBeAccessible looks at the page as it stands, on all screens, in light and dark, and with text of twice the size.
func (p *tab) mustBeAccessible(state string) {
	p.t.Helper()
	p.mustBeAccessibleIn(state, place{})
}

func (p *tab) mustBeAccessibleIn(state string, places ...place) {
	p.t.Helper()
	for _, screen := range screens {
		p.do(chromedp.EmulateViewport(screen.width, screen.height))
		for _, at := range places {
			name := fmt.Sprintf("%s%s, %d", state, at.name, screen.width)
			for _, scheme := range []string{"light", "dark"} {
				p.preferring("prefers-color-scheme", scheme)
				p.mustPassAxe(name+", "+scheme, screen, at.inPanel)
			}
			if at.theirs {
				continue
			}
			p.mustFit(name, "100%", at.inPanel)
			p.mustFit(name+", text twice as large", "200%", at.inPanel)
		}
	}
}

// mustPassAxe runs axe. What it cannot decide because it is scrolled out of sight, it decides on a screen that is high enough.
func (p *tab) mustPassAxe(state string, screen viewport, inPanel bool) {
	p.t.Helper()
	states.Add(1)
	report := p.axe(inPanel)
	if report.Undecided() > 0 {
		p.do(chromedp.EmulateViewport(screen.width, 5000))
		report = p.axe(inPanel)
		p.do(chromedp.EmulateViewport(screen.width, screen.height))
	}
	if report.Passed < 10 {
		p.t.Errorf("%s: only %d rules of axe apply", state, report.Passed)
	}
	for _, finding := range report.Findings {
		if !acceptedIn(state, finding) {
			p.t.Errorf("%s: %s", state, finding)
		}
	}
}

// mustFit holds that nothing is cut off or scrolls sideways, and that all can be hit, with text of a size.
func (p *tab) mustFit(state, size string, inPanel bool) {
	p.t.Helper()
	measure := `(() => {
		document.documentElement.style.fontSize = ` + quote(size) + `;
		const found = [` + cramped + `, ` + tiny + `];
		document.documentElement.style.fontSize = "";
		return found;
	})()`
	look := eval[[]string]
	if inPanel {
		look = frameEval[[]string]
	}
	found := look(p, measure)
	for i, what := range []string{"does not fit", "too small to press"} {
		if found[i] != "" {
			p.t.Errorf("%s: %s: %s", state, what, found[i])
		}
	}
}

func TestAxeFindsNothingOnTheFrontPages(t *testing.T) {
	listed := furnished()
	listed.Slug, listed.ChatbotEnabled, listed.CareEnabled = "listed", false, false
	s := serve(t, append(frontChurches(), listed)...)
	p := newTab(t, phone).withPhotos()
	for _, front := range append(frontPages, []struct{ name, path string }{
		{"care, without a subscription", "/care/listed"}, {"listing, without a chat", "/churches/listed"}, {"error", "/nowhere"},
	}...) {
		p.do(chromedp.Navigate(s.url + front.path))
		p.wait(`document.readyState === "complete"`)
		p.mustBeAccessible(front.name)
	}
	p.do(chromedp.Navigate(serveFailing(t) + "/care/grace-harbor"))
	p.wait(`document.querySelector("h1").textContent === "We’ll be right back"`)
	p.mustBeAccessible("the database is away")
	t.Logf("%d states", states.Load())
}

// serveFailing starts a server that finds no church because its database is away.
func serveFailing(t *testing.T) (address string) {
	t.Helper()
	edge, views, assets := newEdge(t)
	router := chi.NewRouter()
	router.Use(edge.Observe, web.SecurityHeaders)
	router.Get(web.AssetsPattern, edge.Handle(assets.Serve))
	pages.NewHandler(partsOf(failing(church.ErrUnavailable), views, edge)).Routes(router)
	started := newOrigin(router)
	started.Start()
	t.Cleanup(started.Close)
	return started.URL
}

func TestAxeFindsNothingInAConversation(t *testing.T) {
	grace := graceHarbor()
	grace.Demo, grace.Accent = true, "#7a1f3d"
	s := serve(t, grace)
	p := newTab(t, phone)
	p.open(s.url + "/chat/grace-harbor?agent=care")
	p.mustBeAccessible("the welcome")
	p.wholeConversation(s, p.mustBeAccessible)
	t.Logf("%d states", states.Load())
}

// wholeConversation goes through all that a conversation shows, and has each looked at.
func (p *tab) wholeConversation(s *server, look func(state string)) {
	p.t.Helper()
	p.ask("Hi! When are your services?")
	x := s.next()
	x.start()
	x.send("tool", object{"name": "find_events", "status": "running"})
	x.delta(longAnswer)
	p.wait(`document.querySelector(".tool--running") && document.querySelector("` + prose + ` li")`)
	look("an answer that comes")
	x.send("tool", object{"name": "find_events", "status": "done", "summary": "I have looked at the calendar."})
	x.send("tier", object{"tier": 3, "reason": "passage", "similarity": 0.91})
	x.send("sources", object{"items": []object{
		{"id": uuid.NewString(), "kind": "faq", "title": "When are services?", "similarity": 0.93},
		{"id": uuid.NewString(), "kind": "document", "title": "Visitor guide", "similarity": 0.88, "excerpt": "Services are on Sundays at 9:00 and at 11:00."},
	}})
	x.done()
	p.wait(`document.querySelector(".rating") && document.querySelector(".how")`)
	eval[any](p, `document.querySelectorAll(".below details").forEach((d) => { d.open = true; })`)
	eval[any](p, `document.querySelector(".rating-bar [aria-pressed]:nth-child(3)").click()`)
	<-s.opinions
	p.wait(`document.querySelector(".rating-form")`)
	eval[any](p, `document.querySelector(".rating-form textarea").value = "The overflow lot is missing."`)

	p.ask("I can't go on")
	x = s.next()
	x.start()
	x.send("tier", object{"tier": nil, "reason": "crisis"})
	x.delta(crisisAnswer)
	x.finish("done", object{"finish": "stop", "tier": nil, "ms": 1})
	p.wait(`document.querySelector(".message--crisis .prose a")`)

	p.ask("Could somebody call me?")
	x = s.next()
	x.start()
	x.send("tool", object{"name": "handoff", "status": "done", "summary": "Passed on to: Care and prayer"})
	x.send("tool", object{"name": "request_callback", "status": "failed", "summary": "The request could not be passed on."})
	x.delta("I'm so sorry. That is a lot to carry")
	x.finish("error", object{"code": "answer_cut", "message": "My answer was cut off. Please ask again.", "retryable": true})
	p.wait(`document.querySelector("[data-retry]")`)
	look("sources, a comment, a crisis, an error with a retry")

	eval[any](p, `document.querySelector("[data-about]").open = true`)
	look("the contact panel")
	eval[any](p, `document.querySelector("[data-forget]").click()`)
	p.wait(`document.querySelector("dialog").open`)
	look("the question whether to forget")
	eval[any](p, `document.querySelector("dialog [value=forget]").click()`)
	<-s.forgotten
	p.wait(`!document.querySelector("[data-notice]").hidden`)
	look("forgotten")
}

func TestAxeFindsNothingInAConversationThatWaits(t *testing.T) {
	s, p, _ := openChat(t, phone)
	p.online(false)
	p.ask("Is there parking?")
	p.wait(`document.querySelector("` + waiting + `")`)
	p.mustBeAccessible("waiting for the network")
	p.online(true)
	s.next().answer("Yes.")
	p.waitText(prose, "Yes.")
}

func TestAxeFindsNothingInSpanish(t *testing.T) {
	nueva := nuevaVida()
	nueva.CareEnabled = true
	s := serve(t, nueva)
	p := newTab(t, narrow).speaking("es-MX,es;q=0.9")
	for _, path := range []string{"/care/nueva-vida", "/churches/nueva-vida", "/chat/nueva-vida", "/care/nowhere", "/nowhere"} {
		p.do(chromedp.Navigate(s.url + path))
		p.wait(`document.readyState === "complete" && document.documentElement.lang === "es"`)
		p.mustPassOn(path + " in Spanish")
	}
}

func TestAxeFindsNothingFromRightToLeft(t *testing.T) {
	grace := furnished()
	grace.Demo = true
	s := serve(t, grace)
	p := newTab(t, narrow).withPhotos()
	turned := func(path string) {
		p.do(chromedp.Navigate(s.url + path))
		p.wait(`document.readyState === "complete"`)
		eval[any](p, `document.documentElement.dir = "rtl"`)
		p.mustPassOn(path + " from right to left")
	}
	turned("/care/grace-harbor")
	turned("/churches/grace-harbor")
	turned("/chat/grace-harbor")
	p.wholeConversation(s, func(state string) { p.mustPassOn(state + ", from right to left") })
}

// mustPassOn looks at the page as it stands, on the narrowest screen only.
func (p *tab) mustPassOn(state string) {
	p.t.Helper()
	p.mustPassAxe(state, narrow, false)
	p.mustFit(state, "100%", false)
	p.mustFit(state+", text twice as large", "200%", false)
}

// openShadows lets axe look into closed shadow trees.
const openShadows = `{
	const attach = Element.prototype.attachShadow;
	Element.prototype.attachShadow = function (options) { return attach.call(this, { ...options, mode: "open" }); };
}`

func TestAxeFindsNothingInTheWidget(t *testing.T) {
	grace := graceHarbor()
	s := serveWidget(t, grace)
	h := hostFor(t, s, grace, plainPage(`<script src="BASE/widget.js" data-church="grace-harbor" data-theme="auto" async></script>`))
	p := newTab(t, desktop)
	p.beforeScripts(watchShadows + openShadows)
	p.do(chromedp.Navigate(h.url + "/"))
	p.wait(`shadowOf().querySelector(".button")`)
	around, inside := place{name: ", the page around it", theirs: true}, place{inPanel: true}
	p.mustBeAccessibleIn("the button", around)
	p.pressWidget(".button")
	p.waitPanel()
	p.mustBeAccessibleIn("the panel", around, inside)
	p.askPanel("I can't go on")
	x := s.next()
	x.start()
	x.send("tier", object{"tier": nil, "reason": "crisis"})
	x.delta(crisisAnswer)
	x.done()
	p.waitFrame(`document.querySelector(".message--crisis .prose a")`)
	frameEval[any](p, `document.querySelector("[data-about] summary").click(), null`)
	p.mustBeAccessibleIn("an answer, and the contact panel", around, inside)
	t.Logf("%d states", states.Load())
}
