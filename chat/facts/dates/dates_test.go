package dates_test

import (
	"testing"
	"time"

	"narthex/chat/facts/dates"
)

func TestDatesAreReadAroundTheirNumber(t *testing.T) {
	for _, test := range []struct {
		language      string
		words         [5]string
		month         time.Month
		day, from, to int
	}{
		{"en", [5]string{"on", "december", "24th"}, time.December, 24, -1, 0},
		{"en", [5]string{"on", "the", "3rd"}, 0, 3, 0, 0},
		{"en", [5]string{"", "the", "2nd", "service", ""}, 0, 0, 0, 0},
		{"en", [5]string{"", "the", "24th", "of", "december"}, time.December, 24, 0, 2},
		{"en", [5]string{"", "", "5", "may", "be"}, time.May, 5, 0, 1},
		{"en", [5]string{"at", "the", "9", "", ""}, 0, 0, 0, 0},
		{"en", [5]string{"", "december", "32", "", ""}, 0, 0, 0, 0},
		{"en", [5]string{"", "the", "9am", "", ""}, 0, 0, 0, 0},
		{"es", [5]string{"culto", "el", "24", "de", "diciembre"}, time.December, 24, 0, 2},
		{"es", [5]string{"culto", "el", "3", "", ""}, 0, 3, 0, 0},
		{"es", [5]string{"el", "domingo", "29", "", ""}, 0, 29, 0, 0},
		{"es", [5]string{"culto", "el", "24", "por", "la"}, 0, 24, 0, 0},
		{"es", [5]string{"el", "domingo", "10", "de", "la"}, 0, 0, 0, 0},
		{"en", [5]string{"on", "sunday", "29", "", ""}, 0, 29, 0, 0},
		{"en", [5]string{"on", "sunday", "9", "am", ""}, 0, 0, 0, 0},
		{"es", [5]string{"el", "de", "10", "", ""}, 0, 0, 0, 0},
	} {
		month, day, from, to := dates.Read(test.language, test.words)
		if month != test.month || day != test.day || from != test.from || to != test.to {
			t.Errorf("%v: %v %d, words %d to %d", test.words, month, day, from, to)
		}
	}
}

func TestADateIsTheNextOneThatThereIs(t *testing.T) {
	now := time.Date(2026, 11, 24, 20, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		month time.Month
		day   int
		want  string
	}{{0, 24, "2026-11-24"}, {0, 3, "2026-12-03"}, {0, 31, "2026-12-31"}, {time.November, 23, "2027-11-23"}, {time.December, 24, "2026-12-24"}, {time.February, 29, "2028-02-29"}, {time.February, 30, ""}} {
		got, ok := dates.Next(now, test.month, test.day)
		if ok != (test.want != "") || ok && got.Format(time.DateOnly) != test.want {
			t.Errorf("%v %d: %s, want %s", test.month, test.day, got, test.want)
		}
	}
}
