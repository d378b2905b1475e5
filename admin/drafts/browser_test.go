package drafts_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"narthex/chat/chattest"
	"narthex/cmd/dev/browsertest"
)

// One begins a draft, saves in it without leaving the page, tries it out, publishes it: nine clicks, and the visitor's next answer has it.
func TestADraftInABrowser(t *testing.T) {
	h := newHouse(t)
	h.AddKnowledge(t, h.ann.church, "faq", "May I bring my dog?", "Dogs are welcome.", true)
	tab := browsertest.Open(t)
	tab.SetCookie(h.site.URL, h.ann.cookies[0])
	click := func(selector string) { tab.Do(chromedp.Click(chromedp.CSS(selector))) }
	tab.Do(chromedp.Navigate(h.site.URL + "/admin/training/faqs"))
	tab.Wait(`document.querySelector(".draft-bar") !== null`)
	tab.Look("../../.artifacts/drafts", "bar-live")
	click(".draft-bar button")
	tab.Wait(`document.querySelector("[data-draft]") !== null`)
	tab.Look("../../.artifacts/drafts", "bar-on")

	click("details.panel > summary")
	tab.Do(chromedp.SetValue(chromedp.CSS("#question"), "Is there a place to leave a bicycle?"), chromedp.SetValue(chromedp.CSS("#answer"), "Yes, in the rack behind the hall."))
	click("#exact_response")
	click("form[data-new] button[type=submit]")
	tab.Wait(`location.search === "?new" && document.querySelector("[data-draft-count]").innerText === "1"`)
	tab.Do(chromedp.Navigate(h.site.URL + "/admin/training/week"))
	tab.Wait(`document.querySelector("[data-draft-count]")?.innerText === "1" && document.querySelector("[name=sermon_topic]") !== null`)
	tab.Do(chromedp.SetValue(chromedp.CSS("[name=sermon_topic]"), "Light"))
	click("form[data-save] button[type=submit]")
	tab.Wait(`document.querySelector("[data-draft-count]").innerText === "2" && document.querySelector("form [role=status]").innerText.startsWith("Saved in the draft")`)

	click(".draft-bar a[href*=simulator]")
	tab.Wait(`document.querySelector("#in")?.value === "draft"`)
	tab.Do(chromedp.SetValue(chromedp.CSS("#in"), "both"), chromedp.SetValue(chromedp.CSS("#question"), "Is there a place to leave a bicycle?"))
	click("form.panel button[type=submit]")
	tab.Wait(`document.querySelectorAll(".trials > section").length === 2 && document.querySelector(".trials").innerText.includes("rack behind the hall")`)
	tab.Look("../../.artifacts/drafts", "simulator")

	click(".draft-bar a[href='/admin/training/draft']")
	tab.Wait(`document.querySelector("form[action$=publish] button") !== null`)
	tab.Look("../../.artifacts/drafts", "draft")
	live := h.join(t, h.ann.church, "admin")
	live.facts(t, "/admin/training/week", "sermon_topic", map[string]any{"sermon_topic": "Salt"})
	tab.Do(chromedp.Navigate(h.site.URL + "/admin/training/draft"))
	tab.Wait(`document.querySelector("form[action$=keep] button") !== null && document.querySelector("form[action$=publish] button") === null`)
	tab.Look("../../.artifacts/drafts", "conflict")
	click("form[action$=keep] button")
	tab.Wait(`document.querySelector("form[action$=publish] button") !== null`)
	click("form[action$=publish] button")
	tab.Wait(`location.search === "?done=published" && document.querySelector(".draft-bar [data-draft-count]") === null`)
	tab.Look("../../.artifacts/drafts", "published")
	chattest.Eventually(t, func() bool {
		return h.ann.says(t, "Is there a place to leave a bicycle?") == "Yes, in the rack behind the hall."
	})
}

func TestADraftInABrowserThatReadsSpanish(t *testing.T) {
	h := newHouse(t)
	h.Exec(t, "update churches set language = 'es' where id = $1", h.ann.church)
	h.ann.begin(t)
	h.ann.addFAQ(t, "¿Dónde puedo aparcar?", "Detrás de la iglesia.", true)
	tab := browsertest.Open(t)
	for _, cookie := range h.ann.cookies {
		tab.SetCookie(h.site.URL, cookie)
	}
	tab.Do(chromedp.Navigate(h.site.URL + "/admin/training/safety?lang=es"))
	tab.Wait(`document.querySelector("[data-draft]") !== null`)
	tab.Look("../../.artifacts/drafts", "bar-on-es")
	tab.Do(chromedp.Navigate(h.site.URL + "/admin/training/draft?lang=es"))
	tab.Wait(`document.querySelector("form[action$=publish] button") !== null`)
	tab.Look("../../.artifacts/drafts", "draft-es")
}
