package confirmation

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"

	"narthex/chat/words"
)

// Status is where a question stands.
type Status string

// A question is open, and then one of the others for ever.
const (
	Open     Status = "open"
	Accepted Status = "accepted" // what was asked about is written
	Declined Status = "declined" // the visitor does not want it
	Failed   Status = "failed"   // they wanted it, and it could not be done any more
)

const (
	// OpenFor is how long a question can be answered.
	OpenFor = 15 * time.Minute
	// KnownFor is how long an answer is known after it was given.
	KnownFor = 24 * time.Hour
)

// Ref says which question is meant, by whom: a session is known to its visitor alone.
type Ref struct {
	Church, Session, Turn, Call uuid.UUID
}

// Question is what a visitor is asked about a call of a tool.
type Question struct {
	Ref
	WriteKey  uuid.UUID       // idempotency key of what the call writes
	Tool      string          //
	Arguments json.RawMessage // an object: as they were shown, and will be written
	MadeIn    json.RawMessage // an object: what else the call needs of its turn
	Said      [32]byte        // see Said
	Status    Status
	Summary   string // what the visitor was told when they had answered; "" while it is open, and where that is not known
	AskedAt   time.Time
	ExpiresAt time.Time
}

// ErrClosed is returned for a question that cannot be answered any more, or was never asked.
var ErrClosed = errors.New("the question is not open")

// AnsweredError is returned for a question that has been answered before.
type AnsweredError struct{ Question Question }

// Error implements error.
func (e *AnsweredError) Error() string {
	return "the question was answered before: " + string(e.Question.Status)
}

var callSpace = uuid.NewSHA1(uuid.NameSpaceURL, []byte("narthex:confirmation"))

// CallID names the question about a call: by what it writes, and in which words. A turn that is answered anew may word it otherwise,
// and then a yes to the words before must not write the new ones.
func CallID(writeKey uuid.UUID, arguments json.RawMessage) uuid.UUID {
	return uuid.NewSHA1(callSpace, append(writeKey[:], arguments...))
}

// Said stands for a message of a visitor's, so that a question is known to be about it without keeping the message.
func Said(message string) [32]byte { return sha256.Sum256([]byte(words.Fold(message))) }
