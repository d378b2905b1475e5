package safety

import (
	"strings"

	"narthex/chat/church"
	"narthex/static/messages"
)

var crisisTexts = messages.Load("crisis")

// Answer is what a visitor is told when the gate has found something: short paragraphs with an empty line between them.
// It opens with the church's own crisis message, if it has one, names the lines and emergency number of the church's
// country, offers a person, and ends with the church's blessing, if it has one. language is that of the visitor (ISO
// 639-1).
func Answer(c *church.Snapshot, f Finding, language string) string {
	a := answer{church: c, finding: f, texts: crisisTexts.In(language), lines: LinesIn(c.Address.Country)}
	a.add(a.opening())
	if f.urgent() {
		a.add(a.emergency(), a.talk())
	} else {
		a.add(a.talk(), a.emergency())
	}
	if f.Minor {
		a.add(a.texts.Text("trusted_adult"))
	}
	a.add(a.fitting("advice."), a.person(), c.CrisisBlessing)
	return strings.Join(a.paragraphs, "\n\n")
}

// urgent reports whether the emergency number comes first.
func (f Finding) urgent() bool {
	return !f.Soft && (f.Now || f.Category == Medical || f.Category == Threat || f.Category == Abuse || f.Category == ChildAtRisk)
}

// answer is an answer while it is being put together.
type answer struct {
	church     *church.Snapshot
	finding    Finding
	texts      messages.Texts
	lines      Lines
	paragraphs []string
}

func (a *answer) add(paragraphs ...string) {
	for _, p := range paragraphs {
		if p = strings.TrimSpace(p); p != "" {
			a.paragraphs = append(a.paragraphs, p)
		}
	}
}

func (a *answer) opening() string {
	if own := strings.TrimSpace(a.church.CrisisMessage); own != "" {
		return own
	}
	return a.fitting("opening.")
}

// fitting gives the text of a kind that fits the finding best: where there is none for somebody else or for the softer
// answer, the general one of the category.
func (a *answer) fitting(kind string) string {
	softly := ""
	if a.finding.Soft {
		softly = ".soft"
	}
	for _, about := range []Subject{a.finding.About, Self} {
		for _, manner := range []string{softly, ""} {
			if text, ok := a.texts[kind+string(a.finding.Category)+"."+string(about)+manner]; ok {
				return text
			}
		}
	}
	return ""
}

func (a *answer) emergency() string {
	key := "emergency.last"
	switch {
	case a.finding.Soft:
		key = "emergency.soft"
	case a.finding.Now || a.finding.Category == Medical:
		key = "emergency.now"
	case a.finding.urgent():
		key = "emergency.first"
	}
	number := a.lines.Danger
	if number == "" {
		number = a.texts.Text("emergency.local_number")
	}
	return a.texts.Text(key, "number", number)
}

// talk names the lines to talk to somebody.
func (a *answer) talk() string {
	key := "talk"
	switch {
	case a.finding.Category == Medical:
		return ""
	case a.finding.About == Other && a.finding.Category != Threat:
		key = "talk.for_other"
	case a.finding.Soft:
		key = "talk.soft"
	}
	return a.special() + a.texts.Text(key, "line", a.line())
}

// line names the line that is there for everybody.
func (a *answer) line() string {
	key := "line.voice"
	switch {
	case a.lines.Crisis == "":
		return a.texts.Text("line.directory", "directory", Directory)
	case a.lines.Menu:
		key = "line.menu"
	case a.lines.Text:
		key = "line.text"
	}
	return a.texts.Text(key, "number", a.lines.Crisis)
}

// special names the line that knows about violence against the visitor or a child, where there is one.
func (a *answer) special() string {
	key, line := "line.abuse", a.lines.Abuse
	switch {
	case a.finding.Category == ChildAtRisk || a.finding.Minor && a.finding.Category == Abuse:
		key, line = "line.child", a.lines.Child
	case a.finding.Category != Abuse:
		return ""
	}
	if line.Number == "" {
		return ""
	}
	return a.texts.Text(key, "name", line.Name, "number", line.Number) + " "
}

// person offers somebody to talk to.
func (a *answer) person() string {
	if a.church.Phone == "" {
		return a.texts.Text("person", "church", a.church.Name)
	}
	return a.texts.Text("person.phone", "church", a.church.Name, "phone", a.church.Phone)
}
