package reply

import (
	"narthex/chat/church"
	"narthex/chat/crisis"
)

// Instead is said to a visitor who will not call, or who goes on about the same danger: another way to be safe, never the same
// answer again.
func Instead(c *church.Snapshot, f crisis.Finding, language string) string {
	a := newAnswer(c, f, language)
	key := a.insteadKey()
	if a.texts[key] == "" {
		key = "instead.suicide.self"
	}
	a.add(a.texts.Text(key, "number", a.danger()))
	if a.lines.Text && f.Category != crisis.Medical {
		a.add(a.texts.Text("instead.text", "number", a.lines.Crisis))
	} else if f.Category != crisis.Medical {
		a.add(a.talk())
	}
	a.add(a.texts.Text("instead.still", "number", a.danger()))
	return a.text()
}

func (a *answer) insteadKey() string {
	f := a.finding
	switch {
	case f.Category == crisis.Medical || f.Category == crisis.Threat:
		return "instead.medical.self"
	case f.Minor:
		return "instead.child_at_risk.self"
	case a.ofAbuse() && f.About == crisis.Self && f.Past:
		return "instead.abuse.self.past"
	case f.Category == crisis.Abuse && f.About == crisis.Self:
		return "instead.abuse.self"
	case f.About == crisis.Other:
		return "instead.suicide.other"
	}
	return "instead.suicide.self"
}

// Glad is said to a visitor who was asked whether they are in danger, and is not.
func Glad(c *church.Snapshot, language string) string {
	a := newAnswer(c, crisis.Finding{}, language)
	return a.texts.Text("glad", "line", a.line())
}
