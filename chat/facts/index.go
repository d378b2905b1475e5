package facts

import (
	"slices"

	"narthex/chat/church"
	"narthex/chat/facts/ask"
	"narthex/chat/words"
)

// index is what one language makes of a church's facts: their words, taken apart once for all questions.
type index struct {
	city, name, directoryName []string

	labels      map[string]label // of the hours, by their text
	labelWords  wordList         // with their plurals
	labelledFor class            // what those mean
	special     [][]string       // words of the names and times of special days

	names wordList // words of all the names, of the staff's titles and of the labels

	staff      []person
	ministries [][]string // words of their names
	pastor     []string
}

// wordList is sorted, and has each word once. Every church that is asked has some in memory, where a map takes four times the room.
type wordList []string

func newWordList(words []string) wordList {
	slices.Sort(words)
	return slices.Clone(slices.Compact(words))
}

func (l wordList) has(word string) bool {
	_, found := slices.BinarySearch(l, word)
	return found
}

// likely are the words of which a word may be a misspelling: those that begin as it does.
func (l wordList) likely(word string) wordList {
	from, _ := slices.BinarySearch(l, word[:1])
	to := from
	for to < len(l) && l[to][0] == word[0] {
		to++
	}
	return l[from:to]
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
		labels: make(map[string]label),
	}
	for _, day := range c.Hours {
		for _, slot := range day {
			if _, known := x.labels[slot.Label]; !known {
				x.addLabel(slot.Label, lex)
			}
		}
	}
	x.labelWords = newWordList(x.labelWords)
	for _, day := range c.Special {
		words := tokens(day.Name)
		for _, slot := range day.Slots {
			x.labels[slot.Label] = newLabel(slot.Label, lex)
			words = append(words, x.labels[slot.Label].words...)
		}
		x.special = append(x.special, words)
	}
	for _, member := range c.Staff {
		all := tokens(member.Name + " " + member.Title)
		x.staff = append(x.staff, person{name: all[:len(tokens(member.Name))], all: all})
	}
	for _, ministry := range c.Ministries {
		x.ministries = append(x.ministries, tokens(ministry.Name))
	}
	x.addNames()
	return x
}

// addNames collects the words that the church has names for.
func (x *index) addNames() {
	lists := append([][]string{x.city, x.name, x.directoryName, x.pastor}, x.ministries...)
	for _, person := range x.staff {
		lists = append(lists, person.all)
	}
	for _, label := range x.labels {
		lists = append(lists, label.words)
	}
	x.names = newWordList(slices.Concat(lists...))
}

// Has reports whether a word is in a name.
func (x *index) Has(word string) bool { return x.names.has(word) }

// Near is the one word of names that a word is a misspelling of, "" if none.
func (x *index) Near(word string) (name string) {
	for _, known := range x.names.likely(word) {
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
			x.labelWords = append(x.labelWords, form)
			x.labelledFor |= lex.words[form] | (english.words[form]|spanish.words[form])&massWord
		}
	}
	x.labels[text] = l
}
