// Package stems compares texts by their words without inflection: what a visitor said with what a model wants to write, and a
// search with what a church has on file.
package stems

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/spanish"

	"narthex/chat/words"
)

// Stem is a word without its inflection. A weak one is among the words with which anybody asks for anything, so that
// sharing it means little.
type Stem struct {
	Text string
	Weak bool
}

// Of gives the stems of a folded text's words, small words left out, each in English and in Spanish where these
// differ: a conversation may go from one to the other.
func Of(folded string) []Stem {
	var found []Stem
	for word := range words.Split(folded) {
		if words.SmallInAny(word) || len(word) < 2 {
			continue
		}
		inEnglish, inSpanish := english.Stem(word, false), words.Fold(spanish.Stem(word, false))
		weak := weakStems[inEnglish] || weakStems[inSpanish]
		found = append(found, Stem{inEnglish, weak})
		if inSpanish != inEnglish {
			found = append(found, Stem{inSpanish, weak})
		}
	}
	return found
}

// HasAlike reports whether a stem, or one that begins as it does, is in the set.
func (s Set) HasAlike(text string) bool {
	if s[text] {
		return true
	}
	start, ok := beginning(text)
	if !ok {
		return false
	}
	for other := range s {
		if strings.HasPrefix(other, start) {
			return true
		}
	}
	return false
}

// minCommon is from how many letters on a common beginning makes two stems alike: child and children, hospital and
// hospitalized. A sign that stands for a syllable or for a word counts for several.
const (
	minCommon      = 5
	lettersOfASign = 3
)

// beginning is the start of a stem that one alike has, too; ok is false where the stem is too short for one.
func beginning(text string) (start string, ok bool) {
	letters := 0
	for i, r := range text {
		letters++
		if unicode.In(r, unicode.Hangul, unicode.Han, unicode.Hiragana, unicode.Katakana) {
			letters += lettersOfASign - 1
		}
		if letters >= minCommon {
			return text[:i+utf8.RuneLen(r)], true
		}
	}
	return "", false
}

// weakStems are of the words with which anybody asks a church for anything.
var weakStems = NewSet(`ask asking want wants need needs like help call message leave pass send give get know tell talk speak contact
	visit visitor request requested requests requesting pray prayer prayers praying church pastor service team people person someone
	somebody anyone information info question about time day today church's name phone number email address reach back come go wish
	would-like sign join register thing way let make take new say says said write urgent soon contact-data
	pedir pido pide quiero quisiera quiere necesito necesita necesitar ayuda ayudar llamar llamen llamada mensaje dejar deje enviar dar
	saber decir hablar contacto visita visitar visitante peticion solicitud solicitar solicita oracion orar oren oracion oraciones iglesia
	pastor servicio culto equipo persona personas alguien informacion pregunta hora dia hoy nombre telefono numero correo direccion ir
	venir gustaria cosa manera nuevo dice urgente pronto escribir`)

// Set is a set of stems.
type Set map[string]bool

// NewSet is the set of the stems of some words.
func NewSet(list string) Set {
	stems := make(Set)
	for word := range words.Set(list) {
		for part := range words.Split(word) {
			stems[english.Stem(part, false)] = true
			stems[words.Fold(spanish.Stem(part, false))] = true
		}
	}
	return stems
}

// In reports whether a text has a word with one of the stems.
func (s Set) In(text string) bool {
	return slices.ContainsFunc(Of(words.Fold(text)), func(stem Stem) bool { return s[stem.Text] })
}
