package person

import (
	"regexp"
	"strings"
	"unicode"

	"narthex/chat/model/offline/moment"
	"narthex/chat/model/offline/party"
	"narthex/chat/model/offline/spelled"
	"narthex/chat/model/offline/term"
	"narthex/chat/words"
)

const longestName = 4 // words

var (
	introduced = regexp.MustCompile(`(?i)^\W*(?:(?:yes|sure|ok|okay|hi|hello|sí|si|claro|hola)\b[\s,.]*)?(?:my name is|my name's|the name is|i am|i'm|it's|it is|this is|me llamo|mi nombre es|soy|es)?\s+`)
	// nameless are words of which no name is made.
	nameless = words.Set(`yes no ok okay sure please thanks thank you si claro gracias por favor la el los las the this that a de en este esta mismo misma numero number same you have it my mi tarde noche manana morning afternoon evening
		call me later after before until around between despues antes hasta now today tomorrow hoy what who when where how why como cuando donde que quien if i we don't dont know no se not`)
	// withinNames are those of them that stand in one: "María de los Ángeles".
	withinNames = words.Set(`de la los las el`)
	// calledDomingo is a name that is a day as well.
	calledDomingo = regexp.MustCompile(`^(?:\pL+ ){0,3}Domingo(?: \p{Lu}\pL+)+\W*$`)
	// ofParty is in what tells who comes; "Hermana Rosa" tells who somebody is.
	ofParty = regexp.MustCompile(`(?i)(?:^|\PL)(?:and|y|con|with|plus|my|our|mis?|nuestr[oa]s?|me|yo|us|we|nosotr[oa]s|just|only|sol[oa]|nomas|all|todos|todas|family|familia|people|personas?|of|de)(?:\PL|$)|&`)
)

// naming says a name, in whatever letters.
var naming = regexp.MustCompile(`(?i)\b(?:my name is|my name's|my names|me llamo|mi nombre es)\s+(\pL.*)`)

// NameSaid is the name that somebody says that they have, "" where they say none.
func NameSaid(message string) string {
	if found := naming.FindStringSubmatch(message); found != nil {
		return NameIn(found[1])
	}
	return ""
}

// NameIn is the name in an answer to what somebody is called: what is left of it without a number, an address, a time and how people
// introduce themselves; "" where that is no name.
func NameIn(answer string) string {
	for _, form := range [...]*regexp.Regexp{Email, Phone, moment.Form} {
		if form == moment.Form && calledDomingo.MatchString(answer) {
			continue
		}
		answer = form.ReplaceAllString(spelled.InDigits(answer), ",")
	}
	answer, _, _ = strings.Cut(strings.TrimLeft(introduced.ReplaceAllString(" "+answer, ""), " ,;"), ",")
	name := strings.TrimFunc(answer, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.Is(unicode.M, r) })
	said := strings.Fields(name)
	if len(said) == 0 || len(said) > longestName || strings.ContainsAny(name, "?!0123456789") || ofParty.MatchString(name) && party.Only(name) {
		return ""
	}
	for i, word := range term.WordsIn(name) {
		if nameless[word] && (i == 0 || !withinNames[word]) {
			return ""
		}
	}
	return name
}

// proper is a name in capitals.
const proper = `\p{Lu}[\pL'’-]+(?:\s\p{Lu}[\pL'’-]+){0,3}`

var (
	otherForm   = regexp.MustCompile(`(` + proper + `) is (?:his|her|my \w+(?:'s|s)?|the|their) name|(?:(?i:his|her|their) name(?: is|'s|s)|(?i:se llama)|(?i:\bmy|\bmi) (?i:` + Kin + `),?) (` + proper + `)`)
	leadingName = regexp.MustCompile(`^\W*(` + proper + `)\s*,`)
	// atHome is the name before somebody's address: "Grace Nolan 14 Mill Rd".
	atHome = regexp.MustCompile(`^\W*(` + proper + `)\s+(?i:\d{1,5}\s+(?:[\pL'’.]+\s){0,3}?(?:st|street|rd|road|ave|avenue|lane|ln|drive|dr|court|ct|way|terrace|hill|place|calle|avenida)\b|(?:calle|avenida)\s)`)
)

// Other is the name that a text gives somebody else than who writes it, "" for none.
func Other(text string) string {
	if found := otherForm.FindStringSubmatch(text); found != nil {
		return found[1] + found[2]
	}
	return ""
}

// Leading is the whole name that a message begins with, before a comma, "" for none. Who is greeted or spoken to is not named.
func Leading(message string) string {
	if found := leadingName.FindStringSubmatch(message); found != nil {
		return wholeName(found[1])
	}
	return ""
}

// wholeName is a name that stands for itself, "" where it is no whole one, or of somebody who is spoken to.
func wholeName(name string) string {
	said := term.WordsIn(name)
	if len(said) < 2 || greetingWords[said[0]] && !alsoNames[said[0]] || calledBefore[said[0]] || words.SmallInAny(said[0]) {
		return ""
	}
	return name
}
