package disclosure

import (
	"slices"
	"strconv"
	"strings"

	"narthex/chat/church"
	"narthex/chat/helplines"
	"narthex/static/messages"
)

var texts = messages.Load("disclosure")

// State is what has happened in the conversation before a question about the assistant.
type State struct {
	Watched bool // a crisis was found
	Call    bool // it is a telephone call, which has no page and no browser
	// Where the visitor has accused somebody who serves at the church, Readers says who reads what they write, and Apart who is there
	// for them outside: both in place of what would lead them to its people.
	Readers, Apart string
}

// Answer is what a visitor is told who asked about the assistant: paragraphs with an empty line between them. After a crisis it names
// who has been told, and whom to call. language is that of the visitor (ISO 639-1).
func Answer(c *church.Snapshot, q Question, language string, state State) string {
	a := answer{church: c, texts: texts.In(language), call: state.Call}
	keptSecret := false
	for _, subject := range q.Subjects {
		secrecy := slices.Contains(ofSecrecy, subject)
		if !secrecy || !keptSecret { // they say nearly the same
			a.subject(subject, state)
		}
		keptSecret = keptSecret || secrecy
	}
	if state.Apart != "" {
		a.paragraphs = append(a.paragraphs, state.Apart)
		return strings.Join(a.paragraphs, "\n\n")
	}
	calls := state.Watched || slices.Contains(q.Subjects, Call)
	switch {
	case state.Watched:
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
	if q.More && !state.Watched {
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
	call       bool
	paragraphs []string
}

// subject says what is asked about, but not that the church reads what is kept from it.
func (a *answer) subject(subject Subject, state State) {
	if state.Readers != "" && (slices.Contains(ofSecrecy, subject) || subject == Police) {
		a.paragraphs = append(a.paragraphs, state.Readers)
		return
	}
	a.add(string(subject))
}

func (a *answer) add(key string, pairs ...string) {
	a.paragraphs = append(a.paragraphs, a.texts.Text(a.fitting(key), append(pairs, "church", a.church.Name, "months", strconv.Itoa(a.church.KeepMonths))...))
}

// fitting is the key of what is said of it in a call, where that is something else, and where the church keeps no text of its calls.
func (a *answer) fitting(key string) string {
	if !a.call {
		return key
	}
	for _, fit := range []string{key + ".call.unkept", key + ".call"} {
		if _, ok := a.texts[fit]; ok && (!a.church.Voice.Transcript || !strings.HasSuffix(fit, ".unkept")) {
			return fit
		}
	}
	return key
}

// calls names whom to call: the emergency number and the crisis line of the church's country.
func (a *answer) calls() {
	lines := helplines.In(a.church.Address.Country)
	number := lines.Danger
	if number == "" {
		number = a.texts.Text("emergency.local_number")
	}
	a.add("emergency", "number", number)
	switch {
	case lines.Crisis == "":
		a.add("line.directory", "directory", helplines.Directory)
	case lines.Menu:
		a.add("line.menu", "number", lines.Crisis)
	default:
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
