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

func TestAFeastIsTheNextOneFromNowOn(t *testing.T) {
	for _, test := range []struct {
		now, key, want string
		tradition      calendar.Tradition
	}{
		{"2026-11-19", "christmas_eve", "2026-12-24", calendar.Tradition{}},
		{"2026-12-24", "christmas_eve", "2026-12-24", calendar.Tradition{}},
		{"2026-12-26", "christmas", "2027-12-25", calendar.Tradition{}},
		{"2026-12-26", "easter", "2027-03-28", calendar.Tradition{}},
		{"2026-12-26", "easter", "2027-05-02", calendar.Tradition{Eastern: true}},
		{"2026-12-26", "ash_wednesday", "2027-02-10", calendar.Tradition{Catholic: true}},
		{"2026-12-26", "midsummer", "", calendar.Tradition{}},
	} {
		now, err := time.Parse(time.DateOnly, test.now)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := calendar.Next(test.key, now, test.tradition); ok != (test.want != "") || ok && got.Format(time.DateOnly) != test.want {
			t.Errorf("%s after %s: %v, want %s", test.key, test.now, got, test.want)
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
