package crisis

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// element is one place of a pattern.
type element struct {
	words    []string // any of these; none: any word
	optional bool
	loose    bool // of any word: also a negation
}

// maxVariants is how many patterns a line may stand for.
const maxVariants = 400

// maxElements is how long a pattern can be: a bit for each element and one for the end.
const maxElements = 62

// parse reads a line of a rule file. It stands for several patterns where it offers several words in the place of one.
func parse(line string, sets map[string][]string) (variants [][]element, rest bool, err error) {
	line, rest = strings.CutSuffix(line, ">>")
	variants = [][]element{nil}
	for part := range strings.FieldsSeq(line) {
		options, err := parsePart(part, sets)
		if err != nil {
			return nil, false, fmt.Errorf("%q: %w", line, err)
		}
		var longer [][]element
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

// parsePart gives what a part of a line may stand for.
func parsePart(part string, sets map[string][]string) ([][]element, error) {
	if gap, ok := strings.CutPrefix(part, ".."); ok {
		return parseGap(gap, false)
	}
	if gap, ok := strings.CutPrefix(part, "~"); ok {
		return parseGap(gap, true)
	}
	part, repeated := strings.CutSuffix(part, "*")
	part, optional := strings.CutSuffix(part, "?")
	single, several, err := items(part, sets)
	if err != nil {
		return nil, err
	}
	if repeated && len(several) > 0 {
		return nil, fmt.Errorf("%s* has items of several words", part)
	}
	if repeated {
		return [][]element{slices.Repeat([]element{{words: single, optional: true}}, 3)}, nil
	}
	options := several
	if optional && (len(several) > 0 || len(single) == 0) {
		options = append(options, nil)
	}
	if len(single) > 0 {
		options = append(options, []element{{words: single, optional: optional && len(several) == 0}})
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
func items(part string, sets map[string][]string) (single []string, several [][]element, err error) {
	for item := range strings.SplitSeq(part, "|") {
		list := []string{item}
		if strings.HasPrefix(item, "@") {
			if list = sets[item]; list == nil {
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
				phrase = append(phrase, element{words: []string{word}})
			}
			several = append(several, phrase)
		}
	}
	slices.Sort(single)
	return slices.Compact(single), several, nil
}
