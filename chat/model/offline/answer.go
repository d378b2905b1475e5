package offline

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"narthex/chat/model"
	"narthex/chat/model/offline/snippet"
	"narthex/chat/model/offline/term"
	"narthex/chat/words"
	"narthex/static/messages"
)

// Thresholds on how much of a question an answer must cover, from 0 to about 1; found by asking what the demonstration
// churches can and cannot answer.
const (
	enough       = .47
	enoughInFast = .25 // the one passage of a fast request was found by its similarity already
	asGood       = .75 // of the best, for a second sentence
	tie          = .98 // of the best, for facts that answer alike
)

const (
	maxSentences = 3
	maxFacts     = 7 // a week
)

// answer says what the prompt knows about the visitor's question, or plainly that it does not.
func (b *briefing) answer(class model.Class, tools []model.Tool) string {
	if small := b.smallTalk(); small != "" {
		return small
	}
	if replyOnly.MatchString(strings.Join(term.WordsIn(b.question), " ")) { // to what no tool has asked: there is nothing to look for
		return b.say("reply_only") + " " + b.office()
	}
	if b.listening() {
		return b.say("sorry_only") + " " + b.office()
	}
	if text := cmp.Or(b.toAnger(), b.aboutThem(), b.inNeed(), b.comfort(), b.forTheirAge()); text != "" {
		return text
	}
	hurting := grieving.MatchString(words.Fold(b.question))
	library := newLibrary(b)
	query := library.spelledOut(b.query())
	ranked := library.ofItsFeast(b.question, library.rank(query))
	named := library.answering(class, query, slices.Clone(ranked))
	found, likely := library.likeliest(b.question, query, ranked, named)
	switch {
	case hurting: // who mourns and asks nothing needs people, not what comes nearest
		found, likely = named, float64(len(named))
	case class == model.ClassFast: // the passage was chosen already
		likely = float64(len(named))
	}
	if likely < worthSaying {
		if hurting {
			return b.say("sorry_only") + " " + b.office()
		}
		if believing.MatchString(strings.ReplaceAll(words.Fold(b.question), "'", "")) {
			return b.say("weighty") + " " + b.pastor()
		}
		if intentOf(b.question) != nil { // a request whose tool is not offered
			return b.say("cannot") + " " + b.office()
		}
		return b.dontKnow(tools)
	}
	text := b.quote(library, class, query, found)
	if likely < likelyEnough {
		text = b.nearest(library, class, query, found) + "\n\n" + b.people(tools)
	}
	if hurting {
		text = b.say("sorry") + " " + text
	}
	return text
}

// answering keeps, of what shares something with a question, what answers it. Of a question with two words that matter, one in common is
// no answer, unless it is all that an FAQ asks; of a question with one, the answer must be about it, not mention it.
func (l *library) answering(class model.Class, q query, ranked []match) []match {
	strong, known := q.strong(), l.known(q)
	return slices.DeleteFunc(ranked, func(m match) bool {
		switch {
		case class == model.ClassFast:
			return m.coverage < enoughInFast
		case m.coverage < enough || l.elsewhere(m, q):
			return true
		case l.sources[m.source].kind == positionSource: // is about much, and answers what is asked of all that the question names
			return strong == 0 || m.shared < strong
		case strong > 3 && 2*m.shared <= strong:
			return true
		case strong > 1 && m.shared < 2:
			if from := l.sources[m.source]; from.title == "Special day" {
				return !l.isAbout(m, q)
			} else if from.kind == factSource {
				return strong > 2 || from.title == "Pastor" || !q.wantsLabel(from.title) || !l.isAbout(m, q)
			} else if from.preferred {
				return m.asked < halfOfIt
			}
			return !l.isAbout(m, q) || (!known || m.asked < mostOfIt) && !l.underHeading(m, q)
		case strong == 0:
			from := l.sources[m.source]
			return from.kind == documentSource && !l.isAbout(m, q)
		case strong == 1:
			return m.shared == 0 || !l.isAbout(m, q) && !l.alone(m, q) && len(q.musts) == 0
		}
		return false
	})
}

// isAbout reports whether a unit is about a word of the question: it stands in a heading, in the name of the fact, in an FAQ, or the
// sentence begins with it.
func (l *library) isAbout(m match, q query) bool {
	from := l.sources[m.source]
	whole := from.kind == faqSource || from.kind == productSource || from.kind == factSource && q.wantsLabel(from.title)
	return slices.ContainsFunc(q.terms, func(t term.Term) bool {
		return !t.WeakWord() && (m.context[t] || slices.Contains(m.first, t) || whole && m.terms[t])
	})
}

// underHeading reports whether a unit is about a word of the question, and its document has all of those that matter.
func (l *library) underHeading(m match, q query) bool {
	from := l.sources[m.source]
	return from.kind == documentSource && !(q.ofTheWeek() && m.otherOccasion(q)) && !slices.ContainsFunc(q.terms, func(t term.Term) bool {
		return !t.Weak() && !slices.ContainsFunc(l.units, func(u unit) bool {
			return l.sources[u.source].title == from.title && (u.terms[t] || u.context[t])
		})
	})
}

