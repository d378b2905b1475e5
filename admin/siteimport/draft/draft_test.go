package draft_test

import (
	"context"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html/charset"

	"narthex/admin/siteimport/draft"
	"narthex/admin/siteimport/markup"
	"narthex/admin/siteimport/sitetest"
	"narthex/chat/church"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// page is what a page of a website says.
func page(t testing.TB, path, body string) draft.Found {
	t.Helper()
	address, err := url.Parse("https://harbor.example.com" + path)
	must(t, err)
	decoded, err := charset.NewReader(strings.NewReader(body+"\n"), "text/html")
	must(t, err)
	root, err := markup.Parse(t.Context(), decoded)
	must(t, err)
	found, err := draft.FromPage(t.Context(), address, root)
	must(t, err)
	return found
}

// written are drafts a line each: the group, and the values in the order of the screen.
func written(drafts []draft.Draft) (lines []string) {
	for _, d := range drafts {
		var values []string
		for _, field := range d.Group.Fields() {
			values = append(values, d.Values[field])
		}
		lines = append(lines, strings.TrimRight(string(d.Group)+": "+strings.Join(values, " | "), " |"))
	}
	return lines
}

// site is what the website of a church says.
func site(t *testing.T, language string) []draft.Draft {
	t.Helper()
	var all []draft.Draft
	for _, path := range sitetest.Paths(language) {
		recorded := httptest.NewRecorder()
		sitetest.Church(language).ServeHTTP(recorded, httptest.NewRequest("GET", path, nil))
		all = append(all, page(t, path, recorded.Body.String()).Drafts...)
	}
	return draft.Merge(all)
}

func TestTheWebsiteOfAChurchIsRead(t *testing.T) {
	t.Parallel()
	want := []string{
		"times: sunday | 9:00 AM Traditional worship",
		"times: sunday | 10:00 AM Sunday school",
		"times: sunday | 11:00 AM Contemporary worship",
		"times: monday | 9:00 AM - 3:00 PM Office hours",
		"times: tuesday | 9:00 AM - 3:00 PM Office hours",
		"times: wednesday | 9:00 AM - 3:00 PM Office hours",
		"times: wednesday | 6:30 PM Bible Study",
		"times: thursday | 9:00 AM - 3:00 PM Office hours",
		"times: saturday | 7:30 AM Men's Breakfast",
		"contact: address | 410 Harbor Street",
		"contact: city | Springfield",
		"contact: state | IL",
		"contact: postal_code | 62701",
		"contact: phone | (217) 555-0142",
		"contact: notification_email | office@harborlight.example.org",
		"people: Rev. Ann Whitfield | Senior Pastor | Ann has served Harbor Light since 2011. She grew up in Maine and loves to sail.",
		"people: Luis de la Cruz | Director of Youth Ministries",
		"people: Margaret O'Neil | Office Administrator | Margaret is in the office on Tuesdays and Thursdays.",
		"people: Tom Becker | Elder, Finance",
		"people: Ruth Ann Cole | Clerk of Session",
		"expect: dress_code | Come as you are. You will see jeans and you will see suits.",
		"expect: parking | There is free parking behind the church on Dock Street. The spaces by the ramp are kept for visitors.",
		"expect: children | The nursery is open from birth to age three during both services. Children from four to ten leave for Sunday school after the first hymn.",
		"expect: first_visit | Somebody at the door will greet you and show you where things are. You are never asked to stand up or to give.",
		"expect: music_style | Hymns with organ at 9:00, and a band at 11:00.",
		"expect: service_length | About an hour and ten minutes.",
		"ministries: Food Pantry | Open to anybody in need on the first and third Saturday. No papers are asked for.",
		"ministries: Chancel Choir | Singers of every age, from September to May.",
		"ministries: Men's Breakfast | Saturdays at 7:30 AM in the hall.",
		"giving: https://tithe.ly/give?c=4101",
		"faqs: Can I get baptized here? | Yes. Talk to Pastor Ann, and we will find a Sunday together.",
		"faqs: Do you have a wheelchair ramp? | Yes, at the Dock Street door. An elevator goes to the hall.",
		"faqs: Can I rent the hall? | Members and neighbors can rent the hall for $75. Call the office.",
		"faqs: Do you livestream your services? | The 11:00 service is streamed every Sunday on our website.",
	}
	if diff := cmp.Diff(want, written(site(t, "en"))); diff != "" {
		t.Error(diff)
	}
}

func TestTheWebsiteOfAChurchInSpanishIsRead(t *testing.T) {
	t.Parallel()
	want := []string{
		"times: sunday | 10:00 AM Escuela dominical",
		"times: sunday | 11:00 AM Culto de adoración",
		"times: monday | 09:00 - 13:00 Oficina",
		"times: tuesday | 09:00 - 13:00 Oficina",
		"times: wednesday | 09:00 - 13:00 Oficina",
		"times: wednesday | 7:00 PM Oración y estudio bíblico",
		"times: thursday | 09:00 - 13:00 Oficina",
		"times: friday | 09:00 - 13:00 Oficina",
		"contact: address | 1500 Calle del Sol",
		"contact: city | Brownsville",
		"contact: state | TX",
		"contact: postal_code | 78520",
		"contact: phone | (956) 555-0123",
		"people: Pastor Efraín Cantú | Pastor principal | Sirve en Nueva Esperanza desde 2004 junto con su esposa Noemí, y enseña los miércoles.",
		"people: María José Treviño | Directora de la escuela dominical",
		"expect: dress_code | Venga como se sienta cómodo. Muchos vienen con ropa sencilla.",
		"expect: parking | Hay estacionamiento gratis detrás del templo, por la calle Luna.",
		"expect: children | Los niños de 4 a 12 años van a la escuela dominical después de la alabanza.",
		"expect: first_visit | Un ujier le recibirá en la puerta. No tiene que dar ofrenda ni presentarse.",
		"expect: service_length | El culto dura como hora y media.",
		"ministries: Damas de Fe | hermanas que oran y visitan a los enfermos.",
		"ministries: Jóvenes con Propósito | de 13 a 25 años, los viernes.",
		"giving: https://www.paypal.com/donate?hosted_button_id=ESP1",
		"faqs: ¿Cómo puedo bautizarme? | Hable con el pastor después del culto; hay una clase de cuatro semanas.",
		"faqs: ¿Tienen traducción al inglés? | Sí, pida audífonos al ujier cuando llegue.",
	}
	if diff := cmp.Diff(want, written(site(t, "es"))); diff != "" {
		t.Error(diff)
	}
}

func TestTimesAreReadAsChurchesWriteThem(t *testing.T) {
	t.Parallel()
	for body, want := range map[string][]string{
		"<p>Sundays @ 10:30am":                                          {"times: sunday | 10:30 AM"},
		"<p>Join us every Sunday at 10 a.m. for worship":                {"times: sunday | 10:00 AM Worship"},
		"<h3>Sunday</h3><p>8:00 AM – Holy Eucharist<p>10:30 AM – Choir": {"times: sunday | 8:00 AM Holy Eucharist", "times: sunday | 10:30 AM Choir"},
		"<h2>Worship Times</h2><p>Saturday 5:00 PM | Sunday 9:00 AM":    {"times: sunday | 9:00 AM Worship", "times: saturday | 5:00 PM Worship"},
		"<p>Mon, Wed & Fri: 7pm Prayer":                                 {"times: monday | 7:00 PM Prayer", "times: wednesday | 7:00 PM Prayer", "times: friday | 7:00 PM Prayer"},
		"<p>Domingos a las 18:00 Culto":                                 {"times: sunday | 18:00 Culto"},
		"<p>Sábados 7 p. m. Jóvenes":                                    {"times: saturday | 7:00 PM Jóvenes"},
		"<p>Sunday, March 3 at 6:00 PM: concert":                        nil,
		"<p>No service on Sunday at 9:00 AM":                            nil,
		"<p>Posted on Sunday, 10:42 AM, 2024":                           nil,
		"<p>On a Sunday like this one, many years ago, when the bells of the town rang at 9:00 AM and nobody came, our founders stood on the hill and wept, and then they sang until it was evening.": nil,
		"<script>Sunday 9:00 AM</script><p hidden>Sunday 9:00 AM<!-- Sunday 9:00 AM -->":                                                                                                              nil,
	} {
		var times []draft.Draft
		for _, d := range draft.Merge(page(t, "/", body).Drafts) {
			if d.Group == draft.Times {
				times = append(times, d)
			}
		}
		if diff := cmp.Diff(want, written(times)); diff != "" {
			t.Errorf("%s: %s", body, diff)
		}
	}
}

func TestEveryDayOfTheWeekIsNoDate(t *testing.T) {
	t.Parallel()
	for i, names := range [][2]string{{"Sundays", "Domingos"}, {"Mondays", "Lunes"}, {"Tuesdays", "Martes"}, {"Wednesdays", "Miércoles"}, {"Thursdays", "Jueves"}, {"Fridays", "Viernes"}, {"Saturdays", "Sábados"}} {
		for _, name := range names {
			for _, clock := range []string{"7:00 PM", "19:00"} {
				want := []string{"times: " + strings.ToLower(time.Weekday(i).String()) + " | " + clock + " Juniors"}
				if diff := cmp.Diff(want, written(page(t, "/", "<p>"+name+" "+clock+" Juniors").Drafts)); diff != "" {
					t.Errorf("%s %s: %s", name, clock, diff)
				}
			}
		}
	}
	for _, line := range []string{"Juniors 9:30, Sundays", "Sundays, maybe 10:30 AM"} {
		if len(page(t, "/", "<p>"+line).Drafts) == 0 {
			t.Errorf("%s is taken for a date", line)
		}
	}
	for _, date := range []string{"March 5", "Mar. 5", "5 de marzo", "marzo 5", "May 3rd", "5th of June", "Sept 10", "3 oct"} {
		if found := page(t, "/", "<p>Sunday "+date+", 7:00 PM concert").Drafts; len(found) != 0 {
			t.Errorf("%s: %v", date, written(found))
		}
	}
}

func TestAPageMayStandInAForm(t *testing.T) {
	t.Parallel()
	for _, path := range sitetest.Paths("en") {
		recorded := httptest.NewRecorder()
		sitetest.Church("en").ServeHTTP(recorded, httptest.NewRequest("GET", path, nil))
		body := strings.ReplaceAll(strings.ReplaceAll(recorded.Body.String(), "<form>", "<div>"), "</form>", "</div>")
		opened, ok := strings.CutSuffix(strings.TrimSpace(body), "</body></html>")
		before, after, begun := strings.Cut(opened, "<body>")
		if !ok || !begun {
			t.Fatalf("%s has no body of its own", path)
		}
		within := before + `<body><form method="post" action="./"><input type="hidden" name="__VIEWSTATE" value="x">` + after + "</form></body></html>"
		bare, wrapped := page(t, path, recorded.Body.String()), page(t, path, within)
		bare.Drafts, wrapped.Drafts = draft.Merge(bare.Drafts), draft.Merge(wrapped.Drafts) // in an order
		if diff := cmp.Diff(bare, wrapped); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
	const asked = `<p>Sundays 9:00 AM<form><h3>How did you hear of us?</h3><p>Through a friend, who has told me of it.</p><input name="other"></form>`
	if diff := cmp.Diff([]string{"times: sunday | 9:00 AM"}, written(page(t, "/", asked).Drafts)); diff != "" {
		t.Error(diff)
	}
}

func TestEveryDraftQuotesItsPage(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en", "es"} {
		for _, d := range site(t, language) {
			if d.Quote == "" || !strings.HasPrefix(d.URL, "https://harbor.example.com/") {
				t.Errorf("%+v", d)
			}
		}
	}
}

func TestWhatIsNothingFindsNothing(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"nothing":            "",
		"a script's page":    `<div id="root"></div><script src="/app.js"></script><noscript>Please enable JavaScript</noscript>`,
		"pictures":           `<img src="a.jpg"><img src="b.jpg"><p>© 2026</p>`,
		"broken data":        `<script type="application/ld+json">{"@type":"Church","telephone":</script>`,
		"data of odd shapes": `<script type="application/ld+json">[[[{"@type":[1,null],"address":7,"openingHours":[{}],"mainEntity":[null,"x"]}]]]</script>`,
	} {
		found := page(t, "/", body)
		if len(found.Drafts) != 0 || !found.Wordless {
			t.Errorf("%s: %+v", name, found)
		}
	}
	if !page(t, "/", `<form><input type="password"></form>`).Login {
		t.Error("a page that asks for a password is not known as such")
	}
}

