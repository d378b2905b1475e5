package facts

import (
	"slices"
	"strings"
	"time"

	"narthex/chat/church"
	"narthex/chat/facts/calendar"
	"narthex/chat/words"
)

// findSpecial answers what holds on days that the church has stored as special: those that a feast is on, those that a date or a weekday
// falls on, and those whose name or times have all that is left of the question in them.
func findSpecial(q *inquiry) (Answer, bool) {
	if len(q.church.Special) == 0 || !q.asksForHours() {
		return Answer{}, false
	}
	pick := slotPicker{index: q.index, from: 0, to: wholeDay}
	pick.service = q.has(serviceWord) || q.hasPhrase(churchPhrases) && !q.has(officeWord|openWord)
	pick.office = q.has(officeWord) && !pick.service
	pick.general = !pick.service && !pick.office
	pick.everything = pick.general
	var told []string
	for _, day := range q.specialDays(&pick) {
		text := pick.onSpecialDay(q, day, q.church.SpecialOn(day))
		if text == "" && isOnly(q.church.SpecialOn(day), church.OfficeClosed) {
			text = pick.onDay(q, day) // nothing that was asked for is regular on that day
		}
		if text != "" && !slices.Contains(told, text) {
			told = append(told, text)
		}
	}
	return Answer{Text: strings.Join(told, "\n\n"), Reason: "hours"}, len(told) > 0
}

// asksForHours reports whether a question asks for times, for a service or the office, or whether something is on at all.
func (q *inquiry) asksForHours() bool {
	return q.has(timeWord|serviceWord|officeWord|openWord) || q.hasAnyOf(statusNames) || q.hasPhrase(doingPhrases) || q.hasPhrase(q.lex.existsAsking) || q.hasPhrase(churchPhrases)
}

// statusNames ask whether something takes place.
var (
	statusNames   = words.Set("closed cancelled canceled cancel close still on off meeting cerrada cerrado cierran cancelado cancelada cancelaron suspendido suspendida")
	churchPhrases = phrases("church", "iglesia", "parroquia")
	doingPhrases  = phrases("going on", "happening", "happens", "do you do", "you doing", "you guys do", "you guys doing", "do anything", "doing anything", "anything", "que hacen", "hacen algo", "que hay", "hay algo", "tienen algo", "que habra", "habra algo")
	doingNames    = words.Set("anything going doing happening happens hacen algo habra especial special")
)

func (q *inquiry) hasAnyOf(names map[string]bool) bool {
	return slices.ContainsFunc(q.words(), func(w word) bool { return names[w.text] })
}

// specialDays are the first of the days that a question is about.
func (q *inquiry) specialDays(pick *slotPicker) (days []time.Time) {
	feast, named := q.namesFeast(q.lex.code)
	if asked := q.days(q.lex, q.now); asked.asked() && !named {
		if len(asked.list) > 1 || asked.unclear {
			return nil // one of them may be a day like any other
		}
		if day := pick.meant(q, asked.list[0]); len(q.church.SpecialOn(day)) > 0 && q.explainedBy(nil) {
			days = append(days, day)
		}
		return days
	}
	called := strings.Fields(feast.Phrase)
	for i := range q.church.Special {
		special, name := &q.church.Special[i], q.index.special[i]
		first := special.Starts(q.church.Location)
		if first.Before(q.now.AddDate(0, 0, -1)) {
			first = q.now // it has begun
		}
		explained := named && (q.explainedBy(called) || q.explainedBy(slices.Concat(called, name)))
		kept := false
		for day := first; explained && !day.After(special.Ends(q.church.Location)); day = day.AddDate(0, 0, 1) {
			if feast.Is(day, q.tradition()) {
				days, kept = append(days, day), true
			}
		}
		// The week after Christmas in which the office is closed is called after it.
		if explained && !kept && hasAll(name, called) && special.Kind != church.OfficeClosed || !named && q.namesSpecial(name) {
			days = append(days, first)
		}
	}
	if named && q.lacksFeast(&feast, days) {
		return nil
	}
	return days
}

// lacksFeast reports whether of a feast and its eve only the eve is among days, and there are services on the other: told alone, the vigil
// of Easter would look as if it were all that there is.
func (q *inquiry) lacksFeast(feast *calendar.Naming, days []time.Time) bool {
	if len(feast.Days) != 2 || len(days) == 0 {
		return false
	}
	day, ok := feast.Next(q.now, q.tradition())
	return ok && !slices.ContainsFunc(days, func(told time.Time) bool { return sameDay(told, day) }) &&
		slices.ContainsFunc(q.church.SlotsOn(day), church.Slot.Service)
}

// explainedBy reports whether every word of a question is one with which hours are asked for, or among the names.
func (q *inquiry) explainedBy(names []string) bool {
	const hours = anyDay | timeWord | serviceWord | nextWord | partOfDayWord | officeWord | openWord
	for _, w := range q.words() {
		if w.is&(hours|understood) == 0 && !statusNames[w.text] && !doingNames[w.text] && !hasWord(names, w.text) {
			return false
		}
	}
	return true
}

// ofManyDays are in the names of many days, and name none by themselves.
var ofManyDays = words.Set("eve day week holy feast vigil vispera visperas fiesta santo santa semana")

// namesSpecial reports whether a question asks for something by a name that nothing in the regular week has: "the candlelight service".
func (q *inquiry) namesSpecial(name []string) bool {
	if !q.explainedBy(name) {
		return false
	}
	for _, w := range q.words() {
		if w.is&understood == 0 && !ofManyDays[w.text] && hasWord(name, w.text) && !q.index.weekly(w.text) && q.lex.words[w.text] == 0 && !(church.Slot{Label: w.text}).Service() {
			return true
		}
	}
	return false
}
