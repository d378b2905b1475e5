package reply

import (
	"slices"
	"strings"

	"narthex/chat/words"
)

// LanguageOf is the language that a visitor is answered in who may be in danger (ISO 639-1): theirs, if there are texts in it, else
// the one given. found is that of the phrase that told of the danger, if it is known.
func LanguageOf(message, found, otherwise string) string {
	if found == "pt" && inSpanish(message) {
		found = "es"
	}
	for _, language := range []string{found, words.Spoken(message, otherwise)} {
		if _, ok := crisisTexts[language]; ok {
			return language
		}
	}
	return otherwise
}

// notPortuguese are small Spanish words that Portuguese writes otherwise, as words.Fold has them. Much else is spelled the same, so
// that a phrase of one is found in sentences of the other.
var notPortuguese = words.Set("el los y yo mi un una del con en es muy su le hay pero siempre cuando tambien usted")

func inSpanish(message string) bool {
	return slices.ContainsFunc(strings.Fields(words.Fold(message)), func(word string) bool { return notPortuguese[word] })
}

// Languages are those that there are texts in.
func Languages() []string { return crisisTexts.Languages() }
