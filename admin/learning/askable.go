package learning

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"narthex/cache"
	"narthex/chat/conduct"
	"narthex/chat/crisis"
	"narthex/chat/question"
	"narthex/chat/words"
)

// Bounds of a question, in characters and words: what is longer is a story.
const (
	shortestQuestion = 6
	longestQuestion  = 300
	shortWords       = 6 // so few words ask without saying so: "wedding prices"
)

// askable reports whether a church may answer a message to all who ask the same: a question that stands by itself and is nobody's own
// affair. opens is true for what opened its conversation.
func askable(message string, opens bool) bool {
	message = strings.TrimSpace(message)
	if n := utf8.RuneCountInString(message); n < shortestQuestion || n > longestQuestion || !utf8.ValidString(message) {
		return false
	}
	if _, found := crisis.Assess(message, nil); found || question.Personal(message) || question.Distressed(message) || conduct.Judge(message) != conduct.Fine {
		return false
	}
	leaning := question.LeansOnConversation(message)
	if leaning == question.LeansAlways || leaning == question.LeansIfTalked && !opens {
		return false
	}
	folded := words.Fold(message)
	return !praying.MatchString(folded) && !greeting.MatchString(folded) && asks(message)
}

// praying finds who asks for prayer, or prays.
var praying = regexp.MustCompile(`\b(pray|prays|prayed|praying|prayers?|intercede|intercession)\b.*\b(for|with|over|about|that)\b|\b(please|pls|plz|to) pray\b|\bprayer requests?\b|^(dear |oh )?(god|lord|jesus|father)\b` +
	`|\b(or|rez|intercedan?)(e|en|a|an|ar|ad|emos|amos|acion|aciones)?\b.*\bpor\b|\b(oracion|oraciones|intencion|intenciones|plegarias?)\b.*\b(por|para)\b|^(dios|senor|padre nuestro|virgen)\b|\bruegan? por\b`)

// greeting finds what is said for politeness.
var greeting = regexp.MustCompile(`^[¿¡\s]*(thanks?|thx|gracias|muchas gracias|hello|hi|hola|bye|goodbye|amen|good (morning|evening|night|day)|god bless|buen[oa]s? (dias|tardes|noches)|adios|bendiciones|that (helps|is all)|see you|cool|great|perfect|nice)\b[^?]*$`)

// asks reports whether a message is a question, in whatever way it is written.
func asks(message string) bool {
	said := len(strings.Fields(cache.Normalise(words.Fold(message))))
	return question.Asks(message) || said > 1 && said <= shortWords
}
