package model

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
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
	parameters := body["tools"].([]any)[0].(map[string]any)["function"].(map[string]any)["parameters"]
	if diff := cmp.Diff(map[string]any{"type": "object", "properties": map[string]any{}}, parameters); diff != "" {
		t.Errorf("a tool without parameters:\n%s", diff)
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
	b.ReportAllocs()
	for b.Loop() {
		if _, err := wireRequest("m", request); err != nil {
			b.Fatal(err)
		}
	}
}

func benchmarkRequest() Request {
	prompt := make([]byte, 0, 24<<10)
	for len(prompt) < 23<<10 {
		prompt = append(prompt, "Some words of a prompt, with \"quotes\" and\n lines. "...)
	}
	tools := make([]Tool, 25)
	for i := range tools {
		tools[i] = Tool{Name: "leave_message", Description: "When somebody wants to leave a message for the office or a person.", Parameters: json.RawMessage(`{"type":"object","properties":{"message":{"type":"string"}}}`)}
	}
	return Request{Messages: []Message{{Role: RoleSystem, Content: string(prompt)}, {Role: RoleUser, Content: "What?"}}, Tools: tools}
}
