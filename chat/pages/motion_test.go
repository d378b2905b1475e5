package pages_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// moving lists what moves by itself or would when it changes: animations, transitions, and scrolling that takes its time.
const moving = `[...document.getAnimations().map((a) => "running: " + (a.animationName ?? a.transitionProperty)),
	...[document, ...[document.querySelector("narthex-widget")?.shadowRoot].filter(Boolean)].flatMap((tree) => [...tree.querySelectorAll("*")])
		.flatMap((e) => ["", "::before", "::after", "::backdrop"].map((part) => [e, part, getComputedStyle(e, part || null)]))
		.filter(([, , s]) => s.animationName !== "none" || s.transitionDuration.split(", ").some((d) => parseFloat(d) > 0) || s.scrollBehavior !== "auto")
		.map(([e, part, s]) => e.tagName + "." + e.className + part + ": " + s.animationName + " " + s.transitionDuration + " " + s.scrollBehavior),
	...(window.scrolledSmoothly ?? [])].join("; ")`

// watchScrolling writes down the scripts' own calls for scrolling that takes its time.
const watchScrolling = `{
	window.scrolledSmoothly = [];
	for (const name of ["scrollIntoView", "scrollTo", "scrollBy", "scroll"]) {
		const was = Element.prototype[name];
		Element.prototype[name] = function (...given) {
			if (given[0]?.behavior === "smooth") scrolledSmoothly.push(name);
			return was.apply(this, given);
		};
	}
}`

func (p *tab) mustBeStill(state string) {
	p.t.Helper()
	if found := eval[string](p, moving); found != "" {
		p.t.Errorf("%s: %s", state, found)
	}
}

func TestNothingMovesForThoseWhoDoNotWantThat(t *testing.T) {
	s := serve(t, frontChurches()...)
	p := newTab(t, phone).withPhotos().preferring("prefers-reduced-motion", "reduce")
	p.beforeScripts(watchScrolling)
	for _, front := range frontPages {
		p.do(chromedp.Navigate(s.url + front.path))
		p.wait(`document.readyState === "complete"`)
		p.mustBeStill(front.name)
	}
	p.open(s.url + "/chat/demo")
	p.mustBeStill("the welcome")
	p.wholeConversation(s, p.mustBeStill)
}

func TestTheWidgetDoesNotMoveForThoseWhoDoNotWantThat(t *testing.T) {
	grace := graceHarbor()
	s := serveWidget(t, grace)
	h := hostFor(t, s, grace, plainPage(snippet))
	p := newTab(t, phone).preferring("prefers-reduced-motion", "reduce")
	p.beforeScripts(watchShadows + openShadows + watchScrolling)
	p.do(chromedp.Navigate(h.url + "/"))
	p.wait(`shadowOf().querySelector(".button")`)
	p.mustBeStill("the button")
	p.pressWidget(".button")
	p.waitPanel()
	p.mustBeStill("the panel's frame")
	p.askPanel("Hello")
	x := s.next()
	p.waitFrame(`document.querySelector(".typing")?.checkVisibility()`)
	if found := frameEval[string](p, moving); found != "" {
		t.Errorf("in the panel: %s", found)
	}
	x.answer("Hello!")
}

// The test above would find something where motion is wanted.
func TestThereIsSomethingThatMovesForEverybodyElse(t *testing.T) {
	s, p, _ := openChat(t, phone)
	p.ask("Hello")
	x := s.next()
	p.wait(`document.querySelector(".typing").checkVisibility()`)
	if found := eval[string](p, moving); !strings.Contains(found, "breathe") {
		t.Errorf("found only %q", found)
	}
	x.answer("Hello!")
}
