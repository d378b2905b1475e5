package modeltest

import (
	"encoding/json"
	"net/http"
	"strings"
)

// ChatRequest is a chat request as it came over the wire.
type ChatRequest struct {
	Model               string
	Messages            []Message
	Tools               []Tool
	Stream              bool
	IncludeUsage        bool
	MaxTokens           int
	MaxCompletionTokens int
	Temperature         *float64
	ReasoningEffort     string
	User                string

	Header http.Header
	Body   []byte // the request's JSON
	Peer   string // address of the client's end of the connection
}

// Message is one message of a chat request. Content is "" where the wire had null, nothing or parts.
type Message struct {
	Role       string
	Content    string
	ToolCalls  []ToolCall
	ToolCallID string
}

// Tool is a function the request offered to the model.
type Tool struct {
	Name, Description string
	Parameters        json.RawMessage
}

// ToolCall is a call of a function; Arguments is JSON in a string.
type ToolCall struct {
	ID, Name, Arguments string
}

// System is the text of all system messages.
func (r ChatRequest) System() string {
	var parts []string
	for _, message := range r.Messages {
		if message.Role == "system" || message.Role == "developer" {
			parts = append(parts, message.Content)
		}
	}
	return strings.Join(parts, "\n")
}

// LastUser is the newest message of the user.
func (r ChatRequest) LastUser() string {
	for i := len(r.Messages) - 1; i >= 0; i-- {
		if r.Messages[i].Role == "user" {
			return r.Messages[i].Content
		}
	}
	return ""
}

// words estimates the tokens of the prompt.
func (r ChatRequest) words() int {
	n := 0
	for _, message := range r.Messages {
		n += len(strings.Fields(message.Content))
	}
	return n
}

type wireCall struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

type wireChat struct {
	Model    string `json:"model"`
	Messages []struct {
		Role       string          `json:"role"`
		Content    json.RawMessage `json:"content"`
		ToolCalls  []wireCall      `json:"tool_calls"`
		ToolCallID string          `json:"tool_call_id"`
	} `json:"messages"`
	Tools []struct {
		Function struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			Parameters  json.RawMessage `json:"parameters"`
		} `json:"function"`
	} `json:"tools"`
	Stream        bool `json:"stream"`
	StreamOptions struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
	MaxTokens           int      `json:"max_tokens"`
	MaxCompletionTokens int      `json:"max_completion_tokens"`
	Temperature         *float64 `json:"temperature"`
	ReasoningEffort     string   `json:"reasoning_effort"`
	User                string   `json:"user"`
}

func decodeChat(body []byte, header http.Header) (ChatRequest, error) {
	var wire wireChat
	if err := json.Unmarshal(body, &wire); err != nil {
		return ChatRequest{}, err
	}
	req := ChatRequest{
		Model: wire.Model, Stream: wire.Stream, IncludeUsage: wire.StreamOptions.IncludeUsage, MaxTokens: wire.MaxTokens,
		MaxCompletionTokens: wire.MaxCompletionTokens, Temperature: wire.Temperature, ReasoningEffort: wire.ReasoningEffort,
		User: wire.User, Header: header.Clone(), Body: body,
	}
	for _, message := range wire.Messages {
		decoded := Message{Role: message.Role, ToolCallID: message.ToolCallID}
		_ = json.Unmarshal(message.Content, &decoded.Content) // null, absent and parts leave it empty
		for _, call := range message.ToolCalls {
			decoded.ToolCalls = append(decoded.ToolCalls, ToolCall{ID: call.ID, Name: call.Function.Name, Arguments: call.Function.Arguments})
		}
		req.Messages = append(req.Messages, decoded)
	}
	for _, tool := range wire.Tools {
		req.Tools = append(req.Tools, Tool(tool.Function))
	}
	return req, nil
}

func errorBody(kind, code, message string) map[string]any {
	return map[string]any{"message": message, "type": kind, "param": nil, "code": code}
}

func usageBody(prompt, cached, completion int) map[string]any {
	return map[string]any{
		"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion,
		"prompt_tokens_details": map[string]any{"cached_tokens": cached},
	}
}
