package siteimport_test

import (
	"encoding/json"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"narthex/admin/lease"
	"narthex/admin/siteimport/sitetest"
	"narthex/cmd/dev/browsertest"
)

// artifacts is where pictures go, to be looked at.
const artifacts = "../../.artifacts/siteimport"

// press is what somebody does who has reached a button by the keyboard.
func press(tab *browsertest.Tab, selector string) {
	quoted, _ := json.Marshal(selector)
	tab.Wait(`(() => { const at = document.querySelector(` + string(quoted) + `); at?.focus(); return at !== null && document.activeElement === at; })()`)
	tab.Do(chromedp.KeyEvent(kb.Enter))
}

// write puts a text into a field in place of what is there.
func write(tab *browsertest.Tab, selector, text string) {
	quoted, _ := json.Marshal(selector)
	tab.Wait(`(() => { const at = document.querySelector(` + string(quoted) + `); at.scrollIntoView(); at.focus(); at.select(); return document.activeElement === at; })()`)
	tab.Do(chromedp.SendKeys(chromedp.CSS(selector), text))
}

func TestAWebsiteIsReadInABrowser(t *testing.T) {
	h := newHouse(t)
	id, session := h.church(t, "harbor")
	h.exec(t, `update premium_churches set custom_hours = '{"sunday": ["8:30 AM Traditional worship"]}' where church_id = $1`, id)
	address := h.internet.Site("harbor.example.com", sitetest.Church("en"))
	tab := browsertest.Open(t)
	tab.SetCookie(h.url, session)
	tab.Do(chromedp.EmulateViewport(360, 740), chromedp.Navigate(h.url+reading))
	tab.Wait(`document.querySelector("#url") !== null`)
	tab.Look(artifacts, "begin")
	write(tab, "#url", "localhost")
	tab.Do(chromedp.KeyEvent(kb.Enter))
	tab.Wait(`document.querySelector("#url-fault")?.innerText.includes("www.gracechurch.org")`)
	tab.Look(artifacts, "begin-fault")
	write(tab, "#url", address)
	tab.Do(chromedp.KeyEvent(kb.Enter))
	tab.Wait(`document.querySelector("[data-status=working] progress")?.value === 0`)
	tab.Look(artifacts, "reading")
	h.node(t, nil, lease.Timing{})
	tab.Wait(`document.querySelector("#times .badge")?.innerText === "to look at: 9"`)
	tab.Look(artifacts, "review")
	nine := h.number(t, id, "9:00 AM Traditional worship")
	tab.Wait(`document.querySelector("#instead-` + nine + `").value === "8:30 AM Traditional worship"`)
	// The return key in a field accepts nothing: what it would be about is not to be told.
	write(tab, "#v-"+nine+"-line", "9:00 AM Worship")
	tab.Do(chromedp.KeyEvent(kb.Enter))
	press(tab, "button[name=accept][value='"+nine+"']")
	tab.Wait(`document.querySelector("#times .done")?.innerText === "Stored: 1." && document.querySelector("#times .badge").innerText === "to look at: 8"`)
	if held := h.text(t, "select custom_hours::text from premium_churches where church_id = $1", id); held != `{"sunday": ["9:00 AM Worship"]}` {
		t.Error(held)
	}
	press(tab, "#people button[name=accept][value=all]")
	tab.Wait(`document.querySelector("#people .done")?.innerText === "Stored: 5."`)
	press(tab, "#ministries button[name=discard][value=all]")
	tab.Wait(`document.querySelector("#ministries form[action] ul.drafts") === null && document.querySelector("#ministries details summary").innerText === "Looked at: 3"`)
	ramp := h.number(t, id, "Do you have a wheelchair ramp?")
	write(tab, "#v-"+ramp+"-answer", "Only idiots ask.")
	press(tab, "button[name=accept][value='"+ramp+"']")
	tab.Wait(`document.querySelector("#draft-` + ramp + ` .fault") !== null && document.querySelector("#v-` + ramp + `-answer").value === "Only idiots ask."`)
	tab.Look(artifacts, "review-fault")
	for _, group := range []string{"times", "contact", "expect", "giving", "faqs"} {
		if group == "giving" {
			press(tab, "#giving button[name=accept]")
		} else {
			if group == "faqs" {
				write(tab, "#v-"+ramp+"-answer", "Yes, at the Dock Street door.")
			}
			press(tab, "#"+group+" button[name=accept][value=all]")
		}
		tab.Wait(`document.querySelector("#` + group + ` .done") !== null`)
	}
	tab.Wait(`document.querySelector("main > [role=status]").innerText.startsWith("You have looked at everything")`)
	tab.Look(artifacts, "done")
	tab.Do(chromedp.Navigate(h.url + "/reader"))
	tab.Wait(`document.querySelector("pre") !== null`)
	tab.Look(artifacts, "reader")
}

