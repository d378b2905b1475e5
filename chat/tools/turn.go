package tools

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"narthex/chat/church"
)

// Turn is what a call is made for. All of it comes from the server, nothing from the model.
type Turn struct {
	ID, Session uuid.UUID
	Church      *church.Snapshot
	Agent       church.Agent
	Language    string // ISO 639-1, of the visitor's question
	Now         time.Time
	Said        []string // the visitor's own messages of this conversation, oldest first, this turn's last
	Before      []string // by the index of Said: what the assistant had said before that message, "" where it is not known
	PassedTo    string   // who gets what is passed on, in words, where the visitor has accused somebody who serves at the church; else ""
}

// Definition is what the model is told of a tool.
type Definition struct {
	Name, Description string
	Parameters        json.RawMessage // JSON schema of an object
}

// Call is a call the model wants made. Arguments are as it wrote them: anything.
type Call struct{ ID, Name, Arguments string }

// Result is what became of a call.
type Result struct {
	OK      bool
	Content string   // JSON for the model: {"ok":true,…} or {"ok":false,"error":<an ErrorCode>,"message":"what to do"}
	Summary string   // a few words for the visitor, in the turn's language
	Links   []string // that the tool gives, on file with the church or made here; no link from what others wrote
	Wrote   bool     // a row was written, or stood already from an earlier attempt at this turn
}
