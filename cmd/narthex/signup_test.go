package main

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"narthex/cmd/dev/browsertest"
)

// artifacts is where pictures go, to be looked at.
const artifacts = "../../.artifacts"

// TestAChurchGoesFromTheFrontPageToItsOwnAssistant signs a church up as its admin would: the real server with simulated payments, up
// to the first answer of the assistant. It does so on a phone, and then on a desktop, where the payment provider's webhook never comes.
// Then the church takes a larger plan and a smaller one again, each time over the provider's portal and back, and cancels.
func TestAChurchGoesFromTheFrontPageToItsOwnAssistant(t *testing.T) {
	p := prepareDemo(t)
	p.environment = append(p.environment, "NARTHEX_ALLOW_SIMULATED_PAYMENTS=1", "STRIPE_SECRET_KEY=")
	p.serve(t)
	for i, round := range []struct {
		screen, choice string
		width, height  int64
	}{{"phone", "pay", 390, 844}, {"desktop", "silent", 1280, 900}} {
		tab := browsertest.Open(t)
		step := func(name, expression string) {
			t.Helper()
			tab.Wait(expression)
			tab.Wait(`document.documentElement.scrollWidth <= innerWidth`)
			tab.Picture(filepath.Join(artifacts, "signup-"+round.screen+"-"+name+".png"))
		}
		tap := func(selector string) {
			tab.Do(chromedp.ScrollIntoView(chromedp.CSS(selector)), chromedp.Click(chromedp.CSS(selector)))
		}
		choose := func(field, value string) {
			tab.Wait(fmt.Sprintf(`(() => { const one = document.querySelector("#%s"); one.value = %q;
				for (const type of ["input", "change"]) one.dispatchEvent(new Event(type, { bubbles: true })); return one.value === %q; })()`, field, value, value))
		}
		tab.Do(chromedp.EmulateViewport(round.width, round.height), chromedp.Navigate("http://"+p.base+"/"))
		step("home", `document.querySelector("h1") !== null`)
		tap(".opening .button")
		step("pricing", `location.pathname === "/pricing" && document.querySelector(".plans a") !== null`)
		tap(".plans a")
		tab.Wait(`location.pathname === "/onboard" && !document.querySelector("[data-form]").hidden`)
		choose("country", "US")
		choose("state", "ME")
		choose("churchFamily", "baptist")
		choose("denomination", "southern-baptist")
		email := fmt.Sprintf("ann%d@house%d.example.org", i, i)
		for field, text := range map[string]string{
			"churchName": fmt.Sprint("House of Bread ", i), "city": "Bangor", "address": "12 Wharf Street", "contactName": "Ann Lee", "email": email,
		} {
			tab.Do(chromedp.SendKeys(chromedp.CSS("#"+field), text))
		}
		tap("#termsAccepted")
		tap("[data-submit]")
		step("payment", `location.pathname.startsWith("/simulated-payment/")`)
		tap(`button[value="` + round.choice + `"]`)
		step("thanks", `location.pathname === "/thank-you" && location.search === "" && document.body.innerText.includes("`+email+`")`)
		tap(".opening .button")
		step("dashboard", `location.pathname.startsWith("/admin/") && document.body.innerText.includes("Your assistant is live")`)
		tap("header .actions .button")
		tab.Wait(`document.querySelector("[data-chat][data-ready]") !== null`)
		tab.Do(chromedp.Click(chromedp.CSS("#message")), chromedp.SendKeys(chromedp.CSS("#message"), "Where is the church?"), chromedp.Click(chromedp.CSS("[data-send]")))
		step("answer", `document.querySelector("[data-chat]").innerText.includes("12 Wharf Street")`)
		for _, change := range []struct{ key, name, of string }{
			{"suite_chat_month", "Suite", "may keep as many questions"}, {"starter_chat_year", "Starter", "no longer answers visitors"},
		} {
			tab.Do(chromedp.Navigate("http://" + p.base + "/admin/upgrade?to=" + change.key))
			step("change-"+change.key, `document.querySelector("[aria-labelledby=preview]").innerText.includes("`+change.of+`")`)
			tap("[aria-labelledby=preview] form .button")
			step("portal-"+change.key, `location.pathname.startsWith("/simulated-portal/")`)
			tap(`button[value="change"]`)
			tab.Wait(`location.pathname === "/admin/upgrade" && document.querySelector(".lead").innerText.includes("` + change.name + `")`)
		}
		tap("main header form .button")
		tab.Wait(`location.pathname.startsWith("/simulated-portal/")`)
		tap(`button[value="cancel"]`)
		step("cancelled", `document.querySelector('button[value="resume"]') !== null`)
		tap("main a.button")
		step("cancels", `location.pathname === "/admin/upgrade" && document.querySelector(".problem") !== null`)
	}
}
