package offline

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"narthex/chat/facts/calendar"
	"narthex/chat/model/offline/snippet"
	"narthex/chat/model/offline/term"
	"narthex/chat/prompt"
	"narthex/chat/words"
)

// unit is the smallest piece that can be quoted.
type unit struct {
	text    string
	above   string // the headings that it stands under
	terms   map[term.Term]bool
	pairs   map[[2]term.Term]bool // terms that stand beside each other
	context map[term.Term]bool    // of its title, heading or label
	first   []term.Term           // those that it begins with
	unfit   bool                  // must not be quoted
	source  int                   // index of the source
	order   int                   // within the source
	section int                   // of it
}

// sourceKind says how a source is quoted.
type sourceKind int

const (
	documentSource sourceKind = iota // sentences, under the document's title
	faqSource                        // the whole answer
	factSource                       // the value
	productSource                    // the whole answer
	positionSource                   // the whole position, with its topic
)

// source is where units come from.
type source struct {
	kind      sourceKind
	title     string
	whole     string // faqSource, productSource: the answer; factSource: the value
	bonus     float64
	preferred bool        // faqSource: found by its question
	asks      []term.Term // faqSource, productSource: of the question
}

// library is all that can be quoted for one question.
type library struct {
	sources []source
	units   []unit
	used    map[term.Term]bool    // by any unit or what stands above it
	rarity  map[term.Term]float64 // of the terms of units

	lexicon   term.Lexicon
	forbidden []string // as words between spaces
}

func newLibrary(b *briefing) *library {
	l := &library{lexicon: term.Lexicon{}}
	for _, phrase := range b.contents.Forbidden {
		if found := term.WordsIn(phrase); len(found) > 0 {
			l.forbidden = append(l.forbidden, spaced(found))
		}
	}
	for _, f := range b.contents.Facts {
		l.addFact(f, b.language)
	}
	for _, p := range b.contents.Positions {
		l.addPosition(p, b.language)
	}
	for _, p := range b.contents.Texts {
		if p.FAQ {
			bonus := 1.0
			if p.Preferred {
				bonus = 1.2
			}
			l.addAnswer(p, faqSource, bonus, b.language)
			continue
		}
		l.addPassage(p, b.language)
	}
	for _, p := range b.contents.Product {
		l.addAnswer(p, productSource, .85, b.language)
	}
	l.weigh()
	return l
}

// unfit says whether a text must not be quoted: it mentions what this church does not, or it speaks to the assistant rather
// than to visitors.
func (l *library) unfit(words []string) bool {
	text := spaced(words)
	for _, phrase := range l.forbidden {
		if strings.Contains(text, phrase) {
			return true
		}
	}
	commands := slices.ContainsFunc(words, func(word string) bool { return commandWords[word] })
	return commands && slices.ContainsFunc(words, func(word string) bool { return ruleWords[word] }) ||
		strings.Contains(text, " system prompt ") || strings.Contains(text, " system message ") || strings.Contains(text, " as an ai ")
}

var (
	commandWords = words.Set("ignore ignores ignora ignore ignorar disregard forget override olvida olvide olvidar")
	ruleWords    = words.Set("instruction instructions prompt prompts rules instruccion instrucciones reglas")
)

func spaced(words []string) string { return " " + strings.Join(words, " ") + " " }

func (l *library) add(s source, units ...unit) {
	for i, u := range units {
		if u.unfit || snippet.Clean(u.text) == "" {
			continue
		}
		u.source, u.order = len(l.sources), i
		l.units = append(l.units, u)
	}
	l.sources = append(l.sources, s)
}

func (l *library) addFact(f prompt.Fact, fallback string) {
	u, lang := l.unit(f.Value, "", fallback)
	u.context = l.factContext(f, lang)
	if f.Label == "Name" {
		u.terms = nil // the church's name is in many questions and is the answer to few
	}
	l.add(source{kind: factSource, title: f.Label, whole: f.Value, bonus: 1.15}, u)
}

// addPosition adds what the church has written about a topic of doctrine, of which each sentence is found by itself.
func (l *library) addPosition(p prompt.Fact, fallback string) {
	var units []unit
	for _, sentence := range words.Sentences(p.Value) {
		u, lang := l.unit(sentence, "", fallback)
		u.context = termSet(l.terms(p.Label, lang))
		units = append(units, u)
	}
	l.add(source{kind: positionSource, title: p.Label, whole: p.Value, bonus: 1}, units...)
}

// unit makes a unit of a text, which is found by the words of above, too.
func (l *library) unit(text, above, fallback string) (unit, string) {
	found := append(term.WordsIn(above), term.WordsIn(text)...)
	lang := words.Language(text, fallback)
	terms := l.lexicon.Terms(found, lang)
	u := unit{text: text, terms: termSet(terms), first: terms[:min(len(terms), atFirst)], pairs: make(map[[2]term.Term]bool, len(terms)), unfit: l.unfit(found)}
	for _, pair := range pairsOf(terms) {
		u.pairs[pair] = true
	}
	numbers := strings.ContainsAny(text, "0123456789@")
	for concept, form := range forms {
		if (numbers || concept == "=last") && form.MatchString(text) {
			u.terms[concept] = true
		}
	}
	return u, lang
}

// atFirst is how many terms a sentence begins with that say what it is about.
const atFirst = 2

// terms gives the terms of a text.
func (l *library) terms(text, lang string) []term.Term {
	return l.lexicon.Terms(term.WordsIn(text), lang)
}

