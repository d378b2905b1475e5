package cache

import (
	"slices"
	"strings"
	"unicode"
)

// A meaning is what the agreement gate compares: the features of a question, by which look-alikes differ.
type meaning struct {
	words    []string // as Normalise gives them
	names    []string // words that are names by their capital letter only ("Will", "May")
	features []string // sorted, each once; see lexicon
	order    []string // all features in the order met
	people   []string // persons, and words that may be names, in the order first met: who does what to whom
	line     []string // things, actions and persons, in the order first met
	asks     int      // how many kinds of question it asks

	asker, asked role // of the one who asks, and of the one who is asked
	sequenced    bool // tells what comes when, or under which condition
}

// meaningOf reads a question.
func meaningOf(question string) meaning {
	tokens := wording(question)
	r := reader{lexicon: lexiconFor(tokens), tokens: withoutDashes(tokens), capitals: tellNames(tokens), ranged: -1}
	r.makeRoom()
	r.dated = r.mentionsMonth()
	for r.at < len(r.tokens) {
		r.step()
	}
	r.flushNumber()
	for _, pending := range r.applies {
		r.emit(pending + ">")
	}
	r.drop()
	r.level()
	m := r.meaning
	for _, t := range tokens {
		m.words = append(m.words, t.text)
	}
	m.features = append(m.features, m.order...)
	slices.Sort(m.features)
	m.features = slices.Compact(m.features)
	for _, f := range m.features {
		if strings.HasPrefix(f, "?") {
			m.asks++
		}
	}
	return m
}

// normalised is what Normalise gives of the question that was read.
func (m meaning) normalised(question string) string {
	if len(m.words) == 0 {
		return Normalise(question)
	}
	return strings.Join(m.words, " ")
}

// reader walks over the tokens of a question and collects its meaning.
type reader struct {
	meaning
	lexicon  *lexicon
	tokens   []token
	at       int
	capitals bool // capital letters tell names here
	dated    bool // a month is mentioned: ordinal numbers are days of it

	applies []string // negations and links waiting for what they apply to
	number  string   // waits for the thing it counts
	counted int      // where that thing would stand
	before  timely   // what was read last
	ranged  int      // where the end of a range was found
}

// makeRoom takes at once what the lists of most questions need, which share it. A list that outgrows its part moves out of it.
func (r *reader) makeRoom() {
	n := len(r.tokens) + 2 // an action may bring its kind of question, its tense and a link with it
	room := make([]string, 5*n)
	part := func() []string {
		empty := room[:0:n]
		room = room[n:]
		return empty
	}
	r.words, r.order, r.features, r.people, r.line = part(), part(), part(), part(), part()
}

// tellNames says whether capital letters mean names: not in a title, nor where everything is in capitals.
func tellNames(tokens []token) bool {
	upper, words := 0, 0
	for _, t := range tokens {
		if k := englishLexicon.entries[t.text].kind; t.first || k == timeWord || k == monthWord {
			continue
		}
		words++
		if t.upper {
			upper++
		}
	}
	return 2*upper < words
}

// step reads what stands at the current place.
func (r *reader) step() {
	if found, length := r.readRange(); found {
		r.at += length
		return
	}
	before := r.timelyAt(r.at)
	at, length := r.at, r.next()
	for i := at; i < at+length; i++ {
		r.noteRoles(i)
		r.sequenced = r.sequenced || i > 0 && sequencing[r.tokens[i].text]
		if r.asksWhom(i) {
			r.emit("whom")
		}
		if r.tellsPast(i) {
			r.emit("+past")
		}
	}
	r.at = at + length
	r.before = before
}