func FuzzFromPage(f *testing.F) {
	for _, language := range []string{"en", "es"} {
		for _, path := range sitetest.Paths(language) {
			recorded := httptest.NewRecorder()
			sitetest.Church(language).ServeHTTP(recorded, httptest.NewRequest("GET", path, nil))
			f.Add(recorded.Body.String())
		}
	}
	f.Fuzz(func(t *testing.T, body string) {
		for _, d := range draft.Merge(page(t, "/visit", body).Drafts) {
			for name, value := range d.Values {
				if !strings.Contains(strings.Join(d.Group.Fields(), " "), name) || len(value) > 12_000 {
					t.Errorf("%s holds %s: %q", d.Group, name, value)
				}
			}
		}
	})
}

// The midnight with which Saturday ends is not that with which it begins, which a clock shows as well.
func TestMidnightStaysTheEndOfItsDay(t *testing.T) {
	for text, want := range map[string]string{"Saturday: Midnight Mass": "Midnight Mass", "Saturday 11:00 PM - midnight Vigil": "11:00 PM - midnight Vigil", "Sábado: Medianoche Misa": "Medianoche Misa"} {
		drafts := page(t, "/", "<p>"+text).Drafts
		i := slices.IndexFunc(drafts, func(d draft.Draft) bool { return d.Group == draft.Times })
		if i < 0 || drafts[i].Values["line"] != want || drafts[i].Values["day"] != "saturday" {
			t.Fatalf("%s: %+v", text, drafts)
		}
		if slots := church.ParseSlots(drafts[i].Values["line"]); len(slots) != 1 || max(slots[0].Start, slots[0].End) != church.DayEnd {
			t.Errorf("%+v", slots)
		}
	}
}

func TestAModelMayWriteMidnightInNumbers(t *testing.T) {
	answer := func(context.Context, string, string) (string, error) {
		return `{"proposals": [{"group": "times", "values": {"day": "saturday", "line": "12:00 AM Mass"}, "quote": "Midnight Mass"}]}`, nil
	}
	drafts, err := draft.Propose(t.Context(), answer, "https://harbor.example.com/", "On Saturday: Midnight Mass. "+strings.Repeat("Come as you are. ", 40))
	if err != nil || len(drafts) != 1 {
		t.Errorf("%+v, %v", drafts, err)
	}
}
