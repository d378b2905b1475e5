package onboarding_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"narthex/cmd/dev/browsertest"
)

// artifacts is where pictures go, to be looked at.
const artifacts = "../../.artifacts/onboarding"

func TestFromTheFrontPageToThePayment(t *testing.T) {
	s := newServer(t, `insert into churches (slug, name, is_demo) values ('grace-harbor', 'Grace Harbor', true);
		insert into churches (slug, name, city, state, country, address, timezone, denomination)
		values ('hope', 'Hope Church', 'Bangor', 'ME', 'US', '2 Main Street', 'America/New_York', 'southern-baptist')`)
	tab := browsertest.Open(t)
	go_ := func(path string) { tab.Do(chromedp.Navigate(s.url + path)) }
	go_("/")
	tab.Wait(`document.querySelector(".ask")?.action.endsWith("/chat/grace-harbor")`)
	tab.Look(artifacts, "home")
	go_("/pricing?church=hope")
	tab.Wait(`document.querySelector(".claiming")?.innerText.includes("Hope Church")`)
	tab.Look(artifacts, "pricing")
	tab.Do(chromedp.Click(chromedp.CSS(".switch a:not([aria-current])")))
	tab.Wait(`document.querySelector(".price strong").innerText === "$149.50"`)
	tab.Do(chromedp.Click(chromedp.CSS(".switch a:not([aria-current])")))
	tab.Wait(`document.querySelector(".price strong").innerText === "$14.95"`)
	tab.Do(chromedp.Click(chromedp.CSS(".plans a")))
	tab.Wait(`location.pathname === "/onboard" && !document.querySelector("[data-form]").hidden`)
	tab.Wait(value("churchName", "Hope Church") + "&&" + value("state", "ME") + "&&" + value("denomination", "southern-baptist") + "&&" + value("timezone", "America/New_York"))
	tab.Look(artifacts, "form")
	press(tab, "[data-submit]")
	tab.Wait(`document.querySelector("#contactName-fault").innerText !== "" && document.activeElement.id === "contactName"`)
	tab.Look(artifacts, "form-faults")
	for name, text := range map[string]string{"contactName": "Ann Lee", "email": "ann@hope.example.org"} {
		tab.Do(chromedp.SendKeys(chromedp.CSS("#"+name), text))
	}
	tab.Do(chromedp.Navigate(s.url + "/pricing"))
	go_("/onboard?plan=starter_chat")
	tab.Wait(value("contactName", "Ann Lee") + "&&" + value("churchName", "Hope Church")) // nothing typed is lost
	press(tab, "#termsAccepted")
	press(tab, "[data-submit]")
	tab.Wait(`location.pathname === "/onboard/checkout" && document.body.innerText.includes("Paid here")`)
	tab.Wait(`JSON.parse(sessionStorage.getItem("cwa_onboard_data")).email === "ann@hope.example.org" && sessionStorage.getItem("onboard_form_v2") === null`)
	sent := s.checkouts()
	if len(sent) != 1 || sent[0]["churchName"] != "Hope Church" || sent[0]["matchedChurchId"] == nil || sent[0]["plan"] != "starter_chat" || sent[0]["marketingOptIn"] != true {
		t.Errorf("sent to the checkout: %v", sent)
	}
}

func TestConsentIsAskedForWhereItMustBe(t *testing.T) {
	s := newServer(t, "")
	tab := browsertest.Open(t)
	tab.Do(chromedp.Navigate(s.url + "/onboard?plan=pro_both"))
	for country, checked := range map[string]bool{"US": true, "CA": true, "DE": false, "IE": false} {
		choose(tab, "country", country)
		tab.Wait(fmt.Sprintf(`document.querySelector("#marketingOptIn").checked === %v && document.querySelector("[data-state]").hidden === %v`, checked, !checked))
	}
	choose(tab, "churchFamily", "baptist")
	tab.Wait(`!document.querySelector("[data-denomination]").hidden && document.querySelector("[data-other]").hidden`)
	choose(tab, "denomination", "other")
	tab.Wait(`!document.querySelector("[data-other]").hidden`)
}

