package reply

import "narthex/chat/words"

// LanguageOf is the language that a visitor is answered in who may be in danger (ISO 639-1): theirs, if there are texts in it, else
// the one given. found is that of the phrase that told of the danger, if it is known.
func LanguageOf(message, found, otherwise string) string {
	for _, language := range []string{found, words.Spoken(message, otherwise)} {
		if _, ok := crisisTexts[language]; ok {
			return language
		}
	}
	return otherwise
}

// Languages are those that there are texts in.
func Languages() []string { return crisisTexts.Languages() }
