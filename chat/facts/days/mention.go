package days

import (
	"slices"
	"time"

	"narthex/chat/facts/calendar"
	"narthex/chat/words"
)

// mention is where a message names a day.
type mention struct {
	from, to int // in its words
	kind     kind
	day      time.Time // the zero time: which one cannot be told
	open     bool      // one of several: any Sunday
	denied   bool
	differs  bool // the weekday that is named with a date is another one
}

// reader reads a message.
type reader struct {
	said    []token
	today   time.Time // noon
	in      calendar.Tradition
	earlier time.Time
	church  string // its words, with a space around each
	found   []mention
}

// read finds all that a message names, the longest that its words make.
func (r *reader) read() {
	rules := [...]func(int) (mention, bool){r.beside, r.nthOf, r.weeksFrom, r.afterNext, r.inNextWeek, r.date, r.anaphor, r.ofFeast, r.weekday, r.fromToday, r.thisWeek}
	for at := 0; at < len(r.said); {
		next := at + 1
		for _, rule := range rules {
			m, ok := rule(at)
			if !ok {
				continue
			}
			m.from = at
			if r.isBound(at) {
				m.day, m.differs = time.Time{}, false
			}
			r.found = append(r.found, m)
			next = max(next, m.to)
			break
		}
		at = next
	}
}

func (r *reader) kind(i int) kind { return kindAt(r.said, i) }

// skip is the first word from one on that is of none of some kinds.
func (r *reader) skip(i int, kinds ...kind) int {
	for i < len(r.said) && has(kinds, r.kind(i)) {
		i++
	}
	return i
}

func has(kinds []kind, k kind) bool { return slices.Contains(kinds, k) }

// isBound reports whether what begins at a word is named as an end or a beginning: after Christmas, until Sunday, from Friday to Monday.
func (r *reader) isBound(at int) bool {
	for at--; at >= 0 && has([]kind{article, this, next, on, of}, r.kind(at)); at-- {
	}
	switch {
	case has([]kind{bound, before, after, from, anaphor}, r.kind(at)):
		return true
	case len(r.found) > 0 && r.found[len(r.found)-1].to == at && at >= 0 && (r.said[at].text == "to" || r.said[at].text == "a" || r.said[at].text == "-"):
		r.found[len(r.found)-1].day = time.Time{}
		return true
	}
	return false
}

// goesOn reports whether no noun stands where a number or an ordinal ends that might be of something else than a day: the 2nd service.
func (r *reader) goesOn(at int) bool {
	if r.kind(at) == other {
		return words.SmallInAny(r.said[at].text)
	}
	return !has([]kind{number, counted, month, week, months, day, weekday}, r.kind(at))
}

// date is a date, with the weekday that may stand beside it: Sunday the 13th, December 13, el domingo 13 de diciembre.
func (r *reader) date(at int) (mention, bool) {
	i := r.skip(at, article, this, next)
	named, isNamed := 0, r.kind(i) == weekday
	if isNamed {
		named = r.said[i].n
		apart := r.kind(i+1) == stop && (i > at && r.kind(i-1) != article || r.deniedBefore(at)) // not this Sunday, the 20th
		i = r.skip(i+1, article, stop)
		if apart {
			return mention{}, false
		}
	}
	p, to, full := r.dateAt(i, at)
	if p == nil {
		return mention{}, false
	}
	if !isNamed && full {
		if j := r.skip(to, stop); j <= to+1 && r.kind(j) == weekday && !isNumber(r.kind(j+1)) && r.kind(r.skip(j+1, article)) != nth {
			named, isNamed, to = r.said[j].n, true, j+1
		}
	}
	day, ok := p.next(r.today)
	if !ok {
		return mention{to: to, kind: exact}, true
	}
	if !isNamed || day.Weekday() == time.Weekday(named) {
		return mention{to: to, kind: exact, day: day}, true
	}
	if !full {
		if r.kind(i) == number && r.said[i].n <= lastHour {
			return mention{}, false
		}
		if later, ok := p.next(day.AddDate(0, 0, 1)); ok && later.Weekday() == time.Weekday(named) {
			return mention{to: to, kind: exact, day: later}, true
		}
	}
	return mention{to: to, kind: exact, day: day, differs: true}, true
}

