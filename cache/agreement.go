package cache

import (
	"fmt"
	"slices"
	"strings"
)

// Agree says whether two questions, near each other by their embeddings, ask the same thing. Embeddings put "Is there a
// service on Sunday?" beside "Is there no service on Saturday?", and a wrong answer from the cache is worse than none: the
// gate opens only if the questions agree in negation, numbers, dates, times, weekdays, months, ranges, persons and who does what to
// whom, in direction, tense and order in time, in duty as against permission, in the kind of question, and in every other word that carries meaning, up to synonyms, inflection and order. It
// knows the words of English and Spanish (see lexicon); a word that it does not know, such as a name, must be the same,
// however it is capitalised.
//
// Agree is symmetric, and a question agrees with itself and with whatever reads the same after [Normalise].
func Agree(asked, cached string) bool {
	return meaningOf(asked).fingerprint().agrees(meaningOf(cached).fingerprint())
}

// Gist is what a question asks, without its words: questions with the same gist ask the same (see [Agree]). It is empty for a question
// that says too little. It is for comparing alone, and another version of the program may give another one.
func Gist(question string) string {
	m := meaningOf(question)
	if !m.tellsEnough() {
		return ""
	}
	gist := []string{m.subject()}
	people := slices.DeleteFunc(slices.Clone(m.people), func(who string) bool { return who == "you" }) // who is asked anyway
	if len(people) > 1 {                                                                               // somebody does something to somebody else
		gist = append(gist, strings.Join(people, " "))
	}
	if m.sequenced {
		gist = append(gist, strings.Join(m.line, " "))
	}
	if m.asker|m.asked != 0 && len(people) > 1 && slices.Contains(people, "i") {
		gist = append(gist, fmt.Sprint(m.asker, m.asked))
	}
	return strings.Join(gist, " / ")
}

// subject is what the question speaks of, whoever does it to whom.
func (m meaning) subject() string {
	if m.asks > 1 {
		return strings.Join(m.order, " ")
	}
	return strings.Join(m.features, " ")
}

// tellsEnough says whether the features stand for a whole question. "Where are you?" does; of "What do you have?" nothing
// is left to compare.
func (m meaning) tellsEnough() bool {
	return slices.ContainsFunc(m.features, func(f string) bool {
		return f == "?where" || f == "?when" || !strings.HasPrefix(f, "?") && f != "can" && f != "must" && f != "+past"
	})
}
