package offline

import (
	"regexp"
	"strings"
	"unicode"

	"narthex/chat/model/offline/party"
	"narthex/chat/words"
)

const longestName = 4 // words

var (
	introduced = regexp.MustCompile(`(?i)^\W*(?:(?:yes|sure|ok|okay|hi|hello|sí|si|claro|hola)\b[\s,.]*)?(?:my name is|my name's|the name is|i am|i'm|it's|it is|this is|me llamo|mi nombre es|soy|es)?\s+`)
	// nameless are words of which no name is made.
	nameless = words.Set(`yes no ok okay sure please thanks thank you si claro gracias por favor la el los las the this that a de en este esta mismo misma numero number same you have it my mi tarde noche manana morning afternoon evening
		call me later now today tomorrow hoy what who when where how why como cuando donde que quien if i we don't dont know no se not`)
)

// nameIn is the name in an answer to what somebody is called: what is left of it without a number, an address, a time and how people
// introduce themselves; "" where that is no name.
func nameIn(answer string) string {
	for _, form := range [...]*regexp.Regexp{emailForm, phoneForm, whenForm} {
		answer = form.ReplaceAllString(inDigits(answer), ",")
	}
	answer, _, _ = strings.Cut(strings.TrimLeft(introduced.ReplaceAllString(" "+answer, ""), " ,;"), ",")
	name := strings.TrimFunc(answer, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.Is(unicode.M, r) })
	said := strings.Fields(name)
	if len(said) == 0 || len(said) > longestName || strings.ContainsAny(name, "?!0123456789") || party.Only(name) {
		return ""
	}
	for _, word := range wordsIn(name) {
		if nameless[word] && word != "de" && word != "la" {
			return ""
		}
	}
	return name
}
