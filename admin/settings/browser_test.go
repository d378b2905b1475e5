package settings_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"narthex/admin/access"
	"narthex/cmd/dev/browsertest"
)

// artifacts is where pictures go, to be looked at.
const artifacts = "../../.artifacts/settings"

func press(tab *browsertest.Tab, selector string) {
	tab.Do(chromedp.ScrollIntoView(chromedp.CSS(selector)), chromedp.Click(chromedp.CSS(selector)))
}

// write puts a text into a field, as somebody who types in place of what is there.
func write(tab *browsertest.Tab, selector, text string) {
	quoted, _ := json.Marshal(selector)
	tab.Wait(`(() => { const at = document.querySelector(` + string(quoted) + `); at.scrollIntoView(); at.focus(); at.select?.(); return document.activeElement === at; })()`)
	tab.Do(chromedp.SendKeys(chromedp.CSS(selector), text))
}

const saved = `document.querySelector("[role=status].done")?.textContent.startsWith("Saved")`

func TestTheFactsInABrowser(t *testing.T) {
	s := newServer(t)
	id, _ := s.church(t, "grace")
	tab := browsertest.Open(t)
	tab.SetCookie(s.url, s.signIn(t, id, access.RoleAdmin))
	tab.Do(chromedp.EmulateViewport(360, 740), chromedp.Navigate(s.url+knowledge))
	tab.Wait(`document.querySelector(".empty").innerText.includes("Begin with the hours")`)
	tab.Look(artifacts, "knowledge-empty")
	write(tab, "#hours-custom_hours\\.sunday", "9:00 AM Worship\n11:00 AM Worship")
	press(tab, "#hours button[type=submit]")
	tab.Wait(saved)
	for i, name := range []string{"Ann Lee", "Bob Hill", "Cara May"} {
		press(tab, "#staff [data-add]")
		at := "#staff-custom_staff\\." + string(rune('0'+i)) + "\\.name"
		tab.Wait(`document.activeElement.id === "staff-custom_staff.` + string(rune('0'+i)) + `.name"`)
		write(tab, at, name)
	}
	press(tab, "#staff li:nth-child(3) [data-move='-1']") // Ann, Cara, Bob
	press(tab, "#staff li:nth-child(1) [data-remove]")
	write(tab, "#staff-custom_staff\\.1\\.photo_url", "http://pictures.example.org/bob.jpg")
	press(tab, "#staff button[type=submit]")
	tab.Wait(`document.activeElement.id === "staff-custom_staff.1.photo_url" && document.querySelector("#staff .fault").innerText.includes("https://")`)
	tab.Look(artifacts, "knowledge-fault")
	write(tab, "#staff-custom_staff\\.1\\.photo_url", "https://pictures.example.org/bob.jpg")
	press(tab, "#staff button[type=submit]")
	tab.Wait(`document.querySelector("#staff [role=status].done") !== null`)
	if held := s.text(t, "select concat(custom_hours, custom_staff) from premium_churches where church_id = $1", id); held !=
		`{"sunday": ["9:00 AM Worship", "11:00 AM Worship"]}[{"name": "Cara May"}, {"name": "Bob Hill", "photo_url": "https://pictures.example.org/bob.jpg"}]` {
		t.Error(held)
	}
	tab.Look(artifacts, "knowledge")
}

func TestSpecialDaysInABrowser(t *testing.T) {
	s := newServer(t)
	id, _ := s.church(t, "grace")
	tab := browsertest.Open(t)
	tab.SetCookie(s.url, s.signIn(t, id, access.RoleAdmin))
	tab.Do(chromedp.EmulateViewport(360, 740), chromedp.Navigate(s.url+knowledge))
	for i, kind := range []string{"instead", "besides"} {
		at := "special_days." + string(rune('0'+i))
		press(tab, "#special [data-add]")
		tab.Wait(`document.activeElement.id === "special-` + at + `.from"`)
		tab.Wait(`(() => { document.activeElement.value = "2027-12-2` + string(rune('4'+i)) + `"; return true; })()`)
		tab.Do(chromedp.SetValue(chromedp.CSS(`#special select[name="`+at+`.kind"]`), kind))
	}
	write(tab, "#special-special_days\\.0\\.name", "Christmas Eve")
	write(tab, "#special-special_days\\.0\\.times", "4:00 PM Family service\n7:00 PM Candlelight service")
	press(tab, "#special button[type=submit]")
	tab.Wait(`document.activeElement.id === "special-special_days.1.times" && document.activeElement.getAttribute("aria-invalid") === "true"`)
	tab.Look(artifacts, "special-fault")
	press(tab, "#special li:nth-child(2) [data-remove]")
	press(tab, "#special button[type=submit]")
	tab.Wait(`document.querySelector("#special [role=status].done") !== null`)
	if held := s.text(t, "select special_days::text from premium_churches where church_id = $1", id); held !=
		`[{"from": "2027-12-24", "kind": "instead", "name": "Christmas Eve", "times": "4:00 PM Family service\n7:00 PM Candlelight service"}]` {
		t.Error(held)
	}
	tab.Look(artifacts, "special")
	tab.Do(chromedp.Navigate(s.url + week + "?lang=es"))
	tab.Wait(`(() => { document.querySelector("#until-announcement_until").value = "2027-07-04"; return true; })()`)
	press(tab, "#until button[type=submit]")
	tab.Wait(`document.querySelector("#until [role=status].done") !== null`)
	if held := s.text(t, "select announcement_until::text from church_voice_agents where church_id = $1", id); held != "2027-07-04" {
		t.Error(held)
	}
	tab.Look(artifacts, "until-es")
}

