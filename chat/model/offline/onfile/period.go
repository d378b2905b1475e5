package onfile

import (
	"regexp"
	"strings"
	"time"

	"narthex/chat/words"
)

// period is when somebody asks what there is. All are zero where they name no time.
type period struct {
	on       *time.Weekday // on such days
	from, to time.Time     // the first and the last day, by the church's clock
	late     bool          // in the evening
}

// isOneDay reports whether it is a single day.
func (p period) isOneDay() bool { return !p.from.IsZero() && p.from.Equal(p.to) }

const monthsSpanish = `enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre`

var (
	evening   = regexp.MustCompile(`\b(?:tonight|tonite|evening|esta noche|por la noche)\b`)
	todayForm = regexp.MustCompile(`\b(?:today|tonight|tonite|hoy|esta noche)\b`)
	tomorrow  = regexp.MustCompile(`\b(?:tomorrow|manana (?:lunes|martes|miercoles|jueves|viernes|sabado|domingo)|^manana|para manana)\b`)
	weekend   = regexp.MustCompile(`\b(?:weekend|fin de semana)\b`)
	nextWeek  = regexp.MustCompile(`\b(?:next week|proxima semana|semana que viene|semana entrante)\b`)
	thisWeek  = regexp.MustCompile(`\b(?:this week|esta semana)\b`)
	nextMonth = regexp.MustCompile(`\b(?:next month|proximo mes|mes que viene|mes entrante)\b`)
	thisMonth = regexp.MustCompile(`\b(?:this month|este mes)\b`)
	monthForm = regexp.MustCompile(`\b(?:in|for|en|during|durante)(?: el mes de)? (january|february|march|april|may|june|july|august|september|october|november|december|` + monthsSpanish + `)\b`)
	dayForm   = regexp.MustCompile(`\b(?:(this|next|coming|este|proximo) )?(sunday|monday|tuesday|wednesday|thursday|friday|saturday|domingo|lunes|martes|miercoles|jueves|viernes|sabado)(s?)\b`)
)

// atLeast is how far what is on "this month" reaches, in days: at the month's end somebody means what comes next.
const atLeast = 14

// periodIn reads for when a folded question asks.
func periodIn(asks, language string, now time.Time) (p period) {
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	days := func(from, to int) { p.from, p.to = today.AddDate(0, 0, from), today.AddDate(0, 0, to) }
	month := func(first time.Time) { p.from, p.to = first, first.AddDate(0, 1, -1) }
	p.late = evening.MatchString(asks)
	ofMonth := monthForm.FindStringSubmatch(asks)
	switch sinceMonday := (int(today.Weekday()) + 6) % 7; {
	case todayForm.MatchString(asks):
		days(0, 0)
	case tomorrow.MatchString(asks):
		days(1, 1)
	case weekend.MatchString(asks):
		days(max(5-sinceMonday, 0), 6-sinceMonday)
	case nextWeek.MatchString(asks):
		days(7-sinceMonday, 13-sinceMonday)
	case thisWeek.MatchString(asks):
		days(0, 6)
	case nextMonth.MatchString(asks):
		month(time.Date(now.Year(), now.Month()+1, 1, 0, 0, 0, 0, now.Location()))
	case thisMonth.MatchString(asks):
		days(0, atLeast)
		if end := time.Date(now.Year(), now.Month()+1, 0, 0, 0, 0, 0, now.Location()); end.After(p.to) {
			p.to = end
		}
	case ofMonth != nil:
		named := monthNamed(ofMonth[1])
		year := now.Year()
		if named < now.Month() {
			year++
		}
		month(time.Date(year, named, 1, 0, 0, 0, 0, now.Location()))
	default:
		if m := dayForm.FindStringSubmatch(asks); m != nil {
			day := weekdayNamed(m[2])
			p.on = &day
			if m[1] != "" {
				ahead := (int(day) - int(today.Weekday()) + 7) % 7
				days(ahead, ahead)
			}
		}
	}
	if p.isOneDay() {
		day := p.from.Weekday()
		p.on = &day
	}
	return p
}

// withoutPeriod is a folded question without the words for a time.
func withoutPeriod(asks string) string {
	for _, form := range [...]*regexp.Regexp{evening, todayForm, tomorrow, weekend, nextWeek, thisWeek, nextMonth, thisMonth, monthForm, dayForm} {
		asks = form.ReplaceAllString(asks, " ")
	}
	return asks
}

// names of months and weekdays as they are folded, in both languages, in order.
var (
	monthNames   = [...]string{"january enero", "february febrero", "march marzo", "april abril", "may mayo", "june junio", "july julio", "august agosto", "september septiembre", "october octubre", "november noviembre", "december diciembre"}
	weekdayNames = [...]string{"sunday domingo", "monday lunes", "tuesday martes", "wednesday miercoles", "thursday jueves", "friday viernes", "saturday sabado"}
)

func monthNamed(name string) time.Month {
	for i, names := range monthNames {
		if named(names, name) {
			return time.Month(i + 1)
		}
	}
	return time.January // no other is matched
}

func weekdayNamed(name string) time.Weekday {
	for i, names := range weekdayNames {
		if named(names, name) {
			return time.Weekday(i)
		}
	}
	return time.Sunday // no other is matched
}

func named(names, name string) bool {
	for one := range strings.FieldsSeq(names) {
		if one == name {
			return true
		}
	}
	return false
}

// meetsOn reports whether words for a time of the week name a weekday.
func meetsOn(text string, day time.Weekday) bool {
	folded := words.Fold(text)
	for one := range strings.FieldsSeq(weekdayNames[day]) {
		if strings.Contains(folded, one) {
			return true
		}
	}
	return false
}
