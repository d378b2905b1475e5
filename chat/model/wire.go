package model

import (
	"encoding/json"
	"errors"
	"math"

	openai "github.com/sashabaranov/go-openai"
)

// noParameters is the schema of a tool that takes none; services refuse null.
var noParameters = json.RawMessage(`{"type":"object","properties":{}}`)

// wireBody is a request with its messages and tools, which take the place of the library's: those have methods that encode
// each of them by itself, so that a prompt is encoded, checked and copied again within the whole.
type wireBody struct {
	openai.ChatCompletionRequest
	Messages []wireMessage `json:"messages"`
	Tools    []wireTool    `json:"tools,omitempty"`
}

type wireMessage struct {
	Role       Role              `json:"role"`
	Content    string            `json:"content,omitempty"`
	ToolCalls  []openai.ToolCall `json:"tool_calls,omitempty"`
	ToolCallID string            `json:"tool_call_id,omitempty"`
}

type wireTool struct {
	Type     openai.ToolType           `json:"type"`
	Function openai.FunctionDefinition `json:"function"`
}

// wireRequest writes a request as the service wants it.
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
	body := wireBody{ChatCompletionRequest: wire, Messages: make([]wireMessage, len(req.Messages)), Tools: make([]wireTool, len(req.Tools))}
	for i, message := range req.Messages {
		body.Messages[i] = wireMessageOf(message)
	}
	for i, tool := range req.Tools {
		body.Tools[i] = wireToolOf(tool)
	}
	return json.Marshal(&body)
}

func wireMessageOf(message Message) wireMessage {
	wire := wireMessage{Role: message.Role, Content: message.Content, ToolCallID: message.ToolCallID}
	if wire.Content == "" && len(message.ToolCalls) == 0 {
		wire.Content = " " // services refuse a message that has neither
	}
	for _, call := range message.ToolCalls {
		wire.ToolCalls = append(wire.ToolCalls, openai.ToolCall{ID: call.ID, Type: openai.ToolTypeFunction,
			Function: openai.FunctionCall{Name: call.Name, Arguments: call.Arguments}})
	}
	return wire
}

func wireToolOf(tool Tool) wireTool {
	parameters := tool.Parameters
	if len(parameters) == 0 {
		parameters = noParameters
	}
	return wireTool{Type: openai.ToolTypeFunction, Function: openai.FunctionDefinition{
		Name: tool.Name, Description: tool.Description, Parameters: parameters,
	}}
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
