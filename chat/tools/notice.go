package tools

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Notice is news for the people of a church about something a visitor wants.
type Notice struct {
	Key          uuid.UUID // the same for the same news, however often it is told
	ChurchID     uuid.UUID
	Kind         string    // a Kind of request, or a family's own
	Urgent       bool      // by SMS as well
	Confidential bool      // the mail does not quote what the visitor wrote, it only says where to read it
	To           string    // e-mail of one person, such as a group's leader; empty: the church's notification address
	RequestID    uuid.UUID // the row it is about
	ReplyTo      string    // the visitor's e-mail, if given
	Lines        []Line    // what to show
	At           time.Time
	Origin       string        // whose request it is, so that nobody causes any number; a hash
	SessionID    uuid.UUID     // of a crisis: the conversation that it was found in
	Hold         time.Duration // of an urgent crisis: for how long it is held back, see Alarms
}

// Line is one detail of a notice. Label is a key such as "name", "phone", "wished_time" or "message", to be worded in the
// church's language; Text is as the visitor gave it.
type Line struct{ Label, Text string }

// Notifier makes the notification's job in the transaction that writes the row, so that neither is ever without the other.
type Notifier interface {
	Notify(ctx context.Context, tx pgx.Tx, notice Notice) error
}
