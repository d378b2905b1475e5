package question

import (
	"regexp"
	"strings"
	"unicode"

	"narthex/cache"
	"narthex/chat/words"
)

// A message that asks nothing may be the reply to what the assistant has asked: "4 adults and a toddler" is then how many come to supper, and
// not what a church does with toddlers.

// interrogatives begin a question, folded, and so do the words that ask for something, behind a preposition too: "a que hora", "at what time".
var (
	wh             = words.Set(`what whats when whens where wheres who whos whose which whom why how hows que cuando donde quien quienes cual cuales cuanto cuanta cuantos cuantas como`)
	interrogatives = words.Set(`is are am was were do does did can could may might will would shall should has have any
	hay tienen tiene puedo puede pueden podemos es son esta estan ofrecen ofrece hacen aceptan permiten se necesito`)
	prepositions = words.Set("a en de para con desde hasta por at to for from in on")
	openings     = words.Set("and so hi hello hola oiga oye disculpe perdon y")
)

// Asks reports whether a message is a question, with its mark or without.
func Asks(message string) bool {
	if strings.ContainsAny(message, "?¿？؟") {
		return true
	}
	said := strings.Fields(cache.Normalise(words.Fold(message)))
	for len(said) > 1 && openings[said[0]] {
		said = said[1:]
	}
	if len(said) > 1 && prepositions[said[0]] { // "to have peace" asks nothing
		return wh[said[1]]
	}
	return len(said) > 0 && (wh[said[0]] || interrogatives[said[0]])
}

// Wants reports whether an answer ends by asking for something that the visitor is to say: their number, a day, whether what was written
// down is right. An offer ("would you like to know more?") wants a yes at most. A line of care may stand behind it.
func Wants(answer string) bool {
	paragraphs := strings.Split(strings.TrimSpace(answer), "\n\n")
	for _, paragraph := range paragraphs[max(0, len(paragraphs)-2):] {
		if asked, ends := strings.CutSuffix(strings.TrimRight(paragraph, " \n*_)”\"»"), "?"); ends {
			asked = words.Fold(strings.TrimLeftFunc(asked[strings.LastIndexAny(asked, ".!?¿\n")+1:], isNoLetter))
			return asked != "" && !inviting.MatchString(asked) && !offering.MatchString(asked)
		}
	}
	return false
}

var (
	inviting = regexp.MustCompile(`\b(?:know|help|else|hear|saber|ayud\w+|mas|otra cosa)\b`)
	offering = regexp.MustCompile(`^(?:\w+, )?(?:would|do|did|does|is|are|was|have|has|are there|will|quiere|quieres|desea|deseas|le gustaria|te gustaria|hay|es|esta|tiene|tienes|necesita|prefiere)\b[^,]*$`)
)

func isNoLetter(r rune) bool { return !unicode.IsLetter(r) }
