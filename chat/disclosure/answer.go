package disclosure

import (
	"slices"
	"strings"

	"narthex/chat/church"
	"narthex/chat/helplines"
	"narthex/static/messages"
)

var texts = messages.Load("disclosure")

// Answer is what a visitor is told who asked about the assistant: paragraphs with an empty line between them. watched says that a
// crisis was found in the conversation before: then it names who has been told, and whom to call. language is that of the visitor
// (ISO 639-1).
func Answer(c *church.Snapshot, q Question, language string, watched bool) string {
	a := answer{church: c, texts: texts.In(language)}
	keptSecret := false
	for _, subject := range q.Subjects {
		secrecy := slices.Contains(ofSecrecy, subject)
		if !secrecy || !keptSecret { // they say nearly the same
			a.add(string(subject))
		}
		keptSecret = keptSecret || secrecy
	}
	calls := watched || slices.Contains(q.Subjects, Call)
	switch {
	case watched:
		a.add("told")
	case keptSecret || slices.ContainsFunc(q.Subjects, func(s Subject) bool { return s == Police || s == Anonymous }):
		a.add("danger")
	}
	if calls {
		a.calls()
	}
	if calls || slices.Contains(q.Subjects, Person) || slices.Contains(q.Subjects, Clergy) || slices.Contains(q.Subjects, Secret) {
		a.contact()
	}
	if q.More && !watched {
		a.add("more")
	}
	return strings.Join(a.paragraphs, "\n\n")
}

// ofSecrecy are the subjects whose texts say who may read what is written.
var ofSecrecy = []Subject{Privacy, Readers, Secret}

// answer is an answer while it is being put together.
type answer struct {
	church     *church.Snapshot
	texts      messages.Texts
	paragraphs []string
}

func (a *answer) add(key string, pairs ...string) {
	a.paragraphs = append(a.paragraphs, a.texts.Text(key, append(pairs, "church", a.church.Name)...))
}

// calls names whom to call: the emergency number and the crisis line of the church's country.
func (a *answer) calls() {
	lines := helplines.In(a.church.Address.Country)
	number := lines.Danger
	if number == "" {
		number = a.texts.Text("emergency.local_number")
	}
	a.add("emergency", "number", number)
	if lines.Crisis == "" {
		a.add("line.directory", "directory", helplines.Directory)
	} else {
		a.add("line", "number", lines.Crisis)
	}
}

// contact names a way to the people of the church, if one is stored.
func (a *answer) contact() {
	switch {
	case a.church.Phone != "":
		a.add("contact.phone", "phone", a.church.Phone)
	case a.church.Email != "":
		a.add("contact.email", "email", a.church.Email)
	}
}
