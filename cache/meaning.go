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
	asks     int      // how many kinds of question it asks
}

// meaningOf reads a question.
func meaningOf(question string) meaning {
	tokens := wording(question)
	r := reader{lexicon: lexiconFor(tokens), tokens: tokens, capitals: tellNames(tokens)}
	r.dated = r.mentionsMonth()
	for r.at < len(r.tokens) {
		r.at += r.next()
	}
	r.flushNumber()
	for _, pending := range r.applies {
		r.emit(pending + ">")
	}
	r.drop()
	m := r.meaning
	for _, t := range tokens {
		m.words = append(m.words, t.text)
	}
	m.features = slices.Clone(m.order)
	slices.Sort(m.features)
	m.features = slices.Compact(m.features)
	for _, f := range m.features {
		if strings.HasPrefix(f, "?") {
			m.asks++
		}
	}
	return m
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
	switch e.kind {
	case stopWord:
	case impliedWord:
		r.addImplied(e.features[0])
	case asking, modal:
		for _, f := range e.features {
			if f == "!" {
				r.applies = append(r.applies, f)
			} else {
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
		if e.kind == person {
			r.mention(e.features[0])
		}
		r.add(e.features[0], e.kind)
	}
	return length
}

// resolve decides words that mean different things in different places.
func (r *reader) resolve(t token, e entry) entry {
	isName := r.capitals && t.upper && !t.first
	if t.text == "may" && e.kind == modal && (isName || besideDate(r.tokens, r.at)) {
		return entry{kind: monthWord, features: []string{"may"}}
	}
	if isName && len(t.text) > 1 && slices.Contains([]kind{stopWord, asking, modal, linkWord, nearWord, speaker}, e.kind) {
		r.names = append(r.names, t.text)
	}
	return e
}

// besideDate says whether the word at i stands where a month does.
func besideDate(tokens []token, i int) bool {
	if i > 0 {
		before := tokens[i-1].text
		if startsWithDigit(before) || slices.Contains([]string{"in", "of", "this", "next", "last", "until", "till", "by", "from", "since", "during", "early", "late", "mid"}, before) {
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
		if e.kind == person {
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
}

// counts says whether the waiting number counts a thing of this kind. The "10" of "at 10 Sunday" does not.
func (r *reader) counts(k kind) bool {
	ordinal := strings.HasPrefix(r.number, "#")
	return k != monthWord && !(ordinal && r.dated) && (ordinal || k != timeWord && k != dayWord)
}

// addImplied passes over the church itself, which every question is about, except where a negation or a link applies to it:
// "from the church to the station".
func (r *reader) addImplied(feature string) {
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

// drop removes features that add nothing where others stand.
func (r *reader) drop() {
	before := slices.Clone(r.order)
	for _, d := range r.lexicon.drops {
		if !slices.ContainsFunc(d.where, func(f string) bool { return slices.Contains(before, f) }) {
			continue
		}
		r.order = slices.DeleteFunc(r.order, func(f string) bool { return slices.Contains(d.features, f) })
	}
}
