package model

import (
	"encoding/json"
	"errors"
	"math"
	"unique"

	openai "github.com/sashabaranov/go-openai"

	"narthex/chat/quoted"
)

// noParameters is the schema of a tool that takes none; services refuse null.
var noParameters = json.RawMessage(`{"type":"object","properties":{}}`)

// wireBody is a request as the service wants it. The library's type says all but its messages and tools: the library encodes
// each of them by itself, so that a prompt and the schemas would be encoded, checked and copied again within the whole.
type wireBody struct {
	openai.ChatCompletionRequest
	Messages struct{} `json:"messages,omitzero"` // written by appendMessages
	Tools    struct{} `json:"tools,omitzero"`    // written by appendTools
}

type wireTool struct {
	Type     openai.ToolType `json:"type"`
	Function wireFunction    `json:"function"`
}

type wireFunction struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"`
}

func wireRequest(model string, req Request) ([]byte, error) {
	wire := openai.ChatCompletionRequest{
		//lint:ignore SA1019 max_tokens is what OpenAI-compatible services know; the validator tells where it must be the newer field
		Model: model, Stream: true, User: req.User, MaxTokens: req.MaxTokens,
		Tools:         make([]openai.Tool, len(req.Tools)),       // for the validator, which asks how many there are
		StreamOptions: &openai.StreamOptions{IncludeUsage: true}, // without it a stream tells no token counts
	}
	if req.Temperature != nil {
		// The library leaves out a temperature of exactly 0, which then counts as 1.
		wire.Temperature = max(*req.Temperature, math.SmallestNonzeroFloat32)
	}
	wire, err := suit(wire)
	if err != nil {
		return nil, err
	}
	head, err := json.Marshal(wireBody{ChatCompletionRequest: wire})
	if err != nil {
		return nil, err
	}
	size := req.Bytes()
	body := make([]byte, 0, size+size/16+aroundTool*len(req.Tools)+aroundMessages)
	body = append(body, head[:len(head)-len("}")]...)
	if body, err = appendMessages(body, req.Messages); err != nil {
		return nil, err
	}
	if body, err = appendTools(body, req.Tools); err != nil {
		return nil, err
	}
	return append(body, '}'), nil
}

// What a body has besides texts, in bytes, as a rule.
const (
	aroundTool     = 96
	aroundMessages = 512
)

// appendMessages appends the field after what the library writes.
func appendMessages(body []byte, messages []Message) ([]byte, error) {
	body = append(body, `,"messages":[`...)
	for i := range messages {
		if i > 0 {
			body = append(body, ',')
		}
		var err error
		if body, err = appendMessage(body, &messages[i]); err != nil {
			return nil, err
		}
	}
	return append(body, ']'), nil
}

func appendMessage(body []byte, message *Message) ([]byte, error) {
	body = append(quoted.Append(append(body, `{"role":"`...), string(message.Role)), '"')
	content := message.Content
	if content == "" && message.Text.Len() == 0 && len(message.ToolCalls) == 0 {
		content = " " // services refuse a message that has neither
	}
	switch {
	case message.Text.Len() > 0:
		body = append(message.Text.AppendTo(append(body, `,"content":"`...)), '"')
	case content != "":
		body = append(quoted.Append(append(body, `,"content":"`...), content), '"')
	}
	if len(message.ToolCalls) > 0 {
		calls, err := json.Marshal(callsOnWire(message.ToolCalls))
		if err != nil {
			return nil, err
		}
		body = append(append(body, `,"tool_calls":`...), calls...)
	}
	if message.ToolCallID != "" {
		body = append(quoted.Append(append(body, `,"tool_call_id":"`...), message.ToolCallID), '"')
	}
	return append(body, '}'), nil
}

func callsOnWire(calls []ToolCall) []openai.ToolCall {
	wire := make([]openai.ToolCall, len(calls))
	for i, call := range calls {
		wire[i] = openai.ToolCall{ID: call.ID, Type: openai.ToolTypeFunction, Function: openai.FunctionCall{Name: call.Name, Arguments: call.Arguments}}
	}
	return wire
}

// appendTools appends the last field of a request.
func appendTools(body []byte, tools []Tool) ([]byte, error) {
	if len(tools) == 0 {
		return body, nil
	}
	for i := range tools {
		body = append(body, []string{`,"tools":[`, ","}[min(i, 1)]...)
		if tools[i].encoded != (unique.Handle[string]{}) {
			body = append(body, tools[i].encoded.Value()...)
			continue
		}
		encoded, err := json.Marshal(toolOnWire(&tools[i]))
		if err != nil {
			return nil, err
		}
		body = append(body, encoded...)
	}
	return append(body, ']'), nil
}

func toolOnWire(tool *Tool) wireTool {
	function := wireFunction{Name: tool.Name, Description: tool.Description, Parameters: tool.Parameters}
	if len(tool.Parameters) == 0 {
		function.Parameters = noParameters
	}
	return wireTool{Type: openai.ToolTypeFunction, Function: function}
}

// suit changes what the model is known not to take. The library knows the models and refuses such requests; each of its
// refusals that can be met has one answer, and the others are errors. Models it does not know are asked as they are.
func suit(wire openai.ChatCompletionRequest) (openai.ChatCompletionRequest, error) {
	validator := openai.NewReasoningValidator()
	for range 3 { // there are three remedies, and one may uncover the need for the next
		err := validator.Validate(wire)
		switch {
		case errors.Is(err, openai.ErrReasoningModelMaxTokensDeprecated):
			//lint:ignore SA1019 see above
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
