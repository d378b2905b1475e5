package calendar_test

import (
	"testing"
	"time"

	"narthex/chat/facts/calendar"
)

func TestHolidaysAreThoseOfTheCountryAndTheTradition(t *testing.T) {
	for _, test := range []struct {
		day       string
		tradition calendar.Tradition
		want      calendar.Holiday
	}{
		{"2026-12-24", calendar.Tradition{}, calendar.Holiday{Key: "christmas_eve"}},
		{"2027-01-01", calendar.Tradition{Country: "US"}, calendar.Holiday{Key: "new_year"}},
		{"2026-11-26", calendar.Tradition{Country: "US"}, calendar.Holiday{Name: "Thanksgiving Day"}},
		{"2026-11-26", calendar.Tradition{Country: "IE"}, calendar.Holiday{}},
		{"2026-07-03", calendar.Tradition{Country: "US"}, calendar.Holiday{Name: "Independence Day"}}, // the 4th is a Saturday
		{"2027-03-28", calendar.Tradition{}, calendar.Holiday{Key: "easter"}},
		{"2027-03-28", calendar.Tradition{Eastern: true}, calendar.Holiday{}},
		{"2027-05-02", calendar.Tradition{Eastern: true}, calendar.Holiday{Key: "easter"}},
		{"2027-03-26", calendar.Tradition{Country: "US"}, calendar.Holiday{Key: "good_friday"}},
		{"2027-03-29", calendar.Tradition{Country: "IE"}, calendar.Holiday{Name: "Easter Monday"}},
		{"2026-12-08", calendar.Tradition{Catholic: true}, calendar.Holiday{Key: "immaculate_conception"}},
		{"2026-12-08", calendar.Tradition{Country: "US"}, calendar.Holiday{}},
		{"2027-02-10", calendar.Tradition{Catholic: true}, calendar.Holiday{Key: "ash_wednesday"}},
		{"2026-12-08", calendar.Tradition{Country: "XX"}, calendar.Holiday{}},
	} {
		day, err := time.Parse(time.DateOnly, test.day)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := calendar.On(day, test.tradition); got != test.want || ok != (test.want != calendar.Holiday{}) {
			t.Errorf("%s in %+v: %+v, want %+v", test.day, test.tradition, got, test.want)
		}
	}
}

func TestAFeastIsKnownByWhatPeopleCallIt(t *testing.T) {
	for _, test := range []struct {
		language, text, day string
		named, is           bool
	}{
		{"en", " when is the christmas eve service ", "2026-12-24", true, true},
		{"en", " when is the christmas eve service ", "2026-12-25", true, false},
		{"en", " christmas services ", "2026-12-24", true, true},
		{"en", " christmas services ", "2026-12-25", true, true},
		{"en", " are you closed on thanksgiving ", "2026-11-26", true, true},
		{"en", " are you closed on thanksgiving ", "2026-11-27", true, false},
		{"en", " holy week ", "2027-03-25", true, true},
		{"en", " ash wednesday ", "2027-02-10", true, true},
		{"es", " hay culto en nochebuena ", "2026-12-24", true, true},
		{"es", " hay culto en nochevieja ", "2026-12-31", true, true},
		{"es", " domingo de resurreccion ", "2027-03-28", true, true},
		{"en", " what time is church ", "2026-12-24", false, false},
	} {
		day, err := time.Parse(time.DateOnly, test.day)
		if err != nil {
			t.Fatal(err)
		}
		named, ok := calendar.Named(test.language, test.text)
		if ok != test.named || named.Is(day, calendar.Tradition{Country: "US"}) != test.is {
			t.Errorf("%s on %s: named %v, is %v", test.text, test.day, ok, !test.is)
		}
	}
}

func TestTheNextDayOfAFeastIsThatOfTheFeastAndNotOfItsEve(t *testing.T) {
	now := time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		" easter mass times ": "2027-03-28", " when is the easter vigil ": "2027-03-27", " christmas services ": "2026-12-25", " new years ": "2027-01-01",
		" mass on easter monday ": "", " corpus christi ": "",
	} {
		named, _ := calendar.Named("en", text)
		day, ok := named.Next(now, calendar.Tradition{Country: "IE"})
		if ok != (want != "") || ok && day.Format(time.DateOnly) != want {
			t.Errorf("%s: %v %v, want %s", text, day, ok, want)
		}
	}
}

func BenchmarkOn(b *testing.B) {
	day, t := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC), calendar.Tradition{Country: "US"}
	b.ReportAllocs()
	for b.Loop() {
		calendar.On(day, t)
	}
}
