package days

import (
	"time"

	"narthex/chat/facts/calendar"
)

// pattern tells of a day whether it is one of those that words name: the thirteenth, a second Sunday, Easter.
type pattern func(time.Time) bool

const (
	aWeek    = 7
	farthest = 400 // days: somewhat more than until the same comes again
	farBack  = 45  // what comes so many days behind a day may be ahead, though the day is over
)

// next is the first day of a pattern from one on.
func (p pattern) next(from time.Time) (time.Time, bool) { return p.shifted(from, 0, nil) }

// shifted is the first day, from one on, that a pattern's days lead to.
func (p pattern) shifted(from time.Time, back int, to func(time.Time) time.Time) (time.Time, bool) {
	for ahead := -back; ahead <= farthest; ahead++ {
		date := from.AddDate(0, 0, ahead)
		if !p(date) {
			continue
		}
		if to != nil {
			date = to(date)
		}
		if !date.Before(from) {
			return date, true
		}
	}
	return time.Time{}, false
}

func both(p, q pattern) pattern { return func(date time.Time) bool { return p(date) && q(date) } }

func only(day time.Time) pattern { return func(date time.Time) bool { return date.Equal(day) } }

func onWeekday(n int) pattern {
	return func(date time.Time) bool { return date.Weekday() == time.Weekday(n) }
}

func inMonth(n int) pattern {
	return func(date time.Time) bool { return date.Month() == time.Month(n) }
}

func inYear(n int) pattern { return func(date time.Time) bool { return date.Year() == n } }

func onDay(n int) pattern { return func(date time.Time) bool { return date.Day() == n } }

// inItsMonth are the days that are the n-th of their weekday in a month, -1 the last.
func inItsMonth(n int) pattern {
	return func(date time.Time) bool {
		if n < 0 {
			return date.AddDate(0, 0, aWeek).Month() != date.Month()
		}
		return (date.Day()-1)/aWeek+1 == n
	}
}

// feastDays are those of the feasts with these keys.
func (r *reader) feastDays(keys ...string) pattern {
	feast := calendar.Naming{Days: keys}
	return func(date time.Time) bool { return feast.Is(date, r.in) }
}

// edge is the day of a feast that others are reckoned from: of Christmas the day and not the eve, of the Holy Week its first or last.
func (r *reader) edge(feast calendar.Naming, direction kind) pattern {
	if direction == before && len(feast.Days) > 2 {
		return r.feastDays(feast.Days[0])
	}
	return r.feastDays(feast.Days[len(feast.Days)-1])
}

// How many days Easter is behind the first Sunday of Lent, and how many Sundays Advent has.
const (
	lentToEaster = 42
	advents      = 4
)

// sundayOf are the n-th Sundays of a season.
func (r *reader) sundayOf(name string, n int) pattern {
	if name == "lent" || name == "cuaresma" {
		easter := r.feastDays("easter")
		return func(date time.Time) bool { return easter(date.AddDate(0, 0, lentToEaster-aWeek*(n-1))) }
	}
	return func(date time.Time) bool {
		left := int(time.Date(date.Year(), time.December, 25, 12, 0, 0, 0, date.Location()).Sub(noon(date)).Hours()) / 24
		return date.Weekday() == time.Sunday && left > 0 && left <= advents*aWeek && advents-(left-1)/aWeek == n
	}
}

// coming is the next day of a weekday, never today.
func (r *reader) coming(n int) time.Time { return r.onwards(r.today, n) }

// onwards is the first day of a weekday behind another day.
func (r *reader) onwards(day time.Time, n int) time.Time {
	return day.AddDate(0, 0, 1+(n-int(day.Weekday())+aWeek-1)%aWeek)
}

// backwards is the last day of a weekday before another day.
func (r *reader) backwards(day time.Time, n int) time.Time {
	return day.AddDate(0, 0, -1-(int(day.Weekday())-n+aWeek-1)%aWeek)
}

func noon(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 12, 0, 0, 0, t.Location())
}
