package question

import (
	"regexp"
	"strings"
	"unicode"

	"narthex/chat/words"
)

// Openings that only make sense after something was said.
var leaningOpenings = []string{
	"yes", "yeah", "yep", "no", "nope", "ok", "okay", "sure", "and ", "but ", "so", "also ", "then ", "or ", "what about", "how about", "tell me more", "more about that",
	"more info", "go on", "why not", "the first", "the second", "the other", "which one", "same ", "what else", "anything else",
	"sí", "si", "vale", "claro", "y ", "pero ", "entonces", "o ", "y qué", "qué tal", "cuéntame más", "dime más", "más información", "por qué no", "el primero", "la primera", "cuál de", "algo más",
}

// Words that point back at something when there is something to point at. "There" and "hay" open ordinary questions
// ("is there parking?") and do not count.
var pointingWords = words.Set("it its that those they them their theirs he him his she her hers one ones ello eso esa ese esto esos esas ellos ellas él ella lo le les suyo suya allí ahí")

// Demonstratives point at nothing that was said before a word that names a day, a part of one, or where the visitor is, with or without one
// that says that it is ahead: "this Sunday", "this coming week".
var (
	demonstratives = words.Set("this these este esta estos estas")
	ahead          = words.Set("coming upcoming próximo proximo próxima proxima")
	pointedAt      = words.Set(`sunday sundays monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday saturdays
	week weeks weekend weekends month months year morning mornings afternoon afternoons evening evenings summer winter christmas easter advent lent church parish congregation
	domingo domingos lunes martes miércoles miercoles jueves viernes sábado sabado semana semanas mes año tarde noche mañana manana navidad verano iglesia parroquia templo`)
)

// whatNow asks no more than what comes next, or who to turn to.
var whatNow = regexp.MustCompile(`^(?:what (?:do|should|can|must) (?:i|we) do(?: now| next| first)?|what happens (?:now|next)|what comes next|whom? (?:do|should|can|would|must) (?:i|we) (?:ring|call|phone|contact|ask|tell|talk (?:to|with)|speak (?:to|with))(?: now| first)?|` +
	`(?:ahora )?qué (?:hago|hacemos|puedo hacer|debo hacer|sigue|pasa)(?: ahora| primero)?|(?:ahora )?que (?:hago|hacemos|puedo hacer|debo hacer|sigue)(?: ahora| primero)?|a qui[eé]n (?:llamo|llamamos|aviso|avisamos|le digo)|con qui[eé]n (?:hablo|puedo hablar))\W*$`)

// A question this short says too little to be compared with others once a conversation is under way.
const shortQuestionWords = 3

// Leaning tells how much a question depends on what was said before it.
type Leaning int

const (
	StandsAlone   Leaning = iota
	LeansIfTalked         // a pronoun, or very short: leans when anything was said before
	LeansIfAsked          // no question: leans when the visitor was asked something
	LeansAlways           // "yes", "what about Sunday?"
)

// LeansOnConversation says whether a question makes sense without what was said before it.
func LeansOnConversation(question string) Leaning {
	text := strings.TrimLeftFunc(strings.ToLower(question), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, opening := range leaningOpenings {
		rest, found := strings.CutPrefix(text, opening)
		if found && (strings.HasSuffix(opening, " ") || rest == "" || !startsWithLetter(rest)) && !opensQuestion(opening, rest) {
			return LeansAlways
		}
	}
	words, points, demonstrative := 0, false, false
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' }) {
		words++
		if demonstrative && ahead[word] {
			continue
		}
		points = points || demonstrative && !pointedAt[strings.TrimSuffix(word, "'s")]
		if demonstrative = demonstratives[word]; !demonstrative {
			points = points || pointingWords[word]
		}
	}
	if words < shortQuestionWords || points || demonstrative || whatNow.MatchString(text) {
		return LeansIfTalked
	}
	if !Asks(question) {
		return LeansIfAsked
	}
	return StandsAlone
}

// opensQuestion spares one-word openings that begin an ordinary sentence: "no, when is the early service?" leans, "si
// hay misa mañana" (whether there is) does not. A comma or the end after the word is what makes it an answer.
func opensQuestion(opening, rest string) bool {
	if strings.Contains(strings.TrimSpace(opening), " ") || strings.HasSuffix(opening, " ") {
		return false
	}
	if opening == "so" {
		rest = " " + strings.TrimLeft(rest, " ,.…-") // "so, what time is church" is no answer
	}
	return strings.HasPrefix(rest, " ") && len(strings.Fields(rest)) >= shortQuestionWords
}

func startsWithLetter(s string) bool {
	for _, r := range s {
		return unicode.IsLetter(r)
	}
	return false
}
