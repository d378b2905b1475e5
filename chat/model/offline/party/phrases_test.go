package party

import (
	"strings"
	"testing"
)

// A word that stands in two lists would be one or the other by chance.
func TestNoWordIsInTwoLists(t *testing.T) {
	seen := make(map[string]bool)
	note := func(word string) {
		if seen[word] {
			t.Errorf("%q is in two lists", word)
		}
		seen[word] = true
	}
	for _, list := range phrased {
		for phrase := range strings.SplitSeq(list, "; ") {
			note(strings.TrimSpace(phrase))
		}
	}
	for _, list := range alike {
		for word := range strings.FieldsSeq(list.words) {
			note(word)
		}
	}
	for word := range numerals() {
		note(word)
	}
}