// What is typed in one item outlasts the adding and the deleting of others.
func TestAddingAnItemKeepsWhatIsTypedInAnother(t *testing.T) {
	s := newServer(t)
	id, _ := s.church(t, "grace")
	s.exec(t, "insert into events (church_id, title, starts_at) values ($1, 'Picnic', '2027-07-04 14:00Z'), ($1, 'Supper', '2027-07-05 14:00Z')", id)
	tab := browsertest.Open(t)
	tab.SetCookie(s.url, s.signIn(t, id, access.VolunteerLeader))
	tab.Do(chromedp.Navigate(s.url + knowledge + "/events"))
	tab.Wait(`(window.first = true) && [...document.querySelectorAll("main details.panel")].every((one) => (one.open = true))`)
	write(tab, "details:nth-of-type(1) input[name=title]", "Picnic in the park")
	write(tab, "#new-title", "Carols")
	tab.Wait(`(() => { document.querySelector("#new-starts_at").value = "2027-12-24T17:30"; return true; })()`)
	press(tab, "#new button[type=submit]")
	tab.Wait(`document.querySelector("#new [role=status] button") !== null || !window.first`)
	tab.Wait(`window.first && document.querySelector("details:nth-of-type(1) input[name=title]").value === "Picnic in the park" && document.querySelector("#new-title").disabled`)
	tab.Wait(`(window.confirm = () => true) && true`)
	press(tab, "details:nth-of-type(2) [data-remove-item] button")
	tab.Wait(`document.querySelector("details:nth-of-type(2) [role=status] button") !== null`)
	tab.Look(artifacts, "events-unsaved")
	press(tab, "details:nth-of-type(1) form:not([data-remove-item]) button[type=submit]")
	tab.Wait(saved)
	press(tab, "#new [role=status] button")
	tab.Wait(`!window.first && [...document.querySelectorAll("main summary")].map((one) => one.innerText.split(" ")[0]).join() === "Picnic,Carols" && document.querySelector("main summary").innerText.startsWith("Picnic in the park")`)
}

func TestThePagesAreAMenuOnAPhone(t *testing.T) {
	s := newServer(t)
	id, _ := s.church(t, "grace")
	tab := browsertest.Open(t)
	tab.SetCookie(s.url, s.signIn(t, id, access.RoleAdmin))
	for _, width := range []int64{360, 390} {
		tab.Do(chromedp.EmulateViewport(width, 740), chromedp.Navigate(s.url+knowledge+"?lang=es"))
		tab.Wait(`document.querySelector(".house-menu summary").innerText.endsWith("› " + document.querySelector(".tabs--second [aria-current]").textContent) &&
			document.querySelector(".house").offsetHeight < 250 && [...document.querySelectorAll(".tabs a")].every((one) => !one.checkVisibility())`)
	}
	tab.Do(chromedp.Focus(chromedp.CSS(".house-menu summary")), chromedp.KeyEvent("\r"))
	tab.Wait(`document.querySelector(".house-menu").open && [...document.querySelectorAll(".house-menu a")].every((one) => one.checkVisibility() && one.offsetHeight >= 44)`)
	tab.Look(artifacts, "menu-es") // on a desktop too, whose rows are in sight instead
	tab.Do(chromedp.EmulateViewport(1280, 900))
	tab.Wait(`!document.querySelector(".house-menu").checkVisibility() && [...document.querySelectorAll(".house-tabs a")].every((one) => one.checkVisibility())`)
	tab.Do(chromedp.EmulateViewport(360, 740))
	press(tab, `.house-menu a[href="`+week+`"]`)
	tab.Wait(`location.pathname === "` + week + `" && !document.querySelector(".house-menu").open`)
}

func TestThisWeekInTwoBrowsers(t *testing.T) {
	s := newServer(t)
	id, token := s.church(t, "grace")
	s.exec(t, "insert into events (church_id, title, location, starts_at) values ($1, 'Picnic', 'Park', now() + interval '2 days')", id)
	tab := browsertest.Open(t)
	tab.SetCookie(s.url, s.signIn(t, id, access.WorshipLeader))
	tab.Do(chromedp.Navigate(s.url + week))
	tab.Wait(`document.querySelector("#upcoming").parentElement.innerText.includes("Picnic")`)
	write(tab, "#week-sermon_topic", "Hope")
	s.send(t, http.MethodPatch, update, token, fields{"sermon_topic": "Joy", "theme_verse": "John 1:1"})
	press(tab, "#week button[type=submit]")
	tab.Wait(`document.querySelector("#week [role=status].problem").innerText.includes("Somebody else") && document.querySelector("#week .fault").innerText === "Now: Joy"`)
	tab.Wait(`document.querySelector("#week-sermon_topic").value === "Hope"`) // what was written is still there
	tab.Look(artifacts, "week-conflict")
	press(tab, "#week button[type=submit]")
	tab.Wait(saved)
	if held := s.text(t, "select concat_ws('|', sermon_topic, theme_verse) from church_voice_agents where church_id = $1", id); held != "Hope|John 1:1" {
		t.Error(held)
	}
	tab.Look(artifacts, "week")
	tab.Do(chromedp.Navigate(s.url + week + "?lang=es"))
	tab.Wait(`document.querySelector("h1").innerText === "Esta semana"`)
	tab.Look(artifacts, "week-es")
}

