package relay

import (
	"slices"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/voice/line"
	"narthex/chat/voice/switchboard"
)

// mostEarlier is how many things that a caller said before are read together with what they say now: as many as the crisis gate looks at.
const mostEarlier = 3

// listen finds out whether a caller accuses somebody who serves at the church, before anything is done about what they have said. It
// asks the crisis gate itself: they may want a person before the answer to it has come, and that may come from another node.
func (c *call) listen(said string) {
	turn := chat.Turn{Request: c.request(said, uuid.Nil)}
	found := turn.Assess(c.earlier)
	c.earlier = append(slices.Clone(c.earlier[max(0, len(c.earlier)-mostEarlier+1):]), said)
	if found.Found && found.Finding.ByClergy && !c.accused {
		c.accused = true
		c.keep(func(s *switchboard.State) { s.Accused = true })
	}
}

// apart is what a caller is told who has accused somebody that serves at the church, in place of being put through to its people. Which
// of them is accused nobody can tell from here.
func (c *call) apart() string { return line.Apart(c.church, c.language) }

// takenBack reports whether a caller who is about to be put through says, while they are told so, that they accuse somebody there. They
// are answered, and the call goes on.
func (c *call) takenBack(f frame) (said string, yes bool) {
	if f.err != nil || f.Type != kindPrompt || f.Last != nil && !*f.Last || c.parting != outcomeTransfer || c.accused {
		return "", false
	}
	said = clean(f.VoicePrompt)
	c.listen(said)
	return said, c.accused
}
