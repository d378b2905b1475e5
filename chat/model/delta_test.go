package model_test

import (
	"testing"

	"narthex/chat/model"
)

// Events as services send them for nearly every token.
var usualEvents = map[string]string{
	"OpenAI":       `{"id":"chatcmpl-A","object":"chat.completion.chunk","created":1700000000,"model":"gpt-4.1-mini","service_tier":"default","system_fingerprint":"fp_0","choices":[{"index":0,"delta":{"content":" Sun\nday \"\u2019\ud83d\ude4f"},"logprobs":null,"finish_reason":null}],"usage":null,"obfuscation":"aB3dE5"}`,
	"OpenAI first": `{"id":"chatcmpl-A","choices":[{"index":0,"delta":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":null}]}`,
	"OpenAI last":  `{"id":"chatcmpl-A","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}`,
	"Azure":        `{"choices":[{"content_filter_offsets":{"check_offset":44,"start_offset":44,"end_offset":121},"content_filter_results":{"hate":{"filtered":false,"severity":"safe"}},"delta":{"content":"Sunday"},"finish_reason":null,"index":0,"logprobs":null}],"created":1700000000,"id":"chatcmpl-A","model":"gpt-4o","object":"chat.completion.chunk"}`,
	"Azure first":  `{"choices":[],"created":0,"id":"","model":"","object":"","prompt_filter_results":[{"prompt_index":0,"content_filter_results":{"jailbreak":{"filtered":false,"detected":false}}}]}`,
	"spaced":       `{"id": "cmpl-1", "created": 17.5e2, "choices": [ {"index": 0, "delta": {"content": "Sunday", "tool_calls": null}, "finish_reason": null} ] }`,
	"reasoning":    `{"choices":[{"delta":{"reasoning_content":"Hmm","content":null},"index":0}],"usage":null,"error":null}`,
}

func TestUsualEventsAreScanned(t *testing.T) {
	for name, event := range usualEvents {
		t.Run(name, func(t *testing.T) {
			if !model.Scans([]byte(event)) {
				t.Fatal("it needs the decoder")
			}
			if scanned, decoded := model.ReadDelta([]byte(event), true), model.ReadDelta([]byte(event), false); scanned != decoded {
				t.Fatalf("scanned as %s, decoded as %s", scanned, decoded)
			}
		})
	}
}

// FuzzDelta compares the scan with the decoder: whatever the event, nobody can tell which of them has read it.
func FuzzDelta(f *testing.F) {
	for _, event := range usualEvents {
		f.Add([]byte(event))
	}
	for _, event := range []string{
		"", " ", "null", "{}", " {} ", "{} x", "[]", `{"a":1,}`, `{,}`, `{"a" 1}`, `{"a":01}`, `{"a":-}`, `{"a":1.}`, `{"a":1e+}`, `{"a":-0.5E-7}`,
		`{"choices":[{"index":1,"delta":{"content":"x"}}]}`, `{"choices":[{"index":0.5,"delta":{"content":"x"}}]}`,
		`{"choices":[{"index":00}]}`, `{"choices":[{"index":null}]}`, `{"choices":[null]}`, `{"choices":null}`, `{"choices":[{"delta":null}]}`,
		`{"choices":[{"delta":{"content":"a"}},{"delta":{"content":"b"}}]}`, `{"choices":[{"delta":{"content":"a"}}],"choices":[{"delta":{"content":"b"},"finish_reason":"x"}]}`,
		`{"choices":[{"delta":{"content":"a","content":"b"},"delta":{"refusal":"c"},"finish_reason":"stop","finish_reason":null}]}`,
		`{"choices":[{"message":{"content":"a"},"finish_reason":"st\u006fp"}]}`, `{"choices":[{"delta":{"content":"\x"}}]}`,
		`{"choices":[{"delta":{"content":"\u12g4"}}]}`, `{"choices":[{"delta":{"content":"\ud800"}}]}`, "{\"choices\":[{\"delta\":{\"content\":\"\xff\n\"}}]}",
		"{\"choices\":[{\"delta\":{\"content\":\"\xc3\"},\"finish_reason\":\"\xff\"}]}", `{"choices":[{"delta":{"content":"a"}}`, `{"choices":[{"delta":{"content":1}}]}`,
		`{"\u0063hoices":[]}`, `{"usage":{"prompt_tokens":1}}`, `{"error":"x"}`, `{"a":[[[[[[[[[[1]]]]]]]]]]}`, `{"a":[1,]}`, `{"a":[true,false,null,{"b":[]}]}`,
		`{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"x","arguments":"{}"}}]}}]}`, `{"choices":[],"a":tru}`, `{"choices":[{"finish_reason":7}]}`,
	} {
		f.Add([]byte(event))
	}
	f.Fuzz(func(t *testing.T, event []byte) {
		if scanned, decoded := model.ReadDelta(event, true), model.ReadDelta(event, false); scanned != decoded {
			t.Fatalf("scanned as %s, decoded as %s", scanned, decoded)
		}
	})
}
