package crisis

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// spelling is how people write what the rules spell in one way.
type spelling struct {
	aliases map[string][]string        // a way of writing to the words it stands for
	also    map[string][]string        // a word to others that can stand in its place, and mean something else too
	stress  map[string]map[string]bool // a word that only means "really" before others
	keys    []string                   // words to be known even with a letter wrong, missing or too many
	stems   []string                   // what is looked for in words without spaces, such as #iwanttodie
}

func readSpelling() (*spelling, error) {
	text, err := rulesFS.ReadFile("rules/spelling.txt")
	if err != nil {
		return nil, fmt.Errorf("read the spellings: %w", err)
	}
	s := &spelling{aliases: make(map[string][]string), also: make(map[string][]string), stress: make(map[string]map[string]bool)}
	for _, line := range lines(string(text)) {
		if words, ok := strings.CutPrefix(line, "keys:"); ok {
			s.keys = append(s.keys, strings.Fields(words)...)
		} else if words, ok := strings.CutPrefix(line, "stems:"); ok {
			s.stems = append(s.stems, strings.Fields(words)...)
		} else if word, others, ok := strings.Cut(line, ">"); ok {
			before := make(map[string]bool)
			for other := range strings.FieldsSeq(others) {
				before[other] = true
			}
			s.stress[strings.TrimSpace(word)] = before
		} else if word, others, ok := strings.Cut(line, "~"); ok {
			s.also[strings.TrimSpace(word)] = strings.Fields(others)
		} else if ways, words, ok := strings.Cut(line, "="); ok {
			for way := range strings.FieldsSeq(ways) {
				if s.aliases[way] != nil {
					return nil, fmt.Errorf("spelling.txt: %q twice", way)
				}
				s.aliases[way] = strings.Fields(words)
			}
		} else {
			return nil, fmt.Errorf("spelling.txt: line %q", line)
		}
	}
	return s, nil
}

// namedNumbers are those that a rule may name, among them the years that people tell of; any other is just a number.
var namedNumbers = func() (numbers []string) {
	for n := range 100 {
		numbers = append(numbers, strconv.Itoa(n))
	}
	for year := 1940; year < 2030; year++ {
		numbers = append(numbers, strconv.Itoa(year))
	}
	return numbers
}()

// widen adds to words those that can stand in their place.
func (s *spelling) widen(words []string) []string {
	wide := slices.Clone(words)
	for _, word := range words {
		wide = append(wide, s.also[word]...)
		if word == number {
			wide = append(wide, namedNumbers...)
		}
	}
	slices.Sort(wide)
	return slices.Compact(wide)
}

// lexicon knows what the written words of a message stand for.
type lexicon struct {
	meanings map[string][]class
	holed    map[string][]class         // key words with one letter taken out, for "k*ll"
	near     map[string][]class         // long key words, whole and with one letter but the first taken out
	stress   map[string]map[string]bool // a word to those before which it only means "really"
	stems    []string
	number   []class
}

// The lengths from which a word is known by its neighbours.
const (
	nearFrom  = 6 // letters of a key word
	holedFrom = 3
)

func newLexicon(classes map[string]class, s *spelling) *lexicon {
	l := &lexicon{
		meanings: make(map[string][]class), holed: make(map[string][]class), near: make(map[string][]class),
		stress: s.stress, stems: s.stems, number: []class{classes[number]},
	}
	for word, c := range classes {
		if word != edge && word != number {
			l.meanings[word] = []class{c}
		}
	}
	for way, words := range s.aliases {
		var meaning []class
		for _, word := range words {
			meaning = append(meaning, classes[word])
		}
		l.meanings[way] = meaning
	}
	for _, key := range s.keys {
		meaning, known := l.meanings[key]
		if !known {
			continue
		}
		if single := string(atMost([]byte(key), 1, nil)); l.meanings[single] == nil {
			l.meanings[single] = meaning // kil, pils
		}
		for i := range key {
			holed := key[:i] + key[i+1:]
			if len(key) >= holedFrom && l.holed[holed] == nil {
				l.holed[holed] = meaning
			}
			if len(key) >= nearFrom && i > 0 && l.near[holed] == nil {
				l.near[holed] = meaning
			}
		}
		if len(key) >= nearFrom {
			l.near[key] = meaning
		}
	}
	return l
}

// read appends the classes of the words of a text, with a boundary before, between and after its sentences.
func (l *lexicon) read(f *folded, words []class) []class {
	words = append(words, boundary)
	for i := 0; i < len(f.tokens); {
		if f.tokens[i].starts && !f.titled(i-1) {
			words = append(words, boundary)
		}
		if l.stresses(f, i) {
			words = append(words, l.meanings["really"]...)
			i++
			continue
		}
		if n := f.spelled(i); n > 0 {
			if meaning := l.guess(f.between(i, i+n), true); meaning != nil {
				words = append(words, meaning...)
				i += n
				continue
			}
		}
		if meaning, known := l.meanings[string(f.between(i, i+1))]; known {
			words = append(words, meaning...)
			i++
			continue
		}
		meaning, n := l.unknown(f, i)
		words = append(words, meaning...)
		i += n
	}
	return append(words, boundary)
}

// stresses reports whether a token only means "really" before the next one: "fr this place touched me".
func (l *lexicon) stresses(f *folded, i int) bool {
	before := l.stress[string(f.between(i, i+1))]
	return before != nil && i+1 < len(f.tokens) && !f.tokens[i+1].starts && before[string(f.between(i+1, i+2))]
}

var nothing = []class{otherWord}

// unknown finds out what a token that is no known word stands for, by itself or with the tokens after it.
func (l *lexicon) unknown(f *folded, i int) (meaning []class, n int) {
	for n := 2; n <= 3 && i+n <= len(f.tokens) && !f.tokens[i+n-1].starts; n++ {
		joined := f.between(i, i+n)
		if len(joined) > 12 {
			break
		}
		if near, ok := l.near[string(joined)]; ok && len(joined) >= nearFrom {
			return near, n
		}
	}
	if meaning := l.guess(f.between(i, i+1), f.tokens[i].odd); meaning != nil {
		return meaning, 1
	}
	return nothing, 1
}

// between gives the letters of the tokens from i up to j, without what is between them.
func (f *folded) between(i, j int) []byte { return f.text[f.tokens[i].from:f.tokens[j-1].to] }

// spelled gives how many tokens from i on are one word with its letters apart, "k i l l" or "k.i.l.l"; 0 if none.
func (f *folded) spelled(i int) int {
	end, wide, firstWide := i, 0, 0
	for end < len(f.tokens) && f.tokens[end].to-f.tokens[end].from == 1 && (end == i || !f.tokens[end].starts) {
		if end > i && f.tokens[end].wide {
			if wide++; wide == 1 {
				firstWide = end
			}
		}
		end++
	}
	if wide > 0 && wide < end-i-1 {
		end = firstWide
	}
	if end-i < 3 {
		return 0
	}
	return end - i
}

// titled reports whether a token is a title, of which a full stop is a part: no sentence ends in "last week Fr. Emeka".
func (f *folded) titled(i int) bool {
	switch string(f.between(i, i+1)) {
	case "fr", "rev", "revd", "rvd", "msgr", "mons", "dcn", "mr", "mrs", "ms", "dr", "dra", "sr", "sra", "srta", "br", "pbro", "hno", "hna":
		return true
	}
	return false
}
