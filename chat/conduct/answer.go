package conduct

import (
	"strconv"

	"narthex/static/messages"
)

// conductTexts name a way to people, because anger is often grief, and the emergency number, because somebody who is no
// longer answered must know where to turn.
var conductTexts = messages.Load("conduct")

// maxStrikes is from how many on the answer stays the same.
const maxStrikes = 3

// Answer returns what a harassing message is answered with, by how many there have been of late, this one
// included: first calmly, then more firmly, from the third on with the announcement that the conversation rests. That text
// also answers what comes while it rests. For other manners there is none.
func Answer(manner Manner, strikes int, language string) string {
	if manner != Harassing {
		return ""
	}
	return conductTexts.In(language).Text("strike." + strconv.Itoa(min(max(strikes, 1), maxStrikes)))
}
