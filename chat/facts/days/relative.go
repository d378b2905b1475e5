package days

import (
	"strings"
	"time"
)

// beside is a day before or after another one: the Sunday after Christmas, two days before Easter, el domingo antes de Pascua.
func (r *reader) beside(at int) (mention, bool) {
	i, n, vague := r.skip(at, article), 1, r.kind(at) == some
	i = r.skip(i, some)
	if k := r.kind(i); (k == nth || k == number) && r.said[i].n != 0 && has([]kind{weekday, day, week}, r.kind(i+1)) {
		n = r.said[i].n
		i++
	}
	unit := r.at(i)
	at = r.skip(i+1, right)
	direction := r.kind(at)
	if direction == following {
		direction = after
	}
	if !has([]kind{weekday, day, week}, unit.kind) || direction != before && direction != after || n < 0 && direction == after {
		return mention{}, false
	}
	p, to := r.base(at+1, direction)
	if to == 0 {
		return mention{}, false
	}
	m := mention{to: to, kind: exact}
	if p == nil || unit.kind == week || vague && unit.kind == weekday {
		return m, true
	}
	m.day, _ = p.shifted(r.today, farBack, r.stepping(unit, max(n, 1), direction))
	return m, true
}

// stepping leads from a day to the n-th weekday, or day, before or after it.
func (r *reader) stepping(unit token, n int, direction kind) func(time.Time) time.Time {
	return func(from time.Time) time.Time {
		switch {
		case unit.kind == day && direction == after:
			return from.AddDate(0, 0, n)
		case unit.kind == day:
			return from.AddDate(0, 0, -n)
		case direction == after:
			return r.onwards(from, unit.n).AddDate(0, 0, aWeek*(n-1))
		}
		return r.backwards(from, unit.n).AddDate(0, 0, -aWeek*(n-1))
	}
}

// base are the days that another one is reckoned from; p is nil where they are not known, to is 0 where nothing names any.
func (r *reader) base(at int, direction kind) (p pattern, to int) {
	i := r.skip(at, article, of, this)
	if r.kind(i) == feast {
		if days := r.said[i].feast.Days; len(days) > 0 {
			return r.edge(r.said[i].feast, direction), i + 1
		}
		return nil, i + 1
	}
	if p, to := r.nthPattern(i); p != nil {
		return p, to
	}
	if p, to, full := r.dateAt(i, at); p != nil && (full || i > at) {
		return p, to
	}
	if r.kind(i) == fromToday {
		return only(r.today.AddDate(0, 0, r.said[i].n)), i + 1
	}
	return nil, 0
}

// nthOf is a weekday by its place in a month or a season: the second Sunday of December, the last Sunday of next month.
func (r *reader) nthOf(at int) (mention, bool) {
	i := r.skip(at, article)
	p, to := r.nthPattern(i)
	if p == nil {
		isNth := r.kind(i) == nth && r.kind(i+1) == weekday
		if isNth && has([]kind{of, in}, r.kind(i+2)) {
			return mention{to: i + 2, kind: exact}, true
		}
		if !isNth || i == at || r.said[i].n < 0 || r.said[i].n > mostInMonth || !r.goesOn(i+2) {
			return mention{}, false
		}
		p, to = both(onWeekday(r.said[i+1].n), inItsMonth(r.said[i].n)), i+2
	}
	m := mention{to: to, kind: exact}
	m.day, _ = p.next(r.today)
	return m, true
}

// How many Sundays every month has, and the longest season.
const mostInMonth, mostSundays = 4, 6

