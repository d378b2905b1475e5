package seed

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// TestTheCalendarOfGraceHarborIsThatOfItsDocuments compares what lists of events say with the sentences that answer the same questions from
// the church's documents.
func TestTheCalendarOfGraceHarborIsThatOfItsDocuments(t *testing.T) {
	church := graceHarbor(t)
	for _, test := range []struct {
		event, file, says string
		weekday           time.Weekday
		weeks             []int        // of the month
		months            []time.Month // nil: all
		at                string
		minutes           int
		place             string // "": the sentence names none
	}{
		{"newcomers-lunch", "visitor-guide.md", "Lunch with the Pastors**, on the third Sunday of every month at 12:30 PM in the library", time.Sunday, []int{3}, nil, "12:30", 0, "Library"},
		{"discover-class", "membership-handbook.pdf", "The class meets on four Sundays from 12:30 to 2:00 PM, with lunch and childcare, in January, May and September.",
			time.Sunday, []int{1}, []time.Month{time.January, time.May, time.September}, "12:30", 90, ""},
		{"deacons-meeting", "membership-handbook.pdf", "The Diaconate meets on the second Monday of the month at 7:00 PM; any member may attend the first half hour", time.Monday, []int{2}, nil, "19:00", 0, ""},
		{"blessing-of-the-fleet", "membership-handbook.pdf", "Blessing of the Fleet on the last Sunday, at 1:00 PM at the public landing", time.Sunday, []int{4, 5}, []time.Month{time.May}, "13:00", 0, "Public landing, Breakwater Lane"},
		{"midweek-supper", "small-groups-guide.md", "The midweek supper and the midweek Bible study pause while it lasts.", time.Wednesday, []int{1, 2, 3, 4, 5},
			[]time.Month{time.January, time.February, time.March, time.April, time.May, time.June, time.September, time.October, time.November, time.December}, "17:30", 0, "Fellowship Hall"},
	} {
		t.Run(test.event, func(t *testing.T) {
			if text := flat(textOf(t, church, test.file)); !strings.Contains(text, test.says) {
				t.Fatalf("%s does not say %q", test.file, test.says)
			}
			event := eventOf(t, church, test.event)
			if event.At != test.at || test.minutes != 0 && event.Minutes != test.minutes || test.place != "" && event.Location != test.place {
				t.Errorf("it is at %s for %d minutes, %s", event.At, event.Minutes, event.Location)
			}
			event.Ahead = 60
			starts, err := event.next(time.Date(2027, time.January, 1, 12, 0, 0, 0, time.UTC))
			if err != nil {
				t.Fatal(err)
			}
			months := make(map[time.Month]bool)
			for _, start := range starts {
				months[start.Month()] = true
				if start.Weekday() != test.weekday || !slices.Contains(test.weeks, (start.Day()+6)/7) || test.months != nil && !slices.Contains(test.months, start.Month()) {
					t.Errorf("it is on %s", start.Format("Monday, January 2, 2006"))
				}
			}
			if want := len(test.months); len(months) != want && (want != 0 || len(months) != 12) {
				t.Errorf("it is held in %d months", len(months))
			}
		})
	}
}

// TestTheRolesOfGraceHarborAskForWhatItsPolicyAsks keeps whoever wants to serve with children from being told less than the policy does.
func TestTheRolesOfGraceHarborAskForWhatItsPolicyAsks(t *testing.T) {
	church := graceHarbor(t)
	policy := flat(textOf(t, church, "youth-safety-policy.pdf"))
	for says, asks := range map[string]string{
		"Attendance at Grace Harbor for at least six months.":                       "six months",
		"A written application with two references":                                 "two references",
		"A criminal background check":                                               "background check",
		"The two-hour training":                                                     "two-hour training",
		"The church pays the fee of $28.":                                           "the church pays",
		"A conversation of about half an hour with two members of the Child Safety": "a conversation",
	} {
		if !strings.Contains(policy, says) {
			t.Fatalf("the policy does not say %q", says)
		}
		for _, role := range church.Life.Roles {
			if (role.Team == "Children" || role.Team == "Tide") && !strings.Contains(role.Requirements, asks) {
				t.Errorf("%s: %q does not ask for %s", role.Key, role.Requirements, asks)
			}
		}
	}
	handbook := flat(textOf(t, church, "membership-handbook.pdf"))
	for key, says := range map[string][2]string{ // what the role's schedule is, and what the handbook says of it
		"harbor-kids-helper": {"One Sunday in four", "Nursery and Harbor Kids: one Sunday in four."},
		"nursery-rocker":     {"One Sunday in four", "Nursery and Harbor Kids: one Sunday in four."},
		"greeter":            {"One Sunday a month", "Host team: one Sunday a month."},
		"sound-and-slides":   {"One Sunday in three", "Sound, slides and livestream: one Sunday in three, after a month of shadowing."},
		"pantry-packer":      {"Fridays at 4:00 PM", "Harbor Pantry: Fridays at 4:00 PM to pack"},
	} {
		if !strings.Contains(handbook, says[1]) {
			t.Fatalf("the handbook does not say %q", says[1])
		}
		for _, role := range church.Life.Roles {
			if role.Key == key && !strings.HasPrefix(role.Schedule, says[0]) {
				t.Errorf("%s is %s", key, role.Schedule)
			}
		}
	}
}

func graceHarbor(t *testing.T) demoChurch {
	t.Helper()
	for _, church := range readDemo(t) {
		if church.Slug == "grace-harbor" {
			return church
		}
	}
	t.Fatal("there is no Grace Harbor")
	return demoChurch{}
}

func textOf(t *testing.T, church demoChurch, file string) string {
	t.Helper()
	source, err := church.source(file)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := documentText(t, file, source)
	return text
}

// flat is a text without the ends of its lines.
func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

func eventOf(t *testing.T, church demoChurch, key string) lifeEvent {
	t.Helper()
	for _, event := range church.Life.Events {
		if event.Key == key {
			return event
		}
	}
	t.Fatalf("there is no event %s", key)
	return lifeEvent{}
}
