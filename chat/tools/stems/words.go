package stems

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold makes texts comparable: lower case, without accents, with one space for any run of white space.
func Fold(text string) string {
	decomposed := norm.NFKD.String(strings.ToLower(text))
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, decomposed)), " ")
}

// Words cuts a folded text into its words, numbers included.
func Words(folded string) []string {
	return strings.FieldsFunc(folded, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// Language tells English from Spanish by the small words, and gives nothing where they do not tell: also for every other
// language.
func Language(text string) string {
	counts := map[string]int{}
	for _, word := range Words(Fold(text)) {
		for language, small := range smallWords {
			if small[word] {
				counts[language]++
			}
		}
	}
	switch {
	case counts["en"] > counts["es"]:
		return "en"
	case counts["es"] > counts["en"]:
		return "es"
	default:
		return ""
	}
}

// HasLatin reports whether a text has a letter of the Latin script.
func HasLatin(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Latin, r) })
}

// Small reports whether a folded word holds sentences together and says nothing by itself.
func Small(word string) bool { return smallWords["en"][word] || smallWords["es"][word] }

// smallWords hold sentences together and say nothing by themselves.
var smallWords = map[string]map[string]bool{
	"en": WordSet(`the a an and or but if of at by for with about to from in on off out over is am are was were be been being have has had
		do does did doing i me my mine we us our you your he him his she her it its they them their this that these those what which who
		when where why how not no so than too very can will just should would could may might must as there here then now also any some
		im ive id ill dont cant wont thats its hes shes were s t m d ll re ve please thanks thank yes ok okay hi hello`),
	"es": WordSet(`el la los las un una unos unas y e o u pero si de del al a por para con sin sobre en entre es soy eres somos son era fue ser
		estar esta estoy estan estamos he ha han hay tengo tiene tienen yo me mi mis mio nos nuestro nuestra tu su sus usted ustedes ella
		ellos lo le les se que cual quien cuando donde como no ni muy mas ya tambien este esto ese eso aqui alli porque puede pueden podria
		gracias favor hola buenas buenos dias`),
}

// WordSet is a set of the words of a list.
func WordSet(list string) map[string]bool {
	members := make(map[string]bool)
	for word := range strings.FieldsSeq(list) {
		members[word] = true
	}
	return members
}
