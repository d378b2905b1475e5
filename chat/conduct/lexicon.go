package conduct

import (
	"fmt"
	"slices"
	"strings"
)

// lexiconOfAbuse is what Conduct knows, compiled from the texts of the languages.
//
// A text has a line for each thing, and each line begins with what it is:
//
//	NAME = word word NAME    a set, which may hold sets above it
//	profane: words           which make a message profane
//	coarse: words            which do not, but are known masked and drawn out as those are
//	alias: word = words      a word that is read as others
//	report: phrase           what introduces the words of somebody else
//	abuse: phrase            what makes a message harassing
//	told: phrase             which does so unless it is part of a question: "you will burn in hell"
//	alone: phrase            which does so where its sentence says nothing else: what is a name or an abbreviation elsewhere
//
// A phrase is a row of words and sets. "word|word" is a set without a name; "X?" may be missing; "X*" stands for up to
// five; "..3" for up to three words of any kind. "^" is the beginning of a clause and "$" its end; "!X" at the beginning
// or end stands for nothing, and says what may not stand there.
type lexiconOfAbuse struct {
	words   map[string]int32
	sets    []uint64 // by word
	profane []bool   // by word
	aliases map[string][]string
	coarse  map[string]bool // words that are looked for in spite of repeated letters
	masked  []string        // and of masks
	reports phrases
	abuses  phrases

	named map[string]uint64   // sets by name
	lists map[string][]string // their words
	next  uint64
}

// speakers is the first set: I and you, in all languages.
const speakers = uint64(1)

func newLexiconOfAbuse(texts ...string) *lexiconOfAbuse {
	l := &lexiconOfAbuse{
		words: make(map[string]int32), aliases: make(map[string][]string), coarse: make(map[string]bool),
		sets: make([]uint64, 1), profane: make([]bool, 1),
		named: make(map[string]uint64), lists: make(map[string][]string), next: 1,
	}
	l.set("SPEAKER", strings.Fields("i you yo tu usted ustedes te"))
	for _, text := range texts {
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line != "" {
				l.line(line)
			}
		}
	}
	slices.Sort(l.masked)
	l.reports.index(l.sets)
	l.abuses.index(l.sets)
	return l
}

func (l *lexiconOfAbuse) line(line string) {
	kind, rest, ok := strings.Cut(line, ": ")
	switch {
	case ok && kind == "profane":
		for _, word := range strings.Fields(rest) {
			l.profane[l.word(word)] = true
			l.markCoarse(word)
		}
	case ok && kind == "coarse":
		for _, word := range strings.Fields(rest) {
			l.word(word)
			l.markCoarse(word)
		}
	case ok && kind == "alias":
		written, words, _ := strings.Cut(rest, " = ")
		for _, way := range strings.Fields(written) {
			l.aliases[way] = strings.Fields(words)
		}
	case ok && kind == "report":
		l.reports.all = append(l.reports.all, l.phrase(rest))
	case ok && (kind == "abuse" || kind == "told" || kind == "alone"):
		p := l.phrase(rest)
		p.told, p.alone = kind == "told", kind == "alone"
		l.abuses.all = append(l.abuses.all, p)
	default:
		name, words, ok := strings.Cut(line, " = ")
		if !ok {
			panic(fmt.Sprintf("the lexicon of abuse: %q", line))
		}
		l.set(name, strings.Fields(words))
	}
}

func (l *lexiconOfAbuse) markCoarse(word string) {
	if !l.coarse[word] {
		l.coarse[word] = true
		l.masked = append(l.masked, word)
	}
}

// word numbers a word.
func (l *lexiconOfAbuse) word(word string) int32 {
	if l.words[word] == 0 {
		l.words[word] = int32(len(l.sets))
		l.sets, l.profane = append(l.sets, 0), append(l.profane, false)
	}
	return l.words[word]
}

// set numbers a set.
func (l *lexiconOfAbuse) set(name string, words []string) uint64 {
	if known := l.named[name]; known != 0 {
		return known
	}
	if l.next == 0 {
		panic("the lexicon of abuse: more than 64 sets")
	}
	bit := l.next
	l.next <<= 1
	l.named[name] = bit
	var all []string
	for _, word := range words {
		if others, isSet := l.lists[word]; isSet {
			all = append(all, others...)
		} else {
			all = append(all, word)
		}
	}
	l.lists[name] = all
	for _, word := range all {
		l.sets[l.word(word)] |= bit
	}
	return bit
}

func (l *lexiconOfAbuse) phrase(text string) phrase {
	var p phrase
	fields := strings.Fields(text)
	if fields[0] == "^" {
		p.opens, fields = true, fields[1:]
	}
	if not, ok := strings.CutPrefix(fields[0], "!"); ok {
		p.before, fields = l.part(not), fields[1:]
	}
	if last := len(fields) - 1; fields[last] == "$" {
		p.closes, fields = true, fields[:last]
	} else if not, ok := strings.CutPrefix(fields[last], "!"); ok {
		p.after, fields = l.part(not), fields[:last]
	}
	for _, field := range fields {
		p.parts = append(p.parts, l.part(field))
	}
	return p
}

func (l *lexiconOfAbuse) part(text string) part {
	if most, ok := strings.CutPrefix(text, ".."); ok {
		return part{any: true, most: int(most[0] - '0')}
	}
	p := part{least: 1, most: 1}
	if bare, ok := strings.CutSuffix(text, "?"); ok {
		text, p.least = bare, 0
	} else if bare, ok := strings.CutSuffix(text, "*"); ok {
		text, p.least, p.most = bare, 0, 5
	}
	for item := range strings.SplitSeq(text, "|") {
		switch {
		case l.named[item] != 0:
			p.sets |= l.named[item]
		case item == strings.ToUpper(item):
			panic(fmt.Sprintf("the lexicon of abuse: no set %s", item))
		default:
			p.words = append(p.words, l.word(item))
		}
	}
	return p
}
