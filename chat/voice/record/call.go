package record

import (
	"time"

	"github.com/google/uuid"
)

// Call is one as it is kept.
type Call struct {
	Church   uuid.UUID
	Session  uuid.UUID // that its turns and what tools write have
	Provider string    // the telephone service's name of it
	Called   string    // E.164
	Caller   string    // E.164; "" when it is not shown
	Language string    // ISO 639-1, in which the caller is spoken to
	Flagged  bool      // somebody seemed to be in danger
	Unkept   bool      // what is said in it goes when it is over
	Sockets  int       // that the call has been on, with this one
	Began    time.Time // on this socket
	Outcome  string    // how it has ended; "": it goes on, here or on another socket
	Ended    time.Time
	Over     bool // it does not go on with another socket
}

// Speaker is who says a line.
type Speaker string

// The speakers.
const (
	Caller    Speaker = "caller"
	Keys      Speaker = "keys" // the caller, by pressing one
	Assistant Speaker = "assistant"
	Texted    Speaker = "text" // what the caller was sent by text message, a link a line
)

// Line is something that was said.
type Line struct {
	ID      uuid.UUID // of version 7: lines of one moment are in their order
	Turn    uuid.UUID // that it is of; uuid.Nil: none
	Speaker Speaker
	Said    string
	Heard   *string // of that, where the caller spoke into it
	At      time.Time
}

// NewLine returns a line that is said now.
func NewLine(speaker Speaker, said string, now time.Time) Line {
	return Line{ID: uuid.Must(uuid.NewV7()), Speaker: speaker, Said: said, At: now}
}
