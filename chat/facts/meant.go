package facts

import (
	"slices"
	"strings"
	"time"

	"narthex/chat/church"
	"narthex/chat/facts/ask"
)

// findMeant answers what was read in a hurried question: who does something, when something is, a fact of its own, a purpose, a name.
func findMeant(q *inquiry, a *ask.Ask) (Answer, bool) {
	if a.Kind&ask.Who != 0 {
		return findWho(q, a)
	}
	if answer, ok := findSubject(q, a); ok {
		return answer, true
	}
	if a.Kind&ask.When != 0 {
		if answer, ok := findTimes(q, a); ok {
			return answer, true
		}
	}
	if a.Closes && a.Kind&ask.When != 0 || a.Subject == ask.Dress {
		return Answer{}, false // when it begins is no answer to when it is over, nor are clothes that are given away one to what to wear
	}
	if answer, ok := findPurpose(q, a); ok { // what there is comes first, unless it is asked when
		return answer, true
	}
	if answer, ok := findTimes(q, a); ok {
		return answer, true
	}
	return findNamed(q, a)
}

// findWho answers who does something.
func findWho(q *inquiry, a *ask.Ask) (Answer, bool) {
	var found []church.StaffMember
	switch {
	case a.Others:
	case a.Subject == ask.Pastor || a.Subject == ask.Sermon:
		found = q.leader()
	case a.Subject == ask.Staff && len(q.church.Staff) > 0:
		return Answer{Text: q.say("staff") + bullets(describe(q, q.church.Staff, false)), Reason: "staff"}, true
	case a.Role != nil:
		for _, member := range q.church.Staff {
			if hasAny(tokens(member.Title), a.Role.Titles) {
				found = append(found, member)
			}
		}
		if named := q.church.Safeguarding; a.Role.Titles[ask.Safeguarding] && (len(found) == 0 || named.Phone+named.Email != "") {
			return q.safeguarding() // with a way to reach them, which staff have not
		}
	default:
		found = q.bearing(a)
	}
	return Answer{Text: strings.Join(describe(q, found, true), "\n\n"), Reason: "staff"}, len(found) > 0
}

// leader is who leads the church, none where the question names an office that is somebody else's.
func (q *inquiry) leader() []church.StaffMember {
	for _, w := range q.words() {
		if titles := q.lex.role[w.text]; titles != nil && !q.index.isLead(q.church, w.text, titles) {
			return nil
		}
	}
	if who := q.pastor(); who != nil {
		return []church.StaffMember{*who}
	}
	return nil
}

// bearing are those of the staff whose name or title explains every word that is left of a question.
func (q *inquiry) bearing(a *ask.Ask) (found []church.StaffMember) {
	asked := slices.DeleteFunc(slices.Clone(a.Rest), func(w string) bool { return leading[w] })
	if len(asked) == 0 {
		return nil
	}
	for i, member := range q.church.Staff {
		if q.is(q.index.staff[i], asked) {
			found = append(found, member)
		}
	}
	return found
}

// leading are words with which people are asked for, and that are in nobody's name.
var leading = set{"is": true, "called": true, "name": true, "named": true, "person": true, "officer": true, "head": true, "charge": true, "quien": true, "llama": true, "nombre": true}

// findSubject answers with the field that the question is about.
func findSubject(q *inquiry, a *ask.Ask) (Answer, bool) {
	c, expect := q.church, q.church.Expect
	contact := func(key, value string) (Answer, bool) {
		return Answer{Text: q.say(key, "value", value), Reason: "contact"}, value != ""
	}
	told := func(fact string) (Answer, bool) {
		return Answer{Text: q.quote(fact), Reason: "what_to_expect"}, fact != ""
	}
	if a.Others && (a.Subject == ask.Pastor || a.Subject == ask.Staff) {
		return Answer{}, false
	}
	switch a.Subject {
	case ask.Phone:
		return contact("phone", c.Phone)
	case ask.Email:
		return contact("email", c.Email)
	case ask.Website:
		return contact("website", c.Website)
	case ask.Address:
		return q.place()
	case ask.Dress:
		return told(expect.DressCode)
	case ask.Parking:
		return told(expect.Parking)
	case ask.Length:
		return told(expect.ServiceLength)
	case ask.Music:
		return told(expect.MusicStyle)
	case ask.FirstVisit:
		return told(expect.FirstVisit)
	case ask.Children:
		return told(expect.Children)
	case ask.Available:
		return Answer{Text: q.available(), Reason: "staff"}, q.tellsAvailable()
	case ask.Announcement:
		return Answer{Text: q.quote(c.WeeklyAnnouncement), Reason: "announcement"}, c.WeeklyAnnouncement != ""
	case ask.Sermon:
		return q.sermon()
	case ask.Ministries:
		return q.everyMinistry()
	case ask.Staff:
		return Answer{Text: q.say("staff") + bullets(describe(q, c.Staff, false)), Reason: "staff"}, len(c.Staff) > 0
	case ask.Pastor:
		found := q.leader()
		return Answer{Text: strings.Join(describe(q, found, true), ""), Reason: "staff"}, len(found) > 0
	}
	return Answer{}, false
}

