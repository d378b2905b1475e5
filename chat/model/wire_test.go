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
	return Request{Messages: []Message{{Role: RoleSystem, Content: string(prompt)}, {Role: RoleUser, Content: "What?"}}, Tools: tools}
}
