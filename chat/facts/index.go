package facts

import (
	"narthex/chat/church"
	"narthex/chat/facts/ask"
	"narthex/chat/words"
)

// index is what one language makes of a church's facts: their words, taken apart once for all questions.
type index struct {
	city, name, directoryName []string

	labels      map[string]label // of the hours, by their text
	labelWords  set              // with their plurals
	labelledFor class            // what those mean
	special     [][]string       // words of the names and times of special days

	names       set               // words of all the names, of the staff's titles and of the labels
	namesOnFile map[byte][]string // those that can be misspelt, by their first letter

	staff      []person
	ministries [][]string // words of their names
	pastor     []string
}

// label is what the church calls something that happens.
type label struct {
	words           []string
	service, office bool
	gathering       bool // to pray or to read together: nearly a service
}

var gatheringNames = words.Set("prayer bible novena vespers oracion biblico biblica vigilia rosary rosario")

// person is somebody of the staff.
type person struct {
	name []string
	all  []string // of the name and the title
}

type indexKey struct{ lex *lexicon }

// indexOf returns the index of a snapshot, which is made for the first question.
func indexOf(c *church.Snapshot, lex *lexicon) *index {
	return church.Derived(c, indexKey{lex}, func() *index { return newIndex(c, lex) })
}

func newIndex(c *church.Snapshot, lex *lexicon) *index {
	x := &index{
		city: tokens(c.Address.City), name: tokens(c.Name), directoryName: tokens(c.DirectoryName), pastor: tokens(c.PastorName),
		labels: make(map[string]label), labelWords: make(set),
	}
	for _, day := range c.Hours {
		for _, slot := range day {
			if _, known := x.labels[slot.Label]; !known {
				x.addLabel(slot.Label, lex)
			}
		}
	}
	for _, day := range c.Special {
		words := tokens(day.Name)
		for _, slot := range day.Slots {
			x.labels[slot.Label] = newLabel(slot.Label, lex)
			words = append(words, x.labels[slot.Label].words...)
		}
		x.special = append(x.special, words)
	}
	for _, member := range c.Staff {
		x.staff = append(x.staff, person{name: tokens(member.Name), all: tokens(member.Name + " " + member.Title)})
	}
	for _, ministry := range c.Ministries {
		x.ministries = append(x.ministries, tokens(ministry.Name))
	}
	x.addNames()
	return x
}

// addNames collects the words that the church has names for.
func (x *index) addNames() {
	x.names, x.namesOnFile = make(set), make(map[byte][]string)
	lists := append([][]string{x.city, x.name, x.directoryName, x.pastor}, x.ministries...)
	for _, person := range x.staff {
		lists = append(lists, person.all)
	}
	for _, label := range x.labels {
		lists = append(lists, label.words)
	}
	for _, list := range lists {
		for _, w := range list {
			if !x.names[w] {
				x.names[w] = true
				x.namesOnFile[w[0]] = append(x.namesOnFile[w[0]], w)
			}
		}
	}
}

// Has reports whether a word is in a name.
func (x *index) Has(word string) bool { return x.names[word] }

// Near is the one word of names that a word is a misspelling of, "" if none.
func (x *index) Near(word string) (name string) {
	for _, known := range x.namesOnFile[word[0]] {
		if ask.Near(word, known) {
			if name != "" {
				return ""
			}
			name = known
		}
	}
	return name
}

func newLabel(text string, lex *lexicon) label {
	l := label{words: tokens(text)}
	for _, w := range l.words {
		l.service = l.service || lex.words[w]&serviceLabelWord != 0
		l.office = l.office || (english.words[w]|spanish.words[w])&officeWord != 0
		l.gathering = l.gathering || gatheringNames[w]
	}
	return l
}

func (x *index) addLabel(text string, lex *lexicon) {
	l := newLabel(text, lex)
	for _, w := range l.words {
		for _, form := range [...]string{w, w + "s"} {
			x.labelWords[form] = true
			x.labelledFor |= lex.words[form] | (english.words[form]|spanish.words[form])&massWord
		}
	}
	x.labels[text] = l
}
