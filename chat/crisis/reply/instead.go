package reply

import (
	"narthex/chat/church"
	"narthex/chat/crisis"
)

// Instead is said to a visitor who will not call: another way to be safe, never the same answer again.
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

// Again is said to a visitor who goes on about the same danger, and has not said that they will not call: that they are heard, and
// whom to call, but not the same answer again.
func Again(c *church.Snapshot, f crisis.Finding, language string) string {
	a := newAnswer(c, f, language)
	if !f.Unsure && (f.Category == crisis.Medical || f.Category == crisis.Threat) {
		return a.texts.Text("again.medical", "number", a.danger())
	}
	if a.numberFirst() {
		a.add(a.emergency(), a.texts.Text(a.againKey()), a.talk())
	} else {
		a.add(a.texts.Text(a.againKey()), a.emergency(), a.talk())
	}
	return a.text()
}

// WhatNow is said to a visitor who does not know what to do after a danger was found, or whom to turn to: that, and who is there for
// them, the church's own people among them unless one of them is accused.
func WhatNow(c *church.Snapshot, f crisis.Finding, language string) string {
	a := newAnswer(c, f, language)
	a.add(Again(c, f, language), a.trustedAdult())
	if f.ByClergy {
		a.add(a.contactForAbuse())
	} else {
		a.add(a.person())
	}
	return a.text()
}

func (a *answer) againKey() string {
	switch f := a.finding; {
	case f.Minor:
		return "again.child"
	case f.About == crisis.Other:
		return "again.other"
	case a.ofAbuse() && f.Past:
		return "again.past"
	case a.ofAbuse():
		return "again.abuse"
	}
	return "again.self"
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
