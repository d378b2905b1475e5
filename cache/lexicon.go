package cache

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/spanish"
)

// A lexicon says what the words and phrases of one language mean, as far as it matters for telling questions apart. It is
// read from a text file:
//
//	[section]
//	features = phrase, phrase, …      in sections that give phrases a meaning
//	phrase, phrase, …                 in sections that only list phrases
//	# comment
//
// A phrase stands as [Normalise] writes it. Features have the same names in all languages ("domingo" is sunday). These
// have a meaning of their own:
//
//	?when   the question asks for a time (?who, ?where, ?howmuch … alike)
//	!       a negation; it applies to what follows
//	can     a possibility, must an obligation, +past a question about the past
//	day:…   a time that depends on when the question is asked
//	time:…  a time of day
type lexicon struct {
	entries map[string]entry
	longer  map[string]bool  // beginnings of phrases of several words
	stems   map[string]entry // of the single words that carry content
	stem    func(word string) string
	numbers map[string]int // x100 and x1000 are negative
	ordinal map[string]int
	drops   []drop
}

// entry is the meaning of a phrase.
type entry struct {
	kind     kind
	features []string
}

type kind int

const (
	content kind = iota // a thing, an action, a quality
	asking
	modal // can, must, !, +past
	stopWord
	impliedWord // the church itself
	person
	action  // what somebody does to somebody
	speaker // I or you: only their order matters
	timeWord
	monthWord
	period
	dayWord
	nearWord // this, next, last: a day, if a time follows
	linkWord // before, without …: applies to what follows
)

// drop says that some features add nothing where others stand.
type drop struct{ features, where []string }

// Sections of polite phrases, which [Normalise] takes off.
const (
	greeting              = "greeting"
	salutation            = "salutation"
	request               = "request"
	requestBeforeQuestion = "request before a question"
	opener                = "opener"
	closing               = "closing"
	beforeClosing         = "before closing"
)

// longestPhrase is how many words a phrase of the lexicons has at the most.
const longestPhrase = 8

var (
	//go:embed lexicon/english.txt
	englishText string
	//go:embed lexicon/spanish.txt
	spanishText string

	// polite holds the phrases of both languages by section: people mix them. The others hold their first and last words.
	polite = map[string]map[string]bool{
		greeting: {}, salutation: {}, request: {}, requestBeforeQuestion: {}, opener: {}, closing: {}, beforeClosing: {},
	}
	firstPolite, lastPolite = map[string]bool{}, map[string]bool{}

	englishLexicon = readLexicon(englishText, func(word string) string { return english.Stem(word, false) })
	spanishLexicon = readLexicon(spanishText, func(word string) string { return spanish.Stem(word, false) })
)

func isPolite(section string, phrase []byte) bool { return polite[section][string(phrase)] }

var kinds = map[string]kind{
	"feature": content, "ask": asking, "person": person, "action": action, "speaker": speaker, "time": timeWord, "month": monthWord,
	"period": period, "implied": impliedWord, "day": dayWord, "near": nearWord, "link": linkWord,
}

// readLexicon panics on a malformed file: it is part of the program.
func readLexicon(text string, stem func(string) string) *lexicon {
	l := &lexicon{
		entries: map[string]entry{}, longer: map[string]bool{}, stems: map[string]entry{}, stem: stem,
		numbers: map[string]int{}, ordinal: map[string]int{},
	}
	section := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			section = strings.Trim(line, "[]")
		default:
			l.read(section, line)
		}
	}
	for phrase, e := range l.entries {
		for i, r := range phrase {
			if r == ' ' {
				l.longer[phrase[:i]] = true
			}
		}
		if (e.kind == content || e.kind == person || e.kind == action) && len(phrase) > 3 && !strings.Contains(phrase, " ") {
			l.addStem(phrase, e)
		}
	}
	return l
}

// addStem keeps no stem that two words of different meaning share.
func (l *lexicon) addStem(word string, e entry) {
	stem := l.stem(word)
	if other, taken := l.stems[stem]; taken && !slices.Equal(other.features, e.features) {
		e = entry{kind: content, features: nil}
	}
	l.stems[stem] = e
}

