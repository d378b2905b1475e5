package facts

import (
	"slices"
	"strings"
	"time"

	"narthex/chat/facts/dates"
	"narthex/chat/facts/days"
)

// anyDay are the words that name a day.
const anyDay = dateWord | dayWord | todayWord | tonightWord | tomorrowWord

// namedDay is a day that a question names.
type namedDay struct {
	at       time.Time
	byItself bool // by its weekday alone, which on the day itself may mean a week from then
}

// namedDays are the days that a question names: Saturday and Sunday, today, tomorrow, the 3rd.
type namedDays struct {
	list    []namedDay // the next first
	span    bool       // the weekdays are the first and the last of several, or may be
	unclear bool       // which are meant cannot be told
}

func (d *namedDays) asked() bool { return len(d.list) > 0 || d.unclear }

func (d *namedDays) add(day time.Time, byItself bool) {
	for i, other := range d.list {
		if sameDay(day, other.at) {
			d.list[i].byItself = other.byItself && byItself
			return
		}
	}
	d.list = append(d.list, namedDay{day, byItself})
}

func sameDay(a, b time.Time) bool { return a.YearDay() == b.YearDay() && a.Year() == b.Year() }

// days are the days that the question asks about.
func (q *wording) days(lex *lexicon, now time.Time) (named namedDays) {
	if !q.has(anyDay) && !q.hasPhrase(todayPhrases) {
		return named
	}
	if q.has(dateWord) {
		day, ok := q.comingDate(lex, now)
		if !ok {
			named.unclear = true
			return named
		}
		named.add(day, false)
	}
	for _, w := range q.words() {
		switch {
		case w.is&dayWord == 0:
		case !q.has(dateWord):
			named.add(q.weeksFrom(q.comingWeekday(lex, now, w.text)))
		case lex.days[w.text] != named.list[0].at.Weekday(): // else, as in "Sunday, December 6", it is the date's
			named.unclear = true
		}
	}
	named.unclear = named.unclear || q.has(dayWord) && !q.has(dateWord) && q.isForNextWeek(lex)
	named.span = len(named.list) > 1 && q.spansDays(lex)
	if q.has(todayWord) || q.hasPhrase(todayPhrases) {
		named.add(now, false)
	}
	if q.saysTomorrow(lex) {
		named.add(now.AddDate(0, 0, 1), false)
	}
	slices.SortFunc(named.list, func(a, b namedDay) int { return a.at.Compare(b.at) })
	alsoDates := slices.ContainsFunc(named.list, func(d namedDay) bool { return !d.byItself })
	named.unclear = named.unclear || len(named.list) > 1 && alsoDates && q.spansDays(lex)
	return named
}

// isForNextWeek reports whether the question is about the next week, which on a Thursday may begin on Sunday or on Monday.
func (q *wording) isForNextWeek(lex *lexicon) bool {
	return q.has(nextWord) && q.hasPhrase(lex.nextWeek)
}

// comingDate is the next day of the date that the question names. A number without a month is one of this month or the next, whichever
// falls on the weekday that is named with it: "Thursday 24" in November is Christmas Eve.
func (q *wording) comingDate(lex *lexicon, now time.Time) (time.Time, bool) {
	day, ok := dates.Next(now, q.month, q.dayOfMonth)
	if !ok || q.month != 0 || q.fallsOn(lex, day) {
		return day, ok
	}
	if later, ok := dates.Next(day.AddDate(0, 0, 1), 0, q.dayOfMonth); ok && q.fallsOn(lex, later) {
		return later, true
	}
	return day, true
}

// fallsOn reports whether a day is on each weekday that the question names.
func (q *wording) fallsOn(lex *lexicon, day time.Time) bool {
	for _, w := range q.words() {
		if w.is&dayWord != 0 && lex.days[w.text] != day.Weekday() {
			return false
		}
	}
	return true
}

// comingWeekday is the next day of a weekday's name.
func (q *wording) comingWeekday(lex *lexicon, now time.Time, name string) time.Time {
	ahead := (int(lex.days[name]) - int(now.Weekday()) + 7) % 7
	if ahead == 0 && q.hasPhrase(lex.inAWeek) {
		ahead = 7 // who says "next Sunday" on a Sunday does not mean today
	}
	return now.AddDate(0, 0, ahead)
}

// weeksFrom is the day that is meant where a weekday's next day may be the one that is counted from: a week on Sunday, Sunday week.
func (q *wording) weeksFrom(coming time.Time) (day time.Time, byItself bool) {
	if !q.hasPhrase(weekPhrases) {
		return coming, true
	}
	meant := days.Read(q.text, days.Context{Now: coming.AddDate(0, 0, -1)})
	if meant.Clarity != days.One || meant.Day.Weekday() != coming.Weekday() || sameDay(meant.Day, coming) {
		return coming, true
	}
	return meant.Day, false
}

var weekPhrases = phrases("week", "weeks", "fortnight", "en ocho", "en quince")

// spansDays reports whether one day is named right behind another, or with "to" between them: of "Monday-Friday" no more is left.
func (q *wording) spansDays(lex *lexicon) bool {
	const single = dayWord | todayWord | tomorrowWord
	list := q.words()
	for i := 1; i < len(list); i++ {
		before := i - 1
		if lex.until[list[before].text] && before > 0 {
			before--
		} else if list[i].is&list[before].is&dayWord == 0 {
			continue // "today, Sunday" is one
		}
		if list[i].is&single != 0 && list[before].is&single != 0 {
			return true
		}
	}
	return false
}

var todayPhrases = phrases("esta noche", "esta manana", "esta tarde", "tonight", "this evening", "this morning", "this afternoon")

// saysTomorrow reports whether a question names the day after this one. In Spanish that is the word for the morning, too.
func (q *wording) saysTomorrow(lex *lexicon) bool {
	if !q.has(tomorrowWord) {
		return false
	}
	text := q.text
	for _, morning := range spanish.morning {
		text = strings.ReplaceAll(text, string(morning), " ")
	}
	return slices.ContainsFunc(strings.Fields(text), func(w string) bool { return lex.words[w]&tomorrowWord != 0 })
}
