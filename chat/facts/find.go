package facts

import (
	"strconv"
	"strings"
	"time"

	"narthex/chat/church"
	"narthex/chat/facts/calendar"
	"narthex/chat/facts/dates"
	"narthex/static/messages"
)

var texts = messages.Load("facts")

// answer asks one subject after the other. They are called by their names because an inquiry that is passed to a variable
// function is garbage afterwards.
func (q *inquiry) answer() (Answer, bool) {
	if answer, ok := findHours(q); ok && answer.Text != "" {
		return answer, true
	}
	if answer, ok := findPlace(q); ok && answer.Text != "" {
		return answer, true
	}
	if answer, ok := findVisit(q); ok && answer.Text != "" {
		return answer, true
	}
	if answer, ok := findMatter(q); ok && answer.Text != "" {
		return answer, true
	}
	if answer, ok := findStaff(q); ok && answer.Text != "" {
		return answer, true
	}
	if answer, ok := findMinistries(q); ok && answer.Text != "" {
		return answer, true
	}
	return Answer{}, false
}

// inquiry is a question taken apart, as the subjects look at it.
type inquiry struct {
	church *church.Snapshot
	index  *index
	lex    *lexicon
	texts  messages.Texts
	now    time.Time
	faq    *church.FAQ // that the answer is taken from

	spoken    bool // the answer is heard
	inNumbers bool // has what may be a date in numbers alone
	wording
}

// take takes the question apart; false when it is not of a length to ask for a fact.
func (q *inquiry) take(question string) bool {
	q.text = normalise(question)
	for w := range strings.FieldsSeq(q.text) {
		if q.to == maxWords {
			return false
		}
		q.list[q.to] = word{w, q.lex.words[w]}
		q.to++
	}
	q.dropGreeting()
	q.takeDate()
	q.explain(q.index.city)
	q.explainName(q.index.name)
	q.explainName(q.index.directoryName)
	for _, w := range q.words() {
		q.all |= w.is
	}
	return q.to > q.from
}

// takeDate marks the words that name a date.
func (q *inquiry) takeDate() {
	for i := q.from; i < q.to; i++ {
		if c := q.list[i].text[0]; c < '0' || c > '9' {
			continue
		}
		var around [5]string
		for j := range around {
			if at := i - 2 + j; at >= q.from && at < q.to {
				around[j] = q.list[at].text
			}
		}
		month, day, from, to := dates.Read(q.lex.code, around)
		if day == 0 {
			continue
		}
		q.month, q.dayOfMonth = month, day
		for at := i + from; at <= i+to; at++ {
			q.list[at].is |= dateWord
		}
		return
	}
}

// dropGreeting drops the greetings that a question may start with.
func (q *inquiry) dropGreeting() {
	for _, greeting := range q.lex.greetings {
		if n := greeting.count(); q.to-q.from > n && strings.HasPrefix(q.text, string(greeting)) {
			q.from += n
			q.text = q.text[len(greeting)-1:]
			q.dropGreeting()
			return
		}
	}
}

// explain marks the words of the question that are among the names.
func (q *inquiry) explain(names []string) {
	for _, name := range names {
		for i := q.from; i < q.to; i++ {
			if q.list[i].text == name {
				q.list[i].is |= nameWord
			}
		}
	}
}

// explainName marks the words with which the question names the church: two or more in a row of its name, because one
// alone ("community", "grace") may mean something else.
func (q *inquiry) explainName(name []string) {
	for i := q.from; i+1 < q.to; i++ {
		for j := 0; j+1 < len(name); j++ {
			if q.list[i].text == name[j] && q.list[i+1].text == name[j+1] {
				q.explain(name[j : j+2])
			}
		}
	}
}

// say is a text about the church, with its name and the pairs of name and value filled in.
func (q *inquiry) say(key string, pairs ...string) string {
	return q.texts.Text(key, append(pairs, "church", q.church.Name)...)
}

// differs says of a holiday that the regular hours may not hold, after them.
func (q *inquiry) differs(day time.Time) string {
	if len(q.church.SpecialOn(day)) > 0 {
		return "" // the church has said what holds
	}
	return q.mayDiffer(day)
}

// differsBesideOffice is as differs, also of one of several days of which the church has said no more than that its office is closed.
func (q *inquiry) differsBesideOffice(day time.Time) string {
	if special := q.church.SpecialOn(day); isOnly(special, church.OfficeClosed) && spanSuffix(special) != "" {
		return q.mayDiffer(day)
	}
	return q.differs(day)
}

func (q *inquiry) mayDiffer(day time.Time) string {
	holiday := q.holiday(day)
	if holiday == "" {
		return "" // an ordinary day
	}
	return "\n\n" + q.say("may_differ", "day", q.date(day), "holiday", holiday)
}

// holiday is what a day is called on which hours may differ, "" for an ordinary one.
func (q *inquiry) holiday(day time.Time) string {
	switch holiday, ok := calendar.On(day, q.tradition()); {
	case !ok:
		return ""
	case holiday.Key != "":
		return q.texts.Text("holiday." + holiday.Key)
	case q.lex.code == english.code:
		return holiday.Name
	}
	return q.texts.Text("holiday.public")
}

// tradition is which days the church keeps.
func (q *inquiry) tradition() calendar.Tradition {
	return calendar.Tradition{Country: q.church.Address.Country, Eastern: q.church.Lens.ID == orthodox, Catholic: q.church.Lens.ID == catholic}
}

// Lenses whose feasts are not those of all.
const (
	catholic = 4
	orthodox = 9
)

// date names a day.
func (q *inquiry) date(day time.Time) string {
	return q.texts.Text("date", "weekday", q.weekday(day.Weekday()),
		"month", q.texts.Text("month."+strconv.Itoa(int(day.Month()))), "day", strconv.Itoa(day.Day()))
}

func (q *inquiry) weekday(day time.Weekday) string {
	return q.texts.Text("day." + strconv.Itoa(int(day)))
}