// next reads the longest phrase at the current place and returns how many tokens it has.
func (r *reader) next() int {
	rest := r.tokens[r.at:]
	e, length := r.lexicon.lookup(rest)
	if number, digits := r.lexicon.readNumber(rest); digits > 0 && digits >= length {
		r.addNumber(number, r.at+digits)
		return digits
	}
	if length == 0 {
		r.addWord(rest[0])
		return 1
	}
	if length == 1 {
		e = r.resolve(rest[0], e)
	}
	switch {
	case length != 1:
	case r.namesDoer(r.at):
		e = entry{kind: linkWord, features: []string{"by"}}
	case r.comesFrom(r.at):
		e, r.sequenced = entry{kind: linkWord, features: []string{"from"}}, true
	}
	switch e.kind {
	case stopWord:
		if exchanging[rest[0].text] {
			r.mention(rest[0].text)
		}
	case impliedWord:
		r.addImplied(e.features[0])
	case asking, modal:
		for _, f := range e.features {
			switch {
			case f == "!":
				r.applies = append(r.applies, f)
			case f == "can" && r.asksWhetherYouCan(length):
			case f == "must" && r.asksWhose(r.at) && !pronouns[word(r.tokens, r.at+length)]: // not who may, nor who does
				r.emit("duty")
			default:
				r.ask(f)
			}
		}
	case linkWord:
		r.applies = append(r.applies, e.features...)
	case speaker:
		r.mention(e.features[0])
	case nearWord:
		r.addNear(e.features[0])
	default:
		if e.kind == person || e.kind == action {
			r.mention(e.features[0])
		}
		r.add(e.features[0], e.kind)
	}
	return length
}

// resolve decides words that mean different things in different places.
func (r *reader) resolve(t token, e entry) entry {
	isName := r.isName(t)
	if e.kind == modal && r.isMay(r.at) {
		return entry{kind: monthWord, features: []string{"may"}}
	}
	if isName && len(t.text) > 1 && slices.Contains([]kind{stopWord, asking, modal, linkWord, nearWord, speaker}, e.kind) {
		r.names = append(r.names, t.text)
	}
	return e
}

// isName says whether a word is a name by its capital letter.
func (r *reader) isName(t token) bool { return r.capitals && t.upper && !t.first }

// isMay says whether the month stands at i.
func (r *reader) isMay(i int) bool {
	return r.tokens[i].text == "may" && (r.isName(r.tokens[i]) || besideDate(r.tokens, i))
}

// besideDate says whether the word at i stands where a month does.
func besideDate(tokens []token, i int) bool {
	if i > 0 {
		before := tokens[i-1].text
		if startsWithDigit(before) || slices.Contains([]string{"in", "of", "this", "next", "last", "until", "till", "through", "thru", "by", "from", "since", "during", "early", "late", "mid"}, before) {
			return true
		}
	}
	return startsWithDigit(word(tokens, i+1))
}

func startsWithDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

func (r *reader) mentionsMonth() bool {
	for i, t := range r.tokens {
		e := r.lexicon.entries[t.text]
		if e.kind == monthWord || t.text == "may" && e.kind == modal && besideDate(r.tokens, i) {
			return true
		}
	}
	return false
}

// addWord adds a word that the lexicon does not have: most names of people, places and things.
func (r *reader) addWord(t token) {
	stem := t.text
	if strings.IndexFunc(stem, unicode.IsDigit) < 0 {
		stem = r.lexicon.stem(stem)
	}
	if e := r.lexicon.stems[stem]; e.features != nil {
		if e.kind == person || e.kind == action {
			r.mention(e.features[0])
		}
		r.add(e.features[0], e.kind)
		return
	}
	r.mention(stem) // it may be a name
	r.add(stem, content)
}

// addNear adds "this", "next" or "last" before a time. Elsewhere "this" means nothing.
func (r *reader) addNear(word string) {
	timely := false
	if r.at+1 < len(r.tokens) {
		e, _ := r.lexicon.lookup(r.tokens[r.at+1:])
		timely = e.kind == timeWord || e.kind == monthWord || e.kind == period
	}
	switch {
	case timely || word == "next":
		r.add("day:"+word, dayWord)
	case word == "last":
		r.add(word, content)
	}
}

// add adds what a question is about, with the number and the negations and links before it.
func (r *reader) add(feature string, k kind) {
	if r.number != "" && r.counted == r.at && r.counts(k) {
		r.emit(r.number + ">" + feature)
		r.number = ""
	}
	r.flushNumber()
	for _, pending := range r.applies {
		r.emit(pending + ">" + feature)
	}
	r.applies = r.applies[:0]
	r.emit(feature)
	if (k == content || k == person || k == action) && !slices.Contains(r.line, feature) {
		r.line = append(r.line, feature)
	}
}

