package people

import (
	"context"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/crisis"
	"narthex/chat/crisis/reply"
)

// Accusation gives what the gate found in the last message in which a visitor accuses somebody who serves at the church: by what they are,
// or by their name.
func Accusation(c *church.Snapshot, said []string) (finding crisis.Finding, found bool) {
	for i := len(said) - 1; i >= 0; i-- {
		if finding, found := crisis.Assess(said[i], said[:i]); found && (finding.ByClergy || Harmed(c, finding, said[i])) {
			finding.ByClergy = true
			return finding, true
		}
	}
	return crisis.Finding{}, false
}

// Harmed reports whether a message in which somebody is in danger tells of harm that one of the church's own people does. In doubt it does:
// then who is there for safeguarding hears of it, and nobody else.
func Harmed(c *church.Snapshot, f crisis.Finding, message string) bool {
	return (f.Category == crisis.Abuse || f.Category == crisis.ChildAtRisk) && doesHarm(c, message)
}

// PassedTo is who gets what is passed on for a visitor who has accused somebody that serves at the church, in words; "" where they have
// accused nobody.
func PassedTo(ctx context.Context, t *chat.Turn) string {
	if _, accused := Accusation(t.Church, t.Dangers(ctx)); accused {
		return reply.To(t.Church, t.Language).WhoIsTold()
	}
	return ""
}
