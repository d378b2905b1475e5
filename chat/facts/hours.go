package facts

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"narthex/chat/church"
)

// findHours answers when things happen: on a day, in the week, next, or at the office.
func findHours(q *inquiry) (Answer, bool) {
	c, lex := q.church, q.lex
	if c.Hours.Empty() || q.hasPhrase(lex.length) || q.isForNextWeek(lex) {
		return Answer{}, false
	}
	rest := q.rest(anyDay | timeWord | serviceWord | nextWord | partOfDayWord | officeWord)
	for _, w := range rest {
		if !q.index.weekly(w) {
			return Answer{}, false
		}
	}
	days := q.days(q.lex, q.now)
	dayAsked := days.asked()
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
	if asksService && !dayAsked && q.asksNext() {
		return Answer{Text: pick.next(q), Reason: "hours"}, true
	}
	if dayAsked {
		return Answer{Text: pick.onDays(q, &days), Reason: "hours"}, true
	}
	return Answer{Text: pick.wholeWeek(q), Reason: "hours"}, true
}

// asksNext reports whether the question asks for what comes next, and not for a week or for what is in this place: "the next service", "this
// service".
func (q *inquiry) asksNext() bool {
	if !q.has(nextWord) || q.isForNextWeek(q.lex) {
		return false
	}
	list := q.words()
	for i, w := range list {
		if w.is&nextWord != 0 && (w.is&thisWord == 0 || i+1 < len(list) && list[i+1].is&serviceWord != 0) {
			return true
		}
	}
	return false
}

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

// onDays lists each of the days that are named, or of a span the week. It is "" where of one of them nothing can be told: the others alone
// would look as if they were all.
func (p *slotPicker) onDays(q *inquiry, named *namedDays) string {
	switch {
	case named.unclear:
		return ""
	case named.span:
		return p.wholeWeek(q)
	}
	pick := *p
	if len(named.list) > 1 { // "Saturday night or Sunday morning"
		pick.from, pick.to = 0, wholeDay
	}
	days := make([]time.Time, len(named.list))
	for i, day := range named.list {
		days[i] = pick.meant(q, day)
	}
	slices.SortFunc(days, time.Time.Compare) // when today's are over, next Sunday comes after Saturday
	var told []string
	for _, day := range days {
		text := pick.onDay(q, day)
		if text == "" {
			return ""
		}
		told = append(told, text)
	}
	return strings.Join(told, "\n\n")
}

// meant is the date of a day that is named. When the last of what is asked for has begun, the weekday's name means a week from then.
func (p *slotPicker) meant(q *inquiry, day namedDay) time.Time {
	if day.byItself && p.haveBegun(q.church, q.now, day.at) {
		return day.at.AddDate(0, 0, 7)
	}
	return day.at
}

