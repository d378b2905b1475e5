package facts

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"narthex/chat/church"
	"narthex/chat/facts/dates"
)

// findHours answers when things happen: on a day, in the week, next, or at the office.
func findHours(q *inquiry) (Answer, bool) {
	c, lex := q.church, q.lex
	if c.Hours.Empty() || q.hasPhrase(lex.length) {
		return Answer{}, false
	}
	rest := q.rest(anyDay | timeWord | serviceWord | nextWord | partOfDayWord | officeWord)
	for _, w := range rest {
		if !q.index.labelWords[w] {
			return Answer{}, false
		}
	}
	day, dayAsked := q.day()
	asksTime := q.has(timeWord)
	asksService := q.has(serviceWord)
	asksOffice := q.has(officeWord)
	if q.has(massWord) && q.index.labelledFor&massWord == 0 {
		return Answer{}, false // not what this church calls its services
	}
	asksWhether := (asksService || len(rest) > 0) && q.hasPhrase(lex.existsAsking)
	switch {
	case !asksTime && !(asksWhether && (dayAsked || q.has(nextWord))) && !(asksService && dayAsked):
		return Answer{}, false
	case !asksService && !asksOffice && !dayAsked && len(rest) == 0 && !q.has(hoursWord):
		return Answer{}, false
	}
	pick := slotPicker{index: q.index, named: rest, service: asksService, office: asksOffice && len(rest) == 0 && !asksService,
		everything: q.has(openWord) && !asksService && !asksOffice && len(rest) == 0}
	pick.from, pick.to = q.partOfDay()
	pick.settle(&c.Hours)
	if q.has(nextWord) && asksService && !dayAsked {
		return Answer{Text: pick.next(q), Reason: "hours"}, true
	}
	if dayAsked {
		return Answer{Text: pick.onDay(q, day), Reason: "hours"}, true
	}
	return Answer{Text: pick.wholeWeek(q), Reason: "hours"}, true
}

// anyDay are the words that name a day.
const anyDay = dateWord | dayWord | todayWord | tonightWord | tomorrowWord

const wholeDay = 24 * 60 // minutes

// partOfDay is the stretch of a day that the question asks about, in minutes after midnight.
func (q *inquiry) partOfDay() (from, to int) {
	switch {
	case q.hasPhrase(q.lex.morning):
		return 0, 12 * 60
	case q.hasPhrase(q.lex.afternoon):
		return 12 * 60, q.lex.afternoonEnds
	case q.hasPhrase(q.lex.evening):
		return 17 * 60, wholeDay
	}
	return 0, wholeDay
}

// day is the date that the question asks about: the next Sunday, today, tomorrow, the 3rd.
func (q *inquiry) day() (time.Time, bool) {
	if q.has(dateWord) {
		return dates.Next(q.now, q.month, q.dayOfMonth)
	}
	for _, w := range q.words() {
		if w.is&dayWord != 0 {
			ahead := (int(q.lex.days[w.text]) - int(q.now.Weekday()) + 7) % 7
			if ahead == 0 && q.hasPhrase(q.lex.inAWeek) {
				ahead = 7 // who says "next Sunday" on a Sunday does not mean today
			}
			return q.now.AddDate(0, 0, ahead), true
		}
	}
	switch {
	case q.has(todayWord), q.hasPhrase(todayPhrases):
		return q.now, true
	case q.has(tomorrowWord) && !q.hasPhrase(spanish.morning): // "mañana" is the morning, too
		return q.now.AddDate(0, 0, 1), true
	}
	return time.Time{}, false
}

var todayPhrases = phrases("esta noche", "esta manana", "esta tarde", "tonight", "this evening", "this morning", "this afternoon")

// slotPicker chooses the slots that a question is about.
type slotPicker struct {
	index      *index
	named      []string // words of a label: "youth group"
	service    bool     // gatherings for worship
	office     bool
	general    bool // nothing in particular, or nothing in particular that the church has labelled
	everything bool // whatever happens, the office included: "are you open"
	from, to   int  // minutes after midnight
}

