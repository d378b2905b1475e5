package reply

import (
	"strings"

	"narthex/chat/crisis"
	"narthex/static/messages"
)

// careLines are the keys of the lines of care.
var careLines = []string{"care.1", "care.2", "care.3"}

// Care is the paragraph that other answers end with after a crisis. It is not the one that the answer before, said, ended with.
func (v Visitor) Care(said string) string {
	next := 0
	for i := range careLines {
		for _, language := range []string{v.Language, v.Church.Language, messages.Default} {
			if strings.HasSuffix(said, v.In(language).careLine(i)) {
				next = (i + 1) % len(careLines)
			}
		}
	}
	return v.careLine(next)
}

func (v Visitor) careLine(i int) string {
	a := v.answer(crisis.Finding{})
	return a.say(careLines[i], "line", a.line(), "number", a.danger())
}

// CareAtEnd is the paragraph of care that an answer ends with, "" where it ends with none.
func (v Visitor) CareAtEnd(answer string) string {
	for _, language := range []string{v.Language, v.Church.Language, messages.Default} {
		to := v.In(language)
		for i := range careLines {
			if line := to.careLine(i); strings.HasSuffix(answer, line) {
				return line
			}
		}
		if accusing := to.CareAccusing(); strings.HasSuffix(answer, accusing) {
			return accusing
		}
	}
	return ""
}

// CareAccusing is said, in place of Care, after something was passed on for a visitor who has accused somebody serving at the
// church: whom it goes to, and who is independent of the church.
func (v Visitor) CareAccusing() string {
	a := v.answer(crisis.Finding{Category: crisis.Abuse, About: crisis.Self, ByClergy: true})
	return a.say("care.accusing", "church", a.churchName(), "who", a.whoIsTold()) + " " + a.talk()
}

// Lines are whom to call, in plain text, for a visitor whom nothing else can be said to just now.
func (v Visitor) Lines() string {
	a := v.answer(crisis.Finding{})
	return strings.ReplaceAll(a.say("lines", "line", a.line(), "number", a.danger()), "**", "")
}

// Kept confirms that a contact is on its way: to the church, or to whoever is told in its place where it is accused.
func (v Visitor) Kept(f crisis.Finding, contact Contact) string {
	a := v.answer(f)
	to := a.churchName()
	if f.ByClergy {
		to = a.whoIsTold()
	}
	return a.say("contact.kept", "contact", contact.String(), "church", to, "line", a.line(), "number", a.danger())
}

// Lost tells that a contact could not be kept.
func (v Visitor) Lost() string {
	a := v.answer(crisis.Finding{})
	return a.say("contact.lost", "line", a.line(), "number", a.danger())
}
