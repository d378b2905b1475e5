package cache

import (
	"slices"
	"strings"

	"narthex/chat/words"
)

// How the things of a question stand to each other: what its words alone do not tell.

// A role is whether the one who asks, or the one who is asked, does something or has it done.
type role uint8

const (
	does role = 1 << iota
	isDoneTo
)

// conflicts says whether somebody only does something in one question, and only has it done in the other.
func (r role) conflicts(other role) bool { return r != 0 && other != 0 && r&other == 0 }

var (
	// sequencing are the words by which a question tells what comes when: it is another one with the things exchanged.
	sequencing = words.Set(`when while if before after then until once unless because
		cuando mientras si antes despues luego entonces hasta porque primero`)
	rangeMarks = words.Set("to through thru till until a al hasta")
	articles   = words.Set("the el la los las")
	helping    = words.Set(`is are am was were be been being do does did can could will would shall should may might must
		have has had get gets got getting need isnt arent dont doesnt cant whats whos wheres hows whens`)
	pronouns = words.Set("i we you he she they it the a an my our your")
	// pastForms are past without any ending, and are not also what something is ("built", "held").
	pastForms  = words.Set("led taught wrote gave came went spoke began sang bought sold ran said died")
	beforePast = words.Set("who i we you he she they that")

	// exchanging are verbs that say little else than who stands before them and who after.
	exchanging = words.Set("use uses host hosts accept accepts receive receives usa usan recibe reciben acepta aceptan da dan dar doy")

	doesFirst  = words.Set("i we yo puedo podemos tengo tenemos necesito necesitamos debo debemos quiero queremos")
	doneToMe   = words.Set("me us conmigo")
	somebody   = words.Set("someone somebody anyone anybody") // who is asked for does it for whoever asks: "can someone drive me"
	doneByYou  = words.Set("puede pueden puedes podria podrian podrias quieren quiere")
	doneToYou  = words.Set("les ustedes usted")
	towardsWho = words.Set("a para con por de")
)

// noteRoles notes what the token at i tells about who does something to whom.
func (r *reader) noteRoles(i int) {
	text := r.tokens[i].text
	switch {
	case doesFirst[text]:
		r.asker |= does
	case r.lexicon == spanishLexicon:
		r.noteSpanishRoles(i)
	case doneToMe[text], somebody[text] && i > 0 && r.lexicon.entries[r.tokens[i-1].text].kind == modal:
		r.asker |= isDoneTo
	}
}

// noteSpanishRoles reads the pronouns that stand before a verb ("me pueden ayudar") or hang at its end ("ayudarles").
// "Me" beside the first person's own verb ("me bautizo") is reflexive, and nobody else's doing; "les" beside it ("les ayudo") is whoever
// is asked.
func (r *reader) noteSpanishRoles(i int) {
	text, next := r.tokens[i].text, word(r.tokens, i+1)
	switch {
	case (text == "me" || text == "nos") && (strings.HasSuffix(next, "n") || doneByYou[next]),
		text == "conmigo",
		r.asked&does != 0 && (strings.HasSuffix(text, "rme") || strings.HasSuffix(text, "rnos")):
		r.asker |= isDoneTo
	case (text == "les" || text == "le") && strings.HasSuffix(next, "o"):
		r.asker |= does
		r.asked |= isDoneTo
	case doneByYou[text]:
		r.asked |= does
	case strings.HasSuffix(text, "rles") || strings.HasSuffix(text, "rle"),
		doneToYou[text] && i > 0 && towardsWho[r.tokens[i-1].text]:
		r.asked |= isDoneTo
	}
}

// asksWhose says whether the duty at i is that of the one who is asked for: "who must", "¿quién tiene que?".
func (r *reader) asksWhose(i int) bool {
	before := ""
	if i > 0 {
		before = r.tokens[i-1].text
	}
	return before == "who" || (before == "quien" || before == "quienes") && (i == 1 || !towardsWho[r.tokens[i-2].text])
}

// asksWhom says whether the "who" at i has something done to him: "who do I contact", "¿a quién ayudan?".
func (r *reader) asksWhom(i int) bool {
	text, next := r.tokens[i].text, word(r.tokens, i+1)
	switch text {
	case "quien", "quienes":
		return i > 0 && towardsWho[r.tokens[i-1].text]
	case "whom":
		return true
	case "who":
	default:
		return false
	}
	if next == "do" || next == "does" || next == "did" {
		return true
	}
	after := word(r.tokens, i+2)
	return helping[next] && r.lexicon.entries[next].kind == modal && (pronouns[after] || r.lexicon.entries[after].kind == person)
}

