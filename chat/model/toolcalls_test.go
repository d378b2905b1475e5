package model_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"narthex/chat/model"
	"narthex/chat/model/modeltest"
)

func TestToolCallsComeWholeWithTheLastChunk(t *testing.T) {
	prayer := modeltest.ToolCall{ID: "c1", Name: "submit_prayer_request", Arguments: `{"request":"für Zoë 🙏","confidential":true}`}
	visit := modeltest.ToolCall{ID: "c2", Name: "plan_visit", Arguments: `{"people":3}`}
	stop := []modeltest.Step{modeltest.Finish("stop"), modeltest.Done()}
	tests := map[string]struct {
		behaviour modeltest.Behaviour
		want      []model.ToolCall
	}{
		"in pieces":   {modeltest.Call(prayer), []model.ToolCall{model.ToolCall(prayer)}},
		"two at once": {modeltest.Call(prayer, visit), []model.ToolCall{model.ToolCall(prayer), model.ToolCall(visit)}},
		"two whose pieces alternate": {modeltest.Stream(modeltest.ToolDelta(0, "a", "first", `{"n"`), modeltest.ToolDelta(1, "b", "second", `{`),
			modeltest.ToolDelta(0, "", "", `:1}`), modeltest.ToolDelta(1, "", "", `}`), modeltest.Finish("tool_calls"), modeltest.Done()),
			[]model.ToolCall{{ID: "a", Name: "first", Arguments: `{"n":1}`}, {ID: "b", Name: "second", Arguments: `{}`}}},
		"without arguments": {modeltest.Stream(append([]modeltest.Step{modeltest.ToolDelta(0, "a", "get_service_times", "")}, stop...)...),
			[]model.ToolCall{{ID: "a", Name: "get_service_times", Arguments: `{}`}}},
		"of a service that finishes with stop": {modeltest.Stream(append([]modeltest.Step{modeltest.ToolDelta(0, "a", "x", `{}`)}, stop...)...),
			[]model.ToolCall{{ID: "a", Name: "x", Arguments: `{}`}}},
		"of a service that repeats the name": {modeltest.Stream(append([]modeltest.Step{modeltest.ToolDelta(0, "a", "x", `{`), modeltest.ToolDelta(0, "a", "x", `}`)}, stop...)...),
			[]model.ToolCall{{ID: "a", Name: "x", Arguments: `{}`}}},
		"of a service that numbers every call 0": {modeltest.Stream(append([]modeltest.Step{modeltest.ToolDelta(0, "a", "x", `{}`), modeltest.ToolDelta(0, "b", "y", `{}`)}, stop...)...),
			[]model.ToolCall{{ID: "a", Name: "x", Arguments: `{}`}, {ID: "b", Name: "y", Arguments: `{}`}}},
		"of a service without indexes and ids": {modeltest.Stream(append([]modeltest.Step{
			modeltest.Event(`{"choices":[{"index":0,"delta":{"tool_calls":[{"function":{"name":"x","arguments":"{}"}}]}}]}`)}, stop...)...),
			[]model.ToolCall{{ID: "call_0", Name: "x", Arguments: `{}`}}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			up := modeltest.New(t)
			up.Script(test.behaviour)
			got := collect(t, newClient(t, up).Stream(t.Context(), question()))
			if got.Err != nil || got.Finish != model.FinishToolCalls {
				t.Fatalf("finish %q, error %v", got.Finish, got.Err)
			}
			if diff := cmp.Diff(test.want, got.Calls); diff != "" {
				t.Fatal(diff)
			}
		})
	}
}

func TestToolCallCutOffByTheTokenLimitIsNotMade(t *testing.T) {
	up := modeltest.New(t)
	up.Script(modeltest.Stream(modeltest.Text("Let me "), modeltest.ToolDelta(0, "a", "plan_visit", `{"peo`), modeltest.Finish("length"), modeltest.Done()))
	got := collect(t, newClient(t, up).Stream(t.Context(), question()))
	if got.Finish != model.FinishLength || len(got.Calls) != 0 || got.Err != nil {
		t.Fatalf("%+v", got)
	}
}
