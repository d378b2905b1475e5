package settings_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"narthex/admin/access"
	"narthex/cmd/dev/browsertest"
)

const (
	// holdAnswers has answers wait, once they have come, until they are let go.
	holdAnswers = `(() => {
		const real = window.fetch, held = new Promise((resolve) => { window.release = resolve; });
		window.fetch = async (...of) => { const came = await real(...of); window.came = true; await held; return came; };
		return true;
	})()`
	// asked is whether the browser asks before the page is left.
	asked = `(() => { const leaving = new Event("beforeunload", { cancelable: true }); dispatchEvent(leaving); return leaving.defaultPrevented; })()`
)

// What is typed while the form is on its way was not sent with it.
func TestWhatIsTypedWhileAFormIsSavedIsNotSaved(t *testing.T) {
	s := newServer(t)
	id, _ := s.church(t, "grace")
	s.exec(t, "insert into events (church_id, title, starts_at) values ($1, 'Picnic', '2027-07-04 14:00Z')", id)
	tab := browsertest.Open(t)
	tab.SetCookie(s.url, s.signIn(t, id, access.VolunteerLeader))
	tab.Do(chromedp.Navigate(s.url + knowledge + "/events"))
	tab.Wait(`(window.first = document.querySelector("main details.panel").open = true) && !` + asked)
	tab.Wait(holdAnswers)
	write(tab, "details input[name=title]", "Picnic in the park")
	tab.Wait(asked)
	press(tab, "details form:not([data-remove-item]) button[type=submit]")
	tab.Wait(`window.came`)
	tab.Do(chromedp.SendKeys(chromedp.CSS("details input[name=title]"), ", at noon"))
	tab.Wait(`(window.release(), document.querySelector("details form")).ariaBusy === "false"`)
	tab.Wait(`document.querySelector("details [role=status].problem")?.innerText.includes("not saved yet") && ` + asked)
	tab.Look(artifacts, "events-typed")
	write(tab, "#new-title", "Carols")
	tab.Wait(`(() => { document.querySelector("#new-starts_at").value = "2027-12-24T17:30"; return true; })()`)
	press(tab, "#new button[type=submit]")
	tab.Wait(`document.querySelector("#new [role=status] button") !== null || !window.first`)
	tab.Wait(`window.first && document.querySelector("details input[name=title]").value === "Picnic in the park, at noon"`)
	press(tab, "details form:not([data-remove-item]) button[type=submit]")
	tab.Wait(`document.querySelector("details [role=status].done") !== null && !` + asked)
	if held := s.text(t, "select title from events where church_id = $1 order by starts_at limit 1", id); held != "Picnic in the park, at noon" {
		t.Error(held)
	}
}

// What is chosen while the form is on its way was not sent with it either, and stays chosen.
func TestWhatIsChosenWhileAFormIsSavedStaysChosen(t *testing.T) {
	s := newServer(t)
	id, _ := s.church(t, "grace")
	s.exec(t, "insert into groups (church_id, kind, name) values ($1, 'small', 'Choir')", id)
	tab := browsertest.Open(t)
	tab.SetCookie(s.url, s.signIn(t, id, access.RoleAdmin))
	tab.Do(chromedp.Navigate(s.url + knowledge + "/groups"))
	tab.Wait(`(document.querySelector("main details.panel").open = true) && ` + holdAnswers)
	write(tab, "details input[name=name]", "Chorus")
	press(tab, "details form:not([data-remove-item]) button[type=submit]")
	tab.Wait(`window.came`)
	tab.Do(chromedp.SetValue(chromedp.CSS("details select[name=weekday]"), "3"))
	tab.Wait(`(window.release(), document.querySelector("details form")).ariaBusy === "false"`)
	tab.Wait(`document.querySelector("details [role=status].problem")?.innerText.includes("not saved yet") && document.querySelector("details select[name=weekday]").value === "3" && ` + asked)
	press(tab, "details form:not([data-remove-item]) button[type=submit]")
	tab.Wait(`document.querySelector("details [role=status].done") !== null && !` + asked)
	if stored := s.text(t, "select concat_ws('|', name, weekday) from groups where church_id = $1", id); stored != "Chorus|3" {
		t.Error(stored)
	}
}

