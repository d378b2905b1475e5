package ranking

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"narthex/chat/model/offline/term"
)

// Passage gives what is to be quoted of a document: the sentence that answers best, and those of its section that answer almost as well or
// make it whole, in the order they stand there. found are matches, best first, the first of a document. Of the one passage of a question it
// is the best sentence, with what makes that whole. What belongs to a group or the like is quoted with the sentence that tells its name and when it meets.
func (a *Answers) Passage(found []Match) (sentences []string) {
	chosen := found[:1:1]
	if !a.query.onePassage {
		chosen = withOthers(found)
	}
	for last := found[0].unit; len(chosen) < maxSentences; {
		next, ok := a.library.following(last)
		if !ok {
			break
		}
		if quoted, _ := standsBeside(next, chosen); quoted {
			last = next
			continue
		}
		after, ok := a.library.following(next)
		if !leansOn(last.text, next.text) && !a.query.tellsHow(chosen, next) && !a.query.goesOn(chosen, next) && (!ok || len(chosen)+2 > maxSentences || !a.query.gives(chosen, after)) {
			break
		}
		chosen, last = append(chosen, Match{unit: next}), next
	}
	if name, ok := a.library.nameOf(found[0].unit); ok && !slices.ContainsFunc(chosen, Match{unit: name}.same) {
		chosen = append(chosen, Match{unit: name})
	}
	slices.SortFunc(chosen, func(x, y Match) int { return x.order - y.order })
	for _, m := range chosen {
		sentences = append(sentences, m.text)
	}
	return sentences
}

// Mention gives the first sentence of any document that speaks of something, with those behind it under the same headings, and the document's
// title; nothing where none does. No sentence that the second expression fits is among them.
func (l *Library) Mention(of, never *regexp.Regexp) (title string, sentences []string) {
	for _, u := range l.units {
		if l.sources[u.source].Kind != Document || !of.MatchString(u.text) || never.MatchString(u.text) {
			continue
		}
		sentences = append(sentences, u.text)
		for next, ok := l.following(u); ok && len(sentences) < maxSentences && isBelow(u.above, next.above) && !never.MatchString(next.text); next, ok = l.following(next) {
			sentences = append(sentences, next.text)
		}
		return l.sources[u.source].Title, sentences
	}
	return "", nil
}

// isBelow reports whether one of two stands under the headings of the other: each item of a list may begin with one of its own.
func isBelow(above, other string) bool {
	return strings.HasPrefix(above, other) || strings.HasPrefix(other, above)
}

// following is the unit after one of the same source.
func (l *Library) following(u unit) (unit, bool) {
	at := slices.IndexFunc(l.units, func(v unit) bool { return v.source == u.source && v.order > u.order })
	if at < 0 || l.units[at].order != u.order+1 {
		return unit{}, false
	}
	return l.units[at], true
}

// nameOf is the sentence with which the section of a unit begins, where that names what it is about and tells its time; ok is false where it
// does not, or is too long to be read beside another.
func (l *Library) nameOf(u unit) (name unit, ok bool) {
	if !u.named {
		return unit{}, false
	}
	at := slices.IndexFunc(l.units, func(v unit) bool { return v.source == u.source && v.section == u.section })
	return l.units[at], l.units[at].terms["=time"] && utf8.RuneCountInString(l.units[at].text)+utf8.RuneCountInString(u.text) <= glance
}

// tellsHow says whether the sentence after an answer tells who asked for a yes what to do then: whom to call, what to bring.
func (q query) tellsHow(said []Match, next unit) bool {
	return q.yesOrNo && !q.onePassage && next.section == said[0].section && instructing.MatchString(next.text)
}

var instructing = regexp.MustCompile(`^(?:Call|Ask|Write|Ring|E?-?[Mm]ail|Leave|Tell|Speak|Sign|Llame|Pida|Pregunte|Escriba|Deje|Avise|Hable)\b`)

// goesOn says whether the sentence after an answer gives what is wanted and nothing before does, or speaks of the question as well.
func (q query) goesOn(said []Match, next unit) bool {
	return q.gives(said, next) || next.section == said[0].section && slices.ContainsFunc(q.terms, func(t term.Term) bool {
		return t != "=time" && next.terms[t] && !slices.ContainsFunc(said, func(m Match) bool { return m.terms[t] })
	})
}

// gives says whether a sentence of the same section gives what is wanted and nothing before does.
func (q query) gives(said []Match, next unit) bool {
	return next.section == said[0].section && slices.ContainsFunc(q.wants, func(w want) bool {
		return w.givenBy(next.text) && !slices.ContainsFunc(said, func(m Match) bool { return w.givenBy(m.text) })
	})
}

// leansOn says whether a sentence is only whole together with the next.
func leansOn(sentence, next string) bool {
	return strings.HasSuffix(sentence, ":") || continuing.MatchString(next)
}

var continuing = regexp.MustCompile(`^(?:It|They|This|That|These|He|She|There|Then|Se|Ellos|Ellas|Luego|También|Ahí)\b`)

const (
	// glance is up to how many letters a quotation takes in what answers as well: a paragraph of three lines.
	glance = 300
	// asWell is how much less well a sentence of the same section may answer to be quoted too.
	asWell = 3.0
	// beside is what it counts for to stand beside one that is quoted: what answers best is often half of the answer.
	beside = 1.0
)

// withOthers adds to the sentence that answers best those of its section that answer nearly as well. found are all, best first.
func withOthers(found []Match) []Match {
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

func quotedLetters(quoted []Match) (letters int) {
	for _, m := range quoted {
		letters += utf8.RuneCountInString(m.text)
	}
	return letters
}

// standsBeside tells whether a sentence is quoted, and whether it stands beside one that is.
func standsBeside(u unit, quoted []Match) (is, stands bool) {
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
