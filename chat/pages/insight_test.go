package pages_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// covered lists what some selector finds and something else lies over.
const covered = `(selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility())
	.filter((e) => {
		const { left, top, width, height } = e.getBoundingClientRect();
		if (top < 0 || top + height > innerHeight) return false; // one scrolls there
		return [0.1, 0.5, 0.9].some((part) => !e.contains(document.elementFromPoint(left + width * part, top + height / 2)));
	})
	.map((e) => e.outerHTML.slice(0, 80)).join("; ")`

// Whatever is open, whom to call in danger stays in sight.
func TestTheEmergencyNumbersStayInSight(t *testing.T) {
	nueva := nuevaVida()
	nueva.Phone, nueva.Email, nueva.Website = "(956) 555-0100", "hola@nuevavida.example.org", "https://nuevavida.example.org"
	s := serve(t, graceHarbor(), nueva)
	p := newTab(t, narrow)
	for _, path := range []string{"/chat/grace-harbor?agent=care", "/chat/nueva-vida"} {
		p.open(s.url + path)
		for _, screen := range append(screens, phone) {
			p.do(chromedp.EmulateViewport(screen.width, screen.height))
			eval[any](p, `document.querySelector("[data-about]").open = true`)
			if eval[int](p, `[...document.querySelectorAll(".emergency a")].filter((e) => e.getBoundingClientRect().bottom <= innerHeight).length`) < 2 {
				t.Errorf("%s, %v: the numbers are not on the screen", path, screen)
			}
			if over := eval[string](p, `(`+covered+`)(".emergency a")`); over != "" {
				t.Errorf("%s, %v: under the contact panel: %s", path, screen, over)
			}
		}
	}
}

// On a wide screen the button to the chat lies over nothing; on a small one it does not lie over the last words.
func TestTheDirectorysChatButtonCoversNothing(t *testing.T) {
	s := serve(t, furnished())
	p := newTab(t, desktop).withPhotos()
	p.do(chromedp.Navigate(s.url + "/churches/grace-harbor"))
	for _, screen := range []viewport{{1024, 600}, {1024, 768}, desktop, {1440, 900}} {
		p.do(chromedp.EmulateViewport(screen.width, screen.height))
		for _, scrolled := range []string{"0", "300", "document.body.scrollHeight"} {
			eval[any](p, `window.scrollTo(0, `+scrolled+`)`)
			if over := eval[string](p, `(`+covered+`)("a, h2, dt, dd, li")`); over != "" {
				t.Errorf("%v, scrolled by %s: covered: %s", screen, scrolled, over)
			}
			if !eval[bool](p, `(() => { const box = document.querySelector(".float").getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; })()`) {
				t.Errorf("%v, scrolled by %s: the button is out of sight", screen, scrolled)
			}
		}
	}
	p.do(chromedp.EmulateViewport(390, 844))
	eval[any](p, `window.scrollTo(0, document.body.scrollHeight)`)
	if over := eval[string](p, `(`+covered+`)("a, h2, dt, dd, li")`); over != "" {
		t.Errorf("on a phone, at the end: covered: %s", over)
	}
}

func TestTheEmergencyNumbersStayInSightInTheWidget(t *testing.T) {
	nueva := nuevaVida()
	nueva.Phone, nueva.Email, nueva.Website = "(956) 555-0100", "hola@nuevavida.example.org", "https://nuevavida.example.org"
	s := serveWidget(t, nueva)
	h := hostFor(t, s, nueva, plainPage(`<script src="BASE/widget.js" data-church="nueva-vida" async></script>`))
	p := visitHost(t, h, desktop)
	p.pressWidget(".button")
	p.waitPanel()
	frameEval[any](p, `(document.querySelector("[data-about]").open = true, null)`)
	for _, screen := range append(screens, phone) {
		p.do(chromedp.EmulateViewport(screen.width, screen.height))
		if over := frameEval[string](p, `(`+covered+`)(".emergency a")`); over != "" {
			t.Errorf("%v: under the contact panel: %s", screen, over)
		}
	}
}
