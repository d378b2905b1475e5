package reply

import (
	"narthex/chat/crisis"
)

// Instead is said to a visitor who will not call: another way to be safe, never the same answer again.
func (v Visitor) Instead(f crisis.Finding) string {
	a := v.answer(f)
	a.add(a.instead())
	if a.lines.Text && f.Category != crisis.Medical {
		key := "instead.text"
		if _, ok := a.lookUp(key + ".menu"); ok && a.lines.Menu {
			key += ".menu"
		}
		a.add(a.say(key, "number", a.lines.Crisis))
	} else if f.Category != crisis.Medical {
		a.add(a.talk())
	}
	a.add(a.say("instead.still", "number", a.danger()))
	return a.text()
}

// Again is said to a visitor who goes on about the same danger, and has not said that they will not call: that they are heard, and
// whom to call, but not the same answer again.
func (v Visitor) Again(f crisis.Finding) string {
	a := v.answer(f)
	if !f.Unsure && (f.Category == crisis.Medical || f.Category == crisis.Threat) {
		return a.say("again.medical", "number", a.danger())
	}
	if a.numberFirst() {
		a.add(a.emergency(), a.say(a.againKey()), a.talk())
	} else {
		a.add(a.say(a.againKey()), a.emergency(), a.talk())
	}
	return a.text()
}

// WhatNow is said to a visitor who does not know what to do after a danger was found, or whom to turn to: that, and who is there for
// them, the church's own people among them unless one of them is accused.
func (v Visitor) WhatNow(f crisis.Finding) string {
	a := v.answer(f)
	a.add(v.Again(f), a.trustedAdult())
	if f.ByClergy {
		a.add(a.contactForAbuse())
	} else {
		a.add(a.person())
	}
	return a.text()
}

func (a *answer) againKey() string {
	switch f := a.finding; {
	case f.Minor && a.ofAbuse() && f.About == crisis.Self:
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

// instead is another way to be safe, or to help whoever is not.
func (a *answer) instead() string {
	key, otherwise := a.insteadKey(), "instead.suicide."+string(a.finding.About)
	switch {
	case a.finding.Category == crisis.Threat:
		otherwise = "instead.medical.self"
	case a.ofAbuse() && a.finding.About == crisis.Self:
		otherwise = "instead.abuse.self"
	}
	if _, ok := a.lookUp(key); !ok {
		key = otherwise
	}
	return a.say(key, "number", a.danger())
}

func (a *answer) insteadKey() string {
	f := a.finding
	switch {
	case f.Category == crisis.Medical:
		return "instead.medical.self"
	case f.Category == crisis.Threat:
		return "instead.threat.other"
	case a.ofAbuse() && f.About == crisis.Self && f.Minor:
		return "instead.child_at_risk.self"
	case a.ofAbuse() && f.About == crisis.Self && f.Past:
		return "instead.abuse.self.past"
	case a.ofAbuse() && f.About == crisis.Self:
		return "instead.abuse.self"
	case f.Minor: // a child need not do what a grown-up can
		return "instead.suicide." + string(f.About)
	case f.Category == crisis.ChildAtRisk:
		return "instead.child_at_risk.other"
	case f.Category == crisis.Abuse && f.Past:
		return "instead.abuse.other.past"
	case f.Category == crisis.Abuse:
		return "instead.abuse.other"
	}
	return "instead.suicide." + string(f.About)
}

// Called is said to a visitor who has called: in an emergency, to stay on the line, and otherwise that they may call again.
func (v Visitor) Called(f crisis.Finding) string {
	a := v.answer(f)
	if f.Urgent() {
		return a.say("called", "number", a.danger())
	}
	return a.say("called.line", "line", a.line())
}

// Glad is said to a visitor who was asked whether they are in danger, and is not.
func (v Visitor) Glad() string {
	a := v.answer(crisis.Finding{})
	return a.say("glad", "line", a.line())
}
