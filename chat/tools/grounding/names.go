package grounding

import (
	"slices"
	"strings"
	"unicode"

	"narthex/chat/words"
)

// NamesPerson reports whether a message names somebody: by the whole name, or by a word of it that is plainly a name where it
// stands. Names are also ordinary words (Will, Grace, Mark), and hold words that any message has (de, la, Pastor).
func NamesPerson(message, name string) bool {
	wanted := nameWords(name)
	said := sayings(message)
	if len(wanted) > 1 && saysInARow(said, wanted) {
		return true
	}
	for i, each := range said {
		long := len([]rune(each.folded)) >= shortestName || len(wanted) == 1
		if long && slices.Contains(wanted, each.folded) && !titles[each.folded] &&
			(each.capital || introduces(said[:i])) {
			return true
		}
	}
	return false
}

// MayBeOne reports whether two names may be one person's: one of them has every word of the other, titles aside. Those who share a
// surname are two.
func MayBeOne(name, other string) bool {
	first, second := ownWords(name), ownWords(other)
	if len(first) > len(second) {
		first, second = second, first
	}
	return !slices.ContainsFunc(first, func(word string) bool { return !slices.Contains(second, word) })
}

// ownWords are the words of a name that are no titles, or all where there are no others.
func ownWords(name string) []string {
	all := nameWords(name)
	if own := slices.DeleteFunc(slices.Clone(all), func(word string) bool { return titles[word] }); len(own) > 0 {
		return own
	}
	return all
}

// shortestName is how many letters a word has that stands for a whole name: shorter ones are too often something else.
const shortestName = 4

// saying is a word of a message.
type saying struct {
	folded  string
	capital bool // in the middle of a sentence: at its beginning, or among capitals alone, a capital says nothing
}

// sayings cuts a message into its words.
func sayings(message string) (said []saying) {
	between := ""
	for _, part := range cutWords(message) {
		letters := []rune(part)
		if !unicode.IsLetter(letters[0]) {
			between = part
			continue
		}
		follows := len(said) > 0 && (!strings.ContainsAny(between, ".!?¿¡\n") || titles[said[len(said)-1].folded])
		own := !unicode.IsLower(letters[0]) && (len(letters) == 1 || !unicode.IsUpper(letters[1]))
		said = append(said, saying{words.Fold(part), follows && own})
		between = ""
	}
	return said
}

// cutWords cuts a text into its words and what stands between them.
func cutWords(text string) (parts []string) {
	start, letters := 0, false
	for i, r := range text {
		is := unicode.IsLetter(r) || unicode.Is(unicode.Mn, r)
		if i > start && is != letters {
			parts, start = append(parts, text[start:i]), i
		}
		letters = is
	}
	if start < len(text) {
		parts = append(parts, text[start:])
	}
	return parts
}

func nameWords(name string) (words []string) {
	for _, each := range sayings(name) {
		words = append(words, each.folded)
	}
	return words
}

func saysInARow(said []saying, wanted []string) bool {
	for from := range len(said) - len(wanted) + 1 {
		if slices.EqualFunc(said[from:from+len(wanted)], wanted, func(s saying, word string) bool { return s.folded == word }) {
			return true
		}
	}
	return false
}

// introduces reports whether a name is what comes after some words, however it is written: "tell marcus", "dígale a la hermana
// ana".
func introduces(before []saying) bool {
	for _, each := range slices.Backward(before) {
		if !titles[each.folded] && !articles[each.folded] {
			return tellings[each.folded]
		}
	}
	return false
}

var (
	articles = words.Set("a la el")
	// tellings are what visitors ask for when they leave a message.
	tellings = words.Set("tell ask inform notify remind dile digale diganle avise avisale avisele preguntale preguntele pidale recuerdele informe")
)