// sermon tells what is preached about.
func (q *inquiry) sermon() (Answer, bool) {
	c := q.church
	if c.SermonTopic == "" && c.SermonSeries == "" {
		return Answer{}, false
	}
	var lines []string
	for _, fact := range []struct{ key, value string }{{"sermon_topic", c.SermonTopic}, {"sermon_series", c.SermonSeries}, {"theme_verse", c.ThemeVerse}} {
		if fact.value != "" {
			lines = append(lines, q.say(fact.key, "value", fact.value))
		}
	}
	return Answer{Text: strings.Join(lines, "\n\n"), Reason: "sermon"}, true
}

// findTimes answers when something is that the church's hours have, or when people meet at all.
func findTimes(q *inquiry, a *ask.Ask) (Answer, bool) {
	if q.church.Hours.Empty() || q.isForNextWeek(q.lex) || q.has(massWord) && q.index.labelledFor&massWord == 0 {
		return Answer{}, false
	}
	if q.inNumbers || !q.numbersUnderstood() {
		return Answer{}, false
	}
	days := q.days(q.lex, q.now)
	dayAsked := days.asked()
	when := a.Kind&ask.When != 0
	pick := slotPicker{index: q.index, named: a.Hours, service: q.has(serviceWord) || a.Meets, office: q.has(officeWord)}
	pick.from, pick.to = q.partOfDay()
	switch {
	case len(a.Hours) > 0:
		if a.Kind&^(ask.When|ask.Exists) != 0 || !q.labelled(a.Hours, a.Kind == 0 && !dayAsked) {
			return Answer{}, false
		}
	case pick.office && (when || dayAsked):
		pick.service = false
	case pick.service && (when || dayAsked || q.has(nextWord) || a.OneOf && a.Kind&^ask.Exists == 0):
	case dayAsked && a.Kind&(ask.Exists|ask.About|ask.When) != 0:
		pick.everything = true
	default:
		return Answer{}, false
	}
	pick.settle(&q.church.Hours)
	if a.Closes && !pick.tellsEnds(&q.church.Hours) {
		return Answer{}, false
	}
	text := ""
	switch {
	case dayAsked:
		text = pick.onDays(q, &days)
	case q.asksNext():
		text = pick.next(q)
	default:
		text = pick.wholeWeek(q)
	}
	return Answer{Text: text, Reason: "hours"}, text != ""
}

// labelled reports whether one of the hours is called by all the words. One that is asked for by a noun alone must be called by little
// else.
func (q *inquiry) labelled(names []string, bare bool) bool {
	for _, label := range q.index.labels {
		if hasAll(label.words, names) && (!bare || len(names) > 1 || len(label.words) <= 2) {
			return true
		}
	}
	return false
}

// mostMinistries is how many ministries are told at a time where a purpose is asked for.
const mostMinistries = 3

// findPurpose answers what there is for a purpose: ministries, and when they meet.
func findPurpose(q *inquiry, a *ask.Ask) (Answer, bool) {
	t := a.Topic
	if t == nil || a.Kind == ask.About && (!t.Bare || len(a.Rest) < 2) || !t.Bare && !a.Group && a.Kind&^ask.About == 0 {
		return Answer{}, false
	}
	var lines, times []string
	for i, m := range q.church.Ministries {
		words := q.index.ministries[i]
		if !t.InName && !hasAny(words, t.Targets) {
			words = tokens(m.Description)
		}
		if hasAny(words, t.Targets) && len(lines) < mostMinistries {
			lines = append(lines, ministryLine(m))
		}
	}
	for day := time.Sunday; day <= time.Saturday; day++ {
		for _, slot := range q.church.Hours.On(day) {
			if hasAny(q.index.label(&slot).words, t.Targets) {
				times = append(times, q.say("weekly", "day", capitalise(q.weekday(day)), "time", slot.Text))
			}
		}
	}
	if len(lines) == 0 && len(times) == 0 {
		return Answer{}, false
	}
	text := q.quote(strings.Join(lines, "\n\n"))
	if len(times) > 0 {
		text = strings.TrimSpace(text + bullets(times))
	}
	return Answer{Text: text, Reason: "ministries"}, true
}

// findNamed answers what the ministry is that bears the name.
func findNamed(q *inquiry, a *ask.Ask) (Answer, bool) {
	asked := slices.DeleteFunc(slices.Clone(a.Rest), func(w string) bool { return q.lex.words[w]&ministryKindWord != 0 })
	if len(asked) == 0 {
		return Answer{}, false
	}
	var lines []string
	for i, m := range q.church.Ministries {
		name := q.index.ministries[i]
		if hasAll(name, asked) && (len(asked) > 1 || len(name) == 1 || a.Kind&ask.Exists != 0) {
			lines = append(lines, ministryLine(m))
		}
	}
	return Answer{Text: q.quote(strings.Join(lines, "\n\n")), Reason: "ministries"}, len(lines) > 0
}
