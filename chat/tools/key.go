package tools

import (
	"strings"

	"github.com/google/uuid"
)

// keySpace is the name space of idempotency keys.
var keySpace = uuid.NewSHA1(uuid.NameSpaceURL, []byte("narthex:tool-call"))

// Key is the idempotency key of what a turn writes through a tool about a subject: "", or the id of what it is about. It is
// the same whenever the turn is answered anew, on whatever node and in whatever words.
func Key(turn uuid.UUID, tool, subject string) uuid.UUID {
	return uuid.NewSHA1(keySpace, []byte(strings.Join([]string{turn.String(), tool, subject}, "\x00")))
}