// nthPattern are the days of an ordinal, a weekday and what that is of; nil where there are none.
func (r *reader) nthPattern(i int) (p pattern, to int) {
	if r.kind(i) != nth || r.said[i].n > mostSundays || r.kind(i+1) != weekday || r.kind(i+2) != of && r.kind(i+2) != in {
		return nil, 0
	}
	n := r.said[i].n
	p = both(onWeekday(r.said[i+1].n), inItsMonth(n))
	behind := r.skip(i+3, article)
	switch k := r.kind(behind); {
	case k == month:
		return r.ofYear(both(p, inMonth(r.said[behind].n)), behind+1)
	case k == year:
		return both(p, inMonth(int(time.January))), behind + 1
	case k == season && n > 0:
		return r.sundayOf(r.said[behind].text, n), behind + 1
	case k == feast && len(r.said[behind].feast.Days) > 0 && n > 0: // the second Sunday of Easter
		of := r.edge(r.said[behind].feast, after)
		return func(date time.Time) bool { return of(date.AddDate(0, 0, -aWeek*(n-1))) }, behind + 1
	case k == this && r.kind(behind+1) == months:
		return both(p, r.monthsAhead(0)), behind + 2
	case k == next && r.kind(behind+1) == months:
		return both(p, r.monthsAhead(1)), behind + 2
	case k == months && r.kind(behind+1) == next:
		return both(p, r.monthsAhead(1)), behind + 2
	case k == months:
		return p, behind + 1
	}
	return nil, 0
}

// monthsAhead are the days of this month, or of one behind it.
func (r *reader) monthsAhead(n int) pattern {
	first := time.Date(r.today.Year(), r.today.Month()+time.Month(n), 1, 12, 0, 0, 0, r.today.Location())
	return func(date time.Time) bool { return date.Year() == first.Year() && date.Month() == first.Month() }
}

// weeksFrom is a day so many weeks behind another one: a week on Sunday, Sunday week, two Sundays from now, de este domingo en ocho.
func (r *reader) weeksFrom(at int) (mention, bool) {
	i := r.skip(at, article, in, of)
	n := 0
	switch k := r.kind(i); {
	case k == some:
		n = 1
	case k == number:
		n = r.said[i].n
	}
	if n > 0 {
		switch unit := r.at(i + 1); {
		case unit.kind == week || unit.kind == inWeeks:
			ahead := aWeek * n
			if unit.kind == inWeeks {
				ahead = unit.n * n
			}
			if day, to := r.named(r.skip(i+2, from, on, after)); to > 0 {
				return mention{to: to, kind: exact, day: day.AddDate(0, 0, ahead)}, true
			}
		case unit.kind == weekday && (r.kind(i+2) == fromNow || i > at && r.kind(i-1) == in):
			return mention{to: r.skip(i+2, fromNow), kind: exact, day: r.coming(unit.n).AddDate(0, 0, aWeek*(n-1))}, true
		case unit.kind == day && (r.kind(i+2) == fromNow || i > at && r.kind(i-1) == in):
			return mention{to: r.skip(i+2, fromNow), kind: exact, day: r.today.AddDate(0, 0, n)}, true
		}
	}
	day, to := r.named(i)
	switch behind := r.at(to); {
	case to == 0:
	case behind.text == "week" && r.kind(to-1) == weekday && r.goesOn(to+1):
		return mention{to: to + 1, kind: exact, day: day.AddDate(0, 0, aWeek)}, true
	case behind.kind == inWeeks:
		return mention{to: to + 1, kind: exact, day: day.AddDate(0, 0, behind.n)}, true
	}
	if r.kind(i) == inWeeks && strings.HasPrefix(r.said[i].text, "en ") && strings.HasSuffix(r.said[i].text, "dias") {
		return mention{to: i + 1, kind: exact, day: r.today.AddDate(0, 0, r.said[i].n)}, true
	}
	return mention{}, false
}

// named is a day by its name or its distance: this Sunday, today.
func (r *reader) named(at int) (day time.Time, to int) {
	switch i := r.skip(at, article, this, next); r.kind(i) {
	case weekday:
		return r.coming(r.said[i].n), r.skip(i+1, next)
	case fromToday:
		return r.today.AddDate(0, 0, r.said[i].n), i + 1
	case fromNow:
		return r.today, i + 1
	}
	return time.Time{}, 0
}

