package ranking

import (
	"slices"
	"strings"
)

// Answers are what a library has on a question.
type Answers struct {
	Found  []Match // best first
	Named  []Match // those that answer by their words alone, best first
	Likely float64 // that the first of Found answers, from 0 to 1

	library *Library
	query   query
}

// Find looks for what answers a question.
func (l *Library) Find(asked Question) *Answers {
	a := &Answers{library: l, query: l.spelledOut(asked.query())}
	ranked := l.ofItsFeast(asked.Text, l.rank(a.query))
	a.Named = l.answering(a.query, slices.Clone(ranked))
	a.Found, a.Likely = l.likeliest(asked.Text, a.query, ranked, a.Named)
	return a
}

// Source is where a match is from.
func (a *Answers) Source(m Match) Source { return a.library.sources[m.source] }

// SaysYes reports whether the yes or no that an FAQ's answer begins with answers the visitor as well: who asks for one, and the same as the FAQ;
// a yes, of whom is likely answered, also where they ask half of it, but no price or number.
func (a *Answers) SaysYes(m Match) bool {
	if !a.query.yesOrNo {
		return false
	}
	much := slices.ContainsFunc(a.query.wants, func(w want) bool { return w.much })
	return m.asksTheSame() || m.asked >= likeQuestion && a.Likely >= MoreLikely && !much && !strings.HasPrefix(m.text, "No")
}

// Facts are at most so many that answer alike: a week.
const (
	maxFacts = 7
	tie      = .98 // of the best
)

// Alike gives the best fact, or all of its kind that answer alike, in the order they are on file. found are matches, best first, the first of
// a fact.
func (a *Answers) Alike(found []Match) (facts []Source) {
	best := found[0]
	family, _, _ := strings.Cut(a.Source(best).Title, " ")
	alike := found[:1:1]
	for _, m := range found[1:] {
		from := a.Source(m)
		if from.Kind == Fact && strings.HasPrefix(from.Title, family) && m.score > 0 && m.score >= best.score*tie && len(alike) < maxFacts {
			alike = append(alike, m)
		}
	}
	slices.SortFunc(alike, func(x, y Match) int { return x.source - y.source })
	for _, m := range alike {
		facts = append(facts, a.Source(m))
	}
	return facts
}

// Further gives what is left to tell, best first, of what answers by its words or stands in a section of which something was told.
func (a *Answers) Further(isTold func(Match) bool) []Match {
	told := slices.DeleteFunc(slices.Clone(a.Found), func(m Match) bool { return !isTold(m) })
	return slices.DeleteFunc(slices.Clone(a.Found), func(m Match) bool {
		beside := slices.ContainsFunc(told, func(other Match) bool { return other.source == m.source && other.section == m.section })
		return isTold(m) || !beside && !slices.ContainsFunc(a.Named, m.same)
	})
}

// mostNear is of how many sections it is told what comes nearest, and nearBy how much less well the others may answer than the best.
const (
	mostNear = 3
	nearBy   = 4.0
)

// BySection gives what was found of each of the sections that answer best, best first, and of none that answers far less well. found are
// all, best first.
func BySection(found []Match) (sections [][]Match) {
	at := make(map[[2]int]int)
	for _, m := range found {
		section := [2]int{m.source, m.section}
		i, known := at[section]
		if !known {
			if len(sections) == mostNear || m.answers < found[0].answers-nearBy {
				continue
			}
			i = len(sections)
			at[section], sections = i, append(sections, nil)
		}
		sections[i] = append(sections[i], m)
	}
	return sections
}
