package pages_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/uuid"
)

// The pictures are in .artifacts/chat, to be looked at.
func TestWhatTheWidgetLooksLike(t *testing.T) {
	dark := strings.NewReplacer("background:#fff;color:#222", "background:#15191c;color:#e6e6e6", "#274060", "#9fc3e8").Replace(plainPage(snippet))
	for _, tt := range []struct {
		name   string
		size   viewport
		page   string
		accent string
	}{
		{"desktop-light", desktop, plainPage(snippet), ""},
		{"desktop-dark", desktop, dark, ""},
		{"desktop-accent", desktop, plainPage(strings.Replace(snippet, "async", `data-label="Ask us anything" async`, 1)), "#b5651d"},
		{"phone-light", phone, plainPage(snippet), ""},
		{"phone-dark", phone, dark, "#f2c14e"},
		{"narrow-light", narrow, plainPage(snippet), "#7a1f3d"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			grace := graceHarbor()
			grace.Accent = tt.accent
			s := serveWidget(t, grace)
			p := visitHost(t, hostFor(t, s, grace, tt.page), tt.size)
			p.preferring("prefers-reduced-motion", "reduce") // no picture half-way
			p.shoot("widget-" + tt.name + "-1-button")
			p.pressWidget(".button")
			p.waitPanel()
			p.do(chromedp.MouseClickXY(float64(tt.size.width)/2, 1)) // the button lets go of the pointer
			p.do(chromedp.Evaluate[chromedp.Void](`narthex.open()`))
			p.lookAtPanel("widget-" + tt.name + "-2-welcome")
			p.askPanel("Hi! When are your services, and what should I wear?")
			x := s.next()
			x.start()
			x.send("tier", object{"tier": 3, "reason": "passage", "similarity": 0.91})
			x.delta(longAnswer)
			x.send("sources", object{"items": []object{{"id": uuid.NewString(), "kind": "faq", "title": "When are services?", "similarity": 0.93}}})
			x.done()
			p.waitFrame(`document.querySelector(".sources") !== null`)
			p.lookAtPanel("widget-" + tt.name + "-3-answer")
			frameEval[any](p, `document.querySelector("[data-about] summary").click(), null`)
			p.waitFrame(`document.querySelector("[data-about]").open`)
			p.lookAtPanel("widget-" + tt.name + "-4-about")
		})
	}
}

// lookAtPanel takes a picture, and checks what can be checked of how the panel looks.
func (p *tab) lookAtPanel(name string) {
	p.t.Helper()
	p.shoot(name)
	if faint := frameEval[string](p, contrast); faint != "" {
		p.t.Errorf("%s: too faint: %s", name, faint)
	}
	if over := frameEval[float64](p, sideways); over > 0 {
		p.t.Errorf("%s: scrolls sideways by %v pixels", name, over)
	}
	if found := frameEval[string](p, small); found != "" {
		p.t.Errorf("%s: too small to press: %s", name, found)
	}
}
