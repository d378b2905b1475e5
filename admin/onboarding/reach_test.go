package onboarding_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"narthex/cmd/dev/browsertest"
)

func TestWithoutJavaScriptEachPageSaysWhatToDo(t *testing.T) {
	s := newServer(t, `insert into churches (slug, name, is_demo) values ('grace-harbor', 'Grace Harbor', true)`)
	tab := browsertest.Open(t)
	tab.WithoutScripts()
	for _, page := range []struct{ path, is string }{
		{"/", `document.querySelector("form.ask").action.endsWith("/chat/grace-harbor") && document.querySelector('.opening a[href="/pricing"]') !== null`},
		{"/pricing", `document.querySelectorAll('.plans a[href^="/onboard?plan="]').length === 8 && document.querySelector('.switch a[href="/pricing?interval=year"]') !== null`},
		{"/onboard?plan=starter_chat", says("This form needs JavaScript") + ` && document.querySelector("[data-form]").hidden`},
		{"/onboard/checkout?tier=starter_chat", says("The payment needs JavaScript")},
		{"/onboard/return?session_id=cs_1", says("please check your email")},
		{"/thank-you?email=ann@hope.example.org&token=33333333-3333-4333-8333-333333333333",
			says("ann@hope.example.org") + ` && document.querySelector('.opening .button').getAttribute("href") === "/admin/33333333-3333-4333-8333-333333333333"`},
	} {
		tab.Do(chromedp.Navigate(s.url + page.path))
		tab.Wait(page.is)
	}
}

func says(text string) string { return fmt.Sprintf(`document.body.innerText.includes(%q)`, text) }

// TestAFormIsFilledInByKeyboardAlone goes from field to field as somebody does who has no mouse.
func TestAFormIsFilledInByKeyboardAlone(t *testing.T) {
	s := newServer(t, "")
	tab := browsertest.Open(t)
	tab.Do(chromedp.Navigate(s.url + "/onboard?plan=starter_chat"))
	tab.Wait(`!document.querySelector("[data-form]").hidden`)
	to := func(id string) {
		t.Helper()
		for range 60 {
			var at string
			tab.Do(chromedp.KeyEvent(kb.Tab), chromedp.Func(func(ctx context.Context, target *chromedp.Target) (err error) {
				at, err = chromedp.Evaluate[string](`document.activeElement.id || document.activeElement.dataset.submit === "" && "submit" || ""`)(ctx, target)
				return err
			}))
			if at == id {
				return
			}
		}
		t.Fatalf("%s is not reached by the Tab key", id)
	}
	write := func(id, text string) {
		t.Helper()
		to(id)
		tab.Do(chromedp.KeyEvent(text))
	}
	write("churchName", "Hope Church")
	write("country", "United States")
	tab.Wait(value("country", "US") + ` && !document.querySelector("[data-state]").hidden`)
	write("city", "Bangor")
	write("state", "Maine")
	tab.Wait(value("state", "ME") + "&&" + value("timezone", "America/New_York"))
	write("churchFamily", "Baptist")
	tab.Wait(value("churchFamily", "baptist") + ` && !document.querySelector("[data-denomination]").hidden`)
	write("denomination", "Southern")
	write("contactName", "Ann Lee")
	write("email", "ann@hope.example.org")
	write("termsAccepted", " ")
	to("submit")
	tab.Do(chromedp.KeyEvent(kb.Enter))
	tab.Wait(`location.pathname === "/onboard/checkout" && document.body.innerText.includes("Paid here")`)
	if sent := s.checkouts(); len(sent) != 1 || sent[0]["state"] != "ME" || sent[0]["denomination"] != "southern-baptist" || sent[0]["email"] != "ann@hope.example.org" {
		t.Errorf("sent to the checkout: %v", sent)
	}
}

// TestGoingBackFromTheCheckoutLosesNothing goes back to the form and forth again, by the browser and by the button: each time there is one
// form of the provider, which is taken away once, and what was typed is there. Of a page that the browser has kept in memory and shows
// again, chromedp knows no elements, and steps that look for one wait for ever: from there on the test presses keys.
func TestGoingBackFromTheCheckoutLosesNothing(t *testing.T) {
	s := newServer(t, "")
	tab := browsertest.Open(t)
	tab.Do(chromedp.Navigate(s.url + "/onboard?plan=starter_chat"))
	tab.Wait(`!document.querySelector("[data-form]").hidden`)
	for _, field := range [][2]string{{"country", "US"}, {"state", "ME"}, {"churchFamily", "baptist"}, {"denomination", "southern-baptist"}} {
		choose(tab, field[0], field[1])
	}
	for name, text := range map[string]string{"churchName": "Hope Church", "city": "Bangor", "contactName": "Ann Lee", "email": "ann@hope.example.org"} {
		tab.Do(chromedp.SendKeys(chromedp.CSS("#"+name), text))
	}
	press(tab, "#termsAccepted")
	press(tab, "[data-submit]")
	shown := func(times int) {
		t.Helper()
		tab.Wait(fmt.Sprintf(`location.pathname === "/onboard/checkout" && document.querySelector("[data-checkout]").innerText.includes("Paid here") &&
			sessionStorage.getItem("shown") === "%d" && Number(sessionStorage.getItem("destroyed")) === %d && sessionStorage.getItem("two") === null`, times, times-1))
	}
	shown(1)
	for times := 2; times <= 4; times++ {
		travel(tab, "back")
		tab.Wait(`location.pathname === "/onboard" && !document.querySelector("[data-form]").hidden && ` + value("contactName", "Ann Lee") + " && " + value("denomination", "southern-baptist"))
		if times%2 == 0 {
			travel(tab, "forward")
		} else {
			tab.Wait(`(() => { const box = document.querySelector("#termsAccepted"); if (!box.checked) box.click(); return box.checked; })()`)
			tab.Wait(`(() => { document.querySelector("[data-submit]").focus(); return true; })()`)
			tab.Do(chromedp.KeyEvent(kb.Enter))
		}
		shown(times)
	}
	tab.Wait(`[1, 2].every(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })))`)
	shown(6) // one after the other, though asked for at once
}

// travel goes through the browser's history.
func travel(tab *browsertest.Tab, direction string) {
	tab.Do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := chromedp.Evaluate[bool]("setTimeout(() => history."+direction+"()), true")(ctx, target)
		return err
	}))
}
