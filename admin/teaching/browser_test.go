package teaching_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"narthex/cmd/dev/browsertest"

	"narthex/chat/church"
	"narthex/chat/model/modeltest"
)

// artifacts is where pictures go, to be looked at.
const artifacts = "../../.artifacts/teaching"

// holdAnswers has answers wait, once they have come, until they are let go.
const holdAnswers = `(() => {
	const real = window.fetch, held = new Promise((resolve) => { window.release = resolve; });
	window.fetch = async (...of) => { const came = await real(...of); window.came = true; await held; return came; };
	return true;
})()`

func press(tab *browsertest.Tab, selector string) {
	tab.Do(chromedp.Focus(chromedp.CSS(selector)), chromedp.KeyEvent("\r"))
}

func TestTheThreeTabsInABrowser(t *testing.T) {
	h := newHouse(t, church.StarterChat)
	h.Upstream.Script(modeltest.Reply("An answer."), modeltest.Reply("An answer."))
	tab := browsertest.Open(t)

	h.open(tab, theologyPage)
	tab.Wait(`document.querySelector("#today").innerText === "Today: Christocentric" && document.querySelector(".tabs--second [aria-current]").innerText === "Theology"`)
	tab.Look(artifacts, "theology")
	h.open(tab, theologyPage+"?lens=4")
	press(tab, "[data-compares] button")
	tab.Wait(`document.querySelector("[data-now]")?.innerText === "An answer." && document.querySelector("[data-then]").innerText === "An answer."`)
	press(tab, "[data-shows-link] button")
	tab.Wait(`document.querySelector("[data-link]").href.includes("?preview=")`)
	tab.Look(artifacts, "theology-beside")
	press(tab, `[data-save="PATCH /api/admin/theology/lens"] button`)
	tab.Wait(`document.querySelector("#today")?.innerText === "Today: Catholic"`)
	tab.Do(chromedp.SendKeys(chromedp.CSS("#override-new-topic"), "Baptism"), chromedp.SendKeys(chromedp.CSS("#override-new-position"), "Of believers."), chromedp.SendKeys(chromedp.CSS("#override-new-never"), "believers"))
	press(tab, `form:has(#override-new-topic) button`)
	tab.Wait(`document.activeElement.id === "override-new-never" && document.querySelector("#override-new-never-fault").innerText !== ""`)
	tab.Do(chromedp.SetValue(chromedp.CSS("#override-new-never"), "christening"))
	press(tab, `form:has(#override-new-topic) button`)
	tab.Wait(`document.querySelector("#override-1-topic")?.value === "Baptism"`)
	tab.Look(artifacts, "theology-positions")

	h.open(tab, agentsPage)
	tab.Wait(`document.querySelectorAll("[name^='agent_tool_config.']").length === 12 && document.querySelectorAll(".check input:disabled").length === 27`)
	tab.Do(chromedp.SetValue(chromedp.CSS("#care-tone"), "quiet"), chromedp.Focus(chromedp.CSS("[name='agent_config.coordinator.enabled']")), chromedp.KeyEvent(" "))
	press(tab, `[data-save="PATCH /api/admin/agents"] button`)
	tab.Wait(`document.querySelector('[data-save="PATCH /api/admin/agents"] > [role=status]').className === "done"`)
	tab.Look(artifacts, "agents")

	h.open(tab, safetyPage)
	tab.Wait(`document.querySelector("#always").nextElementSibling.innerText.includes("crisis line 988")`)
	press(tab, `[data-test="church"] button`)
	tab.Wait(`document.querySelector('[data-test="church"] [data-outcomes]').innerText === "Mail: delivered to office@grace.example.\nText message: delivered to +12075550142."`)
	press(tab, `[data-test="safeguarding"] button`)
	tab.Wait(`document.querySelector('[data-test="safeguarding"] [role=status]').className === "problem"`)
	tab.Look(artifacts, "safety")
	sent, _ := h.box.Messages()
	if len(sent) != 2 {
		t.Errorf("%d messages arrived", len(sent))
	}
	h.until("what was set", func(s *church.Snapshot) bool {
		return s.Lens.ID == 4 && len(s.Overrides) == 1 && s.Agents[church.Care].Personality.Tone == "quiet" && !s.Agents[church.Coordinator].Enabled
	})
}

