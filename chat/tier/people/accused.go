package people

import (
	"context"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/crisis"
	"narthex/chat/crisis/reply"
)

// Accusation gives what the gate found in the last message in which a visitor accuses somebody who serves at the church: by what they are,
// or by their name, also where they name them after they have told what was done.
func Accusation(c *church.Snapshot, said []string) (finding crisis.Finding, found bool) {
	for i := len(said) - 1; i >= 0; i-- {
		if finding, found := crisis.Assess(said[i], said[:i]); found && Accuses(c, finding, said[i]) {
			finding.ByClergy = true
			return finding, true
		}
		if namesWho(c, said[i]) {
			for j := i - 1; j >= max(0, i-justBefore); j-- {
				if finding, found := crisis.Assess(said[j], said[:j]); found && ofHarm(finding) {
					finding.ByClergy = true
					return finding, true
				}
			}
		}
	}
	return crisis.Finding{}, false
}

// justBefore is how many messages before it are looked at for what somebody did who is named.
const justBefore = 3

// Accuses reports whether a message in which somebody is in danger accuses one of the church's people. Where that is who is there for
// safeguarding it does not: they would be the only one to hear of it.
func Accuses(c *church.Snapshot, f crisis.Finding, message string) bool {
	return harmed(c, f, message) || f.ByClergy && !(ofHarm(f) && bySafeguarding(c, message))
}

// harmed reports whether a message in which somebody is in danger tells of harm that one of the church's own people does. In doubt it does:
// then who is there for safeguarding hears of it, and nobody else.
func harmed(c *church.Snapshot, f crisis.Finding, message string) bool {
	return ofHarm(f) && doesHarm(c, message)
}

// ofHarm reports whether a danger is what somebody does to somebody else.
func ofHarm(f crisis.Finding) bool {
	return f.Category == crisis.Abuse || f.Category == crisis.ChildAtRisk
}

// PassedTo is who gets what is passed on for a visitor who has accused somebody that serves at the church, in words; "" where they have
// accused nobody.
func PassedTo(ctx context.Context, t *chat.Turn) string {
	if _, accused := Accusation(t.Church, t.CrisisAndRecent(ctx)); accused {
		return reply.To(t.Church, t.Language).WhoIsTold()
	}
	return ""
}
