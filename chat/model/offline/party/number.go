package party

import (
	"slices"
	"strings"
)

// ones are the numbers up to twenty-nine in Spanish, and up to nineteen in English. The words for one that are articles are none.
var ones = map[string]string{
	"en": "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
	"es": "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve",
}

var tens = map[string]int{
	"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "treinta": 30, "cuarenta": 40, "cincuenta": 50, "sesenta": 60,
}

// numerals are the numbers in words. "Once" is one where Spanish is spoken; see numbered.
func numerals() map[string]int {
	all := map[string]int{"both": 2, "ambos": 2, "ambas": 2, "a couple of": 2, "couple of": 2, "a pair of": 2, "un par de": 2, "a dozen": 12, "dozen": 12, "una docena": 12, "half a dozen": 6, "media docena": 6}
	for _, list := range ones {
		for n, word := range strings.Fields(list) {
			all[word] = n + 1
		}
	}
	for word, n := range tens {
		all[word] = n
	}
	return all
}

// numbered joins the words of a number above twenty, and takes "once" for English where nothing beside it is Spanish.
func numbered(found []token) []token {
	for at := 0; at < len(found); at++ {
		t := &found[at]
		if t.text == "once" && !spanishNumber(found, at) {
			t.kind = other
		}
		if tens[t.text] == 0 || t.kind != number || at+1 == len(found) {
			continue
		}
		next := at + 1
		if found[next].text == "y" && next+1 < len(found) {
			next++
		}
		if more := found[next]; more.kind == number && more.n < 10 && more.text[0] > '9' {
			t.n += more.n
			found = slices.Delete(found, at+1, next+1)
		}
	}
	return found
}

// spanishNumber reports whether "once" is eleven: by itself, or by the word before or behind it.
func spanishNumber(found []token, at int) bool {
	if len(found) < 3 {
		return true
	}
	if at > 0 && slices.Contains([]string{"somos", "seremos", "seriamos", "los", "las", "como", "unos", "unas", "iremos", "vamos"}, found[at-1].text) {
		return true
	}
	return at+1 < len(found) && (found[at+1].kind == person && found[at+1].text == "personas" || found[at+1].text == "por" || found[at+1].text == "adultos")
}
