package tools

import (
	"strings"

	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/spanish"
)

// stem is a word without its inflection. A weak one is among the words with which anybody asks for anything, so that
// sharing it means little.
type stem struct {
	text string
	weak bool
}

// stemsOf gives the stems of a folded text's words, small words left out, each in English and in Spanish where these
// differ: a conversation may go from one to the other.
func stemsOf(folded string) []stem {
	var found []stem
	for _, word := range splitWords(folded) {
		if smallWords["en"][word] || smallWords["es"][word] || len(word) < 2 {
			continue
		}
		inEnglish, inSpanish := english.Stem(word, false), fold(spanish.Stem(word, false))
		weak := weakStems[inEnglish] || weakStems[inSpanish]
		found = append(found, stem{inEnglish, weak})
		if inSpanish != inEnglish {
			found = append(found, stem{inSpanish, weak})
		}
	}
	return found
}

// minCommon is from how many letters on a common beginning makes two stems alike: child and children, hospital and
// hospitalized.
const minCommon = 5

// hasAlike reports whether a stem, or one that begins as it does, is among others.
func hasAlike(stems map[string]bool, text string) bool {
	if stems[text] {
		return true
	}
	if len(text) < minCommon {
		return false
	}
	for other := range stems {
		if strings.HasPrefix(other, text[:minCommon]) {
			return true
		}
	}
	return false
}

// languageOf tells English from Spanish by the small words, and gives nothing where they do not tell: also for every other
// language.
func languageOf(text string) string {
	counts := map[string]int{}
	for _, word := range splitWords(fold(text)) {
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

// smallWords hold sentences together and say nothing by themselves.
var smallWords = map[string]map[string]bool{
	"en": set(`the a an and or but if of at by for with about to from in on off out over is am are was were be been being have has had
		do does did doing i me my mine we us our you your he him his she her it its they them their this that these those what which who
		when where why how not no so than too very can will just should would could may might must as there here then now also any some
		im ive id ill dont cant wont thats its hes shes were s t m d ll re ve please thanks thank yes ok okay hi hello`),
	"es": set(`el la los las un una unos unas y e o u pero si de del al a por para con sin sobre en entre es soy eres somos son era fue ser
		estar esta estoy estan estamos he ha han hay tengo tiene tienen yo me mi mis mio nos nuestro nuestra tu su sus usted ustedes ella
		ellos lo le les se que cual quien cuando donde como no ni muy mas ya tambien este esto ese eso aqui alli porque puede pueden podria
		gracias favor hola buenas buenos dias`),
}

// weakStems are of the words with which anybody asks a church for anything.
var weakStems = stemSet(`ask asking want wants need needs like help call message leave pass send give get know tell talk speak contact
	visit visitor request requested requests requesting pray prayer prayers praying church pastor service team people person someone
	somebody anyone information info question about time day today church's name phone number email address reach back come go wish
	would-like sign join register thing way let make take new say says said write urgent soon contact-data
	pedir pido pide quiero quisiera quiere necesito necesita necesitar ayuda ayudar llamar llamen llamada mensaje dejar deje enviar dar
	saber decir hablar contacto visita visitar visitante peticion solicitud solicitar solicita oracion orar oren oracion oraciones iglesia
	pastor servicio culto equipo persona personas alguien informacion pregunta hora dia hoy nombre telefono numero correo direccion ir
	venir gustaria cosa manera nuevo dice urgente pronto escribir`)

func set(words string) map[string]bool {
	members := make(map[string]bool)
	for word := range strings.FieldsSeq(words) {
		members[word] = true
	}
	return members
}

func stemSet(words string) map[string]bool {
	stems := make(map[string]bool)
	for word := range set(words) {
		for _, part := range splitWords(word) {
			stems[english.Stem(part, false)] = true
			stems[fold(spanish.Stem(part, false))] = true
		}
	}
	return stems
}
