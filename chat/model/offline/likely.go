package offline

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

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

// From how likely on what is quoted is the answer, and from how likely on it is told as what comes nearest. Of the questions that a church has
// no answer to two in five are told something that comes nearest.
const (
	likelyEnough = .8
	worthSaying  = .25
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
func (l *library) place(i int) encoder.Place {
	u := l.units[i]
	p := encoder.Place{Is: statementOf(u.text), Title: statementOf(l.sources[u.source].title + "\n" + u.above)}
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
func (l *library) likeliest(question string, q query, ranked, named []match) (found []match, likely float64) {
	asked, occasion := encoder.Ask(question), q.occasion()
	sharing := make(map[[2]int]match, len(ranked))
	for _, m := range ranked {
		sharing[[2]int{m.source, m.order}] = m
	}
	ofFeast := feastNamed(question)
	for i, u := range l.units {
		m, shares := sharing[[2]int{u.source, u.order}]
		if !shares {
			m = match{unit: u}
		}
		byName := slices.ContainsFunc(named, m.same)
		if l.isOtherFeast(u.source, ofFeast) || !byName && (l.elsewhere(m, q) || u.misses(occasion) || creed.MatchString(u.text) || !l.sources[u.source].answersByMeaning(q)) {
			continue
		}
		m.answers = asked.Score(l.place(i)) + byShared*m.score + wanted*q.given(u)
		found = append(found, m)
	}
	slices.SortStableFunc(found, func(a, b match) int { return cmp.Compare(b.answers, a.answers) })
	if len(found) == 0 {
		return nil, 0
	}
	if len(named) > 0 && l.onRecord(named[0], q) {
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

// same reports whether another match is of the same unit.
func (m match) same(other match) bool { return m.source == other.source && m.order == other.order }

// onRecord reports whether a unit is what the church has stored for just such a question: a fact that is there to answer it or whose
// label it names, or an FAQ asked as it stands. Whatever documents say besides, that is what the church says.
func (l *library) onRecord(m match, q query) bool {
	switch from := l.sources[m.source]; from.kind {
	case factSource:
		return q.wantsLabel(from.title) || q.strong() > 0 && !slices.ContainsFunc(q.terms, func(t term.Term) bool { return !t.Weak() && !m.context[t] })
	case faqSource:
		return m.asked >= sameQuestion
	}
	return false
}

// mostNear is of how many sections it is told what comes nearest, and nearBy how much less well the others may answer than the best.
const (
	mostNear = 3
	nearBy   = 4.0
)

// bySection gives what was found of each of the sections that answer best, best first. found are all, best first.
func bySection(found []match) (sections [][]match) {
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

// creed is how a sentence of doctrine begins, wherever it stands: it comes near to many a trouble, and is no answer to it.
var creed = regexp.MustCompile(`^(?:(?:We|As a church,? we) (?:believe|confess|affirm|hold that)|(?:Nosotros )?(?:[Cc]reemos|[Cc]onfesamos|[Aa]firmamos))\b`)

// answersByMeaning is false for what is quoted only to who asks for it by name: doctrine, people's lives, what the assistant itself is.
func (s source) answersByMeaning(q query) bool {
	return s.kind != productSource && s.kind != positionSource && (s.title != "Staff" || q.wantsLabel(s.title))
}

const (
	// glance is up to how many letters a quotation takes in what answers as well: a paragraph of three lines.
	glance = 300
	// asWell is how much less well a sentence of the same section may answer to be quoted too.
	asWell = 3.0
	// beside is what it counts for to stand beside one that is quoted: what answers best is often half of the answer.
	beside = 1.0
)

// withOthers adds to the sentence that answers best those of its section that answer nearly as well. found are all, best first.
func withOthers(found []match) []match {
	quoted := found[:1:1]
	for len(quoted) < maxSentences {
		at, most := -1, quoted[0].answers-asWell
		for i, m := range found[1:] {
			if m.source != quoted[0].source || m.section != quoted[0].section || quotedLetters(quoted)+utf8.RuneCountInString(m.text) > glance {
				continue
			}
			quotedToo, stands := standsBeside(m.unit, quoted)
			answers := m.answers
			if stands {
				answers += beside
			}
			if !quotedToo && answers > most {
				at, most = i+1, answers
			}
		}
		if at < 0 {
			break
		}
		quoted = append(quoted, found[at])
	}
	return quoted
}

func quotedLetters(quoted []match) (letters int) {
	for _, m := range quoted {
		letters += utf8.RuneCountInString(m.text)
	}
	return letters
}

// standsBeside tells whether a sentence is quoted, and whether it stands beside one that is.
func standsBeside(u unit, quoted []match) (is, stands bool) {
	for _, m := range quoted {
		switch u.order - m.order {
		case 0:
			is = true
		case 1, -1:
			stands = true
		}
	}
	return is, stands
}
