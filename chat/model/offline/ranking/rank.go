package ranking

import (
	"cmp"
	"slices"

	"narthex/chat/model/offline/term"
)

// An answer is found among units, sentences and the like, by how much of the question's meaning they share. Meaning is in
// the rare words: each term weighs by how few units have it, so that a question about something the church has not written
// down finds no unit that covers it, and gets no answer.

const (
	inLabel    = 1.1  // what a term counts for that names a fact
	inTitle    = .6   // that is only in the title or heading
	nearby     = .35  // that is only in a sentence beside
	perPair    = 1.06 // the whole, for two terms that stand beside each other in both
	itsPlace   = 1.35 // the whole, where it stands under the label for such answers
	again      = .3   // a term, for being in the question once more, if only by its meaning
	askedLeast = .9   // the whole, for an FAQ that nobody asked for
	sameAsk    = .4   // what is added to that when its question is the visitor's
	seldom     = .85  // the whole, for a fact that is seldom the answer
	partly     = .95  // the whole, for a fact without all words of the question that matter
	about      = 1.1  // the whole, for what begins with a word of the question, or stands under it
	subject    = 1.15 // the whole, for what begins with such a word at once
	priced     = 1.5  // the whole, for an amount under a heading that promises amounts
	otherwise  = .6   // of how much a price shares with a question about another occasion
	soon       = .95  // of what the next sentence gives
	aboutUs    = .5   // how much of a question about the assistant the visitor must have asked, as most ask about the church
)

// maxSentences is how many sentences of a document are quoted: what the next ones give is given as well.
const maxSentences = 3

// rank gives the units that share something with the question, best first.
func (l *Library) rank(q query) []Match {
	weights, total := l.weights(q)
	if total == 0 {
		return nil
	}
	var found []Match
	pairs, strong := pairsOf(q.terms), q.strong()
	for i, u := range l.units {
		from := l.sources[u.source]
		coverage, shared := l.covered(i, weights)
		asked := l.share(from.asks, weights)
		if coverage == 0 || from.Kind == Product && asked < aboutUs {
			continue
		}
		coverage /= total
		score := from.bonus
		whose := false
		for _, w := range q.wants {
			whose = whose || w.label == "Staff"
			coverage *= l.giving(i, w)
			switch {
			case from.Kind == Fact && w.stands(from.Title) && (from.Title != "Pastor" || strong == 1):
				score *= itsPlace
			case w.much && from.Kind == Fact:
				score *= seldom * seldom
			case w.much && from.Kind == Document && u.otherOccasion(q):
				coverage *= otherwise
			case w.much && u.context["=cost"] && w.givenBy(u.text):
				score *= priced
			}
		}
		if from.Kind == Fact && shared < strong {
			score *= partly
		}
		if from.Kind == Fact && from.Title == "Staff" && !whose {
			score *= seldom
		}
		if from.Kind == Document && u.otherOccasion(q) {
			score *= seldom
		}
		score *= coverage
		score *= u.about(q, from.Kind)
		for _, pair := range pairs {
			if u.pairs[pair] {
				score *= perPair
			}
		}
		if from.Kind == FAQ || from.Kind == Product {
			score *= askedLeast + sameAsk*asked
		}
		found = append(found, Match{unit: u, coverage: coverage, asked: asked, shared: shared, score: score})
	}
	slices.SortStableFunc(found, func(a, b Match) int { return cmp.Compare(b.score, a.score) })
	return found
}

// about is what the worth of a unit is multiplied by for standing under a word of the question, or beginning with it.
func (u *unit) about(q query, kind Kind) float64 {
	best := 1.0
	for _, t := range q.terms {
		switch {
		case t.WeakWord():
		case len(u.first) > 0 && u.first[0] == t, kind == Fact && u.context[t]:
			return subject
		case u.context[t] || slices.Contains(u.first, t):
			best = about
		}
	}
	return best
}

// giving is how much an answer is worth that gives what is wanted, does not, or only in the next sentence.
func (l *Library) giving(i int, w want) float64 {
	u := l.units[i]
	if w.givenBy(u.text) {
		return 1
	}
	if l.sources[u.source].Kind != Document {
		return w.left
	}
	for ahead := 1; ahead < maxSentences; ahead++ {
		if next, ok := l.next(i, ahead); ok && w.givenBy(next.text) {
			return max(soon, w.left)
		}
	}
	return w.left
}

// next is the unit that stands so far ahead of one in its section.
func (l *Library) next(i, ahead int) (unit, bool) {
	u := l.units[i]
	if i+ahead >= len(l.units) || l.units[i+ahead].source != u.source || l.units[i+ahead].order != u.order+ahead || l.units[i+ahead].section != u.section {
		return unit{}, false
	}
	return l.units[i+ahead], true
}

// weighed is a term of the question and its weight.
type weighed struct {
	term.Term
	weight float64
}

// weights gives the terms of the question, each once, and their sum; those it leans on count half.
func (l *Library) weights(q query) (weights []weighed, total float64) {
	add := func(terms []term.Term, share float64) {
		for _, t := range terms {
			weight := l.weight(t) * share
			at := slices.IndexFunc(weights, func(w weighed) bool { return w.Term == t })
			if at < 0 {
				weights = append(weights, weighed{Term: t, weight: weight})
			} else {
				weight *= again
				weights[at].weight += weight
			}
			total += weight
		}
	}
	add(q.terms, 1)
	add(q.leaning, .5)
	return weights, total
}

// covered sums the weights of the terms a unit shares, 0 if it has none of them itself. shared counts those that matter and
// are in it or its title.
func (l *Library) covered(i int, weights []weighed) (sum float64, shared int) {
	u := l.units[i]
	direct := false
	for _, w := range weights {
		switch {
		case u.context[w.Term] && l.sources[u.source].Kind == Fact:
			sum, direct = sum+w.weight*inLabel, true
		case u.terms[w.Term]:
			sum, direct = sum+w.weight, true
		case u.context[w.Term]:
			sum += w.weight * inTitle
		case l.beside(i, w.Term):
			sum += w.weight * nearby
		}
		if (u.context[w.Term] || u.terms[w.Term]) && !w.Weak() {
			shared++
		}
	}
	if !direct {
		return 0, 0
	}
	return sum, shared
}

// known says whether all of the question's words that matter are used somewhere.
func (l *Library) known(q query) bool {
	return !slices.ContainsFunc(q.terms, func(t term.Term) bool { return !l.used[t] && !t.WeakWord() })
}

// share says how much of some terms is in the question, by weight.
func (l *Library) share(terms []term.Term, question []weighed) float64 {
	shared, total := 0.0, 0.0
	for _, t := range terms {
		weight := l.weight(t)
		total += weight
		if slices.ContainsFunc(question, func(w weighed) bool { return w.Term == t }) {
			shared += weight
		}
	}
	if total == 0 {
		return 0
	}
	return shared / total
}

// beside says whether a sentence next to a unit has the term.
func (l *Library) beside(i int, t term.Term) bool {
	for _, j := range [...]int{i - 1, i + 1} {
		if j >= 0 && j < len(l.units) && l.units[j].source == l.units[i].source && l.units[j].terms[t] {
			return true
		}
	}
	return false
}
