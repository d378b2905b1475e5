package model

import (
	"encoding/json"
	"errors"
	"math"

	"github.com/go-json-experiment/json/jsontext"
	openai "github.com/sashabaranov/go-openai"
)

// noParameters is the schema of a tool that takes none; services refuse null.
var noParameters = json.RawMessage(`{"type":"object","properties":{}}`)

// wireRequest writes a request as the service wants it. What is long in it, messages and tools, is written by hand: the
// library's types have methods that encode each of them by itself, so that a prompt is encoded, checked and copied again
// within the whole.
func wireRequest(model string, req Request) ([]byte, error) {
	wire := openai.ChatCompletionRequest{
		Model: model, Stream: true, User: req.User, MaxTokens: req.MaxTokens,
		StreamOptions: &openai.StreamOptions{IncludeUsage: true}, // without it a stream tells no token counts
		Tools:         make([]openai.Tool, len(req.Tools)),       // for what depends on there being any
	}
	if req.Temperature != nil {
		// The library leaves out a temperature of exactly 0, which then counts as 1.
		wire.Temperature = max(*req.Temperature, math.SmallestNonzeroFloat32)
	}
	wire, err := suit(wire)
	if err != nil {
		return nil, err
	}
	wire.Tools = nil
	rest, err := json.Marshal(wireRest{ChatCompletionRequest: wire})
	if err != nil {
		return nil, err
	}
	body := make([]byte, 0, len(rest)+sizeOf(req))
	body = append(body, rest[:len(rest)-1]...)
	if body, err = appendMessages(body, req.Messages); err != nil {
		return nil, err
	}
	if len(req.Tools) > 0 {
		if body, err = appendTools(body, req.Tools); err != nil {
			return nil, err
		}
	}
	return append(body, '}'), nil
}

// wireRest is a request without its messages, which hides the library's.
type wireRest struct {
	openai.ChatCompletionRequest
	Messages *struct{} `json:"messages,omitempty"`
}

// sizeOf guesses how long the messages and tools of a request are on the wire; a guess that is too small costs a copy.
func sizeOf(req Request) int {
	size := 64
	for i := range req.Messages {
		size += len(req.Messages[i].Content)*9/8 + 64 // quotation marks and line feeds take two
	}
	for i := range req.Tools {
		size += len(req.Tools[i].wire) + 1
	}
	return size
}

func appendMessages(body []byte, messages []Message) (_ []byte, err error) {
	body = append(body, `,"messages":[`...)
	for i, message := range messages {
		if i > 0 {
			body = append(body, ',')
		}
		if body, err = appendMessage(body, &message); err != nil {
			return nil, err
		}
	}
	return append(body, ']'), nil
}

func appendMessage(body []byte, message *Message) ([]byte, error) {
	body = appendText(append(body, `{"role":`...), string(message.Role))
	content := message.Content
	if content == "" && len(message.ToolCalls) == 0 {
		content = " " // services refuse a message that has neither
	}
	if content != "" {
		body = appendText(append(body, `,"content":`...), content)
	}
	if len(message.ToolCalls) > 0 {
		calls := make([]openai.ToolCall, len(message.ToolCalls))
		for i, call := range message.ToolCalls {
			calls[i] = openai.ToolCall{ID: call.ID, Type: openai.ToolTypeFunction,
				Function: openai.FunctionCall{Name: call.Name, Arguments: call.Arguments}}
		}
		data, err := json.Marshal(calls)
		if err != nil {
			return nil, err
		}
		body = append(append(body, `,"tool_calls":`...), data...)
	}
	if message.ToolCallID != "" {
		body = appendText(append(body, `,"tool_call_id":`...), message.ToolCallID)
	}
	return append(body, '}'), nil
}

// appendText appends a JSON string; what is not UTF-8 is replaced.
func appendText(body []byte, text string) []byte {
	body, _ = jsontext.AppendQuote(body, text)
	return body
}

func appendTools(body []byte, tools []Tool) ([]byte, error) {
	body = append(body, `,"tools":[`...)
	for i, tool := range tools {
		if i > 0 {
			body = append(body, ',')
		}
		encoded := tool.wire
		if encoded == nil {
			var err error
			if encoded, err = tool.encode(); err != nil {
				return nil, err
			}
		}
		body = append(body, encoded...)
	}
	return append(body, ']'), nil
}

func (t Tool) encode() ([]byte, error) {
	parameters := t.Parameters
	if len(parameters) == 0 {
		parameters = noParameters
	}
	return json.Marshal(openai.Tool{Type: openai.ToolTypeFunction, Function: &openai.FunctionDefinition{
		Name: t.Name, Description: t.Description, Parameters: parameters,
	}})
}

// suit changes what the model is known not to take. The library knows the models and refuses such requests; each of its
// refusals that can be met has one answer, and the others are errors. Models it does not know are asked as they are.
func suit(wire openai.ChatCompletionRequest) (openai.ChatCompletionRequest, error) {
	validator := openai.NewReasoningValidator()
	for range 3 { // there are three remedies, and one may uncover the need for the next
		err := validator.Validate(wire)
		switch {
		case errors.Is(err, openai.ErrReasoningModelMaxTokensDeprecated):
			wire.MaxTokens, wire.MaxCompletionTokens = 0, wire.MaxTokens
		case errors.Is(err, openai.ErrReasoningToolsRequireResponses):
			wire.ReasoningEffort = openai.ReasoningEffortNone
		case errors.Is(err, openai.ErrReasoningModelLimitationsOther), errors.Is(err, openai.ErrReasoningSamplingUnsupported):
			wire.Temperature = 0
		default:
			return wire, err
		}
	}
	return wire, validator.Validate(wire)
}
