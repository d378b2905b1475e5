package days_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"narthex/chat/facts/calendar"
	"narthex/chat/facts/days"
)

var monday = time.Date(2026, time.November, 30, 15, 4, 0, 0, time.UTC)

// said is what is read of a message, as the lists have it.
func said(message string, in days.Context) string {
	meant := days.Read(message, in)
	day := meant.Day.Format(time.DateOnly)
	switch meant.Clarity {
	case days.One:
		return day
	case days.Differs:
		return "differs " + day
	case days.None:
		return "none"
	}
	return "ask"
}

func TestADayIsReadAsPeopleSayIt(t *testing.T) {
	for _, list := range []string{"seen", "unseen"} {
		text, err := os.ReadFile("testdata/" + list + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		right, all := 0, 0
		for line := range strings.Lines(string(text)) {
			want, message, ok := strings.Cut(strings.TrimSpace(line), "\t")
			if !ok {
				continue
			}
			all++
			if got := said(message, days.Context{Now: monday, In: calendar.Tradition{Country: "US"}, Today: true}); got != want {
				t.Errorf("%s: %s: %s, want %s", list, message, got, want)
				continue
			}
			right++
		}
		t.Logf("%s: %d of %d", list, right, all)
	}
}

func TestTheOneAfterIsBehindTheDayThatWasSpokenOf(t *testing.T) {
	in := days.Context{Now: monday, Earlier: time.Date(2026, time.December, 6, 12, 0, 0, 0, time.UTC)}
	for _, message := range []string{"the week after", "No wait, I can't this week. The week after", "el siguiente", "the following Sunday", "the Sunday after that"} {
		if got := said(message, in); got != "2026-12-13" {
			t.Errorf("%s: %s", message, got)
		}
	}
}

func TestAChurchIsNotVisitedOnTheFeastThatItIsCalledBy(t *testing.T) {
	in := days.Context{Now: monday, Church: "All Saints Church"}
	for message, want := range map[string]string{"We'd like to visit All Saints": "none", "We'd like to visit All Saints this Sunday": "2026-12-06", "All Saints on Christmas Eve": "2026-12-24"} {
		if got := said(message, in); got != want {
			t.Errorf("%s: %s, want %s", message, got, want)
		}
	}
}

// What is denied of an hour is not denied of its day.
func TestADayIsMeantOfWhichOnlyTheHourIsDenied(t *testing.T) {
	for message, want := range map[string]string{
		"We won't be late on Sunday": "2026-12-06", "we can't come early on Sunday": "2026-12-06", "not too early on Sunday please": "2026-12-06", "we can't make it until late Sunday": "2026-12-06",
		"no podemos ir temprano el domingo": "2026-12-06", "no puedo llegar temprano el domingo": "2026-12-06", "no vamos a ir temprano el domingo": "2026-12-06",
		"We won't be there on Sunday": "ask", "we can't come on Sunday, it's too early": "ask", "no podemos ir el domingo": "ask", "no podemos el domingo temprano": "ask", "early on Sunday": "2026-12-06", "late on Sunday we can't": "ask",
		"on Sunday we won't be late": "2026-12-06", "this Sunday we can't come early": "2026-12-06", "este domingo no podemos ir temprano": "2026-12-06", "on Sunday we can't, early Monday": "2026-12-07", "Sunday I can't early on Monday I can": "2026-12-07",
		"we can't come this Sunday, but early next Sunday": "2026-12-13",
	} {
		if got := said(message, days.Context{Now: monday}); got != want {
			t.Errorf("%s: %s, want %s", message, got, want)
		}
	}
}

func TestTodayIsMeantWhereItMayBe(t *testing.T) {
	const message = "I found you today and would love to visit on Sunday"
	if got := said(message, days.Context{Now: monday}); got != "2026-12-06" {
		t.Error(got)
	}
	if got := said("today", days.Context{Now: monday, Today: true}); got != "2026-11-30" {
		t.Error(got)
	}
}

func FuzzADayIsReadOfAnything(f *testing.F) {
	for _, message := range []string{"", "the last last Sunday of of", "13/13/13 a week on", "0th of May 0", "el el el domingo en ocho", "31 feb", "not not this this"} {
		f.Add(message)
	}
	f.Fuzz(func(t *testing.T, message string) {
		meant := days.Read(message, days.Context{Now: monday, In: calendar.Tradition{Country: "US"}})
		if isDay := meant.Clarity == days.One || meant.Clarity == days.Differs; isDay == meant.Day.IsZero() {
			t.Errorf("%q: %+v", message, meant)
		}
	})
}
