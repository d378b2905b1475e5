package compat

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/google/uuid"

	"narthex/chat"
)

// uiRequest is the body that the AI SDK's DefaultChatTransport sends, with our fields beside its own.
type uiRequest struct {
	ID       string      `json:"id"` // the chat
	Messages []uiMessage `json:"messages"`
	Trigger  string      `json:"trigger"` // submit-message, regenerate-message

	ChurchID         string          `json:"churchId"`
	SessionID        string          `json:"sessionId"`
	AgentType        string          `json:"agentType"`
	ClientMessageID  string          `json:"clientMessageId"`
	LensOverride     json.RawMessage `json:"lensOverride"`
	LensNameOverride json.RawMessage `json:"lensNameOverride"`
}

type uiMessage struct {
	ID    string   `json:"id"`
	Role  string   `json:"role"`
	Parts []uiPart `json:"parts"`
}

type uiPart struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

const triggerRegenerate = "regenerate-message"

// decode makes a question of the request.
func (u *uiRequest) decode(r *http.Request) (*chat.Request, error) {
	q := question{
		ChurchID: u.ChurchID, SessionID: u.SessionID, AgentType: u.AgentType, ClientMessageID: u.ClientMessageID,
		LensOverride: u.LensOverride, LensNameOverride: u.LensNameOverride,
	}
	if q.ChurchID == "" {
		q.ChurchID = r.URL.Query().Get("churchId")
	}
	if q.SessionID == "" {
		q.SessionID = u.ID
	}
	last := u.lastOfUser()
	if last < 0 {
		return nil, chat.ErrMessageRequired
	}
	q.Message = u.Messages[last].text()
	for _, message := range u.Messages[:last] {
		text := message.text()
		if (message.Role == "user" || message.Role == "assistant") && text != "" {
			q.History = append(q.History, chat.HistoryItem{Role: message.Role, Content: text})
		}
	}
	// The text belongs to the key because an edited message keeps its id.
	if id := u.Messages[last].ID; q.ClientMessageID == "" && id != "" && u.Trigger != triggerRegenerate {
		q.ClientMessageID = derive("ui", id, q.Message).String()
	}
	return q.request()
}

func (u *uiRequest) lastOfUser() int {
	for i := len(u.Messages) - 1; i >= 0; i-- {
		if u.Messages[i].Role == "user" {
			return i
		}
	}
	return -1
}

// text is what the message says; files, sources and tools are nothing that it says.
func (m uiMessage) text() string {
	var texts []string
	for _, part := range m.Parts {
		if part.Type == "text" && part.Text != "" {
			texts = append(texts, part.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// parseID reads the canonical form of an id, "" as none.
func parseID(s string) (id uuid.UUID, ok bool) {
	if s == "" {
		return uuid.Nil, true
	}
	id, err := uuid.Parse(s)
	return id, err == nil && len(s) == 36 && id != uuid.Nil
}
