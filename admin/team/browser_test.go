package team_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"narthex/admin/access"
	"narthex/cmd/dev/browsertest"
)

// artifacts is where pictures go, to be looked at.
const artifacts = "../../.artifacts/team"

// press tabs to something and does what a keyboard does there.
func press(tab *browsertest.Tab, selector, key string) {
	tab.Do(chromedp.Focus(chromedp.CSS(selector)), chromedp.KeyEvent(key))
}

func TestTheTeamOnEveryScreen(t *testing.T) {
	h := newHouse(t)
	id, _ := h.church(t, "grace", "ann@grace.example")
	_, ann := h.somebody(t, id, "ann@grace.example", access.RoleAdmin)
	tab := browsertest.Open(t)
	tab.SetCookie(h.url, ann)
	tab.Do(chromedp.Navigate(h.url + "/admin/settings/audit"))
	tab.Wait(`document.body.innerText.includes("Nothing was changed yet")`)
	tab.Look(artifacts, "activity-empty")
	tab.Do(chromedp.Navigate(h.url + "/admin/settings/team"))
	tab.Wait(`document.body.innerText.includes("You are alone here so far")`)
	tab.Look(artifacts, "team-alone")

	// By keyboard: somebody is invited, with a mistake first.
	tab.Do(chromedp.SendKeys(chromedp.CSS("#invite-email"), "pia@a-rather-long-domain-of-a-church.grace.example"), chromedp.SendKeys(chromedp.CSS("#invite-name"), "Pia Lee"))
	press(tab, "[aria-labelledby=invite] button", kb.Enter)
	tab.Wait(`document.querySelector("[role=alert]")?.innerText.includes("at least one role") && document.querySelector("#invite-name").value === "Pia Lee"`)
	tab.Look(artifacts, "team-fault")
	press(tab, "[aria-labelledby=invite] input[value=pastor]", " ")
	press(tab, "[aria-labelledby=invite] button", kb.Enter)
	tab.Wait(`location.search === "?done=invited" && document.querySelector("[role=status]").innerText.includes("on its way")`)
	press(tab, ".people li:nth-child(2) summary", kb.Enter)
	tab.Wait(`document.querySelector(".people li:nth-child(2) details").open`)
	tab.Look(artifacts, "team-change")
	press(tab, ".people li:nth-child(2) input[value=care_team]", " ")
	press(tab, ".people li:nth-child(2) form[action$=roles] button", kb.Enter)
	tab.Wait(`location.search === "?done=changed" && document.querySelector(".people li:nth-child(2) .badges").innerText.includes("Care team")`)
	tab.Do(chromedp.SendKeys(chromedp.CSS("#address"), "new@grace.example"))
	press(tab, "form[action$=address] button", kb.Enter)
	tab.Wait(`location.search === "?done=address_asked" && document.body.innerText.includes("new@grace.example has not confirmed yet")`)
	tab.Look(artifacts, "team")

	tab.Do(chromedp.Navigate(h.url + "/admin/settings/team?lang=es"))
	tab.Wait(`document.documentElement.lang === "es" && document.body.innerText.includes("Equipo de cuidado")`)
	tab.Look(artifacts, "team-es")
	press(tab, ".people li:nth-child(2) summary", kb.Enter)
	press(tab, ".people li:nth-child(2) form[action$=remove] button", kb.Enter)
	tab.Wait(`location.search === "?done=removed" && document.querySelectorAll(".people li").length === 1`)
	tab.Do(chromedp.Navigate(h.url + "/admin/settings/audit"))
	tab.Wait(`document.querySelectorAll(".activity li").length === 4`)
	tab.Look(artifacts, "activity")

	tab.Do(chromedp.Navigate(link(t, h.mail(t, "new@grace.example", "confirm"))))
	tab.Wait(`document.querySelector("main form button")?.innerText.startsWith("Yes")`)
	tab.Look(artifacts, "address")
	press(tab, "main form button", kb.Enter)
	tab.Wait(`document.querySelector("[role=status]")?.innerText.includes("belongs to new@grace.example now")`)
	tab.Look(artifacts, "address-done")
}

// Whoever follows their link and only reads is signed in for as long as somebody who works, and a program that looks through mail is not.
func TestASessionIsUsedAtThePersonsFirstSign(t *testing.T) {
	h := newHouse(t)
	id, token := h.church(t, "grace", "ann@grace.example")
	lasting := func() int {
		t.Helper()
		return h.count(t, "auth_sessions where church_id = $1 and used_at is not null and expires_at > now() + interval '29 days'", id)
	}
	tab := browsertest.Open(t)
	tab.Do(chromedp.Navigate(h.url + "/admin/" + token.String()))
	tab.Wait(`location.pathname === "/admin"`)
	tab.Wait(`(window.asked = [], window.answered = [], window.fetch = ((real) => (...what) => {
		asked.push(what[0]);
		return real(...what).then((answer) => { answered.push(answer.status); return answer; });
	})(fetch), true)`)
	tab.Wait(`(() => { for (const sign of ["pointerdown", "pointermove", "keydown", "touchstart", "wheel", "focusin"]) dispatchEvent(new Event(sign)); return true; })()`)
	tab.Wait("asked.length === 0")
	if n := lasting(); n != 0 {
		t.Error("a session is used by a script")
	}
	tab.Do(chromedp.MouseEvent("mouseMoved", 40, 40), chromedp.MouseEvent("mouseMoved", 60, 60))
	tab.Wait(`asked.join() === "/api/admin/sessions" && answered.join() === "200"`)
	if n := lasting(); n != 1 {
		t.Error("a person's session ends after an hour")
	}
}

func TestTheSessionsOnEveryScreen(t *testing.T) {
	h := newHouse(t)
	id, token := h.church(t, "grace", "ann@grace.example")
	_, tom := h.somebody(t, id, "ann@grace.example", access.Treasurer)
	h.execute(t, "insert into church_identity_roles (church_id, identity_id, role) select $1, id, 'admin' from church_admin_identities where church_id = $1", id)
	tab := browsertest.Open(t)
	tab.SetCookie(h.url, tom)
	tab.Do(chromedp.Navigate(h.url + "/admin/settings/sessions"))
	tab.Wait(`document.body.innerText.includes("You are signed in nowhere else")`)
	tab.Look(artifacts, "sessions-one")
	for range 2 {
		if got := h.ask(t, "GET", "/admin/"+token.String(), nil, nil); got.cookie == nil {
			t.Fatalf("the link: %d", got.status)
		}
	}
	tab.Do(chromedp.Navigate(h.url + "/admin/settings/sessions"))
	tab.Wait(`document.querySelectorAll(".people li").length === 3`)
	tab.Look(artifacts, "sessions")
	press(tab, ".people li:nth-child(2) button", kb.Enter)
	tab.Wait(`location.search === "?done=sessions_ended" && document.querySelectorAll(".people li").length === 2`)
	press(tab, "form[action$=others] button", kb.Enter)
	tab.Wait(`document.querySelectorAll(".people li").length === 1`)
	press(tab, "form[action$=link] button", kb.Enter)
	tab.Wait(`location.search === "?done=link_renewed" && document.querySelector("[role=status]").innerText.includes("on its way by mail")`)
	if mailed := h.mail(t, "ann@grace.example", "new link"); strings.Contains(mailed.Text, token.String()) {
		t.Error("the old link is mailed")
	}
}
