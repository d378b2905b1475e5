package figures

import "time"

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
	return Before(days, time.Date(now.Year(), now.Month(), now.Day()+1, 0, 0, 0, 0, place))
}

// Before are the days before a midnight, of a church in its time zone.
func Before(days int, end time.Time) Period {
	return Period{Days: days, Start: end.AddDate(0, 0, -days), End: end, Timezone: end.Location().String()}
}

// dates are the days of the period, the earliest first, as 2006-01-02.
func (p Period) dates() []string {
	dates := make([]string, p.Days)
	for i := range dates {
		dates[i] = p.Start.AddDate(0, 0, i).Format(time.DateOnly)
	}
	return dates
}
