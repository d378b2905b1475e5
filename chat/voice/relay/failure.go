package relay

import (
	"errors"
	"strings"

	"narthex/chat"
	"narthex/chat/voice/line"
)

// fail ends an answer with words of our own. Who is in danger hears before them whom to call: no other answer may come.
func (c *call) fail(a *answer, why, language string) {
	a.failed = true
	if a.danger {
		text := strings.TrimLeft(why, " ")
		why = strings.TrimSuffix(why, text) + line.WhomToCall(c.church, language) + " " + text
	}
	c.writeAhead(a, why)
	c.send(a, why, language, true)
}

// sorry is what a caller hears when a message was not accepted.
func sorry(err error, language string) string {
	key := "failed"
	if errors.Is(err, chat.ErrRateLimited) {
		key = "slower"
	}
	return texts.In(language).Text(key)
}
