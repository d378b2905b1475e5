package facts

import (
	"slices"
	"strings"

	"narthex/chat/church"
	"narthex/chat/words"
)

// Part is what stored facts answer of a message that asks several things: "what time is Mass, and is there parking for a bus?"
type Part struct {
	Answer Answer
	Rest   string // what else it asks, as the visitor wrote it; "": nothing
}

// FindPart answers those questions of a message that facts answer. ok is false for a message that is no more than one question, and where facts answer none.
func FindPart(c *church.Snapshot, q Question) (part Part, ok bool) {
	questions := Questions(q.Text, q.Language)
	var told, rest []string
	for i, question := range questions {
		one := q
		one.Text = question
		answer, found := find(c, one)
		if !found || answer.FAQ != nil || dayElsewhere(c, q, questions, i) || answer.Reason == "what_to_expect" && namesGathering(questions[:i]) {
			rest = append(rest, question)
			continue
		}
		if len(told) == 0 {
			part.Answer.Reason = answer.Reason
		}
		told = append(told, answer.Text)
	}
	part.Answer.Text, part.Rest = strings.Join(told, "\n\n"), strings.Join(rest, " ")
	return part, len(told) > 0
}

// namesGathering reports whether questions ask for something that has a time, a place and much else of its own, which a question behind them is
// likely to be about as well: "who leads the Camden group, and is there childcare?"
func namesGathering(questions []string) bool {
	return slices.ContainsFunc(questions, func(question string) bool { return hasAny(tokens(question), gatherings) })
}

var gatherings = words.Set(`group groups class classes course courses study studies circle lunch supper dinner breakfast retreat camp trip pilgrimage concert wedding weddings funeral funerals
	grupo grupos clase clases curso cursos estudio estudios celula celulas almuerzo cena comida desayuno retiro campamento viaje peregrinacion concierto boda bodas funeral funerales`)

// dayElsewhere reports whether another of the questions names a day that this one may be about as well: "what time is Mass, and is the
// office open on Christmas Day?"
func dayElsewhere(c *church.Snapshot, q Question, questions []string, i int) bool {
	if namesDay(c, q.Language, questions[i]) {
		return false
	}
	for j, other := range questions {
		if j != i && namesDay(c, q.Language, other) {
			return true
		}
	}
	return false
}

// namesDay reports whether a question is about one day, rather than any of its weekday.
func namesDay(c *church.Snapshot, language, question string) bool {
	lex := lexicons[language]
	one := inquiry{church: c, index: indexOf(c, lex), lex: lex}
	if !one.take(question) {
		return true // too long to know
	}
	_, feast := one.namesFeast(lex.code)
	return feast || one.has(dateWord|todayWord|tonightWord|tomorrowWord) || one.hasPhrase(lex.feasts) || one.hasPhrase(todayPhrases)
}