func (l *lexicon) read(section, line string) {
	if section == "drop" {
		features, where, _ := strings.Cut(line, "|")
		l.drops = append(l.drops, drop{features: list(features), where: list(where)})
		return
	}
	meaning, phrases, gives := strings.Cut(line, " = ")
	if !gives {
		phrases = line
	}
	for _, phrase := range list(phrases) {
		if strings.Count(phrase, " ") >= longestPhrase {
			panic(fmt.Sprintf("lexicon: %q is longer than %d words", phrase, longestPhrase))
		}
		l.add(section, strings.TrimSpace(meaning), phrase, gives)
	}
}

func (l *lexicon) add(section, meaning, phrase string, gives bool) {
	if phrases, ok := polite[section]; ok && !gives {
		phrases[phrase] = true
		words := strings.Fields(phrase)
		firstPolite[words[0]], lastPolite[words[len(words)-1]] = true, true
		return
	}
	var value int
	switch section {
	case "stop":
		l.define(phrase, entry{kind: stopWord})
	case "number":
		if scale, multiplies := strings.CutPrefix(meaning, "x"); multiplies {
			meaning = "-" + scale
		}
		fmt.Sscan(meaning, &value)
		l.numbers[phrase] = value
	case "ordinal":
		fmt.Sscan(meaning, &value)
		l.ordinal[phrase] = value
	default:
		k, known := kinds[section]
		if !known || !gives {
			panic(fmt.Sprintf("lexicon: %q in section %q has no meaning there", phrase, section))
		}
		l.define(phrase, meaningOfPhrase(k, meaning))
	}
}

func (l *lexicon) define(phrase string, e entry) {
	if other, twice := l.entries[phrase]; twice {
		panic(fmt.Sprintf("lexicon: %q means both %v and %v", phrase, other, e))
	}
	l.entries[phrase] = e
}

// meaningOfPhrase splits the meaning of questions and modals, which may be several; a thing is one feature whatever it is
// called.
func meaningOfPhrase(k kind, meaning string) entry {
	switch parts := strings.Fields(meaning); {
	case k == asking:
		return entry{kind: asking, features: parts}
	case k == content && slices.Contains([]string{"can", "must", "!", "+past"}, parts[0]):
		return entry{kind: modal, features: parts}
	}
	return entry{kind: k, features: []string{meaning}}
}

func list(commaSeparated string) []string {
	var items []string
	for item := range strings.SplitSeq(commaSeparated, ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}

// lookup finds the longest phrase at the beginning of tokens.
func (l *lexicon) lookup(tokens []token) (e entry, length int) {
	var space [64]byte
	phrase := space[:0]
	for n := range min(longestPhrase, len(tokens)) {
		if n > 0 {
			phrase = append(phrase, ' ')
		}
		phrase = append(phrase, tokens[n].text...)
		if found, ok := l.entries[string(phrase)]; ok {
			e, length = found, n+1
		}
		if !l.longer[string(phrase)] {
			break
		}
	}
	return e, length
}

func (l *lexicon) knows(word string) bool {
	_, entry := l.entries[word]
	_, number := l.numbers[word]
	return entry || number
}

// lexiconFor guesses the language of a question by the words that only one of the lexicons knows.
func lexiconFor(tokens []token) *lexicon {
	spanishWords := 0
	for _, t := range tokens {
		switch inSpanish, inEnglish := spanishLexicon.knows(t.text), englishLexicon.knows(t.text); {
		case inSpanish && !inEnglish:
			spanishWords++
		case inEnglish && !inSpanish:
			spanishWords--
		}
	}
	if spanishWords > 0 || spanishWords == 0 && soundsSpanish(tokens) {
		return spanishLexicon
	}
	return englishLexicon
}

// soundsSpanish says whether most of the words end as Spanish ones do, where the lexicons know none that tells.
func soundsSpanish(tokens []token) bool {
	spanish := 0
	for _, t := range tokens {
		if n := len(t.text); n > 3 && (strings.ContainsAny(t.text[n-1:], "ao") || slices.Contains([]string{"os", "as", "an", "en", "ar", "er", "ir"}, t.text[n-2:])) {
			spanish++
		}
	}
	return 2*spanish > len(tokens)
}