// Who deletes something is not asked about what was typed in it.
func TestWhatIsDeletedIsNotAskedAboutAgain(t *testing.T) {
	s := newServer(t)
	id, _ := s.church(t, "grace")
	s.exec(t, "insert into events (church_id, title, starts_at) values ($1, 'Picnic', '2027-07-04 14:00Z')", id)
	tab := browsertest.Open(t)
	tab.SetCookie(s.url, s.signIn(t, id, access.VolunteerLeader))
	tab.Do(chromedp.Navigate(s.url + knowledge + "/events"))
	tab.Wait(`(document.querySelector("main details.panel").open = true) && (window.confirm = () => true) && true`)
	write(tab, "details input[name=title]", "Picnic in the park")
	tab.Wait(asked + ` && (addEventListener("beforeunload", (event) => { sessionStorage.asked = event.defaultPrevented; }), true)`)
	press(tab, "details [data-remove-item] button")
	tab.Wait(`sessionStorage.asked === "false" && document.querySelector("main details.panel") === null`)
}

// A row that is removed or moved is a change, though no field says so.
func TestRowsThatAreRemovedOrMovedAreUnsaved(t *testing.T) {
	s := newServer(t)
	id, _ := s.church(t, "grace")
	s.exec(t, `update premium_churches set custom_staff = '[{"name": "Ann Lee"}, {"name": "Bob Hill"}, {"name": "Cara May"}]' where church_id = $1`, id)
	tab := browsertest.Open(t)
	tab.SetCookie(s.url, s.signIn(t, id, access.RoleAdmin))
	tab.Do(chromedp.Navigate(s.url + knowledge))
	tab.Wait(`!` + asked)
	press(tab, "#staff li:nth-child(1) [data-move='1']")
	tab.Wait(asked)
	press(tab, "#staff li:nth-child(2) [data-move='-1']") // as it was
	tab.Wait(`!` + asked)
	press(tab, "#staff li:nth-child(1) [data-remove]")
	tab.Wait(asked + ` && ` + holdAnswers)
	press(tab, "#staff button[type=submit]")
	tab.Wait(`window.came`)
	press(tab, "#staff li:nth-child(2) [data-move='-1']")
	tab.Wait(`(window.release(), document.querySelector("#staff form")).ariaBusy === "false"`)
	tab.Wait(`document.querySelector("#staff [role=status].problem")?.innerText.includes("not saved yet") && ` + asked)
	press(tab, "#staff button[type=submit]")
	tab.Wait(`document.querySelector("#staff [role=status].done") !== null && !` + asked)
	if stored := s.text(t, "select custom_staff::text from premium_churches where church_id = $1", id); stored != `[{"name": "Cara May"}, {"name": "Bob Hill"}]` {
		t.Error(stored)
	}
}

// What is typed on while something is added is saved as a change of it.
func TestWhatIsTypedWhileAnItemIsAddedChangesIt(t *testing.T) {
	s := newServer(t)
	id, _ := s.church(t, "grace")
	tab := browsertest.Open(t)
	tab.SetCookie(s.url, s.signIn(t, id, access.VolunteerLeader))
	tab.Do(chromedp.Navigate(s.url + knowledge + "/events"))
	tab.Wait(`(window.first = true) && ` + holdAnswers)
	write(tab, "#new-title", "Carols")
	tab.Wait(`(() => { document.querySelector("#new-starts_at").value = "2027-12-24T17:30"; return true; })()`)
	press(tab, "#new button[type=submit]")
	tab.Wait(`window.came`)
	tab.Do(chromedp.SendKeys(chromedp.CSS("#new-title"), " by candlelight"))
	tab.Wait(`(window.release(), document.querySelector("#new form")).ariaBusy === "false"`)
	tab.Wait(`document.querySelector("#new [role=status].problem")?.innerText.includes("not saved yet") && !document.querySelector("#new-title").disabled && ` + asked)
	press(tab, "#new button[type=submit]")
	tab.Wait(`!window.first && document.querySelector("#new-title").value === "" && document.querySelector("main summary").innerText.startsWith("Carols by candlelight")`)
	if stored := s.text(t, "select string_agg(title, '|') from events where church_id = $1", id); stored != "Carols by candlelight" {
		t.Error(stored)
	}
}
