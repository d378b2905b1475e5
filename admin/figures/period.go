package figures

import (
	"time"

	"narthex/chat/church"
)

// Period are some days of a church.
type Period struct {
	Days       int
	Start, End time.Time // midnights by the church's clock: of the first day, and after the last
	Timezone   string    // IANA name
}

// Last are the last days as of now, today included. A time zone that there is not is UTC.
func Last(days int, now time.Time, timezone string) Period {
	place, err := time.LoadLocation(timezone)
	if err != nil {
		place = time.UTC
	}
	now = now.In(place)
	return daysUntil(now, days)
}

// Before are the days before a midnight, of a church in its time zone.
func Before(days int, end time.Time) Period { return daysUntil(end.Add(-time.Nanosecond), days) }

// daysUntil are so many days, of which the last is that of a moment.
func daysUntil(last time.Time, days int) Period {
	year, month, day := last.Date()
	return Period{
		Days: days, Start: church.DayBegins(year, month, day-days+1, last.Location()), End: church.DayBegins(year, month, day+1, last.Location()),
		Timezone: last.Location().String(),
	}
}

// dates are the days of the period, the earliest first, as 2006-01-02.
func (p Period) dates() []string {
	dates := make([]string, p.Days)
	year, month, last := p.End.Add(-time.Nanosecond).Date()
	for i := range dates {
		dates[i] = time.Date(year, month, last-p.Days+1+i, 12, 0, 0, 0, p.End.Location()).Format(time.DateOnly)
	}
	return dates
}
