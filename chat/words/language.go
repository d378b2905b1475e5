package words

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json" // refuses a key that stands twice
)

// How much the signs of a language weigh. Small words decide over the nouns that a sentence borrows ("do you have misa en
// espanol"), an ending only where nothing else is known.
const (
	letterWeight = 6
	smallWeight  = 3
	commonWeight = 2
	endingWeight = 1
)

// maxLanguages bounds the files, so that counting for each needs no allocation.
const maxLanguages = 16

//go:embed languages/*.json
var files embed.FS

var known = func() *lexicon {
	lexicon, err := load(files)
	if err != nil {
		panic(err) // the files are part of the program
	}
	return lexicon
}()

// lexicon is what is known of all languages.
type lexicon struct {
	codes   []string
	small   []map[string]bool
	letters []string
	words   map[string]weights // small and common words
	endings map[string]weights
	longest int // ending, in bytes
}

// weights are what a sign weighs for each language, in the order of the codes.
type weights [maxLanguages]int8

// load reads the file of each language. All is written as Fold has it, but for the letters.
func load(files fs.FS) (*lexicon, error) {
	names, err := fs.Glob(files, "languages/*.json")
	if err != nil {
		return nil, err
	}
	if len(names) > maxLanguages {
		return nil, fmt.Errorf("%d languages are more than %d", len(names), maxLanguages)
	}
	x := &lexicon{words: make(map[string]weights), endings: make(map[string]weights)}
	for language, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		var file struct {
			Small   []string `json:"small"`   // which hold sentences together and say nothing by themselves
			Common  []string `json:"common"`  // other words that visitors write to a church, and few in another language
			Endings []string `json:"endings"` // of words that are in neither list
			Letters string   `json:"letters"` // that no other language has
		}
		if err := json.Unmarshal(data, &file); err != nil {
			return nil, fmt.Errorf("read language %s: %w", name, err)
		}
		x.codes = append(x.codes, strings.TrimSuffix(path.Base(name), ".json"))
		x.letters = append(x.letters, file.Letters)
		x.small = append(x.small, Set(file.Small...))
		weigh(x.words, file.Common, language, commonWeight)
		weigh(x.words, file.Small, language, smallWeight)
		weigh(x.endings, file.Endings, language, endingWeight)
		for _, ending := range file.Endings {
			x.longest = max(x.longest, len(ending))
		}
	}
	return x, nil
}

func weigh(all map[string]weights, lists []string, language int, weight int8) {
	for word := range Set(lists...) {
		w := all[word]
		w[language] = weight
		all[word] = w
	}
}

// Set is the set of the words in lists, which stand between spaces.
func Set(lists ...string) map[string]bool {
	set := make(map[string]bool)
	for _, list := range lists {
		for word := range strings.FieldsSeq(list) {
			set[word] = true
		}
	}
	return set
}

// SmallWord reports whether a folded word is one of those of a language that hold sentences together and say nothing by
// themselves.
func SmallWord(language, word string) bool {
	for i, code := range known.codes {
		if code == language {
			return known.small[i][word]
		}
	}
	return false
}

// SmallInAny reports whether a folded word is a small word of any language.
func SmallInAny(word string) bool {
	for _, small := range known.small {
		if small[word] {
			return true
		}
	}
	return false
}

// Language gives the code of the language that a text is in, a fallback where its words do not tell: names and numbers
// alone belong to every language.
func Language(text, fallback string) string { return known.languageOf(text, fallback) }

func (x *lexicon) languageOf(text, fallback string) string {
	var scores [maxLanguages]int
	for language, letters := range x.letters {
		if letters != "" && strings.ContainsAny(text, letters) {
			scores[language] += letterWeight
		}
	}
	var space [64]byte
	for from, to := Next(text, 0); from < to; from, to = Next(text, to) {
		first, _ := utf8.DecodeRuneInString(text[from:])
		x.score(&scores, AppendFold(space[:0], text[from:to]), unicode.IsUpper(first))
	}
	return x.best(&scores, fallback)
}

// names are given names that are words of a language as well, as Fold has them: with a capital letter they say nothing of it.
var names = Set("dan mark bill grace hope faith joy chase drew art angel luz")

// score adds what a word weighs. A single letter may be an initial, and an unknown word with a capital letter a name.
func (x *lexicon) score(scores *[maxLanguages]int, word []byte, capitalised bool) {
	if len(word) < 2 || capitalised && names[string(word)] {
		return
	}
	found, ok := x.words[string(word)]
	if !ok && !capitalised {
		found = x.endingOf(word)
	}
	for language := range x.codes {
		scores[language] += int(found[language])
	}
}

// endingOf is the weight of the longest ending of a word that is known. At least two letters stand before it.
func (x *lexicon) endingOf(word []byte) weights {
	for n := min(x.longest, len(word)-2); n > 0; n-- {
		if found, ok := x.endings[string(word[len(word)-n:])]; ok {
			return found
		}
	}
	return weights{}
}

// best is the language with the highest score, if only one has that.
func (x *lexicon) best(scores *[maxLanguages]int, fallback string) string {
	best, highest := fallback, 0
	for language, code := range x.codes {
		switch score := scores[language]; {
		case score > highest:
			best, highest = code, score
		case score == highest:
			best = fallback
		}
	}
	return best
}
