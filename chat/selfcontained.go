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

// Contact details, prayer, and the words of trouble. They err towards personal: the price is one cached answer less.
var personalText = regexp.MustCompile(`(?i)(?:` + strings.Join([]string{
	`\S+@\S+\.\S+`,        // an address
	`(?:\d[\s().-]*){7,}`, // a telephone number
	`\bpray(?:er|ing)?\b`, `\bora(?:r|n|ción|ciones|mos)?\b`, `\breza[rn]?\b`,
	`\b(?:died|dying|passed away|funeral for|griev\w*|grief|suicid\w*|depress\w*|anxi\w*|lonely|abuse[ds]?|abusive|miscarr\w*|divorc\w*|addict\w*|overdose|hospital|cancer|jail|prison|evict\w*|bull(?:y|ied))\b`,
	`\b(?:murió|falleció|duelo|suicid\w*|depresi\w*|ansiedad|abus\w*|divorci\w*|hospital|cáncer|cárcel|desaloj\w*)\b`,
}, "|") + `)`)

// Ways of asking that speak of oneself and say nothing about oneself.
var askingForms = regexp.MustCompile(`(?i)\b(?:(?:can|could|may|might|do|should|would|will|must|shall) (?:i|we)|(?:where|how|when|what|who) (?:can|do|should|could|would|may) (?:i|we)|(?:tell|show|let) (?:me|us)|i(?:'d| would) like to (?:know|ask)|i(?:'m| am) (?:wondering|looking for)|i want to know` +
	`|(?:puedo|podemos|debo|debemos|quisiera saber|quiero saber|me (?:puede|pueden|podría|podrían) (?:decir|ayudar|informar)|d[ií]game))\b`)

// Whoever says one of these speaks of themselves or of somebody close.
var firstPerson = regexp.MustCompile(`(?i)\b(?:i|i'm|im|i've|ive|i'll|i'd|me|my|mine|myself|we|we're|we've|us|our|ours` +
	`|yo|mi|mis|mío|mía|conmigo|nosotros|nuestr[oa]s?|estoy|estamos|soy|somos|tengo|tenemos|siento|necesito|quiero|perdí|perdimos|busco|nos|me)\b`)

// isPersonal tells whether a question is about the visitor's own life, or carries who they are. It is what it says of
// itself unless it says nothing: whatever speaks in the first person beyond a way of asking counts.
func isPersonal(question string) bool {
	question = strings.ReplaceAll(question, "’", "'")
	return personalText.MatchString(question) || firstPerson.MatchString(askingForms.ReplaceAllString(question, " "))
}
