package ranking

import (
	"slices"

	"narthex/chat/model/offline/term"
)

// Thresholds on how much of a question an answer must cover, from 0 to about 1; found by asking what the demonstration
// churches can and cannot answer.
const (
	enough          = .47
	enoughOfPassage = .25 // the one passage was found by its similarity already
)

// answering keeps, of what shares something with a question, what answers it. Of a question with two words that matter, one in common is
// no answer, unless it is all that an FAQ asks; of a question with one, the answer must be about it, not mention it.
func (l *Library) answering(q query, ranked []Match) []Match {
	strong, known := q.strong(), l.known(q)
	return slices.DeleteFunc(ranked, func(m Match) bool {
		switch {
		case q.onePassage:
			return m.coverage < enoughOfPassage
		case m.coverage < enough || l.elsewhere(m, q):
			return true
		case l.sources[m.source].Kind == Position: // is about much, and answers what is asked of all that the question names
			return strong == 0 || m.shared < strong
		case strong > 3 && 2*m.shared <= strong:
			return true
		case strong > 1 && m.shared < 2:
			if from := l.sources[m.source]; from.Title == "Special day" {
				return !l.isAbout(m, q)
			} else if from.Kind == Fact {
				return strong > 2 || from.Title == "Pastor" || !q.wantsLabel(from.Title) || !l.isAbout(m, q)
			} else if from.preferred {
				return m.asked < halfOfIt
			}
			return !l.isAbout(m, q) || (!known || m.asked < mostOfIt) && !l.underHeading(m, q)
		case strong == 0:
			from := l.sources[m.source]
			return from.Kind == Document && !l.isAbout(m, q)
		case strong == 1:
			return m.shared == 0 || !l.isAbout(m, q) && !l.alone(m, q) && len(q.musts) == 0
		}
		return false
	})
}

// isAbout reports whether a unit is about a word of the question: it stands in a heading, in the name of the fact, in an FAQ, or the
// sentence begins with it.
func (l *Library) isAbout(m Match, q query) bool {
	from := l.sources[m.source]
	whole := from.Kind == FAQ || from.Kind == Product || from.Kind == Fact && q.wantsLabel(from.Title)
	return slices.ContainsFunc(q.terms, func(t term.Term) bool {
		return !t.WeakWord() && (m.context[t] || slices.Contains(m.first, t) || whole && m.terms[t])
	})
}

// underHeading reports whether a unit is about a word of the question, and its document has all of those that matter.
func (l *Library) underHeading(m Match, q query) bool {
	from := l.sources[m.source]
	return from.Kind == Document && !(q.ofTheWeek() && m.otherOccasion(q)) && !slices.ContainsFunc(q.terms, func(t term.Term) bool {
		return !t.Weak() && !slices.ContainsFunc(l.units, func(u unit) bool {
			return l.sources[u.source].Title == from.Title && (u.terms[t] || u.context[t])
		})
	})
}

// alone reports whether a unit is of the only source that has a word of the question, in so many words.
func (l *Library) alone(m Match, q query) bool {
	return slices.ContainsFunc(q.terms, func(t term.Term) bool {
		return len(t) >= tellingLetters && t[0] != '=' && m.terms[t] &&
			!slices.ContainsFunc(l.units, func(u unit) bool { return u.source != m.source && u.terms[t] })
	})
}

const tellingLetters = 4

// How much of an FAQ's question must be in the visitor's for one word to be enough; less, where the question was found by its meaning.
const (
	mostOfIt = .6
	halfOfIt = .45
)
