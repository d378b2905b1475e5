package retrieval

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/spanish"
)

// concepts.txt has the words that mean nearly the same, in English and Spanish: what the offline embedder cannot know, which only
// sees words.
//
//go:embed concepts.txt
var conceptsText string

// thesaurus finds the concepts of a stem, and the words of a concept.
type thesaurus struct {
	of    map[string][]uint16 // by stem
	words []string            // by concept, with spaces between them
}

var concepts = readConcepts(conceptsText)

func readConcepts(text string) thesaurus {
	t := thesaurus{of: make(map[string][]uint16)}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		number := uint16(len(t.words))
		t.words = append(t.words, strings.ReplaceAll(line, ",", ""))
		for word := range strings.SplitSeq(line, ",") {
			for _, stem := range stemsOf(strings.TrimSpace(word)) {
				if !slices.Contains(t.of[stem], number) {
					t.of[stem] = append(t.of[stem], number)
				}
			}
		}
	}
	return t
}

// stemsOf are the stems of a folded word in English and in Spanish: which of them it is in is not known.
func stemsOf(word string) [2]string {
	return [2]string{americanStem(english.Stem(word, false)), spanish.Stem(word, false)}
}

// ofWord are the concepts of a word by its stems, each once.
func (t thesaurus) ofWord(stems [2]string) []uint16 {
	found := slices.Concat(t.of[stems[0]], t.of[stems[1]])
	slices.Sort(found)
	return slices.Compact(found)
}

// expanded is the question with the words of all concepts that it touches: near to what says the same in other words.
func (t thesaurus) expanded(question string) string {
	var out strings.Builder
	out.WriteString(question)
	var seen []uint16
	for _, word := range contentWords(question) {
		for _, concept := range t.ofWord(stemsOf(word)) {
			if !slices.Contains(seen, concept) {
				seen = append(seen, concept)
				out.WriteByte(' ')
				out.WriteString(t.words[concept])
			}
		}
	}
	return out.String()
}

// contentWords are the folded words of a text that say what it is about.
func contentWords(text string) []string {
	return slices.DeleteFunc(foldWords(text), func(word string) bool { return framingWeight(word) > 0 })
}
