package accounts_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"narthex/cmd/dev/browsertest"
)

// artifacts is where pictures go, to be looked at.
const artifacts = "../../.artifacts/accounts"

func TestSigningUpHereAndConfirmingThere(t *testing.T) {
	r := newRig(t)
	desk, phone := browsertest.Open(t), browsertest.Open(t)
	desk.Do(chromedp.Navigate(r.site.URL + "/sermons/signup?tradition=reformed&ref=outreach-abc"))
	desk.Wait(`document.querySelector("#tradition")?.value === "reformed"`)
	desk.Look(artifacts, "signup")
	desk.Do(chromedp.Navigate(r.site.URL + "/sermons/signup")) // come back without the campaign's link
	desk.Wait(`document.querySelector("#tradition")?.value === "reformed" && document.querySelector("[data-ref]").value === "outreach-abc"`)
	choose := `(() => { const s = document.querySelector("#tradition"); s.value = "catholic"; s.dispatchEvent(new Event("change", { bubbles: true })); return true; })()`
	desk.Wait(choose)
	desk.Do(
		chromedp.SendKeys(chromedp.CSS("#name"), "Ann"), chromedp.SendKeys(chromedp.CSS("#email"), "ann@example.org"),
		chromedp.SendKeys(chromedp.CSS("#password"), "correct horse"), chromedp.Click(chromedp.CSS("[data-signup] button")),
	)
	desk.Wait(`document.querySelector("[data-sent]") && document.body.innerText.includes("ann@example.org")`)
	desk.Look(artifacts, "sent")
	var tradition string
	must(t, r.db.Admin.QueryRow(t.Context(), "select raw_user_meta_data ->> 'tradition' from auth.users").Scan(&tradition))
	if tradition != "catholic" {
		t.Errorf("the tradition is %q: what is chosen must win over what was kept", tradition)
	}

	link := r.link("ann@example.org")
	phone.Do(chromedp.Navigate(link)) // and nothing is touched there
	phone.Wait(`location.pathname === "/sermons/app" && document.body.innerText.includes("ann@example.org")`)
	phone.Wait(`!document.querySelector("[data-welcome]").hidden`)
	phone.Look(artifacts, "app")
	if told := r.sink.wait(t, 2); len(told) != 2 {
		t.Errorf("told of %v", told)
	}
	phone.Do(chromedp.Navigate(r.site.URL + "/sermons/app"))
	phone.Wait(`document.querySelector("[data-welcome]")?.hidden === true`)

	desk.Do(chromedp.Navigate(link))
	desk.Wait(`document.querySelector("[role=alert]")?.innerText.includes("used already")`)
	desk.Look(artifacts, "used")
	desk.Do(chromedp.Click(chromedp.CSS(`main a[href="/sermons/login"]`)))
	desk.Wait(`location.pathname === "/sermons/login"`)
	desk.Look(artifacts, "login")
	desk.Do(chromedp.SendKeys(chromedp.CSS("#email"), "ann@example.org"), chromedp.SendKeys(chromedp.CSS("#password"), "wrong horse\n"))
	desk.Wait(`document.querySelector("[role=alert]")?.innerText.includes("do not belong together")`)
	desk.Look(artifacts, "login-wrong")
	desk.Do(chromedp.SendKeys(chromedp.CSS("#password"), "correct horse\n"))
	desk.Wait(`location.pathname === "/sermons/app"`)
}

// Who has chosen no tradition, though they came by a campaign's link, is not given one when the form comes back with faults.
func TestAFormThatComesBackKeepsThatNoTraditionWasChosen(t *testing.T) {
	r := newRig(t)
	desk := browsertest.Open(t)
	desk.Do(chromedp.Navigate(r.site.URL + "/sermons/signup?tradition=reformed"))
	desk.Wait(`document.querySelector("#tradition")?.value === "reformed"`)
	desk.Wait(`(() => {
		const form = document.querySelector("[data-signup]");
		form.querySelector("#tradition").value = "";
		form.querySelector("#tradition").dispatchEvent(new Event("change", { bubbles: true }));
		form.noValidate = true;
		return true;
	})()`)
	desk.Do(chromedp.SendKeys(chromedp.CSS("#email"), "ann"), chromedp.Click(chromedp.CSS("[data-signup] button")))
	desk.Wait(`document.querySelector("#email-fault")?.innerText !== "" && document.querySelector("#tradition").value === ""`)
	desk.Do(chromedp.Navigate(r.site.URL + "/sermons/signup")) // another time it is offered again
	desk.Wait(`document.querySelector("#tradition")?.value === "reformed"`)
}

func TestSigningInThroughAnotherProvider(t *testing.T) {
	r := newRig(t)
	tab, other := browsertest.Open(t), browsertest.Open(t)
	tab.Do(chromedp.Navigate(r.site.URL + "/sermons/login?ref=outreach-abc"))
	tab.Wait(`document.querySelector('a[href="/sermons/oauth/google"]')`)
	tab.Do(chromedp.Click(chromedp.CSS(`a[href="/sermons/oauth/google"]`)))
	tab.Wait(`document.querySelector("#continue")`)
	tab.Do(chromedp.SendKeys(chromedp.CSS("#email"), "bea@example.org"), chromedp.Click(chromedp.CSS("#continue")))
	tab.Wait(`location.pathname === "/sermons/app" && document.body.innerText.includes("bea@example.org")`)
	tab.Wait(`localStorage.getItem("ref") === null`) // attributed by the app
	var user *string
	must(t, r.db.Admin.QueryRow(t.Context(), "select signup_user_id::text from outreach_contacts where token = 'abc'").Scan(&user))
	if user == nil {
		t.Error("the invitation was lost on the way")
	}
	tab.Do(chromedp.Focus(chromedp.CSS(`form[action="/sermons/logout"] button`)), chromedp.KeyEvent(kb.Enter)) // the welcome above it may still move it
	tab.Wait(`location.pathname === "/sermons/login" && document.body.innerText.includes("signed out")`)

	code := r.oauth(r.browser(), "bea@example.org")
	other.Do(chromedp.Navigate(r.site.URL + "/auth/callback?next=/sermons/app&code=" + code))
	other.Wait(`location.pathname + location.search === "/sermons/login?confirmed=1" && document.querySelector("[role=status]")`)
	other.Look(artifacts, "login-confirmed")
	other.Do(chromedp.Navigate(r.site.URL + "/sermons/forgot?lang=es"))
	other.Wait(`document.documentElement.lang === "es" && document.querySelector("#email")`)
	other.Look(artifacts, "forgot-es")
}
