package reply

import (
	"narthex/chat/crisis"
)

// Apart is said to who has accused somebody that serves at the church, in place of an answer that would lead them to its people: who
// is there for this, and belongs to no church. f is the finding of the accusation.
func (v Visitor) Apart(f crisis.Finding) string {
	a := v.answer(accusing(f))
	a.add(a.say("apart", "church", a.churchName()), a.talk(), a.emergency())
	if a.finding.Minor {
		a.add(a.trustedAdult())
	}
	a.add(a.contactForAbuse())
	if !a.finding.Minor { // a child is not asked how to be reached
		a.add(a.say("apart.call", "who", a.whoIsTold()))
	}
	return a.text()
}

// Readers tells who has accused somebody that serves at the church who reads what they write.
func (v Visitor) Readers() string {
	a := v.answer(crisis.Finding{ByClergy: true})
	return a.readers()
}

// WhoIsTold is who gets what a visitor asks to have passed on who has accused somebody serving at the church.
func (v Visitor) WhoIsTold() string {
	return v.answer(crisis.Finding{ByClergy: true}).whoIsTold()
}

// accusing is a finding of the accusation itself, where the one that tells of it may be of something else.
func accusing(f crisis.Finding) crisis.Finding {
	f = ofWhomItIs(f)
	f.ByClergy = true
	if f.Category != crisis.Abuse && f.Category != crisis.ChildAtRisk {
		f.Category = crisis.Abuse
		if f.Minor && f.About == crisis.Self {
			f.Category = crisis.ChildAtRisk
		}
	}
	return f
}