// alone reports whether a unit is of the only source that has a word of the question, in so many words.
func (l *library) alone(m match, q query) bool {
	return slices.ContainsFunc(q.terms, func(t term.Term) bool {
		return len(t) >= tellingLetters && t[0] != '=' && m.terms[t] &&
			!slices.ContainsFunc(l.units, func(u unit) bool { return u.source != m.source && u.terms[t] })
	})
}

const tellingLetters = 4

// How much of an FAQ's question must be in the visitor's for one word to be enough; less, where the question was found by its meaning.
const (
	mostOfIt = .6
	halfOfIt = .45
)

// listening reports whether the visitor tells what weighs on them, because they were asked: nothing that the church has written
// is an answer to that. A question is one, even then.
func (b *briefing) listening() bool {
	if len(b.messages) == 0 || strings.Contains(b.question, "?") || infoQuestion.MatchString(words.Fold(b.question)) {
		return false
	}
	before := b.messages[0].after
	return strings.Contains(before, factTexts.In(words.Language(before, b.language)).Text("listen"))
}

// factTexts are what stored facts are told in, before any model is asked.
var factTexts = messages.Load("facts")

// replyOnly answers what nobody has asked.
var replyOnly = regexp.MustCompile(`^(?:(?:yes|yeah|yep|yup|no|nope|not really|sure|of course|please|i am|i do|i will|i have|i can|maybe|si|claro|tal vez|quizas|por favor) ?)+$`)

// dontKnow says so, and offers what can really be done.
func (b *briefing) dontKnow(tools []model.Tool) string {
	unknown := "unknown"
	if b.contents.Part.Told != "" {
		unknown = "unknown_rest"
	}
	if len(b.messages) > 0 && showsCard(b.messages[0].after) {
		return b.say(unknown) + " " + b.office() + " " + b.say("card_open") // two offers to pass something on have one yes
	}
	return b.say(unknown) + " " + b.people(tools)
}

// people says who can be asked instead, and offers to ask them where that can be done.
func (b *briefing) people(tools []model.Tool) string {
	if offers(tools, "leave_message") {
		return b.office() + " " + b.say("offer_message")
	}
	return b.office()
}

// quote words the answer from what was found, best first.
func (b *briefing) quote(l *library, class model.Class, q query, found []match) string {
	best := found[0]
	switch from := l.sources[best.source]; from.kind {
	case factSource:
		return b.quoteFacts(l, found)
	case documentSource:
		return b.quoteDocument(l, class, q, found)
	case positionSource:
		return snippet.Ended(b.own().Text("position", "topic", from.title, "value", snippet.Clean(snippet.Shorten(from.whole))))
	default:
		text := snippet.Clean(snippet.Shorten(from.whole))
		if best.asked < sameQuestion {
			text = snippet.WithoutYes(text)
		}
		return text
	}
}

// nearest tells what comes nearest to a question, of each section that answers nearly as well as the best.
func (b *briefing) nearest(l *library, class model.Class, q query, found []match) string {
	var quoted []string
	for _, of := range bySection(found) {
		quoted = append(quoted, b.quote(l, class, q, of))
	}
	if len(quoted) == 1 {
		return b.say("nearest") + " " + quoted[0]
	}
	return b.say("nearest") + "\n- " + strings.Join(quoted, "\n- ")
}

// sameQuestion is how much of an FAQ's question the visitor must have asked for its yes or no to be theirs as well.
const sameQuestion = .85

// quoteFacts gives the best fact, or all that answer alike, as a list.
func (b *briefing) quoteFacts(l *library, found []match) string {
	best := found[0]
	family, _, _ := strings.Cut(l.sources[best.source].title, " ")
	alike := found[:1:1]
	for _, m := range found[1:] {
		from := l.sources[m.source]
		if from.kind == factSource && strings.HasPrefix(from.title, family) && m.score > 0 && m.score >= best.score*tie && len(alike) < maxFacts {
			alike = append(alike, m)
		}
	}
	if len(alike) == 1 {
		return b.wordFact(l, best)
	}
	slices.SortFunc(alike, func(x, y match) int { return x.source - y.source })
	lines := []string{b.say("list")}
	for _, m := range alike {
		lines = append(lines, "- "+b.wordFact(l, m))
	}
	return strings.Join(lines, "\n")
}

