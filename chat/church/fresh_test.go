package church

import (
	"testing"
	"time"
)

func TestAChurchIsFreshUntilItsMidnightWhereAnnouncementsAreHeard(t *testing.T) {
	s := NewStore(nil, Config{})
	now := time.Now()
	tests := []struct {
		name        string
		listening   bool
		entry       *entry
		fresh, aged bool
	}{
		{"just loaded", true, &entry{loadedAt: now, until: now.Add(time.Hour)}, true, false},
		{"loaded an hour ago", true, &entry{loadedAt: now.Add(-time.Hour), until: now.Add(time.Hour)}, true, true},
		{"another day has begun", true, &entry{loadedAt: now.Add(-time.Minute), until: now.Add(-time.Second)}, false, true},
		{"just loaded, and nothing is heard", false, &entry{loadedAt: now, until: now.Add(time.Hour)}, true, false},
		{"loaded two seconds ago, and nothing is heard", false, &entry{loadedAt: now.Add(-2 * time.Second), until: now.Add(time.Hour)}, false, false},
		{"loaded before all may have changed", true, &entry{loadedAt: now, until: now.Add(time.Hour), generation: 7}, false, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s.listening.Store(tt.listening)
			fresh, aged := s.freshness(tt.entry)
			if fresh != tt.fresh || tt.fresh && aged != tt.aged {
				t.Errorf("fresh %v, aged %v; want %v, %v", fresh, aged, tt.fresh, tt.aged)
			}
		})
	}
}

func TestMidnightIsTheChurchs(t *testing.T) {
	for _, tt := range []struct{ name, zone, now, want string }{
		{"behind us", "America/New_York", "2026-11-27T04:59:59Z", "2026-11-27T05:00:00Z"},
		{"at midnight", "America/New_York", "2026-11-27T05:00:00Z", "2026-11-28T05:00:00Z"},
		{"before us", "Pacific/Auckland", "2026-11-27T10:59:00Z", "2026-11-27T11:00:00Z"},
		{"a day of 25 hours", "America/New_York", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"},
		{"the last day of a year", "UTC", "2026-12-31T12:00:00Z", "2027-01-01T00:00:00Z"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			location, err := time.LoadLocation(tt.zone)
			if err != nil {
				t.Fatal(err)
			}
			now, _ := time.Parse(time.RFC3339, tt.now)
			if got := midnightAfter(now, location).UTC().Format(time.RFC3339); got != tt.want {
				t.Errorf("%s; want %s", got, tt.want)
			}
		})
	}
}

// In Cairo, 28 April 2023 began at one o'clock.
func TestADayWithoutMidnightBegins(t *testing.T) {
	location, err := time.LoadLocation("Africa/Cairo")
	if err != nil {
		t.Fatal(err)
	}
	for now := time.Date(2023, 4, 27, 12, 0, 0, 0, location); now.Day() == 27; {
		next := midnightAfter(now, location)
		if !next.After(now) {
			t.Fatalf("after %v comes %v", now, next)
		}
		now = next
	}
}

func TestTheMidnightOfADayIsThatDaysWhereThereIsNone(t *testing.T) {
	location, err := time.LoadLocation("America/Santiago")
	if err != nil {
		t.Fatal(err)
	}
	hours := Hours{time.Saturday: ParseSlots("Midnight Mass")}
	for _, day := range []int{29, 36} { // on September 6, a Sunday, clocks go forward at midnight
		slot, start, ok := hours.Next(time.Date(2026, 8, day, 12, 0, 0, 0, location))
		if got := slot.Day(start); !ok || got.Weekday() != time.Saturday {
			t.Errorf("%v is of %v", start, got)
		}
	}
}
