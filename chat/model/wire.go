package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"unique"

	openai "github.com/sashabaranov/go-openai"
)

// noParameters is the schema of a tool that takes none; services refuse null.
var noParameters = json.RawMessage(`{"type":"object","properties":{}}`)

// wireBody is a request as the service wants it. The library's type says all but its messages and tools: the library encodes
// each of them by itself, so that a prompt and the schemas would be encoded, checked and copied again within the whole.
type wireBody struct {
	openai.ChatCompletionRequest
	Messages []wireMessage `json:"messages"`
	Tools    struct{}      `json:"tools,omitzero"` // written by writeTools
}

type wireMessage struct {
	Role       Role              `json:"role"`
	Content    string            `json:"content,omitempty"`
	ToolCalls  []openai.ToolCall `json:"tool_calls,omitempty"`
	ToolCallID string            `json:"tool_call_id,omitempty"`
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
	messages := make([]wireMessage, len(req.Messages))
	for i := range req.Messages {
		messages[i] = asOnWire(&req.Messages[i])
	}
	var body bytes.Buffer
	size := req.Bytes()
	body.Grow(size + size/16 + aroundTool*len(req.Tools) + aroundMessages)
	if err := json.NewEncoder(&body).Encode(wireBody{ChatCompletionRequest: wire, Messages: messages}); err != nil {
		return nil, err
	}
	body.Truncate(body.Len() - len("\n"))
	if len(req.Tools) > 0 {
		body.Truncate(body.Len() - len("}"))
		if err := writeTools(&body, req.Tools); err != nil {
			return nil, err
		}
		body.WriteByte('}')
	}
	return body.Bytes(), nil
}

// What a body has besides texts, in bytes, as a rule.
const (
	aroundTool     = 96
	aroundMessages = 512
)

// writeTools writes the last field of a request.
func writeTools(body *bytes.Buffer, tools []Tool) error {
	for i := range tools {
		body.WriteString([]string{`,"tools":[`, ","}[min(i, 1)])
		if tools[i].encoded != (unique.Handle[string]{}) {
			body.WriteString(tools[i].encoded.Value())
			continue
		}
		encoded, err := json.Marshal(toolOnWire(&tools[i]))
		if err != nil {
			return err
		}
		body.Write(encoded)
	}
	body.WriteByte(']')
	return nil
}

func asOnWire(message *Message) wireMessage {
	wire := wireMessage{Role: message.Role, Content: message.Content, ToolCallID: message.ToolCallID}
	for _, call := range message.ToolCalls {
		wire.ToolCalls = append(wire.ToolCalls, openai.ToolCall{ID: call.ID, Type: openai.ToolTypeFunction,
			Function: openai.FunctionCall{Name: call.Name, Arguments: call.Arguments}})
	}
	if wire.Content == "" && len(wire.ToolCalls) == 0 {
		wire.Content = " " // services refuse a message that has neither
	}
	return wire
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
