package attribution

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"narthex/chat/words"
)

// Answer is an answer, read for comparing it with sources.
type Answer struct {
	sentences []sentence
	language  string
}

// sentence is a sentence's terms, or a clause's. What is repeated proves little.
type sentence struct {
	fresh, repeated []term
	fixed           []term // of the fresh ones, those that are the same in every language: names and numbers
}

// How much of a sentence must stand in its source.
const (
	fewestFresh  = 2   // terms beyond the question
	freshShare   = 0.5 // of them, how many the source must have
	fewestShared = 2   // terms in all, of a sentence that says nothing beyond the question
	fewestFixed  = 2   // names and numbers, where the languages differ
)

// ReadAnswer reads an answer to a question. What any answer may say of the church without having it from a source, its name, address
// and numbers, proves nothing; neither does where to call.
func ReadAnswer(answer, question string, church ...string) Answer {
	var ofChurch []term
	for _, text := range church {
		ofChurch = appendTerms(ofChurch, text)
	}
	slices.Sort(ofChurch)
	asked := slices.DeleteFunc(appendTerms(nil, question), func(t term) bool { return contains(ofChurch, t) })
	slices.Sort(asked)
	a := Answer{language: words.Language(answer, "")}
	for text := range parts(answer, sentenceEnds) {
		if s := readSentence(asked, ofChurch, text); len(s.fresh)+len(s.repeated) > 0 {
			a.sentences = append(a.sentences, s)
		}
		for clause := range parts(text, clauseEnds) {
			if len(clause) == len(text) {
				break
			}
			if s := readSentence(asked, ofChurch, clause); len(s.fresh) > fewestFresh {
				a.sentences = append(a.sentences, s)
			}
		}
	}
	return a
}

func readSentence(asked, ofChurch []term, text string) (s sentence) {
	first := true
	for from, to := words.Next(text, 0); from < to; from, to = words.Next(text, to) {
		capital, _ := utf8.DecodeRuneInString(text[from:])
		word := words.Fold(text[from:to])
		begins := first
		first = false
		if word == "" {
			continue
		}
		t, ok := termOf(word)
		switch {
		case !ok, contains(ofChurch, t), slices.Contains(s.fresh, t), slices.Contains(s.repeated, t):
			continue
		case contains(asked, t):
			s.repeated = append(s.repeated, t)
			continue
		}
		s.fresh = append(s.fresh, t)
		if isNumber(word) || unicode.IsUpper(capital) && !begins {
			s.fixed = append(s.fixed, t)
		}
	}
	return s
}

func contains(sorted []term, t term) bool {
	_, found := slices.BinarySearch(sorted, t)
	return found
}

// RestsOn reports whether a sentence of the answer says what the source says.
func (a Answer) RestsOn(s Source) bool {
	if len(s.terms) == 0 {
		return false
	}
	foreign := a.language != "" && s.language != "" && a.language != s.language
	return slices.ContainsFunc(a.sentences, func(said sentence) bool {
		if foreign {
			return s.count(said.fixed) >= fewestFixed
		}
		return said.restsOn(s)
	})
}

func (said sentence) restsOn(s Source) bool {
	fresh := s.count(said.fresh)
	if len(said.fresh) >= fewestFresh {
		return fresh >= fewestFresh && float64(fresh) >= freshShare*float64(len(said.fresh))
	}
	return fresh == len(said.fresh) && fresh+s.count(said.repeated) >= max(fewestShared, len(said.fresh)+len(said.repeated))
}

func (s Source) count(terms []term) (shared int) {
	for _, t := range terms {
		if s.has(t) {
			shared++
		}
	}
	return shared
}

// Where sentences end, and the clauses of which a sentence may have several, each from a source of its own.
const (
	sentenceEnds = ".!?;\n"
	clauseEnds   = ",:"
)

// parts ranges over the parts of a text up to each of the ends. What stands within a word or number (3.50, p.m., 10:30) ends none.
func parts(text, ends string) iter.Seq[string] {
	return func(yield func(string) bool) {
		from := 0
		for at := 0; at < len(text); at++ {
			if strings.IndexByte(ends, text[at]) < 0 || text[at] != '\n' && at+1 < len(text) && text[at+1] != ' ' && text[at+1] != '\n' {
				continue
			}
			if !yield(text[from:at]) {
				return
			}
			from = at + 1
		}
		yield(text[from:])
	}
}
