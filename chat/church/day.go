package church

import "time"

// DayBegins is the first moment of a day of the calendar at a place: one o'clock, where clocks go forward at midnight.
func DayBegins(year int, month time.Month, day int, location *time.Location) time.Time {
	begins := time.Date(year, month, day, 0, 0, 0, 0, location)
	if begins.Hour() > 12 { // it is an hour of the day before
		_, begins = begins.ZoneBounds()
	}
	return begins
}

// ParseDay reads a day, as 2006-01-02, and gives its first moment at a place.
func ParseDay(text string, location *time.Location) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return time.Time{}, err
	}
	return DayBegins(day.Year(), day.Month(), day.Day(), location), nil
}

// noon is that of a day that is known to be one.
func noon(text string, location *time.Location) time.Time {
	day, _ := time.Parse(time.DateOnly, text)
	return time.Date(day.Year(), day.Month(), day.Day(), 12, 0, 0, 0, location)
}