// dateAt are the days of a date without its weekday; full is whether its month is named. from is where all of it begins.
func (r *reader) dateAt(i, from int) (p pattern, to int, full bool) {
	switch k := r.kind(i); {
	case k == exact:
		d := r.said[i].date
		return only(time.Date(d.Year(), d.Month(), d.Day(), 12, 0, 0, 0, r.today.Location())), i + 1, true
	case k == month && isDayOfMonth(r.at(r.skip(i+1, article))):
		j := r.skip(i+1, article)
		p, to = both(inMonth(r.said[i].n), onDay(r.said[j].n)), j+1
	case isDayOfMonth(r.at(i)) && r.kind(r.skip(i+1, of)) == month:
		j := r.skip(i+1, of)
		p, to = both(inMonth(r.said[j].n), onDay(r.said[i].n)), j+1
	case isDayOfMonth(r.at(i)) && (r.goesOn(i+1) || r.kind(i-1) == weekday && r.said[i].n > lastHour && r.kind(i+1) != counted) && (k == nth && (i > from || r.kind(i-1) == on) ||
		k == number && r.said[i].figure && i > from && (r.kind(i-1) == weekday || isMasculine[r.said[i-1].text])):
		return onDay(r.said[i].n), i + 1, false
	default:
		return nil, 0, false
	}
	p, to = r.ofYear(p, to)
	return p, to, true
}

// ofYear are the days of a pattern in the year that may be named behind it.
func (r *reader) ofYear(p pattern, at int) (pattern, int) {
	i := r.skip(at, stop, of)
	if named := r.at(i); named.kind == number && named.n >= r.today.Year() && named.n < r.today.Year()+100 {
		return both(p, inYear(named.n)), i + 1
	}
	return p, at
}

func (r *reader) at(i int) token {
	if i < 0 || i >= len(r.said) {
		return token{kind: stop}
	}
	return r.said[i]
}

// isMasculine stands before a number that is a day: las 10 are an hour.
var isMasculine = map[string]bool{"el": true, "dia": true, "el dia": true}

const mostDays, lastHour = 31, 12

func isDayOfMonth(t token) bool { return isNumber(t.kind) && t.n >= 1 && t.n <= mostDays }

// ofFeast is the day of a feast, with the weekday that may be of its name: Pentecost Sunday, domingo de Pentecostés.
func (r *reader) ofFeast(at int) (mention, bool) {
	i, named, isNamed := r.skip(at, article, this, next), 0, false
	if r.kind(i) == weekday && r.kind(r.skip(i+1, of)) == feast {
		named, isNamed = r.said[i].n, true
		i = r.skip(i+1, of)
	}
	if r.kind(i) != feast || r.isChurch(r.said[i]) {
		return mention{}, false
	}
	m := mention{to: i + 1, kind: feast}
	if !isNamed && r.kind(i+1) == weekday {
		named, isNamed, m.to = r.said[i+1].n, true, i+2
	}
	keys := r.said[i].feast.Days
	p := r.feastDays(keys...)
	first, ok := p.next(r.today)
	switch {
	case !ok:
	case isNamed:
		if day, ok := both(p, onWeekday(named)).next(r.today); ok && day.Before(first.AddDate(0, 0, aWeek+1)) {
			m.day = day
		}
	case len(keys) == 1:
		m.day = first
	}
	return m, true
}

// isChurch reports whether the church is called by a feast.
func (r *reader) isChurch(t token) bool { return containsWords(r.church, t.text) }

// weekday is the next day of its name, but never today.
func (r *reader) weekday(at int) (mention, bool) {
	i := r.skip(at, article, this, next, any, following)
	if r.kind(i) != weekday {
		return mention{}, false
	}
	m := mention{to: r.skip(i+1, next), kind: weekday, day: r.coming(r.said[i].n)}
	isNext, isFollowing := m.to > i+1, false
	for j := at; j < i; j++ {
		m.open = m.open || r.kind(j) == any
		isNext = isNext || r.kind(j) == next
		isFollowing = isFollowing || r.kind(j) == following
	}
	if r.kind(m.to) == following {
		isFollowing, m.to = true, m.to+1
	}
	switch {
	case r.kind(i+1) == past, r.kind(at-1) == nth && r.said[at-1].n < 0:
		m.kind = past
	case (r.kind(i+1) == of || r.kind(i+1) == in) && r.kind(i+2) == month:
		m.day = time.Time{} // a Sunday in January
	case isFollowing:
		if since := r.spoken(); !since.IsZero() {
			m.day = r.onwards(since, r.said[i].n)
		} else if isOther(r.said[at:m.to]) {
			m.day = time.Time{} // the next, or the one after it
		}
	case isNext && r.spokenOf(m.day) && r.saysNo(at):
		m.day = m.day.AddDate(0, 0, aWeek) // not this Sunday, next Sunday
	}
	return m, true
}

func isOther(said []token) bool {
	return slices.ContainsFunc(said, func(t token) bool { return t.text == "otro" || t.text == "otra" })
}

// fromToday is a day by how far it is from this one.
func (r *reader) fromToday(at int) (mention, bool) {
	if r.kind(at) != fromToday {
		return mention{}, false
	}
	return mention{to: at + 1, kind: fromToday, day: r.today.AddDate(0, 0, r.said[at].n)}, true
}

// thisWeek is no day, but may be denied.
func (r *reader) thisWeek(at int) (mention, bool) {
	if i := r.skip(at, article, this, next); i > at && r.kind(i) == week {
		return mention{to: r.skip(i+1, next), kind: week}, true
	}
	return mention{}, false
}
