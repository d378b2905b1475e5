package model_test

import (
	"strings"
	"testing"

	"narthex/chat/model"
	"narthex/chat/model/modeltest"
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

func TestEventsOfAnyShapeAreRead(t *testing.T) {
	for event, want := range map[string]string{
		usualEvents["OpenAI"]:       "text \" Sun\\nday \\\"’\\xed\\xa0\\xbd\\xed\\xb9\\x8f\" finish \"\" usage <nil>",
		usualEvents["OpenAI first"]: `text "" finish "" usage <nil>`,
		usualEvents["OpenAI last"]:  `text "" finish "stop" usage <nil>`,
		usualEvents["Azure"]:        `text "Sunday" finish "" usage <nil>`,
		usualEvents["Azure first"]:  `text "" finish "" usage <nil>`,
		usualEvents["spaced"]:       `text "Sunday" finish "" usage <nil>`,
		usualEvents["reasoning"]:    `text "" finish "" usage <nil>`,
		``:                          `error an event is not the JSON expected`,
		` `:                         `error an event is not the JSON expected`,
		`null`:                      `text "" finish "" usage <nil>`,
		`{}`:                        `text "" finish "" usage <nil>`,
		` {} `:                      `text "" finish "" usage <nil>`,
		`{} x`:                      `error an event is not the JSON expected`,
		`[]`:                        `error an event is not the JSON expected`,
		`{"a":1,}`:                  `error an event is not the JSON expected`,
		`{,}`:                       `error an event is not the JSON expected`,
		`{"a" 1}`:                   `error an event is not the JSON expected`,
		`{"a":01}`:                  `error an event is not the JSON expected`,
		`{"a":-}`:                   `error an event is not the JSON expected`,
		`{"a":1.}`:                  `error an event is not the JSON expected`,
		`{"a":1e+}`:                 `error an event is not the JSON expected`,
		`{"a":-0.5E-7}`:             `text "" finish "" usage <nil>`,
		`{"choices":[{"index":1,"delta":{"content":"x"}}]}`:                             `text "" finish "" usage <nil>`,
		`{"choices":[{"index":0.5,"delta":{"content":"x"}}]}`:                           `text "" finish "" usage <nil>`,
		`{"choices":[{"index":00}]}`:                                                    `error an event is not the JSON expected`,
		`{"choices":[{"index":null}]}`:                                                  `text "" finish "" usage <nil>`,
		`{"choices":[null]}`:                                                            `text "" finish "" usage <nil>`,
		`{"choices":null}`:                                                              `text "" finish "" usage <nil>`,
		`{"choices":[{"delta":null}]}`:                                                  `text "" finish "" usage <nil>`,
		`{"choices":[{"delta":{"content":"a"}},{"delta":{"content":"b"}}]}`:             `text "ab" finish "" usage <nil>`,
		`{"choices":[{"message":{"content":"a"},"finish_reason":"st\u006fp"}]}`:         `text "a" finish "stop" usage <nil>`,
		"{\"choices\":[{\"delta\":{\"content\":\"\\x\"}}]}":                             `error an event is not the JSON expected`,
		`{"choices":[{"delta":{"content":"\u12g4"}}]}`:                                  `error an event is not the JSON expected`,
		`{"choices":[{"delta":{"content":"\ud800"}}]}`:                                  "text \"\\xed\\xa0\\x80\" finish \"\" usage <nil>",
		"{\"choices\":[{\"delta\":{\"content\":\"\xff\n\"}}]}":                          `error an event is not the JSON expected`,
		"{\"choices\":[{\"delta\":{\"content\":\"\xc3\"},\"finish_reason\":\"\xff\"}]}": "text \"\\xc3\" finish \"�\" usage <nil>",
		`{"choices":[{"delta":{"content":"a"}}`:                                         `error an event is not the JSON expected`,
		`{"choices":[{"delta":{"content":1}}]}`:                                         `error an event is not the JSON expected`,
		`{"\u0063hoices":[]}`:                                                           `text "" finish "" usage <nil>`,
		`{"usage":{"prompt_tokens":1}}`:                                                 `text "" finish "" usage &{PromptTokens:1 CachedTokens:0 CompletionTokens:0}`,
		`{"error":"x"}`:                                                                 `error the stream reports an error`,
		`{"a":[[[[[[[[[[1]]]]]]]]]]}`:                                                   `text "" finish "" usage <nil>`,
		`{"a":[1,]}`:                                                                    `error an event is not the JSON expected`,
		`{"a":[true,false,null,{"b":[]}]}`:                                              `text "" finish "" usage <nil>`,
		`{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"x","arguments":"{}"}}]}}]}`: `text "" finish "" usage <nil> call "a" "x" "{}"0`,
		`{"choices":[],"a":tru}`:            `error an event is not the JSON expected`,
		`{"choices":[{"finish_reason":7}]}`: `error an event is not the JSON expected`,
		`{"choices":[{"delta":{"content":"Hi","refusal":"!"}}],"usage":{"prompt_tokens":5,"completion_tokens":2,"prompt_tokens_details":{"cached_tokens":3}}}`: `text "Hi!" finish "" usage &{PromptTokens:5 CachedTokens:3 CompletionTokens:2}`,
		`{"choices":[{"delta":{"content":"x"},"index":1},{"delta":{"content":"y"},"index":0}],"error":null}`:                                                   `text "y" finish "" usage <nil>`,
		`{"usage":{"prompt_tokens":-4,"completion_tokens":1e300,"prompt_tokens_details":null},"error":{"code":"rate_limit","message":"no"}}`:                   `error the stream reports rate_limit`,
		"{\"choices\":[{\"delta\":{\"content\":\"a\xc3\\u00e9\\n\"}}]}":                                                                                        "text \"a\\xc3é\\n\" finish \"\" usage <nil>",
	} {
		if got := model.ReadDelta([]byte(event)); got != want {
			t.Errorf("%s was read as %s, want %s", event, got, want)
		}
	}
}

// FuzzAnEventAfterAnother reads an event after one that may be the same but for its text: that it follows another changes
// nothing of what it says.
func FuzzAnEventAfterAnother(f *testing.F) {
	const padded = `{"choices":[{"delta":{"content":"a"},"index":0}],"obfuscation":"x"}`
	for _, event := range usualEvents {
		f.Add(event, strings.Replace(event, "Sun", `Mo\u00f3n\"`, 1))
	}
	for _, next := range []string{
		strings.Replace(padded, `"a"`, `"b\n"`, 1), strings.Replace(padded, `"x"`, `""`, 1), strings.Replace(padded, `"a"`, `"\u12g4"`, 1),
		strings.Replace(padded, `"a"`, `"\u12"`, 1), strings.Replace(padded, `"a"`, "\"\xff\"", 1), strings.Replace(padded, `"a"`, "\"\n\"", 1),
		strings.Replace(padded, `"a"`, `null`, 1), strings.Replace(padded, `"a"`, `"a","content":"b"`, 1), strings.Replace(padded, `"x"`, `"\q"`, 1),
		strings.Replace(padded, `"x"`, `7`, 1), padded + "x", padded[:30], `{"error":"x"}`, ``,
	} {
		f.Add(padded, next)
		f.Add(next, padded)
	}
	f.Add(`{"choices":[{"delta":{"content":"a","content":"b","content":"c"}}]}`, `{"choices":[{"delta":{"content":"a","content":"b","content":"d"}}]}`)
	f.Add(`{"choices":[{"delta":{"content":"a"},"index":1},{"delta":{"content":"b"}}]}`, `{"choices":[{"delta":{"content":"a"},"index":1},{"delta":{"content":"c"}}]}`)
	f.Add(`{"obfuscation":"x","choices":[{"delta":{"content":"a"}}]}`, `{"obfuscation":"yy","choices":[{"delta":{"content":"b"}}]}`)
	f.Add(`{"choices":[{"delta":{"content":"a","tool_calls":[{"id":"i"}]},"finish_reason":"stop"}],"usage":{"prompt_tokens":3}}`, `{"choices":[{"delta":{"content":"b","tool_calls":[{"id":"i"}]},"finish_reason":"stop"}],"usage":{"prompt_tokens":3}}`)
	f.Fuzz(func(t *testing.T, first, second string) {
		want := model.ReadDelta([]byte(second))
		for _, before := range [][][]byte{{[]byte(first)}, {[]byte(first), []byte(second)}, {[]byte(second), []byte(first)}} {
			if got := model.ReadDelta(append(before, []byte(second))...); got != want {
				t.Errorf("%q after %q was read as %s, want %s", second, before, got, want)
			}
		}
	})
}

func TestCountsThatNobodyCanHaveNeededStayWithinWhatIsStored(t *testing.T) {
	up := modeltest.New(t)
	up.Script(modeltest.Stream(modeltest.Text("Ten."), modeltest.Finish("stop"), modeltest.Usage(1<<60, -1, 1<<40), modeltest.Done()))
	usage := collect(t, newClient(t, up).Stream(t.Context(), question())).Usage
	if want := (model.Usage{PromptTokens: 1e8, CompletionTokens: 1e8}); usage == nil || *usage != want {
		t.Errorf("%+v", usage)
	}
}
