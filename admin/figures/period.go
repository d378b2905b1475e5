package figures

import "time"

// Period are the last days of a church, today included.
type Period struct {
	Days     int
	Start    time.Time // midnight of the first day by the church's clock
	Timezone string    // IANA name
}

// Last are the last days as of now. A time zone that there is not is UTC.
func Last(days int, now time.Time, timezone string) Period {
	place, err := time.LoadLocation(timezone)
	if err != nil {
		place, timezone = time.UTC, "UTC"
	}
	now = now.In(place)
	return Period{days, time.Date(now.Year(), now.Month(), now.Day()-days+1, 0, 0, 0, 0, place), timezone}
}

// dates are the days of the period, the earliest first, as 2006-01-02.
func (p Period) dates() []string {
	dates := make([]string, p.Days)
	for i := range dates {
		dates[i] = p.Start.AddDate(0, 0, i).Format(time.DateOnly)
	}
	return dates
}