func termSet(terms []term.Term) map[term.Term]bool {
	set := make(map[term.Term]bool, len(terms))
	for _, t := range terms {
		set[t] = true
	}
	return set
}

func pairsOf(terms []term.Term) [][2]term.Term {
	var pairs [][2]term.Term
	for i := 1; i < len(terms); i++ {
		pairs = append(pairs, [2]term.Term{terms[i-1], terms[i]})
	}
	return pairs
}

// labelMeanings are words that a label stands for.
var labelMeanings = map[string]string{
	"Hours": "time open", "Staff": "staff", "Ministry": "ministry group", "Dress code": "wear", "Address": "address directions",
	"Children": "child baby", "First visit": "visitor expect", "Music style": "music", "Service length": "last service",
	"Pastor": "pastor", "Giving": "give online", "Parking": "parking", "Email": "email contact", "Phone": "phone contact",
	"Sermon": "sermon", "Announcement": "news announcement",
}

// factContext are the terms of a label, which is in English, of what it stands for, and of the name a value begins with.
func (l *library) factContext(f prompt.Fact, lang string) map[term.Term]bool {
	set := termSet(l.terms(f.Label, term.English))
	for label, meaning := range labelMeanings {
		if strings.HasPrefix(f.Label, label) {
			maps.Copy(set, termSet(l.terms(meaning, term.English)))
		}
	}
	if name := specialName.FindStringSubmatch(f.Value); f.Label == "Special day" && name != nil {
		maps.Copy(set, termSet(l.terms(name[1], words.Language(name[1], lang))))
	}
	if f.Label == "Ministry" || f.Label == "Staff" {
		name, _, _ := strings.Cut(strings.ReplaceAll(f.Value, ", ", ": "), ": ")
		maps.Copy(set, termSet(l.terms(name, lang)))
	}
	return set
}

// specialName is what a special day is called: "Sunday, 28 March 2027 (Easter Sunday): …".
var specialName = regexp.MustCompile(`^[^(:]*\(([^)]+)\):`)

// otherLanguage is what an answer's worth is multiplied by that is not in the visitor's language.
const otherLanguage = .7

func (l *library) addAnswer(p prompt.Text, kind sourceKind, bonus float64, fallback string) {
	u, lang := l.unit(p.Content, p.Title, fallback)
	if lang != fallback {
		bonus *= otherLanguage
	}
	l.add(source{kind: kind, title: p.Title, whole: p.Content, bonus: bonus, preferred: p.Preferred, asks: l.terms(p.Title, lang)}, u)
}

// promptHeadings are those of the prompt: under them stands what a church has stored, and no document of anybody's.
var promptHeadings = map[string]bool{
	"who you are": true, "your role": true, "church facts": true, "how this church speaks": true, "what this church teaches": true,
	"church knowledge base": true, "task": true, "this turn": true,
}

func (l *library) addPassage(p prompt.Text, fallback string) {
	lang := words.Language(p.Content, fallback)
	var units []unit
	for i, part := range snippet.Sections(p.Content) {
		if promptHeadings[words.Fold(part.Heading)] {
			continue // a document that passes for the prompt
		}
		context := termSet(l.terms(p.Title+" "+p.Section+" "+part.Heading, lang))
		for _, sentence := range part.Sentences {
			u, _ := l.unit(sentence, "", lang)
			u.context, u.section, u.above = context, i, strings.TrimSpace(p.Section+" "+part.Heading)
			units = append(units, u)
		}
	}
	l.add(source{kind: documentSource, title: p.Title, bonus: 1}, units...)
}

// forms show a concept without its word: a clock is a time, an amount a cost.
var forms = map[term.Term]*regexp.Regexp{
	"=time":    regexp.MustCompile(`(?i)\b\d{1,2}[:.]\d{2}\b|\b\d{1,2}\s?[ap]\.?m\b`),
	"=cost":    regexp.MustCompile(`(?i)[$€£]\s?\d|\b\d+\s?(?:euros?|dollars|dólares|pounds)\b`),
	"=last":    regexp.MustCompile(`(?i)\b(?:\d+|an|una|half an|media|one|two|three|ten|fifteen|twenty|thirty|forty|forty-five|fifty|sixty|ninety|dos|tres|diez|quince|veinte|treinta|cuarenta|noventa) (?:minutes?|hours?|minutos?|horas?)\b`),
	"=phone":   regexp.MustCompile(`\+?\(?\d{2,4}\)?[\s.-]\d{3}[\s.-]\d{3,4}\b`),
	"=email":   regexp.MustCompile(`\S@\S+\.\S`),
	"=address": regexp.MustCompile(`(?i)\b\d{1,5}\s(?:\p{L}+\s){1,3}(?:street|st|road|rd|avenue|ave|lane|drive|square)\b`),
}

// ofItsFeast leaves out the special days that are another feast than the one a question names.
func (l *library) ofItsFeast(question string, ranked []match) []match {
	asked := feastNamed(question)
	return slices.DeleteFunc(ranked, func(m match) bool { return l.isOtherFeast(m.source, asked) })
}

// isOtherFeast reports whether a source is a special day that is another feast.
func (l *library) isOtherFeast(at int, asked calendar.Naming) bool {
	from := &l.sources[at]
	if asked.Phrase == "" || from.title != "Special day" {
		return false
	}
	name := specialName.FindStringSubmatch(from.whole)
	return name != nil && isOther(asked, name[1])
}
