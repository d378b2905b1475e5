package compat

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"narthex/chat"
)

// maxBody is how many bytes a request may have, as in the chat's own protocol.
const maxBody = 1 << 20

// namespace begins the ids that are made from what clients call their things.
var namespace = uuid.MustParse("5b0cf3b4-3d0b-4f0e-9d49-5f8f0f7c2c57")

// derive makes the same id of the same names, whichever node is asked.
func derive(names ...string) uuid.UUID {
	var joined []byte
	for _, name := range names {
		joined = fmt.Appendf(joined, "%d:%s", len(name), name) // so that no two lists join to the same
	}
	return uuid.NewSHA1(namespace, joined)
}

// readJSON reads a body against the limits of size and time. The error is a *chat.Problem, perhaps wrapped.
func readJSON(w http.ResponseWriter, r *http.Request, limit time.Duration, into any) error {
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
		return chat.ErrUnsupportedMedia
	}
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(limit)) // a test's recorder has none
	data, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return fmt.Errorf("%w: %w", chat.ErrInvalidJSON, err)
	}
	// From here the connection is only watched for the client leaving.
	_ = control.SetReadDeadline(time.Time{})
	if len(data) > maxBody {
		return chat.ErrBodyTooLarge
	}
	if !utf8.Valid(data) {
		return chat.ErrInvalidText
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%w: %w", chat.ErrInvalidJSON, err)
	}
	return nil
}

// question is a request in the chat's own form, where it is checked like any other.
type question struct {
	Message          string             `json:"message"`
	ChurchID         string             `json:"churchId"`
	SessionID        string             `json:"sessionId"`
	History          []chat.HistoryItem `json:"history"`
	AgentType        string             `json:"agentType"`
	ClientMessageID  string             `json:"clientMessageId,omitempty"`
	LensOverride     json.RawMessage    `json:"lensOverride,omitempty"`
	LensNameOverride json.RawMessage    `json:"lensNameOverride,omitempty"`
}

func (q question) request() (*chat.Request, error) {
	q.History = trimHistory(q.History)
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false) // else a long conversation might grow beyond the limit
	if err := encoder.Encode(q); err != nil {
		return nil, fmt.Errorf("encode a question: %w", err)
	}
	return chat.DecodeRequest(&body)
}

// trimHistory keeps what the chat takes: both kinds of clients send their whole conversation each time.
func trimHistory(items []chat.HistoryItem) []chat.HistoryItem {
	items = items[max(0, len(items)-chat.MaxHistoryItems):]
	for i, item := range items {
		if utf8.RuneCountInString(item.Content) > chat.MaxHistoryContentRunes {
			items[i].Content = string([]rune(item.Content)[:chat.MaxHistoryContentRunes])
		}
	}
	return items
}
