package attribution

import (
	"hash/fnv"
	"unicode/utf8"

	"narthex/chat/words"
)

// term is a word that says something by itself, without its inflection. Of two texts of ordinary length, hardly ever do
// different words have the same one.
type term uint32

// stemLength is how many characters of a word count: "baptized" and "baptism" are alike, "community" and "communion" are not.
const stemLength = 6

// shortest word that counts, in bytes; numbers count at any length.
const shortest = 3

// offers are the words of sentences that belong to any answer: greetings, regrets, and where else to ask.
var offers = words.Set(
	"please call office email phone ask know like would happy help glad welcome sorry church question pastor anything gladly warmly sunday pass tell message",
	"favor llamar llame oficina correo telefono preguntar pregunte saber gusto ayudar bienvenido bienvenida siento iglesia parroquia pregunta padre domingo quiere mensaje decir decirle",
)

// appendTerms appends those of a text in their order.
func appendTerms(terms []term, text string) []term {
	folded := words.Fold(text)
	for word := range words.Split(folded) {
		if t, ok := termOf(word); ok {
			terms = append(terms, t)
		}
	}
	return terms
}

// termOf gives a folded word's, unless the word says nothing by itself.
func termOf(word string) (term, bool) {
	if !isNumber(word) {
		if len(word) < shortest || words.SmallInAny(word) || offers[word] {
			return 0, false
		}
		word = stem(word)
	}
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(word)) // hashes take everything
	return term(hash.Sum32()), true
}

// stem cuts a plural's ending off, and what is beyond the first characters.
func stem(word string) string {
	if len(word) > 4 && word[len(word)-1] == 's' {
		word = word[:len(word)-1]
	}
	at := 0
	for range stemLength {
		if at >= len(word) {
			break
		}
		_, size := utf8.DecodeRuneInString(word[at:])
		at += size
	}
	return word[:at]
}

func isNumber(word string) bool { return word[0] >= '0' && word[0] <= '9' }