// counts says whether the waiting number counts a thing of this kind. The "10" of "at 10 Sunday" does not.
func (r *reader) counts(k kind) bool {
	ordinal := strings.HasPrefix(r.number, "#")
	return k != monthWord && !(ordinal && r.dated) && (ordinal || k != timeWord && k != dayWord)
}

// addImplied passes over the church itself, which every question is about, except where a negation or a link applies to it:
// "from the church to the station".
func (r *reader) addImplied(feature string) {
	r.flushNumber()
	if n := len(r.order); n > 0 && r.order[n-1] == "other" { // which is not this one
		r.mention(feature)
	}
	for _, pending := range r.applies {
		r.emit(pending + ">" + feature)
	}
	r.applies = r.applies[:0]
}

func (r *reader) addNumber(number string, end int) {
	r.flushNumber()
	if strings.HasPrefix(number, "time:") {
		r.at, end = end, r.at
		r.add(number, timeWord)
		r.at = end
		return
	}
	r.number, r.counted = number, end
	if r.isDate(number) {
		r.flushNumber()
	}
}

// isDate says whether the number here is a year or stands beside a month, and so counts nothing.
func (r *reader) isDate(number string) bool {
	if len(number) == 4 && (number[:2] == "19" || number[:2] == "20") {
		return true
	}
	if r.at == 0 {
		return false
	}
	before := r.lexicon.entries[r.tokens[r.at-1].text]
	return before.kind == monthWord
}

// flushNumber adds a number that counts nothing.
func (r *reader) flushNumber() {
	number := r.number
	if number == "" {
		return
	}
	r.number = ""
	if r.dated {
		number = strings.TrimPrefix(number, "#")
	}
	r.sequenced = r.sequenced || strings.HasPrefix(number, "#")
	r.add(number, timeWord)
}

func (r *reader) ask(feature string) {
	r.flushNumber()
	if feature == "service" || feature == "open" || feature == "dress" || feature == "believe" || feature == "directions" {
		r.add(feature, content)
		return
	}
	r.emit(feature)
}

func (r *reader) emit(feature string) { r.order = append(r.order, feature) }

func (r *reader) mention(who string) {
	if !slices.Contains(r.people, who) {
		r.people = append(r.people, who)
	}
}

// asksWhetherYouCan says whether the words here, of which there are so many, ask what the one who is asked can do: "can you" is no more
// than "do you". Whether others can is what they may: "can I bring food" is not "do you have food".
func (r *reader) asksWhetherYouCan(length int) bool {
	if length != 1 {
		return false
	}
	after := word(r.tokens, r.at+1)
	return after == "you" || after == "u" || youCan[r.tokens[r.at].text]
}

// youCan are the Spanish verbs that say it in one word.
var youCan = map[string]bool{"puedes": true, "pueden": true, "podrias": true, "podrian": true}

// level makes one of "who is the pastor" and "what is the pastor's name".
func (r *reader) level() {
	office := func(f string) bool { return strings.Contains(f, "pastor") || f == "priest" || f == "parroc" }
	if !slices.Contains(r.order, "?what") || !slices.Contains(r.order, "name") || !slices.ContainsFunc(r.order, office) {
		return
	}
	r.order[slices.Index(r.order, "?what")] = "?who"
	name := func(f string) bool { return f == "name" }
	r.order, r.line = slices.DeleteFunc(r.order, name), slices.DeleteFunc(r.line, name)
}

// drop removes features that add nothing where others stand, as these stood before any was removed.
func (r *reader) drop() {
	applies := func(d drop, order []string) bool {
		return slices.ContainsFunc(d.where, func(f string) bool { return slices.Contains(order, f) })
	}
	first := slices.IndexFunc(r.lexicon.drops, func(d drop) bool { return applies(d, r.order) })
	if first < 0 {
		return
	}
	before := slices.Clone(r.order)
	for _, d := range r.lexicon.drops[first:] {
		if !applies(d, before) {
			continue
		}
		r.order = slices.DeleteFunc(r.order, func(f string) bool { return slices.Contains(d.features, f) })
		r.line = slices.DeleteFunc(r.line, func(f string) bool { return slices.Contains(d.features, f) })
	}
}
