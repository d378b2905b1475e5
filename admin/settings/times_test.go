package settings_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"narthex/admin/access"
	"narthex/cmd/dev/browsertest"
)

func TestTimesAreStoredAsTheyAreMeant(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id, token := s.church(t, "grace")
	week := func(lines ...string) fields { return fields{"sunday": lines} }
	day := func(times string) []fields {
		return []fields{{"from": "2027-12-24", "kind": "instead", "name": "Christmas Eve", "times": times}}
	}
	const premium, voice = "select custom_hours::text from premium_churches where church_id = $1", "select pastor_availability::text from church_voice_agents where church_id = $1"
	for name, test := range map[string]struct {
		path       string
		sent       fields
		from, held string
		note, says string
	}{
		"hours as people write them": {set, fields{"pastor_availability": week("2 PM – 4 PM", "9:00 AM - 12:30 PM")}, voice, `{"sunday": ["09:00-12:30", "14:00-16:00"]}`,
			"pastor_availability.sunday", "Saved as 09:00-12:30; 14:00-16:00."},
		"hours over one another": {set, fields{"pastor_availability": week("09:00-12:30", "11:00-13:00", "09:00-12:30")}, voice, `{"sunday": ["09:00-13:00"]}`,
			"pastor_availability.sunday", "Saved as 09:00-13:00."},
		"hours as they are stored":       {set, fields{"pastor_availability": week("09:00-12:30")}, voice, `{"sunday": ["09:00-12:30"]}`, "", ""},
		"a service that is listed twice": {update, fields{"custom_hours": week("8:00 AM Low Mass", "8:00 am  Low Mass", "8:00 AM Rosary")}, premium, `{"sunday": ["8:00 AM Low Mass", "8:00 AM Rosary"]}`, "custom_hours.sunday", "What stood here twice is kept once."},
		"a line without a time":          {update, fields{"custom_hours": week("See bulletin")}, premium, `{"sunday": ["See bulletin"]}`, "custom_hours.sunday", "“See bulletin” has no time"},
		"lines of all manners": {update, fields{"custom_hours": week("from noon to one adoration", "after the 10:30", "19h00 Rosary", "7.30pm Choir", "24:00 Vigil", "Closed")}, premium,
			`{"sunday": ["from noon to one adoration", "after the 10:30", "19h00 Rosary", "7.30pm Choir", "24:00 Vigil", "Closed"]}`, "", ""},
		"a special day's line twice": {set, fields{"special_days": day("4:00 PM Family\n4:00 pm family\n24:00 Midnight Mass")}, "select special_days -> 0 ->> 'times' from premium_churches where church_id = $1",
			"4:00 PM Family\n24:00 Midnight Mass", "special_days.0.times", "What stood here twice is kept once."},
		"somebody who is listed twice": {update, fields{"custom_staff": []fields{{"name": "Fr. Tomás", "title": "Pastor"}, {"name": "Fr. Tomás", "title": "Pastor"}, {"name": "Fr. Tomás", "title": "Chaplain"}}},
			"select jsonb_array_length(custom_staff)::text from premium_churches where church_id = $1", "2", "custom_staff.1.name", "What stood here twice is kept once."},
		"a last day that is over": {set, fields{"sermon_until": "2020-01-01"}, "select sermon_until::text from church_voice_agents where church_id = $1", "2020-01-01",
			"sermon_until", "Not told any more: this last day is over."},
		"a last day that is to come": {set, fields{"announcement_until": "2099-01-01"}, "select announcement_until::text from church_voice_agents where church_id = $1", "2099-01-01", "", ""},
	} {
		s.exec(t, "update premium_churches set custom_hours = null, custom_staff = null, special_days = null where church_id = $1", id)
		s.exec(t, "update church_voice_agents set pastor_availability = null where church_id = $1", id)
		got := s.send(t, http.MethodPatch, test.path, token, test.sent)
		if held := s.text(t, "select coalesce(("+test.from+"), '')", id); got.Status != 200 || held != test.held {
			t.Errorf("%s: %d %s, and %s is stored", name, got.Status, got.Body, held)
		}
		if len(got.Notes) != min(1, len(test.note)) || !strings.Contains(got.Notes[test.note], test.says) {
			t.Errorf("%s: noted %v", name, got.Notes)
		}
	}
	for name, test := range map[string]struct {
		path  string
		sent  fields
		field string
		says  string
	}{
		"a service at no time":     {update, fields{"custom_hours": week("10:00 Mass", "25:00 nonsense")}, "custom_hours.sunday", "“25:00 nonsense” begins with a time that no clock shows."},
		"a special day at no time": {set, fields{"special_days": day("24:00 Vigil\n10:75 x")}, "special_days.0.times", "“10:75 x” begins"},
		"hours of which half":      {set, fields{"pastor_availability": week("1-4")}, "pastor_availability.sunday", "is that in the morning or in the afternoon?"},
		"hours past midnight":      {set, fields{"pastor_availability": week("22:00-02:00")}, "pastor_availability.sunday", "ends before it begins"},
	} {
		if got := s.send(t, http.MethodPatch, test.path, token, test.sent); got.Status != 400 || len(got.Fields) != 1 || !strings.Contains(got.Fields[test.field], test.says) {
			t.Errorf("%s: %d %s", name, got.Status, got.Body)
		}
	}
	s.exec(t, `update premium_churches set custom_hours = '{"monday": ["25:00 of old"]}' where church_id = $1`, id)
	if got := s.send(t, http.MethodPatch, update, token, fields{"custom_hours": fields{"monday": []string{"25:00 of old"}}, "pastor_name": "Ann"}); got.Status != 200 {
		t.Errorf("what was taken before keeps a form from being saved: %d %s", got.Status, got.Body)
	}
}

func TestTimesInABrowser(t *testing.T) {
	s := newServer(t)
	id, _ := s.church(t, "grace")
	tab := browsertest.Open(t)
	tab.SetCookie(s.url, s.signIn(t, id, access.RoleAdmin))
	tab.Do(chromedp.EmulateViewport(390, 844), chromedp.Navigate(s.url+knowledge))
	tab.Wait(`document.querySelector("#pastor form") !== null`)
	write(tab, "#pastor-pastor_availability\\.monday", "9:00 – 12:30")
	press(tab, "#pastor button[type=submit]")
	tab.Wait(`document.querySelector("#pastor [role=status].done") && document.querySelector("#pastor .note").innerText === "Saved as 09:00-12:30."`)
	tab.Look(artifacts, "hours-note")
	press(tab, "#pastor button[type=submit]") // nothing else is stored by that, and nothing said of it
	tab.Wait(`document.querySelector("#pastor [role=status].done") && document.querySelector("#pastor .note").innerText === ""`)
	tab.Do(chromedp.Navigate(s.url + week))
	tab.Wait(`document.querySelector("#until form") !== null`)
	tab.Wait(`(document.querySelector("#until-sermon_until").value = "2020-01-01", true)`)
	press(tab, "#until button[type=submit]")
	tab.Wait(`document.querySelector("#until .note")?.innerText === "Not told any more: this last day is over."`)
	tab.Do(chromedp.Reload())
	tab.Wait(`document.querySelector("#until-sermon_until-hint")?.innerText === "Not told any more: this last day is over."`)
}
