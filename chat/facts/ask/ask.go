package ask

import (
	"strconv"
	"strings"
)

// Kind is how a question asks, one bit each.
type Kind uint8

// The kinds.
const (
	When   Kind = 1 << iota // at what time, on which days
	Who                     // leads, is, is called
	Exists                  // is there, do you have, I need
	About                   // what is, tell me about: asks for a name
	Where                   // to be found
)

// Subject is a fact that every church has a field for.
type Subject string

// The subjects.
const (
	Phone        Subject = "phone"
	Email        Subject = "email"
	Website      Subject = "website"
	Address      Subject = "address"
	Dress        Subject = "dress"
	Parking      Subject = "parking"
	Length       Subject = "length"
	Music        Subject = "music"
	FirstVisit   Subject = "first_visit"
	Children     Subject = "children"
	Sermon       Subject = "sermon"
	Available    Subject = "available"
	Announcement Subject = "announcement"
	Ministries   Subject = "ministries"
	Pastor       Subject = "pastor"
	Staff        Subject = "staff"
)

// Ask is what was read in a question.
type Ask struct {
	Text    string // as a hurried visitor meant it: words as package facts has them, with a space before, between and after
	Kind    Kind
	Subject Subject
	Topic   *Topic   // what is asked for is for some purpose
	Role    *Role    // somebody who does something is asked for
	Group   bool     // a group or help is asked for
	Rest    []string // the words that are left to be names on file
	Hours   []string // the words that are left where hours are asked for
	Meets   bool     // asks for when people meet, without a name for it
	Closes  bool     // asks until when something is
	OneOf   bool     // asks for one of several: the early one, the evening one
	Others  bool     // asks for somebody beside those it names: the other pastor, the pastor's wife
}

// Names are the words that a church has names for, which are no misspellings.
type Names interface {
	Has(word string) bool
	Near(word string) string // the one name that a word is a misspelling of, "" if none
}

// Read reads a question in a language; ok is false where the language is unknown, or the question asks for something else than facts.
func Read(code, text string, names Names) (a Ask, ok bool) {
	l := languages[code]
	if l == nil {
		return Ask{}, false
	}
	a.Text = l.repair(text, names)
	if l.never.in(a.Text) {
		return a, false
	}
	a.Kind = l.kind(a.Text)
	list := strings.Fields(a.Text)
	age := l.age(a.Text)
	a.Subject = l.subject(a.Text, list, age)
	a.Role = l.roleOf(list)
	a.Topic = l.topicOf(a.Text, list, age)
	for _, w := range list {
		if !l.small[w] && !l.asking[w] && !isNumber(w) {
			a.Rest = append(a.Rest, w)
		}
		if !l.small[w] && !l.hours[w] && !isNumber(strings.TrimRight(w, "apm")) {
			a.Hours = append(a.Hours, w)
		}
	}
	for _, w := range list {
		a.Group = a.Group || companions[w]
	}
	a.Others = l.asksForRelative(list) || a.Subject != Staff && l.others.in(a.Text)
	a.Meets, a.OneOf, a.Closes = l.meets.in(a.Text), l.oneOf.in(a.Text), l.closes.in(a.Text) || l.isOver(list)
	return a, true
}

// kind says how a question asks.
func (l *language) kind(text string) (k Kind) {
	for kind, asking := range l.kinds {
		if asking.in(text) {
			k |= kind
		}
	}
	return k
}

// subject is what all words of a question are about, "" if they are about several things or none.
func (l *language) subject(text string, list []string, age int) Subject {
	for i := range l.subjects {
		s := &l.subjects[i]
		if s.subject == Children && age >= 12 {
			continue
		}
		if (s.phrases.in(text) || s.subject == Children && age >= 0 && age < 12) && l.within(list, s.around, age) && !s.but.in(text) && s.subject.Meant(text) {
			return s.subject
		}
	}
	return ""
}

// isOver reports whether the words ask when something is over. What goes on over there, over lunch or for those over 65 is not.
func (l *language) isOver(list []string) bool {
	for i, w := range list {
		if l.over[w] && (i+1 == len(list) || !l.during[list[i+1]] && !isNumber(strings.TrimRight(list[i+1], "s"))) {
			return true
		}
	}
	return false
}

// asksForRelative reports whether the words name somebody by a relative of theirs: the pastor's wife.
func (l *language) asksForRelative(list []string) bool {
	for i, w := range list {
		if l.relatives[w] && (i == 0 || !l.own[list[i-1]]) {
			return true
		}
	}
	return false
}

// within reports whether every word is small, or in a set; a number is, where an age is told.
func (l *language) within(list []string, around set, age int) bool {
	for _, w := range list {
		if !l.small[w] && !around[w] && !(around["am"] && isNumber(strings.TrimRight(w, "apm"))) && !(age >= 0 && (isNumber(w) || l.ageWords[w])) {
			return false
		}
	}
	return true
}

// topicOf is the topic that all words of a question but the small ones are about, nil if none.
func (l *language) topicOf(text string, list []string, age int) *Topic {
	for i := range topics {
		t := &topics[i]
		core := age >= 0 && age >= t.from && age <= t.to && t.to > 0
		for _, w := range list {
			core = core || t.asks[w]
		}
		core = core || t.phrases.in(text)
		if core && l.within(list, t.around, max(age, 0)) {
			return t
		}
	}
	return nil
}

// roleOf is the role that all words of a question are about, nil if none.
func (l *language) roleOf(list []string) *Role {
	for i := range roles {
		r, core := &roles[i], false
		for _, w := range list {
			core = core || r.asks[w]
		}
		if core && l.within(list, r.around, -1) {
			return r
		}
	}
	return nil
}

// age is that of a child of whom the question tells, the oldest of several; -1 if it tells of none.
func (l *language) age(text string) int {
	if !l.aged.in(text) {
		return -1
	}
	age := -1
	for w := range strings.FieldsSeq(text) {
		if n, err := strconv.Atoi(w); err == nil && n < 100 {
			age = max(age, n)
		}
	}
	return age
}

func isNumber(w string) bool {
	_, err := strconv.Atoi(w)
	return err == nil
}
