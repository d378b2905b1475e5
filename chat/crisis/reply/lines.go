package reply

import (
	"strings"

	"narthex/chat/crisis"
	"narthex/chat/helplines"
)

// talk names the lines to talk to somebody: first those that know about this danger, then the one that is there for everybody.
func (a *answer) talk() string {
	f := a.finding
	if f.Category == crisis.Medical {
		return ""
	}
	key := "talk"
	switch {
	case f.ByClergy:
		key = "talk.independent"
	case f.Unsure && f.About == crisis.Self:
		key = "talk.unsure"
	case f.About == crisis.Other && f.Category != crisis.Threat:
		key = "talk.other"
	}
	return strings.TrimSpace(a.special() + " " + a.say(key, "line", a.line()))
}

// line names the line that is there for everybody.
func (a *answer) line() string {
	key := "line.voice"
	switch {
	case a.lines.Crisis == "":
		return a.say("line.directory", "directory", helplines.Directory)
	case a.lines.Menu:
		key = "line.menu"
	case a.lines.Text:
		key = "line.text"
	}
	return a.say(key, "number", a.lines.Crisis)
}

// special names the line that knows about this danger, where there is one. A line about violence at home knows nothing of a
// child's past, or of what a priest does.
func (a *answer) special() string {
	f := a.finding
	switch {
	case f.Minor && (a.ofAbuse() || a.lines.Child.Anything):
		return a.named("line.child", a.lines.Child)
	case f.Category == crisis.ChildAtRisk && f.About == crisis.Other && !f.Past:
		return a.named("line.about_children", a.lines.AboutChildren)
	case a.ofAbuse() && (f.Past || f.ByClergy):
		return a.named("line.survivors", a.lines.Survivors)
	case f.Category == crisis.Abuse:
		return a.named("line.abuse", a.lines.Abuse)
	}
	return ""
}

func (a *answer) named(key string, line helplines.Line) string {
	if line.Number == "" {
		return ""
	}
	text := a.say(key, "name", line.Name, "number", line.Number)
	if line.Hours {
		text += " " + a.say("line.hours")
	}
	return text
}
