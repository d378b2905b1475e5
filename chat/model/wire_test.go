package model

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	openai "github.com/sashabaranov/go-openai"

	"narthex/chat/quoted"
)

func TestMessagesAndToolsGoOutAsMeant(t *testing.T) {
	tools := []Tool{
		{Name: "list_events", Description: "What's \"on\" <here>"},
		{Name: "leave_message", Description: "…", Parameters: json.RawMessage(`{"type": "object", "properties": {"message": {"type": "string"}}}`)},
	}
	request := Request{Messages: []Message{
		{Role: RoleSystem, Content: "Line\nand \"quotes\" \u2028 é \x00"},
		{Role: RoleUser, Content: ""},
		{Role: RoleAssistant, ToolCalls: []ToolCall{{ID: "a", Name: "list_events", Arguments: `{"x":"é"}`}}},
		{Role: RoleTool, ToolCallID: "a", Content: "{}"},
	}, MaxTokens: 7}
	read := func(tools []Tool) (body map[string]any) {
		t.Helper()
		request.Tools = tools
		data, err := wireRequest("m", request)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &body); err != nil {
			t.Fatalf("%v: %s", err, data)
		}
		return body
	}
	body := read(tools)
	messages := body["messages"].([]any)
	want := []any{
		map[string]any{"role": "system", "content": "Line\nand \"quotes\" \u2028 é \x00"},
		map[string]any{"role": "user", "content": " "},
		map[string]any{"role": "assistant", "tool_calls": []any{map[string]any{"id": "a", "type": "function", "function": map[string]any{"name": "list_events", "arguments": `{"x":"é"}`}}}},
		map[string]any{"role": "tool", "tool_call_id": "a", "content": "{}"},
	}
	if diff := cmp.Diff(want, messages); diff != "" {
		t.Errorf("messages go out otherwise than meant:\n%s", diff)
	}
	function := func(name, description string, parameters map[string]any) any {
		return map[string]any{"type": "function", "function": map[string]any{"name": name, "description": description, "parameters": parameters}}
	}
	wantTools := []any{
		function("list_events", "What's \"on\" <here>", map[string]any{"type": "object", "properties": map[string]any{}}),
		function("leave_message", "…", map[string]any{"type": "object", "properties": map[string]any{"message": map[string]any{"type": "string"}}}),
	}
	if diff := cmp.Diff(wantTools, body["tools"]); diff != "" {
		t.Errorf("tools go out otherwise than meant:\n%s", diff)
	}
	if none, there := read(nil)["tools"]; there {
		t.Errorf("without tools there are %v", none)
	}
}

// TestAToolIsEncodedOnceAsItWouldBeEachTime: what is sent does not depend on it, down to the byte.
func TestAToolIsEncodedOnceAsItWouldBeEachTime(t *testing.T) {
	request := benchmarkRequest()
	each, err := wireRequest("m", request)
	if err != nil {
		t.Fatal(err)
	}
	for i := range request.Tools {
		request.Tools[i] = request.Tools[i].Encoded()
	}
	once, err := wireRequest("m", request)
	if err != nil {
		t.Fatal(err)
	}
	if string(once) != string(each) || !json.Valid(once) {
		t.Errorf("sent is\n%s, want\n%s", once, each)
	}
}

