package pages_test

import (
	"slices"
	"testing"
)

// runAgain has the page run a snippet once more, as sites do that replace their body, and waits until it has run.
func (p *tab) runAgain(s *widgetServer, attributes string) {
	p.t.Helper()
	eval[any](p, `new Promise((resolve) => {
		const script = document.createRange().createContextualFragment(`+quote(`<script src="`+s.url+`/widget.js" `+attributes+`></script>`)+`).firstChild;
		script.onload = () => resolve(null);
		document.body.replaceChildren(script);
	})`)
}

// The snippet may be in a site's theme and in a plug-in, and sites that replace their body run it at every visit.
func TestASnippetThatRunsAgainPutsUpNoSecondButton(t *testing.T) {
	grace, vida := graceHarbor(), nuevaVida()
	s := serveWidget(t, grace, vida)
	h := hostFor(t, s, grace, plainPage(`<script src="BASE/widget.js" data-church="grace-harbor"></script><script src="BASE/widget.js" data-church="grace-harbor"></script>`+
		`<script src="BASE/widget.js" data-church="nueva-vida"></script><script src="BASE/widget.js" data-church="grace-harbor" data-position="left"></script>`))
	vida.WidgetOrigins = grace.WidgetOrigins
	p := visitHost(t, h, desktop)
	const all = `[...document.querySelectorAll("narthex-widget")].map((w) => ["church", "position", "language"].map((name) => w.getAttribute(name)).join(" ").trim())`
	want := []string{"grace-harbor", "nueva-vida", "grace-harbor left"}
	if got := eval[[]string](p, all); !slices.Equal(got, want) {
		t.Fatalf("there are %q", got)
	}
	p.wait(`[0, 1, 2].every((n) => shadowOf(n)?.querySelector(".button"))`)
	eval[any](p, `narthex.open("grace-harbor"), null`)
	p.waitPanel()
	p.runAgain(s, `data-church="grace-harbor"`)
	if got := eval[[]string](p, all); !slices.Equal(got, want) || !eval[bool](p, `narthex.isOpen("grace-harbor")`) {
		t.Errorf("after another visit there are %q", got)
	}

	p.runAgain(s, `data-church="grace-harbor" data-language="es"`)
	if got, want := eval[[]string](p, all), []string{"nueva-vida", "grace-harbor left", "grace-harbor  es"}; !slices.Equal(got, want) {
		t.Errorf("on a page in Spanish there are %q", got)
	}
	p.wait(`shadowOf(2)?.querySelector(".root").lang === "es" && shadowOf(2).querySelector(".panel").open`)
}
