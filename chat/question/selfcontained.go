package question

import (
	"strings"
	"unicode"

	"narthex/chat/words"
)

// Openings that only make sense after something was said.
var leaningOpenings = []string{
	"yes", "yeah", "yep", "no", "nope", "ok", "okay", "sure", "and ", "but ", "so ", "also ", "then ", "or ", "what about", "how about", "tell me more", "more about that",
	"more info", "go on", "why not", "the first", "the second", "the other", "which one", "same ", "what else", "anything else",
	"sí", "si", "vale", "claro", "y ", "pero ", "entonces", "o ", "y qué", "qué tal", "cuéntame más", "dime más", "más información", "por qué no", "el primero", "la primera", "cuál de", "algo más",
}

// Words that point back at something when there is something to point at. "There" and "hay" open ordinary questions
// ("is there parking?") and do not count.
var pointingWords = words.Set("it its that this these those they them their theirs he him his she her hers one ones ello eso esa ese esto esta este esos esas ellos ellas él ella lo le les suyo suya allí ahí")

// A question this short says too little to be compared with others once a conversation is under way.
const shortQuestionWords = 3

// Leaning tells how much a question depends on what was said before it.
type Leaning int

const (
	StandsAlone   Leaning = iota
	LeansIfTalked         // a pronoun, or very short: leans when anything was said before
	LeansAlways           // "yes", "what about Sunday?"
)

func LeansOnConversation(question string) Leaning {
	text := strings.TrimLeftFunc(strings.ToLower(question), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, opening := range leaningOpenings {
		rest, found := strings.CutPrefix(text, opening)
		if found && (strings.HasSuffix(opening, " ") || rest == "" || !startsWithLetter(rest)) && !opensQuestion(opening, rest) {
			return LeansAlways
		}
	}
	words, points := 0, false
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' }) {
		words++
		points = points || pointingWords[word]
	}
	if words < shortQuestionWords || points {
		return LeansIfTalked
	}
	return StandsAlone
}

// opensQuestion spares one-word openings that begin an ordinary sentence: "no, when is the early service?" leans, "si
// hay misa mañana" (whether there is) does not. A comma or the end after the word is what makes it an answer.
func opensQuestion(opening, rest string) bool {
	if strings.Contains(strings.TrimSpace(opening), " ") || strings.HasSuffix(opening, " ") {
		return false
	}
	return strings.HasPrefix(rest, " ") && len(strings.Fields(rest)) >= shortQuestionWords
}

func startsWithLetter(s string) bool {
	for _, r := range s {
		return unicode.IsLetter(r)
	}
	return false
}
