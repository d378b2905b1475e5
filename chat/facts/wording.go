package facts

import (
	"strings"
	"time"
)

// maxWords is the length from which a message tells a story rather than asks for a fact.
const maxWords = 18

// wording is a question's words, taken apart.
type wording struct {
	text     string // with a space before, between and after them
	list     [maxWords]word
	from, to int   // of list: the words without a greeting
	all      class // what the words mean together

	month      time.Month // of a date that it names; 0: this month or the next
	dayOfMonth int
}

// words is the question without a greeting.
func (q *wording) words() []word { return q.list[q.from:q.to] }

// word is one of a question's, with what it means.
type word struct {
	text string
	is   class
}

// has reports whether a word with any of the meanings is in the question.
func (q *wording) has(meanings class) bool { return q.all&meanings != 0 }

// hasPhrase reports whether one of the phrases is in the question.
func (q *wording) hasPhrase(phrases []phrase) bool {
	for _, phrase := range phrases {
		if strings.Contains(q.text, string(phrase)) {
			return true
		}
	}
	return false
}

// understood are words that are explained whatever was asked.
const understood = smallWord | nameWord

// rest returns the words that neither the meanings, nor the language's small words, nor the church's name explain.
func (q *wording) rest(explained class) []string {
	var rest []string
	for _, w := range q.words() {
		if w.is&(explained|understood) == 0 {
			rest = append(rest, w.text)
		}
	}
	return rest
}

// covered reports whether every word of the question is explained.
func (q *wording) covered(explained class) bool {
	for _, w := range q.words() {
		if w.is&(explained|understood) == 0 {
			return false
		}
	}
	return true
}
