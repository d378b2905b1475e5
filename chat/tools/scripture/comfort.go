package scripture

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"

	"narthex/chat/words"
)

// Need is a time of need, and passages for it.
type Need struct {
	ID       string
	Passages []Reference
	Care     string // what whoever offers a passage should do besides, for the model; empty: nothing special
	words    [][]string
}

// Name is the need in a language (ISO 639-1): "grief".
func (n *Need) Name(language string) string { return texts.In(language).Text("need." + n.ID) }

//go:embed comfort.yaml
var comfortFile []byte

// Needs are all there are passages for. They are shared and must not be changed.
var Needs = sync.OnceValue(func() []*Need {
	var rows []struct {
		ID       string
		Words    map[string][]string // by language
		Passages []string
		Care     string
	}
	if err := yaml.UnmarshalWithOptions(comfortFile, &rows, yaml.Strict()); err != nil {
		panic("scripture: comfort.yaml: " + err.Error())
	}
	needs := make([]*Need, len(rows))
	for i, row := range rows {
		needs[i] = &Need{ID: row.ID, Care: row.Care, Passages: references("comfort.yaml", row.Passages), words: [][]string{{row.ID}}}
		for _, written := range row.Words {
			needs[i].words = append(needs[i].words, phrases(written)...)
		}
	}
	return needs
})

// references are those of a file of this package.
func references(file string, written []string) []Reference {
	all := make([]Reference, len(written))
	for i, text := range written {
		var err error
		if all[i], err = ParseReference(text); err != nil {
			panic("scripture: " + file + ": " + text + ": " + err.Error())
		}
	}
	return all
}

func phrases(written []string) [][]string {
	all := make([][]string, len(written))
	for i, phrase := range written {
		all[i] = strings.Fields(phrase)
	}
	return all
}

// maxNeedWords is how much of a text is looked at.
const maxNeedWords = 300

// NeedFor finds the need that a text in English or Spanish speaks of. A phrase of several words weighs more than one
// word, and of needs that weigh the same the one that stands first in the file is chosen.
func NeedFor(text string) (*Need, bool) {
	said := wordsOf(text)
	var best *Need
	heaviest := 0
	for _, need := range Needs() {
		if weight := weigh(said, need.words); weight > heaviest {
			best, heaviest = need, weight
		}
	}
	return best, best != nil
}

// wordsOf are the words of a text that are looked at.
func wordsOf(text string) []string {
	said := slices.Collect(words.Split(words.Fold(text)))
	return said[:min(len(said), maxNeedWords)]
}

// weigh counts the words of the phrases that the text has.
func weigh(said []string, phrases [][]string) int {
	weight := 0
	for _, phrase := range phrases {
		if says(said, phrase) {
			weight += 2*len(phrase) - 1
		}
	}
	return weight
}

// says reports whether the words of a phrase stand in the text one after the other. A word that ends in * stands for all
// that begin so.
func says(said, phrase []string) bool {
	for at := 0; at+len(phrase) <= len(said); at++ {
		matched := 0
		for matched < len(phrase) && isWord(said[at+matched], phrase[matched]) {
			matched++
		}
		if matched == len(phrase) {
			return true
		}
	}
	return false
}

func isWord(said, pattern string) bool {
	if stem, open := strings.CutSuffix(pattern, "*"); open {
		return strings.HasPrefix(said, stem)
	}
	return said == pattern
}
