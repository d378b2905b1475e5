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
	Spoken      string // BCP 47, of the visitor, also if there are no texts in it; "": Language
	Now         time.Time
	Said        []string // the visitor's own messages of this conversation, oldest first, this turn's last
	Before      []string // by the index of Said: what the assistant had said before that message, "" where it is not known
	PassedTo    string   // who gets what is passed on, in words, where the visitor has accused somebody who serves at the church; else ""
	Origin      string   // whose it is, so that nobody causes any number of text messages; a hash, "" where it is not known
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
	Card    *Card    // what the visitor is asked before anything is written; nil: nothing
}

// Card is what a visitor is asked before anything is written in their name.
type Card struct {
	CallID   uuid.UUID // with which it is answered
	Title    string    // what it is about, in the turn's language
	Fields   []Field   // what would be written, as the visitor reads it
	Question string    // in the visitor's language; the same for all cards of a turn that are of one kind
	Besides  bool      // the visitor's message asks for information as well
}

// Field is a line of a card.
type Field struct{ Label, Value string }
