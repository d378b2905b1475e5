package model

import (
	"encoding/json"
	"errors"
	"math"

	openai "github.com/sashabaranov/go-openai"
)

// noParameters is the schema of a tool that takes none; services refuse null.
var noParameters = json.RawMessage(`{"type":"object","properties":{}}`)

// wireRequest writes a request as the service wants it.
func wireRequest(model string, req Request) openai.ChatCompletionRequest {
	wire := openai.ChatCompletionRequest{
		Model: model, Stream: true, User: req.User, MaxTokens: req.MaxTokens,
		StreamOptions: &openai.StreamOptions{IncludeUsage: true}, // without it a stream tells no token counts
	}
	for _, message := range req.Messages {
		wire.Messages = append(wire.Messages, wireMessage(message))
	}
	for _, tool := range req.Tools {
		parameters := tool.Parameters
		if len(parameters) == 0 {
			parameters = noParameters
		}
		wire.Tools = append(wire.Tools, openai.Tool{Type: openai.ToolTypeFunction, Function: &openai.FunctionDefinition{
			Name: tool.Name, Description: tool.Description, Parameters: parameters,
		}})
	}
	if req.Temperature != nil {
		// The library leaves out a temperature of exactly 0, which then counts as 1.
		wire.Temperature = max(*req.Temperature, math.SmallestNonzeroFloat32)
	}
	return suit(wire)
}

func wireMessage(message Message) openai.ChatCompletionMessage {
	wire := openai.ChatCompletionMessage{Role: string(message.Role), Content: message.Content, ToolCallID: message.ToolCallID}
	if wire.Content == "" && len(message.ToolCalls) == 0 {
		wire.Content = " " // the library leaves out empty content, which services refuse
	}
	for _, call := range message.ToolCalls {
		wire.ToolCalls = append(wire.ToolCalls, openai.ToolCall{ID: call.ID, Type: openai.ToolTypeFunction,
			Function: openai.FunctionCall{Name: call.Name, Arguments: call.Arguments}})
	}
	return wire
}

// suit changes what the model is known not to take. The library knows the models and refuses such requests before they are
// sent; each of its refusals has one answer. Models it does not know are asked as they are.
func suit(wire openai.ChatCompletionRequest) openai.ChatCompletionRequest {
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
			return wire
		}
	}
	return wire
}
