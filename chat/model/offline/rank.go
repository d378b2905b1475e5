package offline

import (
	"cmp"
	"maps"
	"math"
	"regexp"
	"slices"

	"narthex/chat/model/offline/term"
)

// An answer is found among units, sentences and the like, by how much of the question's meaning they share. Meaning is in
// the rare words: each term weighs by how few units have it, so that a question about something the church has not written
// down finds no unit that covers it, and gets no answer.

// weigh finds how rare each term is.
func (l *library) weigh() {
	counts := make(map[term.Term]int)
	l.used = make(map[term.Term]bool)
	for _, u := range l.units {
		maps.Copy(l.used, u.context)
		maps.Copy(l.used, u.terms)
		for t := range u.terms {
			counts[t]++
		}
	}
	l.rarity = make(map[term.Term]float64, len(counts))
	for t, count := range counts {
		l.rarity[t] = math.Log(1 + float64(len(l.units)+1)/float64(count))
	}
}

// weight is what a term of the question counts for. A term nobody uses is the rarest of all.
func (l *library) weight(t term.Term) float64 {
	weight, known := l.rarity[t]
	if !known {
		weight = math.Log(1 + float64(len(l.units)+1)*2)
	}
	if t.Weak() {
		weight *= .35
	}
	return weight
}

// match is a unit and how well it answers.
type match struct {
	unit
	coverage float64 // how much of the question it shares, from 0 to about 1
	asked    float64 // how much of an FAQ's own question is in the visitor's
	shared   int     // words of the question that matter and that it or its title has
	score    float64 // what it is ordered by
	answers  float64 // how well it answers, by its words and its meaning
}

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

// rank gives the units that share something with the question, best first.
func (l *library) rank(q query) []match {
	weights, total := l.weights(q)
	if total == 0 {
		return nil
	}
	var found []match
	pairs, strong := pairsOf(q.terms), q.strong()
	for i, u := range l.units {
		from := l.sources[u.source]
		coverage, shared := l.covered(i, weights)
		asked := l.share(from.asks, weights)
		if coverage == 0 || from.kind == productSource && asked < aboutUs {
			continue
		}
		coverage /= total
		score := from.bonus
		whose := false
		for _, w := range q.wants {
			whose = whose || w.label == "Staff"
			coverage *= l.giving(i, w)
			switch {
			case from.kind == factSource && w.stands(from.title) && (from.title != "Pastor" || strong == 1):
				score *= itsPlace
			case w.much && from.kind == factSource:
				score *= seldom * seldom
			case w.much && from.kind == documentSource && u.otherOccasion(q):
				coverage *= otherwise
			case w.much && u.context["=cost"] && w.givenBy(u.text):
				score *= priced
			}
		}
		if from.kind == factSource && shared < strong {
			score *= partly
		}
		if from.kind == factSource && from.title == "Staff" && !whose {
			score *= seldom
		}
		if from.kind == documentSource && u.otherOccasion(q) {
			score *= seldom
		}
		score *= coverage
		score *= u.about(q, from.kind)
		for _, pair := range pairs {
			if u.pairs[pair] {
				score *= perPair
			}
		}
		if from.kind == faqSource || from.kind == productSource {
			score *= askedLeast + sameAsk*asked
		}
		found = append(found, match{unit: u, coverage: coverage, asked: asked, shared: shared, score: score})
	}
	slices.SortStableFunc(found, func(a, b match) int { return cmp.Compare(b.score, a.score) })
	return found
}

// about is what the worth of a unit is multiplied by for standing under a word of the question, or beginning with it.
func (u *unit) about(q query, kind sourceKind) float64 {
	best := 1.0
	for _, t := range q.terms {
		switch {
		case t.WeakWord():
		case len(u.first) > 0 && u.first[0] == t, kind == factSource && u.context[t]:
			return subject
		case u.context[t] || slices.Contains(u.first, t):
			best = about
		}
	}
	return best
}

// giving is how much an answer is worth that gives what is wanted, does not, or only in the next sentence.
func (l *library) giving(i int, w want) float64 {
	u := l.units[i]
	if w.givenBy(u.text) {
		return 1
	}
	if l.sources[u.source].kind != documentSource {
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
func (l *library) next(i, ahead int) (unit, bool) {
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
func (l *library) weights(q query) (weights []weighed, total float64) {
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
func (l *library) covered(i int, weights []weighed) (sum float64, shared int) {
	u := l.units[i]
	direct := false
	for _, w := range weights {
		switch {
		case u.context[w.Term] && l.sources[u.source].kind == factSource:
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
func (l *library) known(q query) bool {
	return !slices.ContainsFunc(q.terms, func(t term.Term) bool { return !l.used[t] && !t.WeakWord() })
}

// share says how much of some terms is in the question, by weight.
func (l *library) share(terms []term.Term, question []weighed) float64 {
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
func (l *library) beside(i int, t term.Term) bool {
	for _, j := range [...]int{i - 1, i + 1} {
		if j >= 0 && j < len(l.units) && l.units[j].source == l.units[i].source && l.units[j].terms[t] {
			return true
		}
	}
	return false
}

// A sentence may share all its words with a question and still be about something else: the fee of a funeral is no answer to what a
// wedding costs, and what a pastor was paid in 1877 none to what one is paid.

// occasions are what a church does for somebody at a price of its own.
var occasions = []term.Term{"=wedding", "=funeral", "=baptism", "=quince", "cemeteri", "grave", "pantri", "supper"}

// bygone are the words of headings that tell of it.
var bygone = []term.Term{"stori", "histori", "begin", "found", "histor", "comienz"}

// reporting says who is told of harm to a child. Many a question shares with it that somebody is to be called, or spoken to about something.
var (
	reporting = regexp.MustCompile(`(?i)\b(?:safeguarding|allegations?|tusla|garda[ií]|child protection|abuse[ds]?|in danger|999|112)\b`)
	ofSafety  = regexp.MustCompile(`(?i)\b(?:child safety|safeguarding|child protection|protecci[oó]n de menores)\b`)
)

// elsewhere reports whether a unit is about something else than the question, though it has words of it.
func (l *library) elsewhere(m match, q query) bool {
	for _, must := range q.musts {
		if !slices.ContainsFunc(must.oneOf, func(t term.Term) bool {
			return slices.Contains(m.first, t) || !must.atFirst && (m.terms[t] || m.context[t])
		}) {
			return true
		}
	}
	if kind := l.sources[m.source].kind; !q.harm && (kind == documentSource || kind == faqSource) && (reporting.MatchString(m.text) || ofSafety.MatchString(l.sources[m.source].title)) {
		return true
	}
	if l.sources[m.source].kind != documentSource {
		return false
	}
	return !q.past && slices.ContainsFunc(bygone, func(t term.Term) bool { return m.context[t] })
}

// otherOccasion reports whether a unit gives the price of another occasion than the question names, or of one where it names none.
func (u *unit) otherOccasion(q query) bool {
	if named := q.occasion(); named != "" {
		return u.misses(named)
	}
	return slices.ContainsFunc(occasions, func(t term.Term) bool { return u.context[t] })
}

// misses reports whether a unit does not speak of an occasion, which is "" for none.
func (u *unit) misses(occasion term.Term) bool {
	return occasion != "" && !u.context[occasion] && !u.terms[occasion]
}

// occasion is the one that a question names, "" for none.
func (q query) occasion() term.Term {
	for _, t := range occasions {
		if slices.Contains(q.terms, t) {
			return t
		}
	}
	return ""
}
