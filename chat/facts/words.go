package facts

import (
	"slices"
	"strings"

	"narthex/chat/words"
)

// normalise gives the words of a text, lower-case and without accents, with a space before, between and after them;
// apostrophes join ("what's" is whats).
func normalise(text string) string {
	var folding, joining [256]byte // more than most questions have
	folded := words.AppendFold(folding[:0], text)
	folded = slices.DeleteFunc(folded, func(b byte) bool { return b == '\'' })
	plain := append(joining[:0], ' ')
	for from, to := words.Next(folded, 0); from < to; from, to = words.Next(folded, to) {
		plain = append(append(plain, folded[from:to]...), ' ')
	}
	return string(plain)
}

// tokens are the words of a text as normalise makes them.
func tokens(text string) []string { return strings.Fields(normalise(text)) }

// hasWord reports whether a word, or its singular or plural, is among those of a name.
func hasWord(name []string, word string) bool {
	singular := strings.TrimSuffix(word, "s")
	for _, w := range name {
		if w == word || w == singular || isPlural(w, word) {
			return true
		}
	}
	return false
}

func isPlural(plural, word string) bool {
	return len(plural) == len(word)+1 && plural[len(word)] == 's' && plural[:len(word)] == word
}

// hasAll reports whether every wanted word is among those of a name. There must be at least one.
func hasAll(name, wanted []string) bool {
	for _, w := range wanted {
		if !hasWord(name, w) {
			return false
		}
	}
	return len(wanted) > 0
}

// hasAny reports whether one of the words is among those of a name.
func hasAny(name []string, wanted set) bool {
	for _, w := range name {
		if wanted[w] {
			return true
		}
	}
	return false
}