// onDay lists one day; when there is nothing then, it says so and names what comes next.
func (p *slotPicker) onDay(q *inquiry, day time.Time) string {
	if special := q.church.SpecialOn(day); len(special) > 0 {
		if text := p.onSpecialDay(q, day, special); text != "" || p.dropped(q, day) {
			return text // the regular hours would be wrong
		}
	}
	held := q.church.SlotsOn(day)
	lines := p.among(held)
	if len(lines) == 0 {
		if len(p.named) > 0 {
			return p.noneCalled(q, day, held)
		}
		key := ""
		if others := p.others(held); p.service && !p.general && len(others) > 0 {
			return strings.TrimSpace(q.say("no_service_but", "day", q.date(day))+bullets(others)+"\n\n"+p.nextAfter(q, day)) + q.differsBesideOffice(day)
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
		if next := p.nextAfter(q, day); next != "" && key != "" {
			return q.say(key, "day", q.date(day)) + " " + next + q.differsBesideOffice(day)
		}
		return ""
	}
	if next := p.next(q); !p.office && next != "" && p.haveBegun(q.church, q.now, day) {
		return capitalise(q.say("begun_on", "day", q.date(day))) + bullets(lines) + "\n\n" + next
	}
	return capitalise(q.say("on_day", "day", q.date(day))) + bullets(lines) + q.differsBesideOffice(day)
}

// noneCalled says that nothing that is called so is on a day, and, where a service was asked for, which services there are: "is there a service
// for women on Sunday" is not answered by there being none. It is "" where that is for others to say.
func (p *slotPicker) noneCalled(q *inquiry, day time.Time, held []church.Slot) string {
	next := p.nextAfter(q, day)
	services := slotPicker{index: p.index, service: p.service, to: wholeDay}
	lines := services.among(held)
	switch {
	case next == "" || p.to-p.from < wholeDay:
		return ""
	case p.service && len(lines) > 0:
		return q.say("none_called_but", "day", q.date(day)) + bullets(lines) + "\n\n" + next + q.differsBesideOffice(day)
	case p.dropped(q, day): // it is one of another week of the month
		return q.say("special.dropped", "day", q.date(day)) + " " + next
	case p.service:
		return q.say("none_called", "day", q.date(day)) + " " + next + q.differsBesideOffice(day)
	case len(q.church.Hours.On(day.Weekday())) == 0:
		return q.say("nothing_on", "day", q.date(day)) + " " + next + q.differsBesideOffice(day)
	}
	return ""
}

// next names the first slot from now on.
func (p *slotPicker) next(q *inquiry) string { return p.nextFrom(q, q.now) }

func (p *slotPicker) nextFrom(q *inquiry, now time.Time) string {
	start, slot, ok := first(*p, q.church, now)
	if !ok {
		return ""
	}
	day := slot.Day(start)
	return q.say("next", "day", q.date(day), "time", slot.Text) + q.differs(day)
}

func (p *slotPicker) wholeWeek(q *inquiry) string {
	var lines []string
	holidays := ""
	for day := time.Sunday; day <= time.Saturday; day++ {
		if times := p.among(q.church.Hours.On(day)); len(times) > 0 {
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
	return q.say(heading) + bullets(lines) + p.soon(q) + holidays
}

func bullets(lines []string) string { return "\n\n- " + strings.Join(lines, "\n- ") }

func capitalise(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}

// onSpecialDay tells what holds on a day on which something else holds than the regular hours; "" where nothing that was asked for does.
func (p *slotPicker) onSpecialDay(q *inquiry, day time.Time, special []church.SpecialDay) string {
	all := *p
	all.from, all.to = 0, wholeDay
	var lines []string
	for _, slot := range q.church.SlotsOn(day) {
		if all.wants(&slot) || !p.office && len(p.named) == 0 && isOwn(special, &slot) {
			lines = append(lines, slot.Text)
		}
	}
	name := q.called(day, special)
	text := ""
	switch {
	case len(lines) > 0 && isAny(special, church.Instead):
		text = q.say("special.instead", "day", name) + bullets(lines)
	case len(lines) > 0 && p.general && isAny(special, church.NoServices):
		text = q.say("special.no_services", "day", q.calledAlone(day, special)) + bullets(lines)
	case len(lines) > 0 && !p.office && isOnly(special, church.OfficeClosed):
		return p.besideOffice(q, day, special, lines)
	case len(lines) > 0:
		text = capitalise(q.say("on_day", "day", q.calledAlone(day, special))) + bullets(lines)
	case len(p.named) > 0:
		if !p.dropped(q, day) {
			return ""
		}
		text = q.say("special.dropped", "day", name)
	default:
		closed := p.closed(special)
		if closed == "" {
			return ""
		}
		text = q.say(closed+spanSuffix(special), "day", name)
		if closed == otherHours {
			return text + cmp.Or(q.notes(special), " "+q.ask(nil)) // not what is next: something may be on that day
		}
	}
	if next := p.nextAfter(q, day); len(lines) == 0 && next != "" {
		text += " " + next
	}
	return text + q.notes(special)
}

// besideOffice tells the regular hours of a day on which no more than the office is closed, and of the office where it is asked what is open.
// Of each day of a week in which it is closed, the church has said nothing else: one that is a holiday may be another after all.
func (p *slotPicker) besideOffice(q *inquiry, day time.Time, special []church.SpecialDay, lines []string) string {
	text := capitalise(q.say("on_day", "day", q.calledAlone(day, special))) + bullets(lines) + q.differsBesideOffice(day)
	if p.everything {
		text += "\n\n" + q.say("special.office_closed"+spanSuffix(special), "day", q.called(day, special)) + q.notes(special)
	}
	return text
}

// notes are what a church says of its special days besides, behind a text.
func (q *inquiry) notes(special []church.SpecialDay) (text string) {
	for _, d := range special {
		if d.Note != "" {
			text += "\n\n" + q.quote(d.Note)
		}
	}
	return text
}

// nextAfter names the first slot after a day.
func (p *slotPicker) nextAfter(q *inquiry, day time.Time) string {
	from := q.now
	if midnight := time.Date(day.Year(), day.Month(), day.Day()+1, 0, 0, 0, 0, day.Location()); midnight.After(from) {
		from = midnight
	}
	return p.nextFrom(q, from)
}

// dropped reports whether a regular slot that is wanted is not held on a day.
func (p *slotPicker) dropped(q *inquiry, day time.Time) bool {
	return slices.ContainsFunc(q.church.Hours.On(day.Weekday()), func(slot church.Slot) bool { return p.wants(&slot) && !q.church.Holds(&slot, day) })
}

// called is a day with the name that the church or the calendar has for it; of several days on which the same holds, the first and the last.
func (q *inquiry) called(day time.Time, special []church.SpecialDay) string {
	text, name := q.date(day), ""
	for _, d := range special {
		if name == "" {
			name = d.Name
		}
		if d.From != d.To && len(special) == 1 {
			text = q.texts.Text("days", "from", q.date(d.Starts(q.church.Location)), "to", q.date(d.Ends(q.church.Location)))
		}
	}
	if name == "" {
		name = q.holiday(day)
	}
	if name == "" {
		return text
	}
	return q.texts.Text("named_day", "day", text, "name", name)
}

// calledAlone is one day with its name, where several special days in a row have one together: what is regular is told of it alone.
func (q *inquiry) calledAlone(day time.Time, special []church.SpecialDay) string {
	alone := slices.DeleteFunc(slices.Clone(special), func(d church.SpecialDay) bool { return d.From != d.To })
	return q.called(day, alone)
}

// soonDays is how far ahead special days are told beside the regular hours.
const soonDays = 14

// soon tells of the special days that come, after the regular hours that do not hold on them.
func (p *slotPicker) soon(q *inquiry) (text string) {
	for i := range q.church.Special {
		d := &q.church.Special[i]
		if d.Starts(q.church.Location).After(q.now.AddDate(0, 0, soonDays)) || !p.concerns(d) {
			continue
		}
		if text == "" {
			text = "\n"
		}
		var times []string
		for _, slot := range d.Slots {
			times = append(times, slot.Text)
		}
		holds := q.texts.Text("soon."+string(d.Kind), "times", strings.Join(times, "; "))
		if d.Kind == church.Instead && len(times) == 0 {
			holds = q.say("soon.other")
			if q.church.Language == q.lex.code && d.Note != "" {
				holds = strings.Join(strings.Fields(d.Note), " ")
			}
		}
		only := []church.SpecialDay{*d}
		text += "\n- **" + capitalise(q.called(d.Starts(q.church.Location), only)) + ":** " + holds
	}
	return text
}
