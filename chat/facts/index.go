package facts

import (
	"slices"
	"strings"

	"narthex/chat/church"
	"narthex/chat/facts/ask"
	"narthex/chat/words"
)

// index is what one language makes of a church's facts: their words, taken apart once for all questions.
type index struct {
	city, name, directoryName []string

	labels      []label    // of the hours and of special days, by their text
	labelledFor class      // what the words of the hours' labels mean, and their plurals
	special     [][]string // words of the names and times of special days

	staff      []person
	ministries [][]string // words of their names
	pastor     []string   // of the name of who leads, without honorifics
}

// label is what the church calls something that happens.
type label struct {
	text            string
	words           []string
	service, office bool
	gathering       bool // to pray or to read together: nearly a service
	weekly          bool // of the hours
}

var gatheringNames = words.Set("prayer bible novena vespers oracion biblico biblica vigilia rosary rosario")

// person is somebody of the staff.
type person struct {
	all   []string // words of the name and the title
	named int      // how many of them are the name's
}

func (p *person) name() []string { return p.all[:p.named] }

type indexKey struct{ lex *lexicon }

// indexOf returns the index of a snapshot, which is made for the first question.
func indexOf(c *church.Snapshot, lex *lexicon) *index {
	return church.Derived(c, indexKey{lex}, func() *index { return newIndex(c, lex) })
}

func newIndex(c *church.Snapshot, lex *lexicon) *index {
	x := &index{
		city: tokens(c.Address.City), name: tokens(c.Name), directoryName: tokens(c.DirectoryName), pastor: withoutHonorifics(tokens(c.PastorName)),
		special: make([][]string, 0, len(c.Special)), staff: make([]person, 0, len(c.Staff)), ministries: make([][]string, 0, len(c.Ministries)),
	}
	for _, day := range c.Hours {
		for _, slot := range day {
			l, added := x.addLabel(slot.Label)
			if !added {
				continue
			}
			l.weekly = true
			for _, w := range l.words {
				for _, form := range [...]string{w, w + "s"} {
					x.labelledFor |= lex.words[form] | (english.words[form]|spanish.words[form])&massWord
				}
			}
		}
	}
	for _, day := range c.Special {
		words := tokens(day.Name)
		for _, slot := range day.Slots {
			l, _ := x.addLabel(slot.Label)
			words = append(words, l.words...)
		}
		x.special = append(x.special, slices.Clone(words))
	}
	x.labels = slices.Clone(x.labels)
	for _, member := range c.Staff {
		all := tokens(member.Name + " " + member.Title)
		x.staff = append(x.staff, person{all, len(tokens(member.Name))})
	}
	for _, ministry := range c.Ministries {
		x.ministries = append(x.ministries, tokens(ministry.Name))
	}
	return x
}

// addLabel reads a label, if it is not known yet. What it returns holds until another is added.
func (x *index) addLabel(text string) (l *label, added bool) {
	at, known := slices.BinarySearchFunc(x.labels, text, byText)
	if !known {
		x.labels = slices.Insert(x.labels, at, newLabel(text))
	}
	return &x.labels[at], !known
}

// label is that of a slot of the church's hours or special days.
func (x *index) label(slot *church.Slot) *label {
	at, known := slices.BinarySearchFunc(x.labels, slot.Label, byText)
	if !known {
		return &label{}
	}
	return &x.labels[at]
}

// weekly reports whether a word, or its singular, is in the label of one of the hours.
func (x *index) weekly(word string) bool {
	for i := range x.labels {
		if x.labels[i].weekly && slices.ContainsFunc(x.labels[i].words, func(w string) bool { return w == word || isPlural(word, w) }) {
			return true
		}
	}
	return false
}

func byText(l label, text string) int { return strings.Compare(l.text, text) }

// Has reports whether a word is in a name.
func (x *index) Has(word string) bool {
	for name := range x.names {
		if name == word {
			return true
		}
	}
	return false
}

// Near is the one word of names that a word is a misspelling of, "" if none.
func (x *index) Near(word string) (near string) {
	for name := range x.names {
		if name[0] == word[0] && name != near && ask.Near(word, name) { // who misspells a word begins it right
			if near != "" {
				return ""
			}
			near = name
		}
	}
	return near
}

// names are the words of all the names, of the staff's titles and of the labels. They are asked for only where a question is read as it may
// have been meant: a list of their own would take more of a church's memory than it saves of that reading's time.
func (x *index) names(yield func(string) bool) {
	each := func(words []string) bool {
		for _, word := range words {
			if !yield(word) {
				return false
			}
		}
		return true
	}
	_ = each(x.city) && each(x.name) && each(x.directoryName) && each(x.pastor) &&
		!slices.ContainsFunc(x.ministries, func(words []string) bool { return !each(words) }) &&
		!slices.ContainsFunc(x.staff, func(p person) bool { return !each(p.all) }) &&
		!slices.ContainsFunc(x.labels, func(l label) bool { return !each(l.words) })
}

// newLabel takes out of a label's words those that say in which weeks of a month something is: "first" and "month" name no service.
func newLabel(text string) label {
	slot := church.Slot{Label: text}
	l := label{text: text, words: tokens(slot.Name()), service: slot.Service()}
	if slices.ContainsFunc(l.words, func(w string) bool { return w == "month" || w == "mes" }) {
		l.words = slices.DeleteFunc(l.words, func(w string) bool { return monthWords[w] })
	}
	for _, w := range l.words {
		l.office = l.office || (english.words[w]|spanish.words[w])&officeWord != 0
		l.gathering = l.gathering || gatheringNames[w]
	}
	return l
}

// monthWords say which week of a month is meant, beside the name of a month.
var monthWords = words.Set("of in the each every month first second third fourth fifth last 1st 2nd 3rd 4th 5th del de el cada mes primer segundo tercer cuarto ultimo")

// honorifics stand before a name, in one place and not in another.
var honorifics = words.Set("rev reverend revd fr father pastor pastora dr mr mrs ms msgr bishop canon padre reverendo sr sra hno hna hermano hermana don dona the very right most")

// withoutHonorifics are the words of a name without the titles before it, or all where it is nothing else.
func withoutHonorifics(name []string) []string {
	at := slices.IndexFunc(name, func(w string) bool { return !honorifics[w] })
	return name[max(at, 0):]
}
