package crisis

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// element is one place of a pattern.
type element struct {
	words    *wordSet // any of these; nil: any word
	optional bool
	loose    bool // of any word: also a negation
}

// wordSet are words that can stand in the same place. Sets of the same words are one.
type wordSet struct {
	words   []string // sorted
	used    bool     // in a pattern
	classes []class  // of the words
	weight  int      // how often words of these classes are looked for
}

// lineReader reads the lines of the rule files. Thousands of lines are made of hundreds of parts, so each is read once.
type lineReader struct {
	sets  map[string][]string
	widen func([]string) []string // adds to words those that can stand in their place
	parts map[string][][]element
	known map[string]*wordSet // by its words
}

func newLineReader(sets map[string][]string, widen func([]string) []string) *lineReader {
	return &lineReader{sets: sets, widen: widen, parts: make(map[string][][]element), known: make(map[string]*wordSet)}
}

// set gives the set of words, and of those that can stand in their place.
func (r *lineReader) set(words []string) *wordSet {
	words = r.widen(words)
	key := strings.Join(words, " ")
	if r.known[key] == nil {
		r.known[key] = &wordSet{words: words}
	}
	return r.known[key]
}

// maxVariants is how many patterns a line may stand for.
const maxVariants = 400

// maxElements is how long a pattern can be: a bit for each element and one for the end.
const maxElements = 62

// read reads a line of a rule file. It stands for several patterns where it offers several words in the place of one.
func (r *lineReader) read(line string) (variants [][]element, rest bool, err error) {
	line, rest = strings.CutSuffix(line, ">>")
	variants = [][]element{nil}
	for part := range strings.FieldsSeq(line) {
		options, err := r.part(part)
		if err != nil {
			return nil, false, fmt.Errorf("%q: %w", line, err)
		}
		longer := make([][]element, 0, len(variants)*len(options))
		for _, variant := range variants {
			for _, option := range options {
				longer = append(longer, slices.Concat(variant, option))
			}
		}
		variants = longer
		if len(variants) > maxVariants {
			return nil, false, fmt.Errorf("%q stands for more than %d patterns", line, maxVariants)
		}
	}
	for i := range variants {
		variants[i] = trim(variants[i])
		if n := len(variants[i]); n == 0 || n > maxElements {
			return nil, false, fmt.Errorf("%q is a pattern of %d words", line, n)
		}
	}
	return variants, rest, nil
}

// trim leaves out what may be missing at either end: it changes nothing.
func trim(elements []element) []element {
	for len(elements) > 0 && elements[0].optional {
		elements = elements[1:]
	}
	for len(elements) > 0 && elements[len(elements)-1].optional {
		elements = elements[:len(elements)-1]
	}
	return elements
}

// part gives what a part of a line may stand for.
func (r *lineReader) part(part string) ([][]element, error) {
	if options, known := r.parts[part]; known {
		return options, nil
	}
	options, err := r.readPart(part)
	if err == nil {
		r.parts[part] = options
	}
	return options, err
}

func (r *lineReader) readPart(part string) ([][]element, error) {
	if gap, ok := strings.CutPrefix(part, ".."); ok {
		return parseGap(gap, false)
	}
	if gap, ok := strings.CutPrefix(part, "~"); ok {
		return parseGap(gap, true)
	}
	part, repeated := strings.CutSuffix(part, "*")
	part, optional := strings.CutSuffix(part, "?")
	single, several, err := r.items(part)
	if err != nil {
		return nil, err
	}
	if repeated && len(several) > 0 {
		return nil, fmt.Errorf("%s* has items of several words", part)
	}
	if repeated {
		return [][]element{slices.Repeat([]element{{words: r.set(single), optional: true}}, 3)}, nil
	}
	options := several
	if optional && (len(several) > 0 || len(single) == 0) {
		options = append(options, nil)
	}
	if len(single) > 0 {
		options = append(options, []element{{words: r.set(single), optional: optional && len(several) == 0}})
	}
	return options, nil
}

func parseGap(length string, loose bool) ([][]element, error) {
	n, err := strconv.Atoi(length)
	if err != nil || n < 1 || n > 12 {
		return nil, fmt.Errorf("gap of %q words", length)
	}
	return [][]element{slices.Repeat([]element{{optional: true, loose: loose}}, n)}, nil
}

// items takes apart what stands between bars: words, phrases with underscores, and sets of them.
func (r *lineReader) items(part string) (single []string, several [][]element, err error) {
	for item := range strings.SplitSeq(part, "|") {
		list := []string{item}
		if strings.HasPrefix(item, "@") {
			if list = r.sets[item]; list == nil {
				return nil, nil, fmt.Errorf("no set %s", item)
			}
		}
		for _, words := range list {
			if words == "" || strings.ContainsAny(words, ".~+*?@") {
				return nil, nil, fmt.Errorf("item %q", words)
			}
			if !strings.Contains(words, "_") {
				single = append(single, words)
				continue
			}
			var phrase []element
			for word := range strings.SplitSeq(words, "_") {
				phrase = append(phrase, element{words: r.set([]string{word})})
			}
			several = append(several, phrase)
		}
	}
	slices.Sort(single)
	return slices.Compact(single), several, nil
}
