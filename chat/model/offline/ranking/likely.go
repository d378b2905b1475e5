package ranking

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"

	"narthex/cache/bounded"
	"narthex/chat/model/offline/term"
	"narthex/retrieval/encoder"
)

// A question often has no word of what answers it: "do the youth get fed" is answered by pizza. Package encoder has learned from examples
// how well a statement answers a question, among the others of a church. Words that the two share, which rank.go knows of, tell more of names
// and of what no example spoke of.

// byShared is what the score for shared words counts beside the encoder's, by which of two units is chosen. Fitted to 450 questions to the
// demonstration churches.
const byShared = 3

// wanted is what it counts that a unit gives what is asked for: a time, a price, a name.
const wanted = 2.0

// The logarithm of the odds that what is quoted of the best section answers, fitted (logistic regression) to 550 questions to the
// demonstration churches, those about nothing that a church has among them.
const (
	oddsBase   = -5.3
	oddsScore  = .31   // for the best score
	oddsAhead  = .36   // for how far that is ahead of the next section
	oddsShared = -1.06 // for the share of the question's words that it has: they are in the score already, and count too much there
	oddsWord   = .085  // for each word of the question
)

// From how likely on what is found is the answer; from how likely on it is told first, with what else may have been meant behind it, as of 535
// questions to the demonstration churches it is the answer to seven in ten of those; and from how likely on it can be told as what comes nearest.
// Of the questions that a church has no answer to two in five are told something that comes nearest.
//
// Sure is from how likely on what is found is told without what else may have been meant: of 1,628 questions to the demonstration churches, one
// in six of those answered at .80 to .875 was told something else, and one in twenty of those above that are not on record.
const (
	Sure         = .88
	LikelyEnough = .8
	MoreLikely   = .5
	WorthSaying  = .25
)

// statements remembers the texts of churches as they were read, in some 8 MB: to read takes longer than all the rest, and they come again
// with each question.
var statements = bounded.New(bounded.Config[string, *encoder.Statement]{Most: 4096, Inline: true})

func statementOf(text string) *encoder.Statement {
	return statements.GetOrMake(text, func() *encoder.Statement { return encoder.Read(text) })
}

// given is the share of what a question asks for that a unit gives: 1 where it asks for nothing of a form.
func (q query) given(u unit) float64 {
	if len(q.wants) == 0 {
		return 1
	}
	given := 0.0
	for _, w := range q.wants {
		if w.givenBy(u.text) {
			given++
		}
	}
	return given / float64(len(q.wants))
}

// place is where a unit stands among the others of its section.
func (l *Library) place(i int) encoder.Place {
	u := l.units[i]
	p := encoder.Place{Is: statementOf(u.text), Title: statementOf(l.sources[u.source].Title + "\n" + u.above)}
	if i > 0 && l.units[i-1].source == u.source && l.units[i-1].section == u.section {
		p.Before = statementOf(l.units[i-1].text)
	}
	if next, ok := l.next(i, 1); ok {
		p.Next = statementOf(next.text)
	}
	return p
}

// likeliest orders the units by how well they answer, best first, and tells how likely the first does, from 0 to 1. ranked are those that share
// words with the question, and named those of them that answer by their words alone.
func (l *Library) likeliest(question string, q query, ranked, named []Match) (found []Match, likely float64) {
	asked, occasion := encoder.Ask(question), q.occasion()
	sharing := make(map[[2]int]Match, len(ranked))
	for _, m := range ranked {
		sharing[[2]int{m.source, m.order}] = m
	}
	ofFeast := feastNamed(question)
	for i, u := range l.units {
		m, shares := sharing[[2]int{u.source, u.order}]
		if !shares {
			m = Match{unit: u}
		}
		byName := slices.ContainsFunc(named, m.same)
		if l.isOtherFeast(u.source, ofFeast) || !byName && (l.elsewhere(m, q) || u.misses(occasion) || creed.MatchString(u.text) || !l.sources[u.source].answersByMeaning(q)) {
			continue
		}
		m.answers = asked.Score(l.place(i)) + byShared*m.score + wanted*q.given(u)
		found = append(found, m)
	}
	slices.SortStableFunc(found, func(a, b Match) int { return cmp.Compare(b.answers, a.answers) })
	if len(found) == 0 {
		return nil, 0
	}
	if len(named) > 0 && l.onRecord(named[0], q) && (!q.closely || named[0].isOfAll(q.leaning)) {
		return append(named[:1:1], slices.DeleteFunc(found, named[0].same)...), 1
	}
	best, next := found[0], 0.0
	for _, m := range found[1:] {
		if m.source != best.source || m.section != best.section {
			next = m.answers
			break
		}
	}
	odds := oddsBase + oddsScore*best.answers + oddsAhead*(best.answers-next) + oddsShared*best.coverage + oddsWord*float64(len(strings.Fields(question)))
	return found, 1 / (1 + math.Exp(-odds))
}

// isOfAll reports whether a unit or what it stands under has all of some terms that matter.
func (u *unit) isOfAll(terms []term.Term) bool {
	return !slices.ContainsFunc(terms, func(t term.Term) bool { return !t.Weak() && !u.terms[t] && !u.context[t] })
}

// onRecord reports whether a unit is what the church has stored for just such a question: a fact that is there to answer it or whose
// label it names, or an FAQ asked as it stands. Whatever documents say besides, that is what the church says.
func (l *Library) onRecord(m Match, q query) bool {
	switch from := l.sources[m.source]; from.Kind {
	case Fact:
		return q.wantsLabel(from.Title) || q.strong() > 0 && !slices.ContainsFunc(q.terms, func(t term.Term) bool { return !t.Weak() && !m.context[t] })
	case FAQ:
		return m.asksTheSame()
	}
	return false
}

// creed is how a sentence of doctrine begins, wherever it stands: it comes near to many a trouble, and is no answer to it.
var creed = regexp.MustCompile(`^(?:(?:We|As a church,? we) (?:believe|confess|affirm|hold that)|(?:Nosotros )?(?:[Cc]reemos|[Cc]onfesamos|[Aa]firmamos))\b`)

// answersByMeaning is false for what is quoted only to who asks for it by name: doctrine, people's lives, what the assistant itself is.
func (s Source) answersByMeaning(q query) bool {
	return s.Kind != Product && s.Kind != Position && (s.Title != "Staff" || q.wantsLabel(s.Title))
}
