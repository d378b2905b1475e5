package chat

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	jsonv1 "github.com/go-json-experiment/json/v1"
	"github.com/google/uuid"

	"narthex/chat/buffers"
	"narthex/chat/church"
)

// Limits of a request.
const (
	MaxMessageRunes        = 2000      // after trimming
	MaxHistoryItems        = 40        //
	MaxHistoryContentRunes = 8000      // of one item
	maxBodyBytes           = 1<<20 + 1 // 40 items of 8,000 runes in their longest JSON form are refused earlier than they fit memory
)

// Request is a validated message of a visitor.
type Request struct {
	Message         string
	ChurchID        uuid.UUID
	SessionID       uuid.UUID
	Agent           church.Agent
	History         []HistoryItem
	ClientMessageID uuid.UUID // uuid.Nil when the client sent none
	// LensOverride and LensNameOverride choose another lens at a demonstration church; elsewhere they do nothing.
	LensOverride     string // id or slug
	LensNameOverride string
	Preview          string    `json:"-"`          // by which a church that is not active answers, see package preview
	Spoken           bool      `json:",omitempty"` // on the telephone: the answer is heard, not read
	Language         string    `json:",omitempty"` // that the visitor is spoken to in, for messages whose words tell none; "": the church's
	Received         time.Time // by the clock of the node that it came to
}

// HistoryItem is one earlier message of the conversation.
type HistoryItem struct {
	Role    string `json:"role"` // user or assistant
	Content string `json:"content"`
}

// wireRequest is the body of POST /api/chatbot/stream. Ids are strings here so that each gets its own error.
type wireRequest struct {
	Message          *string         `json:"message"`
	ChurchID         string          `json:"churchId"`
	SessionID        string          `json:"sessionId"`
	History          []HistoryItem   `json:"history"`
	AgentType        string          `json:"agentType"`
	LensOverride     json.RawMessage `json:"lensOverride"`
	LensNameOverride json.RawMessage `json:"lensNameOverride"`
	ClientMessageID  string          `json:"clientMessageId"`
	Preview          string          `json:"preview"`
}

// DecodeRequest reads and validates one request. It reads at most a little over 1 MiB. Every error is a *Problem.
func DecodeRequest(body io.Reader) (*Request, error) {
	buffer := buffers.Get()
	defer buffers.Put(buffer)
	data, err := appendBody(*buffer, body)
	*buffer = data
	if err != nil {
		return nil, ErrInvalidJSON.Because(err)
	}
	if len(data) >= maxBodyBytes {
		return nil, ErrBodyTooLarge
	}
	return ParseRequest(data)
}

// appendBody reads up to maxBodyBytes.
func appendBody(data []byte, body io.Reader) ([]byte, error) {
	for len(data) < maxBodyBytes {
		data = slices.Grow(data, 1)
		n, err := body.Read(data[len(data):min(cap(data), maxBodyBytes)])
		data = data[:len(data)+n]
		if err == io.EOF { //nolint:errorlint // as io.ReadAll does: a wrapped one is an error of the reader's
			return data, nil
		}
		if err != nil {
			return data, err
		}
	}
	return data, nil
}

// ParseRequest reads and validates one request, of which it keeps nothing. Every error is a *Problem.
func ParseRequest(data []byte) (*Request, error) {
	if !utf8.Valid(data) {
		return nil, ErrInvalidText
	}
	var wire wireRequest
	// The semantics of encoding/json, in half its time.
	if err := jsonv1.Unmarshal(data, &wire); err != nil {
		return nil, DecodeProblem(err)
	}
	return wire.validate()
}

// DecodeProblem names the field whose type was wrong, where there is one.
func DecodeProblem(err error) error {
	wrongType, ok := errors.AsType[*jsonv1.UnmarshalTypeError](err)
	if !ok {
		return ErrInvalidJSON.Because(err)
	}
	field, _, _ := strings.Cut(wrongType.Field, ".")
	for name, problem := range wrongTypes {
		if strings.EqualFold(field, name) { // as names are matched
			return problem.Because(err)
		}
	}
	return ErrInvalidJSON.Because(err)
}

var wrongTypes = map[string]*Problem{
	"message": ErrInvalidText, "churchId": ErrInvalidChurchID, "sessionId": ErrInvalidSessionID,
	"history": ErrInvalidHistory, "agentType": ErrUnknownAgent, "clientMessageId": ErrInvalidMessageID,
}

func (w *wireRequest) validate() (*Request, error) {
	message, err := cleanMessage(w.Message)
	if err != nil {
		return nil, err
	}
	req := &Request{Message: message, History: w.History, Preview: w.Preview}
	if req.ChurchID, err = ParseID(w.ChurchID); err != nil {
		return nil, ErrInvalidChurchID.Because(err)
	}
	if req.SessionID, err = ParseID(w.SessionID); err != nil {
		return nil, ErrInvalidSessionID.Because(err)
	}
	if w.ClientMessageID != "" {
		if req.ClientMessageID, err = ParseID(w.ClientMessageID); err != nil {
			return nil, ErrInvalidMessageID.Because(err)
		}
	}
	if req.Agent, err = parseAgent(w.AgentType); err != nil {
		return nil, err
	}
	if err := checkHistory(w.History); err != nil {
		return nil, err
	}
	if req.LensOverride, err = lensOverride(w.LensOverride); err != nil {
		return nil, err
	}
	if req.LensNameOverride, err = lensOverride(w.LensNameOverride); err != nil {
		return nil, err
	}
	return req, nil
}

// cleanMessage gives the message as plain text.
func cleanMessage(message *string) (string, error) {
	if message == nil {
		return "", ErrMessageRequired
	}
	text, err := plainText(*message)
	if err != nil {
		return "", err
	}
	if text == "" {
		return "", ErrMessageRequired
	}
	if utf8.RuneCountInString(text) > MaxMessageRunes {
		return "", ErrMessageTooLong
	}
	return text, nil
}

// ParseID takes the canonical form alone: uuid.Parse would also take braces and URNs, and nil ids identify nobody.
func ParseID(s string) (uuid.UUID, error) {
	if len(s) != 36 {
		return uuid.Nil, errors.New("not a UUID")
	}
	id, err := uuid.Parse(s)
	if err == nil && id == uuid.Nil {
		err = errors.New("the nil UUID")
	}
	return id, err
}

// parseAgent reads agentType; a client that names none talks to the coordinator, the general one.
func parseAgent(s string) (church.Agent, error) {
	if s == "" {
		return church.Coordinator, nil
	}
	agent, known := church.ParseAgent(s)
	if !known {
		return "", ErrUnknownAgent
	}
	return agent, nil
}

func checkHistory(items []HistoryItem) error {
	if len(items) > MaxHistoryItems {
		return ErrInvalidHistory
	}
	for _, item := range items {
		if item.Role != "user" && item.Role != "assistant" {
			return ErrInvalidHistory
		}
		if utf8.RuneCountInString(item.Content) > MaxHistoryContentRunes {
			return ErrInvalidHistory
		}
	}
	return nil
}

// maxLensName is longer than the name of any lens.
const maxLensName = 80

// lensOverride reads null, a number or a string.
func lensOverride(raw json.RawMessage) (string, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return "", nil
	}
	var number json.Number
	if err := json.Unmarshal(raw, &number); err == nil {
		return number.String(), nil
	}
	var text string
	if err := json.Unmarshal(raw, &text); err != nil || len(text) > maxLensName {
		return "", ErrInvalidLens
	}
	return text, nil
}
