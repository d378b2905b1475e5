package facts_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"narthex/chat/church"
	"narthex/chat/facts"
)

// special is Grace Harbor with days on which something else holds.
func special() *church.Snapshot {
	c := harbor()
	c.Special = []church.SpecialDay{
		{From: "2026-11-22", To: "2026-11-22", Kind: church.NoServices, Note: "The furnace is out. Join us online."},
		{From: "2026-11-26", To: "2026-11-27", Kind: church.OfficeClosed, Name: "Thanksgiving"},
		{From: "2026-12-24", To: "2026-12-24", Kind: church.Instead, Name: "Christmas Eve", Slots: slots("16:00 Family service", "19:00 Lessons and Carols by candlelight")},
		{From: "2026-12-25", To: "2026-12-25", Kind: church.Closed},
		{From: "2027-03-28", To: "2027-03-28", Kind: church.Besides, Name: "Easter Sunday", Slots: slots("05:30 Sunrise service")},
	}
	return c
}

func TestSpecialDaysComeBeforeTheRegularHours(t *testing.T) {
	for _, test := range []struct{ question, has, without string }{
		{"What time is the Christmas Eve service?", "On Thursday, December 24 (Christmas Eve) other hours hold than usual at Grace Harbor Church:\n\n- 16:00 Family service\n- 19:00 Lessons and Carols", "recovery"},
		{"christmas eve service times", "16:00 Family service", "closed"},
		{"What are your Christmas services?", "Grace Harbor Church is closed on Friday, December 25 (Christmas Day)", ""},
		{"Do you have a service on Christmas Day?", "is closed on Friday, December 25", "16:00"},
		{"Is there church this Sunday?", "There is no service at Grace Harbor Church on Sunday, November 22. Next: Sunday, November 29, 09:00 Traditional worship.\n\nThe furnace is out", "11:00"},
		{"what time is church sunday", "There is no service at Grace Harbor Church on Sunday, November 22", ""},
		{"Is church cancelled this Sunday?", "There is no service", ""},
		{"When is the next service?", "Sunday, November 29", "November 22"},
		{"Is there a service next Sunday?", "Sunday, November 22", ""}, // on a Thursday
		{"Is the office open on Thanksgiving?", "The office of Grace Harbor Church is closed from Thursday, November 26 to Friday, November 27 (Thanksgiving)", ""},
		{"Is the office open on Friday the 27th?", "The office of Grace Harbor Church is closed", ""},
		{"What time is the Easter service?", "Sunday, March 28 (Easter Sunday) at Grace Harbor Church:\n\n- 05:30 Sunrise service\n- 09:00 Traditional worship", "may differ"},
		{"When is the sunrise service?", "March 28", ""},
		{"when is lessons and carols", "19:00 Lessons and Carols", ""},
		{"What are your service times?", "- **Sunday, November 22:** no service", "Christmas"},
		{"What are the office hours?", "- **Thursday, November 26 to Friday, November 27 (Thanksgiving):** the office is closed", "may differ"},
		{"whats going on easter morning", "05:30 Sunrise service", ""},
		{"are you doing anything on christmas eve", "16:00 Family service", ""},
		{"what happens to the trees on christmas eve", "", ""},
		{"do you do anything for people who are alone on christmas", "", ""},
		{"When is youth group?", "17:30 Tide youth group", ""},
		{"Do you have youth group on Christmas Day?", "", ""},
		{"What is Christmas?", "", ""},
		{"service times for the immaculate conception 8th december", "Tuesday, December 8", ""},
		{"service times for the immaculate conception 8th december", "may differ", ""},
		{"is there a service on ash wednesday february 10", "may differ", ""},
		{"are there services on epiphany, january 6", "Wednesday, January 6", ""},
		{"what services are there on january 6 for the epiphany", "Wednesday, January 6", ""},
		{"service times for the immaculate conception 9th december", "", ""}, // another day than the feast's
		{"what services do you have on the eve", "", ""},
		{"whats happening at grace harbor on the day and on the eve", "", ""},
		{"anything on the eve", "", ""},
		{"When is the Good Friday service?", "", ""},
		{"Do I have to go to church on Christmas?", "", ""},
		{"Why is the church closed on Christmas?", "", ""},
		{"Merry Christmas", "", ""},
		{"Is the Christmas Eve service online?", "", ""},
		{"Who preaches on Easter?", "", ""},
	} {
		answer, ok := facts.Find(special(), facts.Question{Text: test.question, Language: "en", Now: now})
		if ok != (test.has != "") || !strings.Contains(answer.Text, test.has) || test.without != "" && strings.Contains(answer.Text, test.without) {
			t.Errorf("%s: %v %s", test.question, ok, answer.Text)
		}
	}
}