// tellsPast says whether the verb at i is in the past tense by its form: "who preached", "¿quién limpió?". After a helping verb
// the same form is no past ("are sermons recorded").
func (r *reader) tellsPast(i int) bool {
	t := r.tokens[i]
	if r.lexicon == spanishLexicon {
		asksWho := i > 0 && strings.HasPrefix(r.tokens[i-1].text, "quien")
		ending := strings.HasSuffix(t.text, "aron") || strings.HasSuffix(t.text, "ieron")
		return len(t.text) > 3 && (t.preterite || ending || asksWho && strings.HasSuffix(t.text, "o"))
	}
	if pastForms[t.text] {
		return true
	}
	if i == 0 || len(t.text) < 5 || !strings.HasSuffix(t.text, "ed") || strings.HasSuffix(t.text, "eed") {
		return false
	}
	for _, before := range r.tokens[:i] {
		if helping[before.text] {
			return false
		}
	}
	before := r.tokens[i-1].text
	e, known := r.lexicon.entries[before]
	return beforePast[before] || !known || e.kind == person
}

// namesDoer says whether the "by" at i tells who does what stands before it: "baptized by Pastor Ann".
func (r *reader) namesDoer(i int) bool {
	if i == 0 || r.tokens[i].text != "by" {
		return false
	}
	before := r.tokens[i-1].text
	return strings.HasSuffix(before, "ed") || pastForms[before]
}

// comesFrom says whether the Spanish "de" at i tells where something begins: "del metro a la iglesia".
func (r *reader) comesFrom(i int) bool {
	if text := r.tokens[i].text; r.lexicon != spanishLexicon || text != "de" && text != "del" {
		return false
	}
	for to := i + 2; to < min(i+6, len(r.tokens)-1); to++ {
		if text := r.tokens[to].text; (text == "a" || text == "al") && r.timelyAt(to+1) == notTimely {
			return r.tokens[to+1].text != "que"
		}
	}
	return false
}

// A timely is a kind of thing that ranges go over.
type timely int

const (
	notTimely timely = iota
	aNumber
	aDay
	aMonth
)

// timelyAt tells what of that kind begins at i, articles aside.
func (r *reader) timelyAt(i int) timely {
	for i < len(r.tokens) && articles[r.tokens[i].text] {
		i++
	}
	if i >= len(r.tokens) {
		return notTimely
	}
	switch e, _ := r.lexicon.lookup(r.tokens[i:]); e.kind {
	case timeWord:
		return aDay
	case monthWord:
		return aMonth
	case modal:
		if r.isMay(i) {
			return aMonth
		}
	}
	if _, length := r.lexicon.readNumber(r.tokens[i:]); length > 0 {
		return aNumber
	}
	return notTimely
}

// readRange reads what joins the two ends of a range ("to" in "9 to 5", the dash of "Monday-Friday"), so that it is not taken for
// a list of the two. It returns whether it found one, and how many tokens that took.
func (r *reader) readRange() (bool, int) {
	if r.before == notTimely || r.at == 0 {
		return false, 0
	}
	length := 0
	if !r.tokens[r.at-1].dash || r.ranged == r.at {
		if !rangeMarks[r.tokens[r.at].text] {
			return false, 0
		}
		length = 1
	}
	if r.timelyAt(r.at+length) != r.before || r.atAnHour(r.at+length) {
		return false, 0
	}
	r.flushNumber()
	if n := len(r.order); n > 0 { // "from 9 to 5" is "9 to 5"
		r.order = slices.DeleteFunc(r.order, func(f string) bool { return f == "from>"+r.order[n-1] })
	}
	r.applies = append(r.applies, "range")
	r.before, r.ranged = notTimely, r.at
	return true, length
}

// atAnHour says whether an article at i makes an hour of what follows ("el 5 a las 7"), where no hour stands before it.
func (r *reader) atAnHour(i int) bool {
	if text := r.tokens[i].text; text != "las" && text != "la" {
		return false
	}
	for _, t := range r.tokens[:i-1] {
		if t.text == "las" || t.text == "la" {
			return false
		}
	}
	return true
}

// withoutDashes parts "9-5" into its two ends.
func withoutDashes(tokens []token) []token {
	if !slices.ContainsFunc(tokens, func(t token) bool { _, _, both := rangeEnds(t.text); return both }) {
		return tokens
	}
	var parted []token
	for _, t := range tokens {
		from, to, both := rangeEnds(t.text)
		if !both {
			parted = append(parted, t)
			continue
		}
		first, second := t, t
		first.text, first.dash, second.text = from, true, to
		parted = append(parted, first, second)
	}
	return parted
}

func rangeEnds(text string) (from, to string, both bool) {
	if !startsWithDigit(text) {
		return "", "", false
	}
	from, to, both = strings.Cut(text, "-")
	return from, to, both && isRangeEnd(from) && isRangeEnd(strings.TrimRight(to, "apm"))
}

func isRangeEnd(text string) bool {
	hour, minutes, _ := strings.Cut(text, ":")
	return hour != "" && len(hour) <= 2 && len(minutes) <= 2 && strings.Trim(hour+minutes, "0123456789") == ""
}
