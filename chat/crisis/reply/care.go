package reply

import (
	"strings"

	"narthex/chat/church"
	"narthex/chat/crisis"
)

// careLines are the keys of the lines of care.
var careLines = []string{"care.1", "care.2", "care.3"}

// Care is the paragraph that other answers end with after a crisis. It is not the one that the answer before, said, ended with.
func Care(c *church.Snapshot, language, said string) string {
	next := 0
	for i := range careLines {
		for _, spoken := range []string{language, c.Language, "en"} {
			if strings.HasSuffix(said, careLine(c, spoken, i)) {
				next = (i + 1) % len(careLines)
			}
		}
	}
	return careLine(c, language, next)
}

func careLine(c *church.Snapshot, language string, i int) string {
	a := newAnswer(c, crisis.Finding{}, language)
	return a.say(careLines[i], "line", a.line(), "number", a.danger())
}

// CareAccusing is said, in place of Care, after something was passed on for a visitor who has accused somebody serving at the
// church: whom it goes to, and who is independent of the church.
func CareAccusing(c *church.Snapshot, language string) string {
	a := newAnswer(c, crisis.Finding{Category: crisis.Abuse, About: crisis.Self, ByClergy: true}, language)
	return a.say("care.accusing", "church", a.churchName(), "who", a.whoIsTold()) + " " + a.talk()
}

// Lines are whom to call, in plain text, for a visitor whom nothing else can be said to just now.
func Lines(c *church.Snapshot, language string) string {
	a := newAnswer(c, crisis.Finding{}, language)
	return strings.ReplaceAll(a.say("lines", "line", a.line(), "number", a.danger()), "**", "")
}

// Kept confirms that a contact is on its way: to the church, or to whoever is told in its place where it is accused.
func Kept(c *church.Snapshot, f crisis.Finding, contact Contact, language string) string {
	a := newAnswer(c, f, language)
	to := a.churchName()
	if f.ByClergy {
		to = a.whoIsTold()
	}
	return a.say("contact.kept", "contact", contact.String(), "church", to, "line", a.line(), "number", a.danger())
}

// Lost tells that a contact could not be kept.
func Lost(c *church.Snapshot, language string) string {
	a := newAnswer(c, crisis.Finding{}, language)
	return a.say("contact.lost", "line", a.line(), "number", a.danger())
}
