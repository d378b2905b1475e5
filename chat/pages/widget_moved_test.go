package pages_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// A page's own script may put the element elsewhere at any time, also while it is asked whether the page may show the chat.
func TestAWidgetThatThePageMovesIsBuiltOnce(t *testing.T) {
	grace := graceHarbor()
	s := serveWidget(t, grace)
	s.held = make(chan chan struct{}, 5)
	h := hostFor(t, s, grace, plainPage(`<div id="aside"></div><script src="BASE/widget.js"></script><narthex-widget church="grace-harbor"></narthex-widget>`))
	p := newTab(t, desktop)
	p.beforeScripts(watchShadows)
	p.do(chromedp.Navigate(h.url + "/"))
	first := <-s.held
	const move = `document.querySelector("#aside").append(document.querySelector("narthex-widget"))`
	eval[any](p, move)
	second := <-s.held
	close(second)
	p.wait(`shadowOf().querySelector(".button")`)
	close(first)
	eval[any](p, `import("`+s.url+`/widget/grace-harbor/site.js?lang=").then(() => null)`) // the same answer, after the element
	if n := eval[int](p, `shadowOf().querySelectorAll(".button").length`); n != 1 {
		t.Errorf("there are %d buttons", n)
	}

	eval[any](p, move+`, narthex.open("grace-harbor")`)
	close(<-s.held)
	p.waitPanel()
	if !eval[bool](p, `narthex.isOpen() && shadowOf().querySelectorAll(".button").length === 1`) {
		t.Error("a panel that was opened right after a move is not open")
	}
}
