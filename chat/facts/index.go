package facts

import "narthex/chat/church"

// index is what one language makes of a church's facts: their words, taken apart once for all questions.
type index struct {
	city, name, directoryName []string

	labels      map[string]label // of the hours, by their text
	labelWords  set              // with their plurals
	labelledFor class            // what those mean

	staff      []person
	ministries [][]string // words of their names
	pastor     []string
}

// label is what the church calls something that happens.
type label struct {
	words           []string
	service, office bool
}

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
	for _, member := range c.Staff {
		x.staff = append(x.staff, person{name: tokens(member.Name), all: tokens(member.Name + " " + member.Title)})
	}
	for _, ministry := range c.Ministries {
		x.ministries = append(x.ministries, tokens(ministry.Name))
	}
	return x
}

func (x *index) addLabel(text string, lex *lexicon) {
	l := label{words: tokens(text)}
	for _, w := range l.words {
		l.service = l.service || lex.words[w]&serviceLabelWord != 0
		l.office = l.office || (english.words[w]|spanish.words[w])&officeWord != 0
		for _, form := range [...]string{w, w + "s"} {
			x.labelWords[form] = true
			x.labelledFor |= lex.words[form] | (english.words[form]|spanish.words[form])&massWord
		}
	}
	x.labels[text] = l
}