func (b *briefing) wordFact(l *library, m match) string {
	own := b.own()
	from := l.sources[m.source]
	if day, ok := strings.CutPrefix(from.title, "Hours on "); ok {
		value := b.narrow(from.whole, term.Of(day, term.English))
		return snippet.Ended(own.Text("on_day", "label", cmp.Or(own["weekday."+day], day), "value", snippet.Clean(value)))
	}
	value := snippet.Clean(snippet.Shorten(from.whole))
	if parts := strings.SplitN(value, ", ", 3); from.title == "Staff" && len(parts) == 3 && strings.Contains(parts[2], " ") {
		value = parts[0] + ", " + parts[1] + ". " + parts[2] // name, title, and what is told of them
	}
	if _, ok := own["label."+from.title]; ok {
		return b.withAbsences(from.title, snippet.Ended(own.Text("label."+from.title, "value", value)))
	}
	return snippet.Ended(own.Text("other_label", "label", from.title, "value", value))
}

// narrow keeps of a day's items those that the question names; known are terms that are true of all.
func (b *briefing) narrow(value string, known []term.Term) string {
	items := strings.Split(value, "; ")
	lang := words.Language(value, b.language)
	asked := term.Of(b.question, b.language)
	best := 1 // an item must share a word to be told from the others
	var named []string
	for _, item := range items {
		shared := 0
		for _, t := range term.Of(item, lang) {
			if slices.Contains(asked, t) && !slices.Contains(known, t) {
				shared++
			}
		}
		if shared > best {
			best, named = shared, nil
		}
		if shared == best {
			named = append(named, item)
		}
	}
	if len(named) == 0 {
		return value
	}
	return strings.Join(named, "; ")
}

// quoteDocument gives the sentence that answers best and those of its section that answer almost as well, in the order they stand
// there, under the document's title. A fast request wants
// no more than that.
func (b *briefing) quoteDocument(l *library, class model.Class, q query, found []match) string {
	best := found[0]
	chosen := found[:1:1]
	if class != model.ClassFast {
		chosen = withOthers(found)
	}
	for last := best.unit; len(chosen) < maxSentences; {
		next, ok := l.following(last)
		if !ok {
			break
		}
		if quoted, _ := standsBeside(next, chosen); quoted {
			last = next
			continue
		}
		after, ok := l.following(next)
		if !leansOn(last.text, next.text) && !q.goesOn(chosen, next) && (!ok || len(chosen)+2 > maxSentences || !q.gives(chosen, after)) {
			break
		}
		chosen, last = append(chosen, match{unit: next}), next
	}
	slices.SortFunc(chosen, func(x, y match) int { return x.order - y.order })
	var said []string
	for _, m := range chosen {
		said = append(said, snippet.Ended(snippet.Clean(m.text)))
	}
	text := snippet.Shorten(strings.Join(said, " "))
	return b.attribution(l.sources[best.source].title, text)
}

// following is the unit after one of the same source.
func (l *library) following(u unit) (unit, bool) {
	at := slices.IndexFunc(l.units, func(v unit) bool { return v.source == u.source && v.order > u.order })
	if at < 0 || l.units[at].order != u.order+1 {
		return unit{}, false
	}
	return l.units[at], true
}

// goesOn says whether the sentence after an answer gives what is wanted and nothing before does, or speaks of the question as well.
func (q query) goesOn(said []match, next unit) bool {
	return q.gives(said, next) || next.section == said[0].section && slices.ContainsFunc(q.terms, func(t term.Term) bool {
		return t != "=time" && next.terms[t] && !slices.ContainsFunc(said, func(m match) bool { return m.terms[t] })
	})
}

// gives says whether a sentence of the same section gives what is wanted and nothing before does.
func (q query) gives(said []match, next unit) bool {
	return next.section == said[0].section && slices.ContainsFunc(q.wants, func(w want) bool {
		return w.givenBy(next.text) && !slices.ContainsFunc(said, func(m match) bool { return w.givenBy(m.text) })
	})
}

// leansOn says whether a sentence is only whole together with the next.
func leansOn(sentence, next string) bool {
	return strings.HasSuffix(sentence, ":") || continuing.MatchString(next)
}

var continuing = regexp.MustCompile(`^(?:It|They|This|That|These|He|She|There|Then|Se|Ellos|Ellas|Luego|También|Ahí)\b`)

// attribution names the document. A sentence that begins with a small word goes on from it; others may begin with a name.
func (b *briefing) attribution(title, text string) string {
	if title = snippet.Clean(title); title == "" {
		return text
	}
	key := "according"
	for _, start := range titleStarts[b.language] {
		if strings.HasPrefix(strings.ToLower(title), start) {
			key, title = "according_own", strings.ToLower(title[:1])+title[1:]
		}
	}
	if church := b.contents.Church; church != "" && strings.Contains(title, church) {
		key = "according_own"
	}
	phrase := b.own().Text(key, "title", title)
	first, _, _ := strings.Cut(text, " ")
	if term.Stops(words.Fold(first), b.language) && first != "I" && !strings.Contains(first, "'") {
		r, size := utf8.DecodeRuneInString(text)
		return phrase + ", " + string(unicode.ToLower(r)) + text[size:]
	}
	return phrase + ": " + text
}

// titleStarts are the beginnings of titles that say themselves whose a document is.
var titleStarts = map[string][]string{term.English: {"our ", "the "}}
