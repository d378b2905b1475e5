package facts

import (
	"strings"
	"time"

	"narthex/chat/church"
	"narthex/chat/facts/ask"
	"narthex/chat/facts/dates"
)

// Question is what a visitor asked.
type Question struct {
	Text     string
	Language string // ISO 639-1; the answer's language
	Now      time.Time
	Spoken   bool // on the telephone: the answer is heard, not read
}

// Find answers the question from the snapshot's facts. ok is false when it is not purely a question about them, or when
// the church has not stored the fact. A question is read as it stands; if nothing comes of that, as a hurried visitor may have meant it, and
// at last as several questions, all of which must be about facts.
func Find(c *church.Snapshot, q Question) (answer Answer, ok bool) {
	if answer, ok := find(c, q); ok {
		return answer, true
	}
	part, ok := FindPart(c, q)
	return part.Answer, ok && part.Rest == ""
}

// find answers a single question. Who is new and asks something else is told that, and what stands around a question is left out where
// nothing comes of it as a whole.
func find(c *church.Snapshot, q Question) (answer Answer, ok bool) {
	if plain, new := withoutAsides(q, true); new {
		if answer, ok := findAsWritten(c, plain); ok {
			return answer, true
		}
	}
	if answer, ok := findAsWritten(c, q); ok {
		return answer, true
	}
	if plain, around := withoutAsides(q, false); around {
		return findAsWritten(c, plain)
	}
	return Answer{}, false
}

// findAsWritten answers a question with no word left out.
func findAsWritten(c *church.Snapshot, q Question) (answer Answer, ok bool) {
	lex := lexicons[q.Language]
	if lex == nil {
		return Answer{}, false
	}
	asked := inquiry{church: c, index: indexOf(c, lex), lex: lex, texts: texts.In(q.Language), inNumbers: dates.InNumbers(q.Text), spoken: q.Spoken}
	if !asked.take(q.Text) || asked.hasPhrase(lex.never) {
		return Answer{}, false
	}
	asked.now = q.Now.In(c.Location)
	if answer, ok := findSpecial(&asked); ok {
		return answer, true
	}
	if asked.hasPhrase(lex.feasts) || asked.asksForFeast() {
		return Answer{}, false // a day of which nothing is on file
	}
	if plain, day, ok := asked.withoutDatedFeast(); ok {
		q.Text = plain
		if answer, ok = findAsWritten(c, q); ok {
			answer.Text += asked.feastMayDiffer(day)
		}
		return answer, ok
	}
	if answer, ok := asked.answer(); ok {
		return answer, true
	}
	return asked.again()
}

// again reads the question once more, as it was meant.
func (q *inquiry) again() (Answer, bool) {
	meant, ok := ask.Read(q.lex.code, q.nameless(), q.index)
	if !ok {
		return Answer{}, false
	}
	repaired := inquiry{church: q.church, index: q.index, lex: q.lex, texts: q.texts, now: q.now, inNumbers: q.inNumbers, spoken: q.spoken}
	if !repaired.take(meant.Text) || repaired.hasPhrase(q.lex.never) {
		return Answer{}, false
	}
	if meant.Text != q.text {
		if answer, ok := findSpecial(&repaired); ok {
			return answer, true
		}
		if answer, ok := repaired.answer(); ok {
			return answer, true
		}
	}
	return findMeant(&repaired, &meant)
}

// nameless is the question without the church's own name and town, which add nothing to it.
func (q *inquiry) nameless() string {
	if q.all&nameWord == 0 {
		return q.text
	}
	var text strings.Builder
	text.WriteByte(' ')
	for _, w := range q.words() {
		if w.is&nameWord == 0 {
			text.WriteString(w.text + " ")
		}
	}
	return text.String()
}
