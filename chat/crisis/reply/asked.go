package reply

import (
	"strings"

	"narthex/chat/church"
	"narthex/chat/crisis"
)

// Question is the paragraph of the answer to a finding that asks whether it is so, "" where none does. An answer asks nothing else
// that yes or no answers as long as a finding is unsure: a bare no would otherwise be taken for a no to the danger.
func Question(c *church.Snapshot, f crisis.Finding, language string) string {
	a := newAnswer(c, f, language)
	if question := a.question(); question != "" && !a.numberFirst() {
		return question
	}
	if opening := a.opening(); f.Unsure && strings.ContainsAny(opening, questionMarks) {
		return opening
	}
	return ""
}

// questionMarks are those of all languages that there are texts in.
const questionMarks = "?？؟"

// Affirmed is what a finding is once its visitor has said yes to its question, which is of now. Who despairs was asked whether they
// think of dying.
func Affirmed(f crisis.Finding) crisis.Finding {
	if f.Category == crisis.Despair {
		f.Category = crisis.Suicide
	}
	f.Unsure, f.Past = false, false
	return f
}