func TestTheSettingsInABrowser(t *testing.T) {
	s := newServer(t)
	id, _ := s.church(t, "grace")
	s.exec(t, "insert into organization_settings (organization_id) values ($1)", id)
	tab := browsertest.Open(t)
	tab.SetCookie(s.url, s.signIn(t, id, access.RoleAdmin))
	tab.Do(chromedp.Navigate(s.url + general))
	tab.Wait(`document.querySelector(".empty").innerText.includes("Begin with an address")`)
	tab.Look(artifacts, "general-empty")
	write(tab, "#notifications-notification_email", "office@grace.example.org")
	tab.Do(chromedp.KeyEvent("\r")) // by keyboard
	tab.Wait(saved)
	press(tab, "#requests-prayer_requests_enabled")
	press(tab, "#requests button[type=submit]")
	tab.Wait(`document.querySelector("#requests [role=status].done") !== null`)
	write(tab, "#place-timezone", "America/Gotham")
	press(tab, "#place button[type=submit]")
	tab.Wait(`document.activeElement.id === "place-timezone" && document.activeElement.getAttribute("aria-invalid") === "true"`)
	tab.Look(artifacts, "general-fault")
	if held := s.text(t, "select concat_ws('|', notification_email, prayer_requests_enabled, timezone) from church_voice_agents v join churches c on c.id = v.church_id where c.id = $1", id); held !=
		"office@grace.example.org|f|America/New_York" {
		t.Error(held)
	}
}

// inTokyo has the browser's clock be that of another place.
var inTokyo = chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
	_, err := chromedp.Call(ctx, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: "Asia/Tokyo"})
	return err
})

func TestAnEventIsEditedFromAnotherZone(t *testing.T) {
	s := newServer(t)
	id, _ := s.church(t, "grace")
	s.exec(t, "insert into events (church_id, title, starts_at) values ($1, 'Picnic', '2027-07-04 14:00Z')", id)
	tab := browsertest.Open(t)
	tab.SetCookie(s.url, s.signIn(t, id, access.VolunteerLeader))
	tab.Do(inTokyo, chromedp.Navigate(s.url+knowledge+"/events"))
	tab.Wait(`Intl.DateTimeFormat().resolvedOptions().timeZone === "Asia/Tokyo"`)
	press(tab, "main details > summary")
	tab.Wait(`document.querySelector("details input[name=starts_at]").value === "2027-07-04T10:00"`)
	tab.Look(artifacts, "events")
	// Half a year later, on the other side of a change of clocks.
	tab.Wait(`(() => { document.querySelector("details input[name=starts_at]").value = "2027-12-04T10:00"; return true; })()`)
	press(tab, "details form:not([data-remove-item]) button[type=submit]")
	tab.Wait(saved)
	if held := s.text(t, "select (starts_at at time zone 'UTC')::text from events where church_id = $1", id); held != "2027-12-04 15:00:00" {
		t.Error(held)
	}
	write(tab, "#new-title", "Carols")
	tab.Wait(`(() => { document.querySelector("#new-starts_at").value = "2027-12-24T17:30"; return true; })()`)
	press(tab, "#new button[type=submit]")
	tab.Wait(`[...document.querySelectorAll("summary")].some((one) => one.innerText.includes("Carols") && one.innerText.includes("2027-12-24 17:30 EST"))`)
	tab.Do(chromedp.Navigate(s.url + knowledge + "/groups"))
	tab.Look(artifacts, "groups-empty")
}

// TestWithoutScriptsNothingSeemsToBeSaved looks at forms in a browser that runs no scripts.
func TestWithoutScriptsNothingSeemsToBeSaved(t *testing.T) {
	s := newServer(t)
	id, _ := s.church(t, "grace")
	tab := browsertest.Open(t)
	tab.SetCookie(s.url, s.signIn(t, id, access.RoleAdmin))
	tab.WithoutScripts()
	for _, path := range []string{knowledge, week, general} {
		tab.Do(chromedp.EmulateViewport(360, 740), chromedp.Navigate(s.url+path))
		tab.Wait(`location.pathname === "` + path + `" && document.querySelector("main noscript .problem").innerText.includes("needs JavaScript") &&
			[...document.querySelectorAll("main form button")].every((one) => one.offsetHeight === 0) && [...document.querySelectorAll("main form")].every((one) => one.method === "dialog")`)
	}
	tab.WholePicture(artifacts + "/general-noscript.png") // axe needs scripts
}