// settle falls back to everything when the church's labels do not tell services or the office apart.
func (p *slotPicker) settle(hours *church.Hours) {
	anyTime := *p
	anyTime.from, anyTime.to = 0, wholeDay
	for _, day := range hours {
		for _, slot := range day {
			if anyTime.wants(&slot) {
				return
			}
		}
	}
	p.general = len(p.named) == 0
}

func (p *slotPicker) wants(slot *church.Slot) bool {
	if slot.Timed() && (slot.Start < p.from || slot.Start >= p.to) || !slot.Timed() && p.to-p.from < wholeDay {
		return false
	}
	label := p.index.labels[slot.Label]
	switch {
	case len(p.named) > 0:
		return hasAll(label.words, p.named)
	case p.office:
		return label.office
	case p.service && !p.general:
		return label.service
	default:
		return p.everything || !label.office
	}
}

func (p *slotPicker) on(hours *church.Hours, day time.Weekday) []string {
	var lines []string
	for _, slot := range hours.On(day) {
		if p.wants(&slot) {
			lines = append(lines, slot.Text)
		}
	}
	return lines
}

// onDay lists one day; when there is nothing then, it says so and names what comes next.
func (p *slotPicker) onDay(q *inquiry, day time.Time) string {
	lines := p.on(&q.church.Hours, day.Weekday())
	if len(lines) == 0 {
		key := ""
		if others := p.others(&q.church.Hours, day.Weekday()); p.service && !p.general && len(others) > 0 {
			return strings.TrimSpace(q.say("no_service_but", "day", q.date(day))+bullets(others)+"\n\n"+p.next(q)) + q.differs(day)
		}
		switch {
		case p.to-p.from < wholeDay: // whether there is anything at another time of that day is for others to say
		case len(q.church.Hours.On(day.Weekday())) == 0:
			key = "nothing_on"
		case p.office:
			key = "no_office_on"
		case p.service && !p.general:
			key = "no_service_on"
		}
		if next := p.next(q); next != "" && key != "" {
			return q.say(key, "day", q.date(day)) + " " + next + q.differs(day)
		}
		return ""
	}
	return capitalise(q.say("on_day", "day", q.date(day))) + bullets(lines) + q.differs(day)
}

// others is what there is on a day without a service: of a part of it, only what is nearly one.
func (p *slotPicker) others(hours *church.Hours, day time.Weekday) []string {
	any := *p
	any.service = false
	var lines []string
	for _, slot := range hours.On(day) {
		if any.wants(&slot) && (p.to-p.from == wholeDay || p.index.labels[slot.Label].gathering) {
			lines = append(lines, slot.Text)
		}
	}
	return lines
}

// next names the first slot from now on.
func (p *slotPicker) next(q *inquiry) string {
	for start, slot := range q.church.Hours.Upcoming(q.now) {
		if p.wants(&slot) {
			return q.say("next", "day", q.date(start), "time", slot.Text) + q.differs(start)
		}
	}
	return ""
}

func (p *slotPicker) wholeWeek(q *inquiry) string {
	var lines []string
	holidays := ""
	for day := time.Sunday; day <= time.Saturday; day++ {
		if times := p.on(&q.church.Hours, day); len(times) > 0 {
			lines = append(lines, "**"+capitalise(q.weekday(day))+":** "+strings.Join(times, "; "))
			holidays += q.differs(q.now.AddDate(0, 0, (int(day-q.now.Weekday())+7)%7))
		}
	}
	if len(lines) == 0 {
		return ""
	}
	heading := "services"
	if p.office {
		heading = "office_hours"
	} else if q.has(massWord) {
		heading = "masses"
	} else if len(p.named) > 0 {
		heading = "times"
	}
	return q.say(heading) + bullets(lines) + holidays
}

func bullets(lines []string) string { return "\n\n- " + strings.Join(lines, "\n- ") }

func capitalise(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}
