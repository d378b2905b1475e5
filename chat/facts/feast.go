package facts

import (
	"slices"
	"strings"

	"narthex/chat/facts/calendar"
	"narthex/chat/words"
)

// namesFeast is the feast that the question names; ok is false where it names none. One that is the church's own name is none where it
// says a place: "at All Saints", "the Church of the Epiphany".
func (q *wording) namesFeast(code string) (named calendar.Naming, ok bool) {
	named, ok = calendar.Named(code, q.text)
	if !ok || !q.has(nameWord) {
		return named, ok
	}
	text := q.text
	for ok && q.isPlace(text, named.Phrase) {
		text = strings.ReplaceAll(text, named.Phrase, " ")
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

// isPlace reports whether a phrase of a text has the words of the church's name and says where: behind "at", or beside "church".
func (q *wording) isPlace(text, phrase string) bool {
	for _, w := range strings.Fields(phrase) {
		if !slices.ContainsFunc(q.words(), func(own word) bool { return own.text == w && own.is&nameWord != 0 }) {
			return false
		}
	}
	before, after, _ := strings.Cut(text, phrase)
	list := strings.Fields(before)
	for len(list) > 0 && articles[list[len(list)-1]] {
		list = list[:len(list)-1]
	}
	next, _, _ := strings.Cut(after, " ")
	last := ""
	if len(list) > 0 {
		last = list[len(list)-1]
	}
	return placeNames[last] || placeNames[next] || len(strings.Fields(before)) == len(list) && directlyAt[last]
}

var (
	articles   = words.Set("of the de del la el los las")
	placeNames = words.Set("church parish cathedral chapel iglesia parroquia catedral capilla templo")
	directlyAt = words.Set("at in en")
)
