package model_test

import (
	"bytes"
	"testing"
	"time"
	"unicode/utf8"

	"narthex/chat/model"
)

// FuzzStream feeds any bytes as the body of a response: the stream must end by the rules, in time, with valid text.
func FuzzStream(f *testing.F) {
	for _, seed := range []string{
		"", "\n\n", ": comment\n\n", "data:\n\n", "data: [DONE]\n\n", "data: 1\n\n", "data: null\n\n", "data: {}\n\n", "event: error\ndata: x\n\n",
		"data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
		"data: {\"choices\":[{\"delta\":{\"content\":\"\xc3\"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"\xab\\ud83d\"},\"finish_reason\":\"length\"}]}\n",
		"data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":-1,\"id\":\"a\",\"function\":{\"name\":\"x\",\"arguments\":\"{}\"}}]},\"finish_reason\":\"tool_calls\"}]}\n",
		"data: {\"error\":{\"error\":{\"error\":{\"code\":\"500\"}}}}\n\n", "data: {\"error\":null,\"usage\":{\"prompt_tokens\":-1}}\n\n",
		"<html></html>", "\ufeffdata: {\"choices\":[null]}\r\n\r\n", "data: {\"choices\":[{\"delta\":{\"content\":\"\\u0000\\\\\"}}]}",
	} {
		f.Add([]byte(seed), false)
		f.Add([]byte(seed), true)
	}
	f.Fuzz(func(t *testing.T, body []byte, asJSON bool) {
		client := offTheWire(t, body, asJSON)
		started := time.Now()
		got := collect(t, client.Stream(t.Context(), question()))
		if took := time.Since(started); took > 5*time.Second {
			t.Fatalf("took %s", took)
		}
		if !utf8.ValidString(got.text()) {
			t.Fatalf("invalid text %q", got.text())
		}
		for _, call := range got.Calls {
			if call.ID == "" || call.Name == "" || call.Arguments == "" || !utf8.ValidString(call.Arguments) {
				t.Fatalf("%+v", call)
			}
		}
		if got.Err == nil && got.Finish != model.FinishContentFilter && got.text() == "" && len(got.Calls) == 0 {
			t.Fatal("a whole answer that says nothing")
		}
		if got.Err != nil && bytes.Contains([]byte(got.Err.Error()), []byte("SECRET")) {
			t.Fatal(got.Err)
		}
	})
}
