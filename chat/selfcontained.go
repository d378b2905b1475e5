package chat

import (
	"regexp"
	"strings"
	"unicode"
)

// Openings that only make sense after something was said.
var leaningOpenings = []string{
	"yes", "yeah", "yep", "no", "nope", "ok", "okay", "sure", "and ", "but ", "so ", "also ", "then ", "or ", "what about", "how about", "tell me more", "more about that",
	"more info", "go on", "why not", "the first", "the second", "the other", "which one", "same ", "what else", "anything else",
	"sí", "si", "vale", "claro", "y ", "pero ", "entonces", "o ", "y qué", "qué tal", "cuéntame más", "dime más", "más información", "por qué no", "el primero", "la primera", "cuál de", "algo más",
}

// Words that point back at something when there is something to point at. "There" and "hay" open ordinary questions
// ("is there parking?") and do not count.
var pointingWords = wordSet("it its that this these those they them their theirs he him his she her hers one ones ello eso esa ese esto esta este esos esas ellos ellas él ella lo le les suyo suya allí ahí")

// A question this short says too little to be compared with others once a conversation is under way.
const shortQuestionWords = 3

// leaning tells how much a question depends on what was said before it.
type leaning int

const (
	standsAlone   leaning = iota
	leansIfTalked         // a pronoun, or very short: leans when anything was said before
	leansAlways           // "yes", "what about Sunday?"
)

func leansOnConversation(question string) leaning {
	text := strings.TrimLeftFunc(strings.ToLower(question), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, opening := range leaningOpenings {
		rest, found := strings.CutPrefix(text, opening)
		if found && (strings.HasSuffix(opening, " ") || rest == "" || !startsWithLetter(rest)) && !opensQuestion(opening, rest) {
			return leansAlways
		}
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' })
	if len(words) < shortQuestionWords {
		return leansIfTalked
	}
	for _, word := range words {
		if pointingWords[word] {
			return leansIfTalked
		}
	}
	return standsAlone
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

// Contact details, and the words people use of their own troubles. They err towards personal: the price is one cached
// answer less.
var personalText = regexp.MustCompile(`(?i)(?:` + strings.Join([]string{
	`\S+@\S+\.\S+`,        // an address
	`(?:\d[\s().-]*){7,}`, // a telephone number
	`\bmy name is\b`, `\bme llamo\b`, `\bmi nombre es\b`, `\bthis is [A-Z][a-z]+ [A-Z]`,
	`\bpray(?:er)? (?:for|request)`, `\bpraying\b`, `\bor(?:a|ar|en|ación|aciones) por\b`,
	`\bi(?:'m| am| feel| have been|'ve been| was| lost| need help| can't| cannot)\b`, `\bi(?:'m| am) `, `\bestoy\b`, `\bme siento\b`, `\bperdí\b`, `\btengo miedo\b`, `\bnecesito ayuda\b`,
	`\bmy (?:husband|wife|spouse|partner|boyfriend|girlfriend|mom|mum|mother|dad|father|parents|son|daughter|brother|sister|grand\w+|friend|marriage|job|boss|life|faith|sin|addiction|divorce|diagnosis|cancer|landlord|rent)\b`,
	`\bmi (?:esposo|esposa|marido|mujer|novio|novia|madre|mamá|padre|papá|hermano|hermana|abuel[oa]|amig[oa]|matrimonio|trabajo|vida|fe|pecado|adicción|divorcio|diagnóstico|cáncer)\b`,
	`\b(?:died|passed away|funeral for|grieving|grief|suicid\w*|depress\w*|anxi\w*|lonely|abuse[ds]?|abusive|miscarr\w*|divorc\w*|addict\w*|overdose|hospital)\b`,
	`\b(?:murió|falleció|duelo|suicid\w*|depresi\w*|ansiedad|abus\w*|divorci\w*|hospital)\b`,
}, "|") + `)`)

// isPersonal tells whether a question is about the visitor's own life, or carries who they are.
func isPersonal(question string) bool { return personalText.MatchString(question) }
