package facts

import (
	"slices"
	"strings"
	"time"

	"narthex/chat/facts/calendar"
	"narthex/chat/words"
)

// namesFeast is the feast that the question names; ok is false where it names none. One that is the church's own name is none where it
// says a place: "at All Saints", "the Church of the Epiphany", "Our Lady of the Assumption".
func (q *inquiry) namesFeast(code string) (named calendar.Naming, ok bool) {
	named, ok = calendar.Named(code, q.text)
	if !ok || !q.has(nameWord) {
		return named, ok
	}
	text := q.text
	for ok && q.isPlace(text, named.Phrase) {
		text = strings.Replace(text, named.Phrase, " ", 1) // "at All Saints on All Saints" names both
		named, ok = calendar.Named(code, text)
	}
	return named, ok
}

// asksForFeast reports whether the question asks for the hours of a feast, which the regular ones are not, unless they name it.
func (q *inquiry) asksForFeast() bool {
	if !q.has(nameWord) {
		return false // its words explain themselves by nothing but the church's name
	}
	feast, named := q.namesFeast(q.lex.code)
	return named && q.asksForHours() && !slices.ContainsFunc(q.index.labels, func(l label) bool { return l.weekly && hasAll(l.words, strings.Fields(feast.Phrase)) })
}

// withoutDatedFeast is the question without a feast that it names beside the feast's own date: nothing of it is on file, and the date asks for
// the same day, on which the hours may differ.
func (q *inquiry) withoutDatedFeast() (text string, day time.Time, ok bool) {
	feast, named := q.namesFeast(q.lex.code)
	if !named || !q.has(dateWord) {
		return "", time.Time{}, false
	}
	day, ok = q.comingDate(q.lex, q.now)
	if !ok || !feast.Is(day, q.tradition()) {
		return "", time.Time{}, false
	}
	return strings.Replace(q.text, feast.Phrase, " ", 1), day, true
}

// feastMayDiffer warns that the hours of a feast that was asked for may differ, where the church's own tradition does not have the day: Ash
// Wednesday at a Lutheran church. It is empty where the day's hours are on file, or are told with a warning anyhow.
func (q *inquiry) feastMayDiffer(day time.Time) string {
	if q.holiday(day) != "" || len(q.church.SpecialOn(day)) > 0 {
		return ""
	}
	all := q.tradition()
	all.Catholic = true // has the most days
	feast, ok := calendar.On(day, all)
	if !ok || feast.Key == "" {
		return ""
	}
	return "\n\n" + q.say("may_differ", "day", q.date(day), "holiday", q.texts.Text("holiday."+feast.Key))
}

// isPlace reports whether a phrase of a text has the words of the church's name and says where: behind "at", beside "church", or with more
// of the name around it than the feast.
func (q *inquiry) isPlace(text, phrase string) bool {
	for _, w := range strings.Fields(phrase) {
		if !slices.ContainsFunc(q.words(), func(own word) bool { return own.text == w && own.is&nameWord != 0 }) {
			return false
		}
	}
	left, right, _ := strings.Cut(text, phrase)
	before, next := strings.Fields(left), firstOf(right)
	direct := lastOf(before)
	before = slices.DeleteFunc(before, func(w string) bool { return articles[w] })
	if placeNames[lastOf(before)] || placeNames[next] || directlyAt[direct] {
		return true
	}
	for _, name := range [...]string{q.church.Name, q.church.DirectoryName} {
		if left, right, found := strings.Cut(normalise(name), phrase); found && inName(before, strings.Fields(left), next, firstOf(right)) {
			return true
		}
	}
	return false
}

// inName reports whether a text has the word behind a feast, or those before it but for articles, that the church's name has there. What is
// of a name behind it, "the Assumption of Our Lady", may be the feast's own, and "on Our Lady of the Assumption" is the day.
func inName(before, own []string, next, ownNext string) bool {
	own = slices.DeleteFunc(own, func(w string) bool { return articles[w] })
	if next != "" && next == ownNext && !articles[next] {
		return true
	}
	more := 0
	for more < min(len(before), len(own)) && before[len(before)-1-more] == own[len(own)-1-more] {
		more++
	}
	return more > 0 && !ofFeast[lastOf(before[:len(before)-more])]
}

func firstOf(text string) string {
	first, _, _ := strings.Cut(text, " ")
	return first
}

func lastOf(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1]
}

var (
	articles   = words.Set("of the de del la el los las")
	placeNames = words.Set("church parish cathedral chapel iglesia parroquia catedral capilla templo")
	directlyAt = words.Set("at in en")
	ofFeast    = words.Set("on day feast dia fiesta")
)