// What the form has chosen by itself it goes on choosing after a reload; what somebody has chosen stays.
func TestAFormThatComesBackGoesOnWithWhatItChoseItself(t *testing.T) {
	s := newServer(t, "")
	tab := browsertest.Open(t)
	again := func() {
		tab.Wait(`(window.before = true)`)
		tab.Do(chromedp.Reload())
		tab.Wait(`!window.before && !document.querySelector("[data-form]").hidden`)
	}
	tab.Do(chromedp.Navigate(s.url + "/onboard?plan=pro_both"))
	tab.Wait(`!document.querySelector("[data-form]").hidden`)
	choose(tab, "country", "US")
	tab.Wait(`document.querySelector("#marketingOptIn").checked`)
	tab.Do(chromedp.SendKeys(chromedp.CSS("#contactName"), "Ann Lee"))
	again()
	tab.Wait(value("contactName", "Ann Lee") + "&&" + value("country", "US") + ` && document.querySelector("#marketingOptIn").checked`)
	choose(tab, "country", "DE")
	tab.Wait(`!document.querySelector("#marketingOptIn").checked`)
	choose(tab, "country", "US")
	choose(tab, "state", "CA")
	tab.Wait(value("timezone", "America/Los_Angeles"))
	choose(tab, "country", "DE")

	press(tab, "#marketingOptIn")
	choose(tab, "timezone", "Europe/Berlin")
	again()
	tab.Wait(value("timezone", "Europe/Berlin") + `&& document.querySelector("#marketingOptIn").checked`)
	choose(tab, "country", "IE")
	choose(tab, "country", "US")
	choose(tab, "state", "ME")
	tab.Wait(value("timezone", "Europe/Berlin") + `&& document.querySelector("#marketingOptIn").checked`)
}

// What was typed before a church was claimed is not about that church; what is typed after it is.
func TestAClaimedChurchFillsAFormThatWasBegunBefore(t *testing.T) {
	s := newServer(t, `insert into churches (slug, name, city, state, country, timezone) values
		('hope', 'Hope Church', 'Bangor', 'ME', 'US', 'America/New_York'), ('hope-austin', 'Hope Church', 'Austin', 'TX', 'US', 'America/Chicago')`)
	tab := browsertest.Open(t)
	shows := func(path string, wants ...string) {
		t.Helper()
		tab.Do(chromedp.Navigate(s.url + path))
		tab.Wait(`!document.querySelector("[data-form]").hidden && ` + strings.Join(wants, "&&"))
	}
	shows("/onboard?plan=pro_both", value("churchName", ""))
	choose(tab, "country", "DE")
	choose(tab, "timezone", "Europe/Berlin")
	choose(tab, "churchFamily", "baptist")
	choose(tab, "denomination", "other")
	for field, text := range map[string]string{
		"address": "Elsewhere 1", "churchPhone": "030 5550142", "churchEmail": "office@elsewhere.example", "denominationOther": "Free Baptist",
		"contactName": "Ann Lee", "email": "ann@hope.example", "phone": "030 5550143",
	} {
		tab.Do(chromedp.SendKeys(chromedp.CSS("#"+field), text))
	}
	const claiming = "/onboard?plan=pro_both&church=hope"
	shows(claiming+"-austin", value("churchName", "Hope Church"), value("city", "Austin"), value("address", ""), value("churchPhone", ""), value("churchEmail", ""),
		value("churchFamily", ""), value("denominationOther", ""), value("contactName", "Ann Lee"), value("email", "ann@hope.example"), value("phone", "030 5550143"))
	tab.Do(chromedp.SendKeys(chromedp.CSS("#address"), "1 Congress Avenue")) // of the other of that name
	shows(claiming, value("churchName", "Hope Church"), value("city", "Bangor"), value("state", "ME"), value("timezone", "America/New_York"), value("address", ""), value("contactName", "Ann Lee"))
	tab.Wait(`(document.querySelector("#city").value = "", true)`)
	tab.Do(chromedp.SendKeys(chromedp.CSS("#churchName"), " of Bangor"), chromedp.SendKeys(chromedp.CSS("#address"), "2 Main Street"))
	shows(claiming, value("churchName", "Hope Church of Bangor"), value("city", ""), value("state", "ME"), value("address", "2 Main Street"), value("contactName", "Ann Lee"))
}