// TestABodyIsWhatEncodingJSONMakesOfIt down to the byte: services keep the beginnings of prompts that they know.
func TestABodyIsWhatEncodingJSONMakesOfIt(t *testing.T) {
	type message struct {
		Role       Role              `json:"role"`
		Content    string            `json:"content,omitempty"`
		ToolCalls  []openai.ToolCall `json:"tool_calls,omitempty"`
		ToolCallID string            `json:"tool_call_id,omitempty"`
	}
	type body struct {
		openai.ChatCompletionRequest
		Messages []message  `json:"messages"`
		Tools    []wireTool `json:"tools,omitempty"`
	}
	request := benchmarkRequest()
	request.User, request.MaxTokens, request.Temperature = "somebody <\"é", 7, new(float32(0.3))
	request.Messages = append(request.Messages,
		Message{Role: RoleAssistant, ToolCalls: []ToolCall{{ID: "a", Name: "list_events", Arguments: `{"x":"<é"}`}, {ID: "b", Name: "c"}}},
		Message{Role: RoleAssistant, Content: "so & so", ToolCalls: []ToolCall{{ID: "d"}}},
		Message{Role: RoleTool, ToolCallID: "a\n", Content: "{\"\u2028\xff\"}"})
	var inPieces quoted.Builder
	inPieces.Keep(quoted.Keep("## Kept\n\"<é>\"\n"))
	inPieces.Own().WriteString("its own \\ & \u2028\n")
	inPieces.Keep(quoted.Keep("kept\t"))
	request.Messages = append(request.Messages, Message{Role: RoleSystem, Text: inPieces.Text()})
	for _, messages := range [][]Message{request.Messages, nil} {
		for _, tools := range [][]Tool{request.Tools, nil} {
			request.Messages, request.Tools = messages, tools
			got, err := wireRequest("gpt-4.1-mini", request)
			if err != nil {
				t.Fatal(err)
			}
			want := body{Messages: []message{}, ChatCompletionRequest: openai.ChatCompletionRequest{
				//lint:ignore SA1019 as in wireRequest
				Model: "gpt-4.1-mini", Stream: true, User: request.User, MaxTokens: 7, Temperature: 0.3,
				StreamOptions: &openai.StreamOptions{IncludeUsage: true},
			}}
			for _, m := range messages {
				one := message{Role: m.Role, Content: m.Said(), ToolCallID: m.ToolCallID}
				for _, call := range m.ToolCalls {
					one.ToolCalls = append(one.ToolCalls, openai.ToolCall{ID: call.ID, Type: openai.ToolTypeFunction, Function: openai.FunctionCall{Name: call.Name, Arguments: call.Arguments}})
				}
				want.Messages = append(want.Messages, one)
			}
			for i := range tools {
				want.Tools = append(want.Tools, toolOnWire(&tools[i]))
			}
			encoded, err := json.Marshal(want)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(encoded), string(got)); diff != "" {
				t.Errorf("it is otherwise:\n%s", diff)
			}
		}
	}
}

func TestAToolThatIsNoJSONIsNotSent(t *testing.T) {
	broken := []Tool{{Name: "x", Parameters: json.RawMessage("{")}}
	if _, err := wireRequest("m", Request{Tools: broken}); err == nil {
		t.Error("it was written")
	}
}

func BenchmarkWireRequest(b *testing.B) {
	request := benchmarkRequest()
	for i := range request.Tools {
		request.Tools[i] = request.Tools[i].Encoded()
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := wireRequest("m", request); err != nil {
			b.Fatal(err)
		}
	}
}

func benchmarkRequest() Request {
	prompt := make([]byte, 0, 16<<10)
	for len(prompt) < 15<<10 {
		prompt = append(prompt, "Some words of a prompt, with \"quotes\" and\n lines. "...)
	}
	property := `{"type":"string","maxLength":200,"description":"What the visitor has said of it, in their own words. Leave it out where they have not."}`
	parameters := json.RawMessage(`{"type":"object","properties":{"who":` + property + `,"when":` + property + `,"what":` + property + `},"required":["what"],"additionalProperties":false}`)
	tools := make([]Tool, 39)
	for i := range tools {
		tools[i] = Tool{Name: "leave_message", Description: "When somebody wants to leave a message for the office or a person, once they have said what it is about.", Parameters: parameters}
	}
	var system quoted.Builder
	system.Keep(quoted.Keep(string(prompt)))
	system.Own().WriteString("What no two visitors share.\n")
	return Request{Messages: []Message{{Role: RoleSystem, Text: system.Text()}, {Role: RoleUser, Content: "What?"}}, Tools: tools}
}
