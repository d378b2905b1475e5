package compat

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/church"
)

// completionRequest is what we read of the body of POST /v1/chat/completions.
type completionRequest struct {
	Model          string              `json:"model"`
	Messages       []completionMessage `json:"messages"`
	Stream         bool                `json:"stream"`
	StreamOptions  streamOptions       `json:"stream_options"`
	User           string              `json:"user"`
	N              *int                `json:"n"`
	ResponseFormat struct {
		Type string `json:"type"`
	} `json:"response_format"`
	ToolChoice json.RawMessage `json:"tool_choice"`
}

type streamOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

type completionMessage struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"` // a string or a list of parts
}

const (
	modelPrefix = "narthex-"
	// maxName is how long a name of the client's may be.
	maxName = 255
)

// agentOf reads the name of a model.
func agentOf(model string) (church.Agent, bool) {
	name, ok := strings.CutPrefix(model, modelPrefix)
	if !ok {
		return "", false
	}
	return church.ParseAgent(name)
}

// decode makes a question of the request of somebody who holds a key of a church.
func (c *completionRequest) decode(key *church.APIKey, agent church.Agent, header http.Header) (*chat.Request, error) {
	if err := c.refusePromises(); err != nil {
		return nil, err
	}
	last := len(c.Messages) - 1
	if last < 0 || c.Messages[last].Role != "user" {
		return nil, invalidParam("message_required", "messages", "The last message must be the user's.")
	}
	message, onlyText := c.Messages[last].text()
	if !onlyText {
		return nil, invalidParam("unsupported_content", "messages", "Only text can be asked about.")
	}
	q := question{Message: message, ChurchID: key.ChurchID.String(), AgentType: string(agent)}
	for _, m := range c.Messages[:last] {
		text, _ := m.text()
		if (m.Role == "user" || m.Role == "assistant") && text != "" {
			q.History = append(q.History, chat.HistoryItem{Role: m.Role, Content: text})
		}
	}
	idempotency := header.Get("Idempotency-Key")
	if len(idempotency) > maxName || len(c.User) > maxName {
		return nil, invalidParam("string_too_long", "user", "user and Idempotency-Key may have 255 bytes at most.")
	}
	if idempotency != "" { // a key that is used for another question is another key
		q.ClientMessageID = derive("openai", idempotency, string(agent), message).String()
	}
	session, err := c.session(key.ChurchID, header.Get("X-Session-Id"), q.ClientMessageID)
	if err != nil {
		return nil, err
	}
	q.SessionID = session.String()
	return q.request()
}

// refusePromises refuses what would promise the client something that it does not get.
func (c *completionRequest) refusePromises() error {
	if c.N != nil && *c.N != 1 {
		return invalidParam("unsupported_value", "n", "There is one answer to a question: n must be 1.")
	}
	if format := c.ResponseFormat.Type; format != "" && format != "text" {
		return invalidParam("unsupported_value", "response_format", "Answers are text.")
	}
	switch choice := string(c.ToolChoice); choice {
	case "", "null", `"none"`, `"auto"`:
		return nil
	}
	return invalidParam("unsupported_value", "tool_choice", "The assistant has tools of its own and calls no others.")
}

// session is the conversation that the request belongs to: one of its own if it names none, since then its messages are
// the conversation, and nobody else's may come into it. Names are the church's own; two churches' do not meet.
func (c *completionRequest) session(churchID uuid.UUID, header, idempotency string) (uuid.UUID, error) {
	if header != "" {
		id, ok := parseID(header)
		if !ok {
			return uuid.Nil, invalidParam("invalid_session_id", "X-Session-Id", "X-Session-Id must be a UUID.")
		}
		return id, nil
	}
	if id, ok := parseID(c.User); ok && c.User != "" {
		return id, nil
	}
	switch {
	case c.User != "":
		return derive("openai user", churchID.String(), c.User), nil
	case idempotency != "":
		return derive("openai request", churchID.String(), idempotency), nil
	}
	return uuid.New(), nil
}

// text is what a message says; only is false when it holds something else as well.
func (m completionMessage) text() (text string, only bool) {
	if len(m.Content) == 0 || string(m.Content) == "null" {
		return "", true
	}
	if json.Unmarshal(m.Content, &text) == nil {
		return text, true
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if json.Unmarshal(m.Content, &parts) != nil {
		return "", false
	}
	only = true
	var texts []string
	for _, part := range parts {
		if part.Type == "text" {
			texts = append(texts, part.Text)
		} else {
			only = false
		}
	}
	return strings.Join(texts, "\n"), only
}
