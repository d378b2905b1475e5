package question

import (
	"strings"
	"unicode"
)

// Words that are frequent in one of the two languages and rare in the other.
var (
	englishWords = wordSet("the a an is are was do does did can could will would should what when where who how why which there you your my me i we it this that of for with and or to in on at have has about please")
	spanishWords = wordSet("el la los las un una es son está están hay qué que cuándo cuando dónde donde quién quien cómo como cuál cuales cuáles por para con del al de y o en mi me yo tu su ustedes tienen tiene puedo puede quiero necesito hola gracias a")
)

func wordSet(words string) map[string]bool {
	set := make(map[string]bool)
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}

// detectLanguage tells English from Spanish by their small words; fallback decides where neither leads.
func Language(text, fallback string) string {
	var english, spanish int
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' }) {
		if englishWords[word] {
			english++
		}
		if spanishWords[word] {
			spanish++
		}
	}
	if strings.ContainsAny(text, "¿¡ñÑ") {
		spanish += 2
	}
	switch {
	case english > spanish:
		return "en"
	case spanish > english:
		return "es"
	default:
		return fallback
	}
}