// What is corrected of a church that is claimed leaves it that church, on every way to the payment.
func TestAClaimedChurchIsNamedToTheCheckoutHoweverItIsCorrected(t *testing.T) {
	s := newServer(t, `insert into churches (slug, name, city, state, country, timezone, denomination) values ('hope', 'Hope Church', 'Bangor', 'ME', 'US', 'America/New_York', 'southern-baptist')`)
	tab := browsertest.Open(t)
	tab.Do(chromedp.Navigate(s.url + "/onboard?plan=pro_both&church=hope"))
	tab.Wait(`!document.querySelector("[data-form]").hidden && ` + value("churchName", "Hope Church"))
	tab.Do(chromedp.Click(chromedp.CSS(".lead a"))) // another plan
	tab.Wait(`location.pathname === "/pricing" && document.querySelector(".claiming")?.innerText.includes("Hope Church")`)
	tab.Do(chromedp.Click(chromedp.CSS(".plans a")))
	tab.Wait(`location.pathname === "/onboard" && !document.querySelector("[data-form]").hidden && ` + value("churchName", "Hope Church"))
	tab.Do(chromedp.SendKeys(chromedp.CSS("#churchName"), " and All Saints"), chromedp.SendKeys(chromedp.CSS("#contactName"), "Ann Lee"), chromedp.SendKeys(chromedp.CSS("#email"), "ann@hope.example.org"))
	press(tab, "#termsAccepted")
	s.failCheckouts(failingCheckout{status: http.StatusBadGateway, body: "<html>Bad Gateway</html>"})
	press(tab, "[data-submit]")
	tab.Wait(`location.pathname === "/onboard/checkout" && !document.querySelector("[data-failed]").hidden`)
	tab.Do(chromedp.Click(chromedp.CSS("[data-back]")))
	tab.Wait(`location.pathname === "/onboard" && !document.querySelector("[data-form]").hidden && ` + value("churchName", "Hope Church and All Saints"))
	s.failCheckouts(failingCheckout{})
	press(tab, "#termsAccepted")
	press(tab, "[data-submit]")
	tab.Wait(`location.pathname === "/onboard/checkout" && document.body.innerText.includes("Paid here")`)
	sent := s.checkouts()
	if last := sent[len(sent)-1]; last["claimed"] != "hope" || last["churchName"] != "Hope Church and All Saints" || last["matchedChurchId"] == nil {
		t.Errorf("sent to the checkout: %v", last)
	}
}

func TestTheFormWorksWithoutStorage(t *testing.T) {
	s := newServer(t, "")
	tab := browsertest.Open(t)
	before(tab, `window.failures = [];
		for (const kind of ["error", "unhandledrejection"]) addEventListener(kind, ({ message, reason }) => failures.push(String(message ?? reason)));
		for (const name of ["sessionStorage", "localStorage"]) Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });`)
	tab.Do(chromedp.Navigate(s.url + "/onboard?plan=pro_both"))
	tab.Wait(`!document.querySelector("[data-form]").hidden`)
	choose(tab, "country", "US")
	choose(tab, "state", "ME")
	tab.Wait(`document.querySelector("#marketingOptIn").checked && ` + value("timezone", "America/New_York"))
	tab.Do(chromedp.SendKeys(chromedp.CSS("#churchName"), "Hope Church"))
	press(tab, "[data-submit]")
	tab.Wait(`document.querySelector("#contactName-fault").innerText !== "" && failures.length === 0`)
}