// Each group is a form of its own: what is written in one is there after a decision in another.
func TestADecisionInOneGroupKeepsWhatIsWrittenInTheOthers(t *testing.T) {
	h := newHouse(t)
	id, session := h.church(t, "harbor")
	h.exec(t, `update premium_churches set custom_hours = '{"sunday": ["7:00 AM Matins"]}' where church_id = $1`, id)
	h.node(t, nil, lease.Timing{})
	page := h.begin(t, session, h.internet.Site("harbor.example.com", sitetest.Church("en")))
	h.outcome(t, session, page)
	eleven, ramp, hall := h.number(t, id, "11:00 AM Contemporary worship"), h.number(t, id, "Do you have a wheelchair ramp?"), h.number(t, id, "Can I rent the hall?")
	tab := browsertest.Open(t)
	tab.SetCookie(h.url, session)
	tab.Do(chromedp.Navigate(h.url + page))
	tab.Wait(`document.querySelector("#times") !== null`)
	write(tab, "#v-"+eleven+"-line", "11:15 AM Worship")
	tab.Wait(`(document.querySelector("#instead-` + eleven + `").value = "7:00 AM Matins") !== ""`)
	press(tab, "button[name=accept][value='"+ramp+"']")
	tab.Wait(`document.querySelector("#faqs .done")?.innerText === "Stored: 1."`)
	tab.Wait(`document.querySelector("#v-` + eleven + `-line").value === "11:15 AM Worship" && document.querySelector("#instead-` + eleven + `").value === "7:00 AM Matins"`)
	press(tab, "button[name=discard][value='"+hall+"']")
	tab.Wait(`(() => { const again = document.querySelector("button[name=reopen]"); if (again) again.closest("details").open = true; return again !== null; })()`)
	write(tab, "#v-"+eleven+"-line", "11:30 AM Worship")
	press(tab, "button[name=reopen]")
	tab.Wait(`document.querySelector("#draft-` + hall + `") !== null && document.querySelector("#v-` + eleven + `-line").value === "11:30 AM Worship"`)
}

func TestAWebsiteInSpanishIsReadInABrowser(t *testing.T) {
	h := newHouse(t)
	_, session := h.church(t, "esperanza")
	h.node(t, nil, lease.Timing{})
	page := h.begin(t, session, h.internet.Site("esperanza.example.com", sitetest.Church("es")))
	h.outcome(t, session, page)
	refused := h.begin(t, session, h.internet.Site("cerrada.example.com", dead(200, "text/plain", "User-agent: *\nDisallow: /")))
	h.outcome(t, session, refused)
	tab := browsertest.Open(t)
	tab.SetCookie(h.url, session)
	tab.Do(chromedp.Navigate(h.url + page + "?lang=es"))
	tab.Wait(`document.documentElement.lang === "es" && document.querySelector("#faqs") !== null`)
	tab.Look(artifacts, "review-es")
	tab.Do(chromedp.Navigate(h.url + refused + "?lang=es"))
	tab.Wait(`document.querySelector("[data-status=failed]") !== null`)
	tab.Look(artifacts, "refused-es")
	tab.Do(chromedp.Navigate(h.url + reading + "?lang=es"))
	tab.Wait(`document.querySelectorAll(".entries > li").length === 2`)
	tab.Look(artifacts, "begin-es")
}
