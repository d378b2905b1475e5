package model

import (
	"encoding/json"
	"unique"

	"narthex/chat/prompt"
	"narthex/chat/quoted"
)

// Class says what a request needs: the model that answers conversations, or a smaller one that formats what was found.
type Class string

// The classes. An unknown class counts as ClassChat.
const (
	ClassChat Class = "chat"
	ClassFast Class = "fast"
)

// known maps anything to a class, so that metric labels stay bounded.
func (c Class) known() Class {
	if c == ClassFast {
		return ClassFast
	}
	return ClassChat
}

// Role says who a message is from.
type Role string

// The roles.
const (
	RoleSystem    Role = "system"
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	RoleTool      Role = "tool" // the result of a tool call
)

// Message is one message of a prompt.
type Message struct {
	Role       Role
	Content    string
	Text       quoted.Text // instead of Content: where most of it is the same in many requests
	ToolCalls  []ToolCall  // of the assistant
	ToolCallID string      // RoleTool: the call this is the result of
}

// Said is what the message says, however it is given.
func (m *Message) Said() string {
	if m.Text.Len() > 0 {
		return m.Text.String()
	}
	return m.Content
}

// ToolCall is a call the model wants made.
type ToolCall struct {
	ID, Name  string
	Arguments string // a JSON object; not checked against the tool's parameters
}

// Tool is a function offered to the model.
type Tool struct {
	Name, Description string
	Parameters        json.RawMessage // JSON schema of an object; empty: no parameters

	encoded unique.Handle[string] // the tool as services want it; the zero handle: it is encoded anew for each request
}

// Encoded gives the tool with the form that services want, which is kept once however many churches offer the tool. Encoding the schemas
// of forty tools takes longer than all else of a request.
func (t Tool) Encoded() Tool {
	if encoded, err := json.Marshal(toolOnWire(&t)); err == nil { // else the request fails that has it
		t.encoded = unique.Make(string(encoded))
	}
	return t
}

// Request asks for one answer.
type Request struct {
	Class Class
	// Contents is what the messages say of the church, in parts, for a model that reads no instructions; nil: nothing.
	Contents    func() prompt.Contents
	Messages    []Message
	Tools       []Tool
	MaxTokens   int      // of the answer; 0: the model's own limit
	Temperature *float32 // nil: the model's own; left out for models that do not take one
	User        string   // opaque id of the end user, for the service's abuse detection; never a name or address
	// Urgent has every word told as it comes, where on a busy client words gather for a moment (pace.go). It is for what somebody
	// who may be in danger waits for.
	Urgent bool
	// Unanswered, if it is not nil, hears of every model that may bill this prompt although it has not said a word: one that
	// kept silent, or was stopped before. It is called before the stream goes on or ends, by the same goroutine.
	Unanswered func(model string)
}