// The checkout reads what the form keeps: where nothing is kept, the form says so, and not that nobody could be reached.
func TestAFormThatCannotBeKeptSaysSo(t *testing.T) {
	s := newServer(t, "")
	tab := browsertest.Open(t)
	for language, says := range map[string]string{"en": "This browser keeps nothing of this page", "es": "Este navegador no guarda nada de esta página"} {
		tab.Do(chromedp.Navigate(s.url + "/onboard?plan=starter_chat&lang=" + language))
		tab.Wait(`(sessionStorage.setItem("onboard_form_v2", JSON.stringify({
			churchName: "Hope Church", country: "US", city: "Bangor", state: "ME", timezone: "America/New_York", language: "en", churchFamily: "baptist",
			denomination: "southern-baptist", contactName: "Ann Lee", email: "ann@hope.example.org" })), window.before = true)`)
		tab.Do(chromedp.Reload())
		tab.Wait(`!window.before && !document.querySelector("[data-form]").hidden && ` + value("email", "ann@hope.example.org"))
		tab.Wait(`(Storage.prototype.setItem = () => { throw new DOMException("no", "QuotaExceededError"); }, true)`)
		press(tab, "#termsAccepted")
		press(tab, "[data-submit]")
		tab.Wait(fmt.Sprintf(`document.querySelector("[data-problem]").innerText.startsWith(%q) && !document.querySelector("[data-submit]").disabled`, says))
	}
}

func TestACheckoutThatFailsSaysSoInTheVisitorsLanguage(t *testing.T) {
	s := newServer(t, "")
	tab := browsertest.Open(t)
	tab.Do(chromedp.Navigate(s.url + "/pricing"))
	tab.Wait(`(sessionStorage.setItem("cwa_onboard_data", JSON.stringify({ plan: "pro_chat" })), true)`)
	for _, answer := range []failingCheckout{{script: true}, {status: http.StatusBadGateway, body: "<html>Bad Gateway</html>"}, {status: http.StatusOK, body: "<html>Sign in to this network</html>"}} {
		s.failCheckouts(answer)
		for language, says := range map[string]string{"en": "The payment form could not be opened.", "es": "No se pudo abrir el formulario de pago."} {
			tab.Do(chromedp.Navigate(s.url + "/onboard/checkout?tier=pro_chat&lang=" + language))
			tab.Wait(fmt.Sprintf(`document.documentElement.lang === %q && !document.querySelector("[data-failed]").hidden && document.querySelector("[data-problem]").innerText.startsWith(%q)`, language, says))
		}
	}
	s.failCheckouts(failingCheckout{status: http.StatusConflict, body: `{"detail":"Esta iglesia ya tiene un plan."}`})
	tab.Do(chromedp.Click(chromedp.CSS("[data-again]")))
	tab.Wait(`document.querySelector("[data-problem]").innerText === "Esta iglesia ya tiene un plan." && document.querySelector("[data-again]").checkVisibility() === false`)
}

func TestTheWayBackFromACheckoutKeepsThePrice(t *testing.T) {
	s := newServer(t, "")
	tab := browsertest.Open(t)
	tab.Do(chromedp.Navigate(s.url + "/pricing"))
	tab.Wait(`(sessionStorage.setItem("cwa_onboard_data", JSON.stringify({ plan: "starter_chat", interval: "year" })), true)`)
	s.failCheckouts(failingCheckout{status: http.StatusServiceUnavailable, body: `{"detail":"Later, please."}`})
	tab.Do(chromedp.Navigate(s.url + "/onboard/checkout?tier=starter_chat"))
	tab.Wait(`document.querySelector("[data-problem]").innerText === "Later, please."`)
	tab.Do(chromedp.Click(chromedp.CSS("[data-back]")))
	tab.Wait(`location.pathname === "/onboard" && document.querySelector("main")?.innerText.includes("$149.50")`)
}

func TestWhoComesBackLateIsToldWhatToDo(t *testing.T) {
	s := newServer(t, "")
	tab := browsertest.Open(t)
	tab.Do(chromedp.Navigate(s.url + "/onboard/checkout?tier=pro_chat"))
	tab.Wait(`document.querySelector("[data-expired]").innerText.includes("Session Expired") && document.querySelector("[data-expired] a").getAttribute("href") === "/onboard?plan=pro_chat"`)
	tab.Look(artifacts, "expired")
	tab.Do(chromedp.Navigate(s.url + "/onboard?plan=gold"))
	tab.Wait(`location.pathname === "/pricing"`)
}

