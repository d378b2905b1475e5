package pages

import (
	"net/http"
	"testing"
	"time"

	"narthex/chat/church"
	"narthex/static/messages"
	"narthex/static/web"
)

func english(t *testing.T) *web.Language {
	t.Helper()
	languages, err := web.LoadLanguages(messages.Files)
	if err != nil {
		t.Fatal(err)
	}
	return languages.For(&http.Request{}, "en")
}

func TestTheNextServiceIsNamedByTheDayAsPeopleSayIt(t *testing.T) {
	sunday := church.Hours{time.Sunday: church.ParseSlots("9:00 AM Traditional worship")}
	at := func(day, hour int) time.Time { return time.Date(2026, time.March, day, hour, 0, 0, 0, time.UTC) } // the 1st is a Sunday
	for _, tt := range []struct {
		name  string
		hours church.Hours
		now   time.Time
		when  string
	}{
		{"before it, on the day", sunday, at(1, 8), "Today"},
		{"after it, on the day: a week from now", sunday, at(1, 10), "Sunday"},
		{"on the day before", sunday, at(7, 23), "Tomorrow"},
		{"in the week", sunday, at(4, 12), "Sunday"},
		{"on the last day of a year", church.Hours{time.Friday: church.ParseSlots("10:00 AM Worship")}, time.Date(2026, time.December, 31, 20, 0, 0, 0, time.UTC), "Tomorrow"},
		{"nothing is on", church.Hours{}, at(1, 8), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			next, err := comingService(&church.Snapshot{Hours: tt.hours, Language: "en"}, tt.now, english(t))
			if err != nil || next.When != tt.when {
				t.Errorf("%q, %v; want %q", next.When, err, tt.when)
			}
		})
	}
}

func TestTheWeekHasTheDaysOnWhichSomethingIsOn(t *testing.T) {
	hours := church.Hours{time.Sunday: church.ParseSlots("8:00 and 9:30 AM Mass"), time.Thursday: church.ParseSlots("by arrangement")}
	week, err := weekOf(hours, time.Date(2026, time.March, 5, 12, 0, 0, 0, time.UTC), english(t))
	if err != nil {
		t.Fatal(err)
	}
	if len(week) != 2 || week[0].Name != "Sunday" || week[0].Today || len(week[0].Lines) != 2 || week[1].Name != "Thursday" || !week[1].Today {
		t.Errorf("%+v", week)
	}
}

func TestSpecialDaysAreShownBesideTheWeek(t *testing.T) {
	snapshot := &church.Snapshot{Language: "en", Location: time.UTC, Address: church.Address{Country: "US"},
		Hours: church.Hours{time.Sunday: church.ParseSlots("9:00 AM Worship")},
		Special: []church.SpecialDay{
			{From: "2026-03-08", To: "2026-03-08", Kind: church.NoServices, Note: "The furnace is out."},
			{From: "2026-12-24", To: "2026-12-25", Kind: church.Instead, Name: "Christmas", Slots: church.ParseSlots("4:00 PM Carols")},
		}}
	days, err := specialDays(snapshot, english(t))
	if err != nil || len(days) != 2 || days[0].When != "Sunday, March 8, 2026" || days[0].Holds != "No services" || days[0].Lines[0] != "The furnace is out." ||
		days[1].When != "Thursday, December 24, 2026 – Friday, December 25, 2026" || days[1].Lines[0] != "4:00 PM Carols" {
		t.Errorf("%+v %v", days, err)
	}
	next, err := comingService(snapshot, time.Date(2026, time.March, 4, 12, 0, 0, 0, time.UTC), english(t))
	if err != nil || next.When != "Sunday, March 15, 2026" {
		t.Errorf("%+v %v", next, err)
	}
}
