package people

import (
	"context"

	"narthex/chat"
	"narthex/chat/crisis"
	"narthex/chat/crisis/reply"
)

// Accusation gives what the gate found in the last message in which a visitor accuses somebody who serves at the church.
func Accusation(said []string) (finding crisis.Finding, found bool) {
	for i := len(said) - 1; i >= 0; i-- {
		if finding, found := crisis.Assess(said[i], said[:i]); found && finding.ByClergy {
			return finding, true
		}
	}
	return crisis.Finding{}, false
}

// PassedTo is who gets what is passed on for a visitor who has accused somebody that serves at the church, in words; "" where they have
// accused nobody.
func PassedTo(ctx context.Context, t *chat.Turn) string {
	if _, accused := Accusation(t.Dangers(ctx)); accused {
		return reply.To(t.Church, t.Language).WhoIsTold()
	}
	return ""
}