func TestTheWaitEndsWithTheDashboardOrWithAWord(t *testing.T) {
	s := newServer(t, "")
	tab := browsertest.Open(t)
	sayReady := s.setupAfter(2)
	t.Cleanup(sayReady) // the server waits for its requests
	tab.Do(chromedp.Navigate(s.url + "/onboard/return?session_id=cs_1"))
	tab.Wait(`document.querySelector("[data-progress]")?.value >= 1`)
	tab.Look(artifacts, "waiting")
	sayReady()
	tab.Wait(`location.pathname === "/thank-you" && location.search === ""`)
	tab.Wait(`document.querySelector(".opening .button").getAttribute("href") === "/admin/33333333-3333-4333-8333-333333333333" && document.body.innerText.includes("ann@hope.example.org")`)
	tab.Look(artifacts, "thanks")
	s.setupAfter(1000)
	tab.Do(chromedp.Navigate(s.url + "/onboard/return?session_id=cs_2"))
	tab.Wait(`!document.querySelector("[data-later]").hidden && document.querySelector("[data-progress]").value === 15`)
	if polls := s.polls("cs_2"); polls != 15 {
		t.Errorf("asked %d times, want 15", polls)
	}
}

func TestWhoIsNotGivenTheTokenIsLedToTheirMail(t *testing.T) {
	s := newServer(t, "")
	tab := browsertest.Open(t)
	t.Cleanup(s.setupAfter(2))
	tab.Do(chromedp.Navigate(s.url + "/pricing"))
	tab.Wait(`(sessionStorage.setItem("cwa_onboard_data", "{}"), true)`)
	tab.Do(chromedp.Navigate(s.url + "/onboard/return?session_id=" + elsewhere))
	tab.Wait(`document.querySelector("[data-later]")?.hidden === false && document.querySelector("[data-waiting]").hidden`)
	tab.Wait(`location.pathname === "/onboard/return" && sessionStorage.getItem("cwa_onboard_data") === null`)
	if polls := s.polls(elsewhere); polls != 2 {
		t.Errorf("asked %d times, want until it was ready", polls)
	}
}

// A server that does not answer keeps nobody from being told after 30 seconds, and may answer after that.
func TestTheWaitEndsWithAWordThoughNobodyAnswers(t *testing.T) {
	s := newServer(t, "")
	tab := browsertest.Open(t)
	sayReady := s.setupAfter(1)
	t.Cleanup(sayReady)
	before(tab, `const real = setTimeout; window.setTimeout = (f, ms, ...rest) => real(f, ms === 30000 ? 100 : ms, ...rest);`)
	tab.Do(chromedp.Navigate(s.url + "/onboard/return?session_id=cs_1"))
	tab.Wait(`!document.querySelector("[data-later]").hidden && document.querySelector("[data-waiting]").hidden`)
	sayReady()
	tab.Wait(`location.pathname === "/thank-you"`)
}

func TestWhoHasPaidGoesOnWithoutStorage(t *testing.T) {
	s := newServer(t, "")
	tab := browsertest.Open(t)
	sayReady := s.setupAfter(2)
	t.Cleanup(sayReady)
	tab.Do(chromedp.Navigate(s.url + "/onboard/return?session_id=cs_1"))
	tab.Wait(`document.querySelector("[data-progress]")?.value >= 1`)
	tab.Wait(`Object.defineProperty(window, "sessionStorage", { get() { throw new DOMException("no", "SecurityError"); } })`)
	sayReady()
	tab.Wait(`location.pathname === "/thank-you"`)
}

func TestThePagesSpeakSpanish(t *testing.T) {
	s := newServer(t, "")
	tab := browsertest.Open(t)
	for path, name := range map[string]string{"/?lang=es": "home-es", "/pricing?lang=es": "pricing-es", "/onboard?plan=pro_chat&lang=es": "form-es"} {
		tab.Do(chromedp.Navigate(s.url + path))
		tab.Wait(`document.documentElement.lang === "es" && !document.querySelector("form[hidden]")`)
		tab.Look(artifacts, name)
	}
}

