package digest

import (
	"testing"
	"time"
)

func TestTheMailComesOnMondayMorningByTheChurchsClock(t *testing.T) {
	long := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for name, test := range map[string]struct {
		now, zone string
		since     time.Time
		monday    string
		due       bool
	}{
		"Sunday night":                  {"2026-11-22T23:59:00Z", "UTC", long, "2026-11-16", true}, // of the week before, if nobody was there to send it
		"Monday before eight":           {"2026-11-23T07:59:00Z", "UTC", long, "2026-11-23", false},
		"Monday at eight":               {"2026-11-23T08:00:00Z", "UTC", long, "2026-11-23", true},
		"eight there, still Sunday":     {"2026-11-22T19:00:00Z", "Pacific/Auckland", long, "2026-11-23", true},
		"Monday here, Sunday there":     {"2026-11-23T07:00:00Z", "America/Los_Angeles", long, "2026-11-16", true},
		"the day of an hour more":       {"2026-11-02T13:00:00Z", "America/New_York", long, "2026-11-02", true},
		"no such zone":                  {"2026-11-23T08:00:00Z", "Mars/Base", long, "2026-11-23", true},
		"since the middle of the week":  {"2026-11-23T09:00:00Z", "UTC", time.Date(2026, 11, 18, 9, 0, 0, 0, time.UTC), "2026-11-23", false},
		"since the week before, Sunday": {"2026-11-23T09:00:00Z", "UTC", time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC), "2026-11-23", true},
	} {
		now, err := time.Parse(time.RFC3339, test.now)
		if err != nil {
			t.Fatal(err)
		}
		monday, due := weekDue(now, test.zone, test.since)
		if monday.Format(time.DateOnly) != test.monday || due != test.due || monday.Hour() != 0 {
			t.Errorf("%s: %v, %v", name, monday, due)
		}
	}
}

func TestTheLastMailThatWasDue(t *testing.T) {
	for now, want := range map[string]string{
		"2026-11-22T23:59:00Z": "2026-11-16", "2026-11-23T07:59:00Z": "2026-11-16", "2026-11-23T08:00:00Z": "2026-11-23", "2026-11-25T12:00:00Z": "2026-11-23",
	} {
		at, err := time.Parse(time.RFC3339, now)
		if err != nil {
			t.Fatal(err)
		}
		if got := lastDue(at, "UTC").Format(time.DateOnly); got != want {
			t.Errorf("at %s it is that of %s, not %s", now, got, want)
		}
	}
}