func TestSpecialDaysAreToldInSpanish(t *testing.T) {
	c := nuevaVida()
	c.Special = []church.SpecialDay{
		{From: "2026-12-24", To: "2026-12-24", Kind: church.Instead, Name: "Nochebuena", Slots: slots("19:00 Culto de Nochebuena")},
		{From: "2026-12-25", To: "2026-12-25", Kind: church.NoServices},
		{From: "2026-11-22", To: "2026-11-22", Kind: church.Closed, Note: "Hay huracán."},
	}
	for _, test := range []struct{ question, has string }{
		{"¿A qué hora es el culto de Nochebuena?", "El Jueves 24 de diciembre (Nochebuena) rige"},
		{"hay culto en navidad", "19:00 Culto de Nochebuena"},
		{"¿Hay culto el 25 de diciembre?", "no hay culto en Iglesia Nueva Vida. Lo próximo"},
		{"que hacen en nochebuena", "19:00 Culto de Nochebuena"},
		{"a que hora es la misa del gallo", "19:00 Culto de Nochebuena"},
		{"que hacen la vispera", ""},
		{"hacen algo para los enfermos en nochebuena", ""},
		{"¿Hay culto este domingo?", "está cerrada el"},
		{"¿Hay culto el jueves 24?", "19:00 Culto de Nochebuena"},
		{"¿Por qué se celebra la Navidad?", ""},
		{"¿Hay culto el Viernes Santo?", ""},
	} {
		answer, ok := facts.Find(c, facts.Question{Text: test.question, Language: "es", Now: now})
		if ok != (test.has != "") || !strings.Contains(strings.ToLower(answer.Text), strings.ToLower(test.has)) {
			t.Errorf("%s: %v %s", test.question, ok, answer.Text)
		}
	}
}

// The midnight of a day is the one with which it ends.
func TestMidnightMassIsOfTheNightThatFollows(t *testing.T) {
	c := harbor()
	c.Hours = church.Hours{time.Sunday: church.ParseSlots("9:00 AM Mass"), time.Friday: church.ParseSlots("9:00 AM Mass")}
	c.Special = []church.SpecialDay{{From: "2026-12-24", To: "2026-12-24", Kind: church.Instead, Name: "Christmas Eve",
		Slots: slices.Concat(church.ParseSlots("4:00 PM Family Mass"), church.ParseSlots("Midnight Mass"))}}
	eve := func(hour, minute int) time.Time { return time.Date(2026, 12, 24, hour, minute, 0, 0, c.Location) }
	for _, test := range []struct {
		now           time.Time
		question, has string
	}{
		{eve(15, 0), "When is the next Mass?", "Next: Thursday, December 24, 4:00 PM Family Mass."},
		{eve(17, 0), "When is the next Mass?", "Next: Thursday, December 24, Midnight Mass."},
		{eve(23, 59), "When is the next Mass?", "Next: Thursday, December 24, Midnight Mass."},
		{eve(24, 1), "When is the next Mass?", "Next: Friday, December 25, 9:00 AM Mass."},
		{eve(17, 0), "What time is Mass tonight?", "Midnight Mass"},
		{eve(9, 0), "What time is Mass on Christmas Eve?", "- 4:00 PM Family Mass\n- Midnight Mass"},
	} {
		answer, _ := facts.Find(c, facts.Question{Text: test.question, Language: "en", Now: test.now})
		if !strings.Contains(answer.Text, test.has) {
			t.Errorf("%v: %s: %s", test.now, test.question, answer.Text)
		}
	}
	if slot, start, ok := c.NextService(eve(17, 0)); !ok || slot.Text != "Midnight Mass" || !start.Equal(eve(24, 0)) {
		t.Errorf("%v %v", slot, start)
	}
}

