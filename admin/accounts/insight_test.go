package accounts_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"narthex/cmd/dev/browsertest"
)

// opened is a browser in which a page's long timers and its being in sight are the test's to say.
type opened struct {
	*browsertest.Tab
	rig *rig
}

// open opens a browser whose pages are in sight at first, or hidden.
func (r *rig) open(sight string) opened {
	o := opened{browsertest.Open(r.t), r}
	source := fmt.Sprintf(`
		const start = setTimeout, stop = clearTimeout, due = new Map();
		let now = 0, made = 1e9, sight = %q;
		performance.now = () => now;
		Object.defineProperty(document, "visibilityState", { get: () => sight });
		window.setTimeout = (then, ms, ...rest) => ms >= 1000 ? (due.set(++made, { then, at: now + ms }), made) : start(then, ms, ...rest);
		window.clearTimeout = (id) => { due.delete(id) || stop(id); };
		window.pass = (ms) => { now += ms; for (const [id, { then, at }] of due) if (at <= now && due.delete(id)) then(); return true; };
		window.show = (how) => { sight = how; document.dispatchEvent(new Event("visibilitychange")); return true; };`, sight)
	o.Do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source})
		return err
	}))
	return o
}

// waits fails the test unless the page has not used its link. What it does about it, it says at once.
func (o opened) waits(when string) {
	o.rig.t.Helper()
	o.Wait(`location.pathname === "/auth/confirm" && document.querySelector("[data-confirm] button")`)
	var used bool
	o.Do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) (err error) {
		used, err = chromedp.Evaluate[bool](`!document.querySelector("[data-working]").hidden || document.querySelector("[data-confirm] button").disabled`)(ctx, target)
		return err
	}))
	o.rig.change(func() {
		if used || o.rig.asked["/verify"] != 0 {
			o.rig.t.Fatalf("%s: the link was used", when)
		}
	})
}

// signedUp signs somebody up, and returns the link that is mailed.
func (r *rig) signedUp() string {
	r.t.Helper()
	if got := r.browser().post("/sermons/signup", "email", "ann@example.org", "password", "correct horse"); got.status != http.StatusOK {
		r.t.Fatalf("%d", got.status)
	}
	return r.link("ann@example.org")
}

func (r *rig) confirmed() bool {
	var at *time.Time
	must(r.t, r.db.Admin.QueryRow(r.t.Context(), "select email_confirmed_at from auth.users").Scan(&at))
	return at != nil
}

func TestALinkIsUsedAtThePersonsFirstSign(t *testing.T) {
	r := newRig(t)
	tab := r.open("visible")
	tab.Do(chromedp.Navigate(r.signedUp()))
	tab.waits("opened")
	tab.Look(artifacts, "confirm")
	// A scanner's browser: it runs what is there, and makes events by script.
	tab.Wait(`(() => { for (const sign of ["pointerdown", "pointermove", "keydown", "touchstart", "wheel", "focusin"]) dispatchEvent(new Event(sign)); return true; })()`)
	tab.waits("events of a script")
	tab.Do(chromedp.MouseEvent("mouseMoved", 40, 40))
	tab.Wait(`location.pathname === "/sermons/app"`)
	if !r.confirmed() {
		t.Error("a person's movement did not confirm")
	}
}

func TestALinkIsUsedOnceItWasInSightForAMoment(t *testing.T) {
	for name, test := range map[string]struct {
		first string
		steps []string // after each of which the link waits still
	}{
		"all the time":           {"visible", []string{"pass(2499)"}},
		"in two parts":           {"visible", []string{"pass(1000)", `show("hidden")`, "pass(60000)", `show("visible")`, "pass(1499)"}},
		"once it comes in sight": {"hidden", []string{"pass(60000)", `show("visible")`, "pass(2499)"}},
		"told twice that it is":  {"visible", []string{"pass(1000)", `show("visible")`, "pass(1499)"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			tab := r.open(test.first)
			tab.Do(chromedp.Navigate(r.signedUp()))
			tab.waits("opened")
			for _, step := range test.steps {
				tab.Wait(step)
				tab.waits(step)
			}
			tab.Wait("pass(1)")
			tab.Wait(`location.pathname === "/sermons/app"`)
			if !r.confirmed() {
				t.Error("the link did not confirm")
			}
		})
	}
}

// Who opens the link of a forgotten password is signed in without a password, so it does wait for a person.
func TestTheLinkOfAForgottenPasswordWaitsForAPerson(t *testing.T) {
	r := newRig(t)
	r.signUp(r.browser(), "ann@example.org")
	if got := r.browser().post("/sermons/forgot", "email", "ann@example.org"); got.status != http.StatusOK {
		t.Fatalf("%d", got.status)
	}
	r.change(func() { clear(r.asked) })
	tab := r.open("visible")
	tab.Do(chromedp.Navigate(r.link("ann@example.org")))
	tab.waits("opened")
	tab.Wait("pass(600000)")
	tab.waits("ten minutes later")
	tab.Do(chromedp.KeyEvent("\t"))
	tab.Wait(`location.pathname === "/sermons/password"`)
}