// The browser asks for English, and each page is reached from the one before it.
func TestTheWayToTheDashboardStaysInTheLanguageThatWasChosen(t *testing.T) {
	s := newServer(t, "")
	tab := browsertest.Open(t)
	spanish := func(path, and string) {
		t.Helper()
		tab.Wait(fmt.Sprintf(`location.pathname === %q && document.documentElement.lang === "es" && %s`, path, and))
	}
	tab.Do(chromedp.Navigate(s.url + "/onboard?plan=starter_chat&interval=year&lang=es"))
	spanish("/onboard", `(sessionStorage.setItem("onboard_form_v2", JSON.stringify({
		churchName: "Hope Church", country: "US", city: "Bangor", state: "ME", timezone: "America/New_York", language: "es", churchFamily: "baptist",
		denomination: "southern-baptist", contactName: "Ann Lee", email: "ann@hope.example.org" })), window.before = true)`)
	tab.Do(chromedp.Reload())
	spanish("/onboard", `!window.before && !document.querySelector("[data-form]").hidden && `+value("email", "ann@hope.example.org"))
	press(tab, "#termsAccepted")
	s.failCheckouts(failingCheckout{status: http.StatusServiceUnavailable, body: `{"detail":"Más tarde."}`})
	press(tab, "[data-submit]")
	spanish("/onboard/checkout", `document.querySelector("[data-problem]").innerText === "Más tarde."`)
	tab.Do(chromedp.Click(chromedp.CSS("[data-back]")))
	spanish("/onboard", `document.querySelector("main").innerText.includes("$149.50")`)
	sayReady := s.setupAfter(1)
	t.Cleanup(sayReady)
	sayReady()
	tab.Do(chromedp.Navigate(s.url + "/onboard/return?session_id=cs_1&lang=es"))
	spanish("/thank-you", `location.search === "?lang=es" && document.body.innerText.includes("ann@hope.example.org")`)
	tab.Wait(`(window.before = true)`)
	tab.Do(chromedp.Reload())
	spanish("/thank-you", `!window.before && location.search === "?lang=es"`)
}

func TestBackFromThePaymentLeadsToTheForm(t *testing.T) {
	s := newServer(t, "")
	tab := browsertest.Open(t)
	tab.Do(chromedp.Navigate(s.url + "/onboard?plan=starter_chat"))
	tab.Wait(`(sessionStorage.setItem("onboard_form_v2", JSON.stringify({
		churchName: "Hope Church", country: "US", city: "Bangor", state: "ME", timezone: "America/New_York", language: "en", churchFamily: "baptist",
		denomination: "southern-baptist", contactName: "Ann Lee", email: "ann@hope.example.og" })), window.before = true)`)
	tab.Do(chromedp.Reload())
	tab.Wait(`!window.before && !document.querySelector("[data-form]").hidden && ` + value("email", "ann@hope.example.og"))
	press(tab, "#termsAccepted")
	s.failCheckouts(failingCheckout{status: http.StatusOK, body: `{"url":"/pricing?paid=here"}`})
	press(tab, "[data-submit]")
	tab.Wait(`location.search === "?paid=here"`)
	tab.Wait(`(history.back(), true)`)
	tab.Wait(`location.pathname === "/onboard" && ` + value("email", "ann@hope.example.og"))
}

// before has every page run a script before its own.
func before(tab *browsertest.Tab, source string) {
	tab.Do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source})
		return err
	}))
}

// value is JavaScript: a field has a value.
func value(name, text string) string {
	quoted, _ := json.Marshal(text)
	return fmt.Sprintf(`document.querySelector("#%s").value === %s`, name, quoted)
}

func press(tab *browsertest.Tab, selector string) {
	tab.Do(chromedp.ScrollIntoView(chromedp.CSS(selector)), chromedp.Click(chromedp.CSS(selector)))
}

// choose selects an option as somebody at the keyboard would.
func choose(tab *browsertest.Tab, name, value string) {
	script := `(() => { const s = document.querySelector("#` + name + `"); s.value = "` + value + `";
		for (const type of ["input", "change"]) s.dispatchEvent(new Event(type, { bubbles: true })); return true; })()`
	tab.Wait(strings.TrimSpace(script))
}
