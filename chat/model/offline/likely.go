package offline

import (
	"math"
	"regexp"
	"unicode/utf8"

	"narthex/cache/bounded"
	"narthex/retrieval/encoder"
)

// A question often has no word of what answers it: "do the youth get fed" is answered by pizza. Of that the encoder knows something: how near
// the question lies to what can be quoted. It is no judge by itself, since something is always nearest. How likely it is that the nearest
// answers depends on how near it is, on how far behind it the next source lies, and on the words that they share as well.

// withWords is what the share of the question's words that a unit has counts beside how near it lies.
const withWords = .35

// The logarithm of the odds that the unit that lies nearest, or shares the most, answers. Fitted (logistic regression) to 7,000 questions to
// churches of which the encoder had learned nothing; one in seven of them is not answered by what shares its words, and one in eight
// is about nothing that a church has.
const (
	oddsBase    = -2.33
	oddsNear    = 2.05 // how near it lies
	oddsSquared = 1.35
	oddsAhead   = 4.0  // how far it is ahead of the next source
	oddsShared  = .85  // its share of the question's words
	oddsBoth    = -3.9 // that, times how near it lies: what shares words lies near for that already
	oddsSum     = 1.7  // how near it lies and its share together, by which it was picked
)

// From how likely on a unit is the answer, and from how likely on it is told as what comes nearest. Of the questions that it was fitted to 65 in
// 100 were answered by what is 0.4 to 0.5 likely, 77 by what is up to 0.6, and 92 by what is more.
const (
	likelyEnough = .65
	worthSaying  = .4
)

// unlike is the cosine below which a unit is about something else, whatever words it shares.
const unlike = .1

// directions remembers where the texts of churches lie, in some 4 MB: to find out takes longer than all the rest, and they come again with each
// question.
var directions = bounded.New(bounded.Config[string, encoder.Vector]{Most: 4096, Inline: true})

func directionOf(text string) encoder.Vector {
	return directions.GetOrMake(text, func() encoder.Vector { return encoder.Encode(text) })
}

// understood is what is quoted: what was chosen for its words, unless that is about something else, or what most likely answers. unsure
// is for what only comes nearest. ranked are all that share a word with the question.
func (l *library) understood(question string, q query, ranked, chosen []match) (quoted []match, unsure bool) {
	asked := encoder.Encode(question)
	if len(chosen) > 0 {
		if l.sources[chosen[0].source].kind != factSource && l.nearness(&asked, chosen[0].unit) < unlike {
			return nil, false
		}
		return chosen, false
	}
	best, likely := l.likeliest(&asked, q, ranked)
	if likely < worthSaying || best.shared == 0 && likely < likelyEnough {
		return nil, false
	}
	return []match{best}, likely < likelyEnough
}

// likeliest is the unit that most likely answers a question, and how likely that is, from 0 to 1.
func (l *library) likeliest(asked *encoder.Vector, q query, ranked []match) (best match, likely float64) {
	occasion, sharing := q.occasion(), make(map[[2]int]match, len(ranked))
	for _, m := range ranked {
		sharing[[2]int{m.source, m.order}] = m
	}
	most := make([]float64, len(l.sources)) // by source
	sum, near := math.Inf(-1), 0.0
	for _, u := range l.units {
		m, shares := sharing[[2]int{u.source, u.order}]
		if !shares {
			m = match{unit: u}
		}
		if l.elsewhere(m, q) || u.misses(occasion) || creed.MatchString(u.text) || !l.sources[u.source].answersByMeaning(q) {
			continue
		}
		lies := l.nearness(asked, u)
		together := lies + withWords*min(m.coverage, 1.2)
		most[u.source] = max(most[u.source], together)
		if together > sum {
			best, sum, near = m, together, lies
		}
	}
	if math.IsInf(sum, -1) {
		return match{}, 0
	}
	second := 0.0
	for source, together := range most {
		if source != best.source {
			second = max(second, together)
		}
	}
	odds := oddsBase + oddsNear*near + oddsSquared*near*near + oddsAhead*(sum-second) + oddsShared*best.coverage + oddsBoth*best.coverage*near + oddsSum*sum
	return best, 1 / (1 + math.Exp(-odds))
}

// creed is how a sentence of doctrine begins, wherever it stands: it comes near to many a trouble, and is no answer to it.
var creed = regexp.MustCompile(`^(?:(?:We|As a church,? we) (?:believe|confess|affirm|hold that)|(?:Nosotros )?(?:[Cc]reemos|[Cc]onfesamos|[Aa]firmamos))\b`)

// answersByMeaning is false for what is quoted only to who asks for it by name: doctrine, people's lives, what the assistant itself is.
func (s source) answersByMeaning(q query) bool {
	return s.kind != productSource && s.kind != positionSource && (s.title != "Staff" || q.wantsLabel(s.title))
}

// nearness is the cosine between a question and a unit with what stands above it, and with the next sentence.
func (l *library) nearness(asked *encoder.Vector, u unit) float64 {
	text := l.sources[u.source].title + "\n" + u.above + "\n" + u.text
	if next, ok := l.following(u); ok && next.section == u.section {
		text += " " + next.text
	}
	direction := directionOf(text)
	return asked.Similarity(&direction)
}

const (
	// glance is up to how many letters a quotation takes in what stands beside it: a paragraph of three lines.
	glance = 300
	// besides is how near to the question a sentence must lie to be quoted for standing beside another.
	besides = .2
	// afterwards is what it counts for to stand behind rather than before.
	afterwards = .05
)

// withNeighbours adds to sentences of one section those beside them that lie nearest to the question. What shares the words of a question is
// often the first half of its answer: "Real candles are allowed in one place only", and where one may have others stands in the next sentence.
func (l *library) withNeighbours(question string, quoted []match) []match {
	asked, letters := encoder.Encode(question), 0
	for _, m := range quoted {
		letters += utf8.RuneCountInString(m.text)
	}
	for len(quoted) < maxSentences {
		best, nearest := unit{}, besides
		for _, u := range l.units {
			if u.source != quoted[0].source || u.section != quoted[0].section || letters+utf8.RuneCountInString(u.text) > glance {
				continue
			}
			before, behind := standsBeside(u, quoted)
			if !behind && (!before || labelled.MatchString(u.text)) {
				continue
			}
			direction := directionOf(u.above + "\n" + u.text)
			lies := asked.Similarity(&direction)
			if behind {
				lies += afterwards
			}
			if lies > nearest {
				best, nearest = u, lies
			}
		}
		if best.text == "" {
			break
		}
		quoted = append(quoted, match{unit: best})
		letters += utf8.RuneCountInString(best.text)
	}
	return quoted
}

// labelled is how a sentence begins that is an entry of a list rather than what leads to the next.
var labelled = regexp.MustCompile(`^[^.:]{1,40}: `)

// standsBeside tells whether a sentence stands right before or right behind one that is quoted, and is not quoted itself.
func standsBeside(u unit, quoted []match) (before, behind bool) {
	for _, m := range quoted {
		switch u.order - m.order {
		case 0:
			return false, false
		case -1:
			before = true
		case 1:
			behind = true
		}
	}
	return before, behind
}
