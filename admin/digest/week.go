package digest

import "time"

// morning is the hour from which the mail comes.
const morning = 8

// weekDue is the Monday of the week whose mail is due by now, by the clock of a church that is subscribed since a time: its first whole
// week has to be over. The week of which it tells ends with that Monday.
func weekDue(now time.Time, timezone string, since time.Time) (monday time.Time, due bool) {
	place, err := time.LoadLocation(timezone)
	if err != nil {
		place = time.UTC
	}
	now = now.In(place)
	back := (int(now.Weekday()) + 6) % 7
	monday = time.Date(now.Year(), now.Month(), now.Day()-back, 0, 0, 0, 0, place)
	begins := time.Date(monday.Year(), monday.Month(), monday.Day(), morning, 0, 0, 0, place)
	return monday, !now.Before(begins) && since.Before(monday.AddDate(0, 0, -7))
}

// lastDue is the Monday of the last week whose mail was due by now.
func lastDue(now time.Time, timezone string) time.Time {
	monday, due := weekDue(now, timezone, time.Time{})
	if !due {
		return monday.AddDate(0, 0, -7)
	}
	return monday
}