// What is typed in one form outlasts the saving of another; the page is shown anew by itself once there is nothing to lose.
func TestSavingAPositionKeepsWhatIsTypedInAnother(t *testing.T) {
	h := newHouse(t, church.ProChat)
	h.Exec(t, `update organization_settings set doctrinal_overrides = '{"Baptism": {"position": "Of believers."}, "Communion": {"position": "Open to all."}}'`)
	tab := browsertest.Open(t)
	h.open(tab, theologyPage)
	const unsaved = "Of believers, by immersion."
	tab.Do(chromedp.SetValue(chromedp.CSS("#override-1-position"), unsaved), chromedp.SetValue(chromedp.CSS("#override-2-position"), "Open to the baptized."))
	tab.Wait(`(window.first = true)`)
	press(tab, `form:has(#override-2-topic) button[type=submit]`)
	tab.Wait(`document.querySelector("form:has(#override-2-topic) [role=status] button")?.innerText === "Show the page anew" || !window.first`)
	tab.Wait(`window.first && document.querySelector("#override-1-position").value === "` + unsaved + `" && document.activeElement.innerText === "Show the page anew"`)
	tab.Wait(`document.querySelector("#override-2-position").disabled`)
	tab.Look(artifacts, "theology-unsaved")
	press(tab, `form:has(#override-1-topic) button[type=submit]`)
	tab.Wait(`!window.first && document.querySelector("#override-1-position")?.value === "` + unsaved + `" && document.querySelector("#override-2-position").value === "Open to the baptized."`)
}

// What is asked to compare answers is never saved, and nothing says that it is to be.
func TestAQuestionThatIsComparedIsNotCalledUnsaved(t *testing.T) {
	h := newHouse(t, church.StarterChat)
	h.Upstream.Script(modeltest.Reply("An answer."), modeltest.Reply("An answer."))
	tab := browsertest.Open(t)
	h.open(tab, theologyPage+"?lens=4")
	tab.Wait(holdAnswers)
	press(tab, "[data-compares] button")
	tab.Wait(`window.came`)
	tab.Do(chromedp.SetValue(chromedp.CSS("#question"), "What is baptism?"))
	tab.Wait(`(window.release(), document.querySelector("[data-compares] [role=status]")).className === "done"`)
}

// What is typed on while a position is added is saved as a change of it.
func TestWhatIsTypedWhileAPositionIsAddedChangesIt(t *testing.T) {
	h := newHouse(t, church.ProChat)
	tab := browsertest.Open(t)
	h.open(tab, theologyPage)
	tab.Wait(`(window.first = true) && ` + holdAnswers)
	tab.Do(chromedp.SendKeys(chromedp.CSS("#override-new-topic"), "Infant  baptism"), chromedp.SendKeys(chromedp.CSS("#override-new-position"), "Of believers"))
	press(tab, `form:has(#override-new-topic) button`)
	tab.Wait(`window.came`)
	tab.Do(chromedp.SendKeys(chromedp.CSS("#override-new-position"), " and their children."))
	tab.Wait(`(window.release(), document.querySelector("form:has(#override-new-topic)")).ariaBusy === "false"`)
	tab.Wait(`document.querySelector("form:has(#override-new-topic) [role=status]").innerText.includes("not saved yet") && !document.querySelector("#override-new-position").disabled`)
	press(tab, `form:has(#override-new-topic) button`)
	tab.Wait(`!window.first && document.querySelector("#override-1-topic")?.value === "Infant baptism" && document.querySelector("#override-1-position").value === "Of believers and their children." && document.querySelector("#override-2-topic") === null`)
}
