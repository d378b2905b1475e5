package ranking

import (
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"narthex/chat/model/offline/snippet"
	"narthex/chat/model/offline/term"
	"narthex/chat/prompt"
	"narthex/chat/words"
)

// Library is all that can be quoted in answer to a visitor's message.
type Library struct {
	sources []Source
	units   []unit
	used    map[term.Term]bool    // by any unit or what stands above it
	rarity  map[term.Term]float64 // of the terms of units

	lexicon   term.Lexicon
	forbidden []string // as words between spaces
}

// New makes a library of what the prompt tells of a church, for questions in a language (ISO 639-1). What mentions what the church does
// not, and what speaks to the assistant rather than to visitors, is not in it.
func New(contents prompt.Contents, language string) *Library {
	l := &Library{lexicon: term.Lexicon{}}
	for _, phrase := range contents.Forbidden {
		if found := term.WordsIn(phrase); len(found) > 0 {
			l.forbidden = append(l.forbidden, spaced(found))
		}
	}
	for _, f := range contents.Facts {
		l.addFact(f, language)
	}
	for _, p := range contents.Positions {
		l.addPosition(p, language)
	}
	for _, p := range contents.Texts {
		if p.FAQ {
			bonus := 1.0
			if p.Preferred {
				bonus = 1.2
			}
			l.addAnswer(p, FAQ, bonus, language)
			continue
		}
		l.addPassage(p, language)
	}
	for _, p := range contents.Product {
		l.addAnswer(p, Product, .85, language)
	}
	l.weigh()
	return l
}

// Titled gives the sources of a title of which something can be quoted, in the order of the prompt.
func (l *Library) Titled(title string) (found []Source) {
	last := -1
	for _, u := range l.units {
		if from := l.sources[u.source]; from.Title == title && u.source != last {
			found, last = append(found, from), u.source
		}
	}
	return found
}

// unfit says whether a text must not be quoted: it mentions what this church does not, or it speaks to the assistant rather
// than to visitors.
func (l *Library) unfit(words []string) bool {
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

func (l *Library) add(s Source, units ...unit) {
	for i, u := range units {
		if u.unfit || snippet.Clean(u.text) == "" {
			continue
		}
		u.source, u.order = len(l.sources), i
		l.units = append(l.units, u)
	}
	l.sources = append(l.sources, s)
}

func (l *Library) addFact(f prompt.Fact, fallback string) {
	u, lang := l.unit(f.Value, "", fallback)
	u.context = l.factContext(f, lang)
	if f.Label == "Name" {
		u.terms = nil // the church's name is in many questions and is the answer to few
	}
	l.add(Source{Kind: Fact, Title: f.Label, Whole: f.Value, bonus: 1.15}, u)
}

// addPosition adds what the church has written about a topic of doctrine, of which each sentence is found by itself.
func (l *Library) addPosition(p prompt.Fact, fallback string) {
	var units []unit
	for _, sentence := range words.Sentences(p.Value) {
		u, lang := l.unit(sentence, "", fallback)
		u.context = termSet(l.terms(p.Label, lang))
		units = append(units, u)
	}
	l.add(Source{Kind: Position, Title: p.Label, Whole: p.Value, bonus: 1}, units...)
}

// unit makes a unit of a text, which is found by the words of above, too.
func (l *Library) unit(text, above, fallback string) (unit, string) {
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
func (l *Library) terms(text, lang string) []term.Term {
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
func (l *Library) factContext(f prompt.Fact, lang string) map[term.Term]bool {
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

func (l *Library) addAnswer(p prompt.Text, kind Kind, bonus float64, fallback string) {
	u, lang := l.unit(p.Content, p.Title, fallback)
	if lang != fallback {
		bonus *= otherLanguage
	}
	l.add(Source{Kind: kind, Title: p.Title, Whole: p.Content, bonus: bonus, preferred: p.Preferred, asks: l.terms(p.Title, lang)}, u)
}

// promptHeadings are those of the prompt: under them stands what a church has stored, and no document of anybody's.
var promptHeadings = map[string]bool{
	"who you are": true, "your role": true, "church facts": true, "how this church speaks": true, "what this church teaches": true,
	"church knowledge base": true, "task": true, "this turn": true,
}

func (l *Library) addPassage(p prompt.Text, fallback string) {
	lang := words.Language(p.Content, fallback)
	var units []unit
	for i, part := range snippet.Sections(p.Content) {
		if promptHeadings[words.Fold(part.Heading)] {
			continue // a document that passes for the prompt
		}
		context := termSet(l.terms(p.Title+" "+p.Section+" "+part.Heading+" "+part.Name, lang))
		for _, sentence := range part.Sentences {
			u, _ := l.unit(sentence, "", lang)
			u.context, u.section, u.above, u.named = context, i, strings.TrimSpace(p.Section+" "+part.Heading), part.Name != ""
			units = append(units, u)
		}
	}
	l.add(Source{Kind: Document, Title: p.Title, bonus: 1}, units...)
}

// weigh finds how rare each term is.
func (l *Library) weigh() {
	counts := make(map[term.Term]int)
	l.used = make(map[term.Term]bool)
	for _, u := range l.units {
		maps.Copy(l.used, u.context)
		maps.Copy(l.used, u.terms)
		for t := range u.terms {
			counts[t]++
		}
	}
	l.rarity = make(map[term.Term]float64, len(counts))
	for t, count := range counts {
		l.rarity[t] = math.Log(1 + float64(len(l.units)+1)/float64(count))
	}
}

// weight is what a term of the question counts for. A term nobody uses is the rarest of all.
func (l *Library) weight(t term.Term) float64 {
	weight, known := l.rarity[t]
	if !known {
		weight = math.Log(1 + float64(len(l.units)+1)*2)
	}
	if t.Weak() {
		weight *= .35
	}
	return weight
}