// afterNext is the one behind the next: Sunday after next, the Sunday after this one.
func (r *reader) afterNext(at int) (mention, bool) {
	i := r.skip(at, article)
	if r.kind(i) != weekday || r.kind(i+1) != after {
		return mention{}, false
	}
	j := r.skip(i+2, article, of)
	if k := r.kind(j); k != next && k != this {
		return mention{}, false
	}
	isThat := r.said[j].text == "that"
	j = r.skip(j, this, next)
	if k := r.kind(j); k == weekday && r.said[j].n == r.said[i].n || k == number && r.said[j].text == "one" {
		j++
	}
	m := mention{to: j, kind: exact, day: r.coming(r.said[i].n).AddDate(0, 0, aWeek)}
	if since := r.spoken(); isThat && !since.IsZero() {
		m.day = r.onwards(since, r.said[i].n)
	}
	return m, true
}

// inNextWeek is a day of the week behind this one, which may begin on Sunday or on Monday.
func (r *reader) inNextWeek(at int) (mention, bool) {
	i := r.skip(at, article, this)
	name, to := token{}, 0
	if r.kind(i) == weekday {
		if to = r.nextWeek(r.skip(i+1, of, in, article)); to > 0 {
			name = r.said[i]
		}
	} else if j := r.nextWeek(i); j > 0 {
		if k := r.skip(j, on, article); r.kind(k) == weekday {
			name, to = r.said[k], k+1
		}
	}
	if to == 0 {
		return mention{}, false
	}
	m := mention{to: to, kind: exact}
	sunday := r.onwards(r.today, int(time.Sunday))
	monday := r.onwards(r.today, int(time.Monday))
	fromSunday, fromMonday := r.onwards(sunday.AddDate(0, 0, -1), name.n), r.onwards(monday.AddDate(0, 0, -1), name.n)
	if fromSunday.Equal(fromMonday) {
		m.day = fromSunday
	}
	return m, true
}

// nextWeek is where the words for the next week end, 0 where none begin.
func (r *reader) nextWeek(i int) (to int) {
	i = r.skip(i, article)
	switch {
	case r.kind(i) == next && r.kind(i+1) == week:
		return i + 2
	case r.kind(i) == week && r.kind(i+1) == next:
		return i + 2
	}
	return 0
}

// anaphor is a week behind the day that was spoken of: the one after, el siguiente.
func (r *reader) anaphor(at int) (mention, bool) {
	since := r.spoken()
	if since.IsZero() {
		return mention{}, false
	}
	m := mention{kind: exact, day: since.AddDate(0, 0, aWeek)}
	i := r.skip(at, article)
	switch k := r.kind(i); {
	case k == anaphor && !has([]kind{feast, weekday, month, number, nth}, r.kind(r.skip(i+1, article))):
		m.to = i + 1
	case i > at && (k == following || k == next) && r.kind(i+1) != weekday && r.goesOn(i+1):
		m.to = i + 1
	default:
		return mention{}, false
	}
	return m, true
}

// spoken is the day that was spoken of last.
func (r *reader) spoken() time.Time {
	for i := len(r.found) - 1; i >= 0; i-- {
		if m := r.found[i]; !m.day.IsZero() && m.kind != feast {
			return m.day
		}
	}
	return r.earlier
}

// spokenOf reports whether a day was spoken of before.
func (r *reader) spokenOf(day time.Time) bool {
	for _, m := range r.found {
		if m.day.Equal(day) {
			return true
		}
	}
	return false
}

// saysNo reports whether something is denied before a word.
func (r *reader) saysNo(at int) bool {
	for _, t := range r.said[:at] {
		if has([]kind{not, no, except}, t.kind) {
			return true
		}
	}
	return false
}

func containsWords(text, phrase string) bool { return strings.Contains(text, " "+phrase+" ") }
