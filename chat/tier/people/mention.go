package people

import (
	"slices"
	"strings"
	"unicode"

	"narthex/chat/church"
	"narthex/chat/words"
)

// Titles before a name. Those of a family are also what visitors call their own: "my father Tomás".
var (
	officeTitles = words.Set(`fr rev revd rvd reverend reverendo reverenda pastor pastora pastors deacon diacono diacona dcn elder bishop obispo monsignor monsenor msgr canon vicar curate chaplain mr mrs ms miss dr don dona senor senora sr sra srta pbro
		priest parroco cura sacerdote minister ministro teacher coach leader director catechist usher maestro maestra profesor profesora entrenador lider catequista`)
	familyTitles = words.Set(`father padre brother br hermano hno sister hermana hna mother madre`)

	// abbreviated are those of them that are written with a full stop.
	abbreviated = words.Set(`fr rev revd rvd dcn msgr mr mrs ms dr sr sra srta pbro br hno hna`)

	possessives = words.Set(`my mi mis his her our your tu su nuestro nuestra`)

	// withinNames stand in a name and are none.
	withinNames = words.Set(`and y e of the de del la las los da do dos das di du van von der den ter bin al st san santa jr ii iii phd md`)

	// ordinary are names that are words which may stand between a title and what somebody does: "my father will hit me", "mi padre los golpea".
	// They are names where they are written as one.
	ordinary = words.Set(`will may can might must shall long just so do an my he me we us is it at in on to by be am as up go if or ya yo tu su mi si ni un se te no le la lo el los las del de and y long still`)

	// reporting stand behind whoever tells of somebody else: "Pastor says Tomás hit her".
	reporting = words.Set(`says said saw told thinks knows knew heard let and or that is was but dice dijo vio sabe cree y que es fue pero`)
)

// mention is where a text names one of the people of a church: the tokens from one index up to another.
type mention struct{ from, to int }

// names are how the people of a church are called, in folded words.
type names struct {
	whole [][]string      // without titles
	parts map[string]bool // whatever stands behind a title
	spare map[string]bool // the parts of the name of who is there for safeguarding
}

type namesKey struct{}

func namesOf(c *church.Snapshot) *names {
	return church.Derived(c, namesKey{}, func() *names {
		n := &names{parts: make(map[string]bool), spare: make(map[string]bool)}
		for _, name := range peopleOf(c) {
			n.add(untitled(name))
		}
		for _, part := range untitled(c.Safeguarding.Name) {
			n.spare[part] = !withinNames[part]
		}
		return n
	})
}

// add adds a name, or those of a couple: "Dan and Lisa Brown".
func (n *names) add(of []string) {
	last := len(of) - 1
	if at := slices.IndexFunc(of, func(word string) bool { return word == "and" || word == "y" }); at > 0 && at < last {
		n.add(append(slices.Clone(of[:at]), of[last]))
		n.add(of[at+1:])
		return
	}
	if last > 0 {
		n.whole = append(n.whole, of)
	}
	if last > 1 { // without the names between
		n.whole = append(n.whole, []string{of[0], of[last]})
	}
	for i, part := range of {
		if len(part) > 1 && (!withinNames[part] || i > 0 && i == last) {
			n.parts[part] = true
		}
	}
}

// untitled are the words of a name without what stands before it: "Fr Declan Moran".
func untitled(name string) []string {
	of := slices.Collect(words.Split(words.Fold(name)))
	for len(of) > 1 && (officeTitles[of[0]] || familyTitles[of[0]]) {
		of = of[1:]
	}
	return of
}

// mentions finds the people of a church in a text: by their whole name, or by a title and a part of it. By a first name alone it may be
// anybody.
func (n *names) mentions(t text) (found []mention) {
	for i := 0; i < len(t); i++ {
		if to := n.at(t, i); to > i {
			found = append(found, mention{i, to})
			i = to - 1
		}
	}
	return found
}

// at gives where a name that begins at a token ends, 0 where none does.
func (n *names) at(t text, i int) int {
	from := i
	for i < len(t) && (officeTitles[t[i].word] || familyTitles[t[i].word]) {
		i++
	}
	for _, whole := range n.whole {
		if t.has(i, whole) {
			return i + len(whole)
		}
	}
	if i == from {
		return 0
	}
	ofFamily := familyTitles[t[i-1].word]
	if !ofFamily && n.besidePart(t, i) && len(t[i].word) > 1 { // a first name that is not stored: "Fr. Tom O'Dea"
		i++
	}
	if n.besidePart(t, i) && len(t[i].word) == 1 { // an initial
		i++
	}
	to := i
	for n.isPart(t, to) || to > i && len(t.word(to)) == 1 && !t[to].ends() && n.isPart(t, to+1) {
		to++
	}
	if to == i || ofFamily && ordinary[t[i].word] && from > 0 && possessives[t[from-1].word] {
		return 0
	}
	return to
}

// isPart reports whether a token is a part of a name that somebody serving at the church has.
func (n *names) isPart(t text, i int) bool {
	return i < len(t) && n.parts[t[i].word] && (!ordinary[t[i].word] || t[i].capital)
}

// besidePart reports whether a token may stand before such a part without being one.
func (n *names) besidePart(t text, i int) bool {
	return i < len(t) && !n.isPart(t, i) && !t[i].ends() && !reporting[t[i].word]
}

// mayBeSafeguarding reports whether a mention may be of who is there for safeguarding: they must not be the only one who hears of it.
func (n *names) mayBeSafeguarding(t text, m mention) (may bool) {
	for _, at := range t[m.from:m.to] {
		if n.parts[at.word] && !n.spare[at.word] {
			return false
		}
		may = may || n.spare[at.word]
	}
	return may
}

// token is a word of a text, folded, or a mark at which a clause ends.
type token struct {
	word    string
	capital bool // it begins with a capital letter, in a text that is not all capitals
}

const (
	comma = ","
	stop  = "."
)

func (t token) ends() bool { return t.word == comma || t.word == stop }

type text []token

// read cuts a message into words and marks. No sentence ends behind a title: "Last week Fr. Emeka".
func read(message string) (t text) {
	shouted := !strings.ContainsFunc(message, unicode.IsLower)
	for from := 0; from < len(message); {
		rest := message[from:]
		at := strings.IndexAny(rest, ".,;:!?¿¡…()\n—")
		if at < 0 {
			at = len(rest)
		}
		for field := range strings.FieldsSeq(rest[:at]) {
			capital := !shouted && unicode.IsUpper([]rune(field)[0])
			for word := range words.Split(words.Fold(field)) {
				t = append(t, token{word, capital})
			}
		}
		if at == len(rest) {
			break
		}
		if last := len(t) - 1; last >= 0 && !t[last].ends() && !(rest[at] == '.' && (abbreviated[t[last].word] || len(t[last].word) == 1)) {
			mark := stop
			if strings.IndexByte(",:()", rest[at]) >= 0 {
				mark = comma
			}
			t = append(t, token{word: mark})
		}
		from += at + 1
		for from < len(message) && message[from]&0xC0 == 0x80 { // of a mark with more than one byte
			from++
		}
	}
	return t
}

// has reports whether words stand at an index. A name that is nothing but ordinary words is one where it is written as a name.
func (t text) has(i int, of []string) bool {
	if i+len(of) > len(t) {
		return false
	}
	named := t[i].capital
	for j, word := range of {
		if t[i+j].word != word {
			return false
		}
		named = named || !ordinary[word]
	}
	return named
}

// word gives the word at an index, "" outside the text.
func (t text) word(i int) string {
	if i < 0 || i >= len(t) {
		return ""
	}
	return t[i].word
}
