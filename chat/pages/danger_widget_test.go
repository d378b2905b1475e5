package pages_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"narthex/chat/crisis/reply"
)

// What holds of the chat page holds of the panel on somebody else's site: the buttons come first, in sight, and nothing lies over any
// number that the answer names, neither of the panel nor of the page around it.
func TestNoNumberToCallIsHiddenOrCoveredInTheWidget(t *testing.T) {
	churches := dangerChurches()
	s := serveWidget(t, churches...)
	long := strings.Repeat("I do not know how to say this. ", 30)
	for i, snapshot := range churches {
		h := hostFor(t, s, snapshot, plainPage(`<script src="BASE/widget.js" data-church="`+snapshot.Slug+`" async></script>`))
		for j, language := range []string{"en", "es"} {
			for k, size := range phones {
				danger := dangers[(i+2*j+k)%len(dangers)]
				name := fmt.Sprintf("widget-%s-%s-%dx%d-%s", snapshot.Slug, language, size.width, size.height, danger.Category)
				p := newTab(t, size).speaking(language)
				p.beforeScripts(watchShadows)
				p.do(chromedp.Navigate(h.url + "/"))
				p.wait(`shadowOf().querySelector(".button")`)
				p.pressWidget(".button")
				p.waitPanel()
				p.wait(`Promise.all(shadowOf().querySelector(".panel").getAnimations().map((a) => a.finished)).then(() => true)`)
				p.inDangerInPanel(s, long, reply.To(snapshot, language).Answer(danger))
				if found := frameEval[string](p, untouchable); found != "" {
					t.Errorf("%s: %s", name, found)
					p.shoot("danger-" + name)
				}
				if over := p.overPanel(); over != "" {
					t.Errorf("%s: over the panel lies %s", name, over)
				}
				p.leave()
			}
		}
	}
}

// inDangerInPanel is inDanger in the panel.
func (p *tab) inDangerInPanel(s *widgetServer, question, answer string) {
	p.t.Helper()
	p.askPanel(question)
	x := s.next()
	x.start()
	x.send("tier", object{"tier": nil, "reason": "crisis"})
	x.delta(answer)
	x.finish("done", object{"finish": "stop", "tier": nil, "ms": 1})
	p.waitFrame(`document.querySelector("` + lastAnswer + ` .discretion")`)
	// The answer may still scroll into place. What is seen of it is kept in the document: each look is a script of its own.
	p.waitFrame(`(() => {
		const seen = document.documentElement.dataset;
		const top = String(document.querySelector("` + lastAnswer + ` .discretion .button").getBoundingClientRect().top);
		if (seen.top !== top) Object.assign(seen, { top, since: Date.now() });
		return Date.now() - seen.since > 100;
	})()`)
}

// overPanel says what of the page lies over the panel: at no point of it may anything but the widget be touched.
func (p *tab) overPanel() string {
	p.t.Helper()
	return eval[string](p, `(() => {
		const { left, top, width, height } = shadowOf().querySelector(".panel").getBoundingClientRect();
		const parts = [0.02, 0.25, 0.5, 0.75, 0.98];
		for (const x of parts) for (const y of parts) {
			const seen = document.elementFromPoint(left + width * x, top + height * y);
			if (!seen?.matches("narthex-widget")) return seen ? seen.outerHTML.slice(0, 80) : "nothing: the panel is out of the window";
		}
		return "";
	})()`)
}