func TestNoRegularHoursAreToldOfADayOnWhichTheyDoNotHold(t *testing.T) {
	c, unsaid, spanish := harbor(), harbor(), nuevaVida()
	c.Special = []church.SpecialDay{
		{From: "2026-11-22", To: "2026-11-22", Kind: church.Instead, Note: "We meet at Riverside Park."},
		{From: "2026-11-25", To: "2026-11-25", Kind: church.OfficeClosed},
	}
	c.Hours[time.Wednesday] = slots("09:00 Church office")
	unsaid.Special = []church.SpecialDay{{From: "2026-11-22", To: "2026-11-22", Kind: church.Instead}}
	spanish.Special = []church.SpecialDay{{From: "2026-11-22", To: "2026-11-22", Kind: church.Instead, Note: "Nos reunimos en el parque."}}
	for _, test := range []struct {
		church                 *church.Snapshot
		question, has, without string
	}{
		{c, "What time is church on Sunday?", "On Sunday, November 22 the usual hours of Grace Harbor Church do not hold.\n\nWe meet at Riverside Park.", "worship"},
		{c, "What are your hours on Sunday?", "We meet at Riverside Park.", "worship"},
		{c, "Is there a service Saturday or Sunday?", "We meet at Riverside Park.", "November 22 at"},
		{c, "What time is the traditional worship on Sunday?", "That does not take place on Sunday, November 22. Next: Sunday, November 29, 09:00 Traditional worship.\n\nWe meet", ""},
		{c, "What are your service times?", "- **Sunday, November 22:** We meet at Riverside Park.", "instead"},
		{c, "Are you open Wednesday and Thursday?", "The office of Grace Harbor Church is closed on Wednesday, November 25.", "Wednesday, November 25 at"},
		{c, "Is the office open Wednesday and Thursday?", "closed on Wednesday, November 25", "Wednesday, November 25 at"},
		{unsaid, "What time is church on Sunday?", "do not hold. Call (207) 555-0142", "worship"},
		{unsaid, "What are your service times?", "- **Sunday, November 22:** not the usual hours", ", instead"},
	} {
		answer, _ := facts.Find(test.church, facts.Question{Text: test.question, Language: "en", Now: now})
		if !strings.Contains(answer.Text, test.has) || test.without != "" && strings.Contains(answer.Text, test.without) {
			t.Errorf("%s: %s", test.question, answer.Text)
		}
	}
	for question, has := range map[string]string{
		"¿A qué hora es el culto el domingo?": "El domingo 22 de noviembre no rige en Iglesia Nueva Vida el horario habitual.\n\nNos reunimos",
		"¿Cuál es el horario de los cultos?":  "- **Domingo 22 de noviembre:** Nos reunimos en el parque.",
		"¿Hay culto el sábado o el domingo?":  "Nos reunimos en el parque.",
	} {
		answer, _ := facts.Find(spanish, facts.Question{Text: question, Language: "es", Now: now})
		if !strings.Contains(answer.Text, has) {
			t.Errorf("%s: %s", question, answer.Text)
		}
	}
}

func TestWhatHasBegunHoldsUntilItIsOver(t *testing.T) {
	c := special()
	friday := time.Date(2026, 11, 27, 10, 0, 0, 0, mustLocation("America/New_York"))
	if answer, _ := facts.Find(c, facts.Question{Text: "Is the office open today?", Language: "en", Now: friday}); !strings.Contains(answer.Text, "closed") {
		t.Error(answer.Text)
	}
	if answer, _ := facts.Find(c, facts.Question{Text: "Is the office open on Tuesday?", Language: "en", Now: friday}); !strings.Contains(answer.Text, "09:00 Church office") {
		t.Error(answer.Text)
	}
}
