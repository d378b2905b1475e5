package notify

import (
	"time"

	"narthex/static/messages"
)

// Words are what the page says on which somebody takes a crisis on, in one language.
type Words struct {
	Language string
	wording  *wording
}

// WordsIn returns the words in a language, or in the default one where there are none.
func WordsIn(language string) Words {
	w, spoken := words.in(language)
	return Words{spoken, w}
}

// Text is the text of a key. Pairs of name and value replace its {name}.
func (w Words) Text(key string, pairs ...string) string {
	return messages.Fill(w.wording.Acknowledge[key], pairs...)
}

// Ownership is the text of a key of the page on which it is settled whose a church is.
func (w Words) Ownership(key string, pairs ...string) string {
	return messages.Fill(w.wording.Ownership[key], pairs...)
}

// Subject is what a crisis, or many of them, are called.
func (w Words) Subject(many, urgent bool) string {
	kind := kindCrisis
	if many {
		kind = kindCrises
	}
	d := delivery{message: message{Kind: kind, Urgent: urgent}}
	return w.wording.subject(d.wordedAs())
}

// Moment words a time as the clock of a time zone shows it.
func (w Words) Moment(t time.Time, timezone string) string {
	return w.wording.moment(t, location(timezone))
}

// Category words what kind of danger it is.
func (w Words) Category(category string) string { return w.wording.value("category", category) }

// By says who wrote a message of a conversation, and when.
func (w Words) By(said Said, timezone string) string {
	return w.wording.Words["by_"+said.Role] + ", " + w.wording.clock(said.At, location(timezone))
}

// Line words what a request says beside its message: its label, and its text where that is a key itself.
func (w Words) Line(line Line) (label, text string) {
	return w.wording.label(line.Label), w.wording.value(line.Label, line.Text)
}
