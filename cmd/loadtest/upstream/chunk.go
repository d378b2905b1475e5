package upstream

import (
	"fmt"
	"strconv"
	"time"

	"narthex/cmd/loadtest/token"
)

// The bytes of a streamed answer. A token is always of the same length, so its chunk can be made beforehand but for the
// token itself.
const (
	eventStart = `data: {"id":"chatcmpl-loadtest0000000000000000000","object":"chat.completion.chunk","created":1700000000,` +
		`"model":"loadtest","service_tier":"default","system_fingerprint":"fp_loadtest","choices":[{"index":0,"delta":`
	deltaStart = eventStart + `{"content":"`
	deltaEnd   = `"},"logprobs":null,"finish_reason":null}]}` + "\n\n"

	streamHeader = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nCache-Control: no-cache\r\n" +
		"Transfer-Encoding: chunked\r\n\r\n"
	wholeHeader = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
)

var (
	openingChunk = chunk(eventStart + `{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":null}]}` + "\n\n")
	finishChunk  = chunk(eventStart + `{},"logprobs":null,"finish_reason":"stop"}]}` + "\n\n")
	doneChunk    = chunk("data: [DONE]\n\n") + "0\r\n\r\n"
	tokenStart   = strconv.FormatInt(int64(len(deltaStart)+token.Size+len(deltaEnd)), 16) + "\r\n" + deltaStart
	tokenEnd     = deltaEnd + "\r\n"
)

func chunk(data string) string { return fmt.Sprintf("%x\r\n%s\r\n", len(data), data) }

func appendTokenChunk(dst []byte, place int, now time.Time) []byte {
	dst = append(dst, tokenStart...)
	dst = token.Append(dst, place, now)
	return append(dst, tokenEnd...)
}

// usageJSON counts a token of the prompt for every four bytes, as English text comes to.
func usageJSON(promptBytes, tokens int) string {
	prompt := promptBytes / 4
	return fmt.Sprintf(`{"prompt_tokens":%d,"completion_tokens":%d,"total_tokens":%d,"prompt_tokens_details":{"cached_tokens":0}}`,
		prompt, tokens, prompt+tokens)
}

func appendEnd(dst []byte, withUsage bool, promptBytes, tokens int) []byte {
	dst = append(dst, finishChunk...)
	if withUsage {
		dst = append(dst, chunk(`data: {"id":"chatcmpl-loadtest0000000000000000000","object":"chat.completion.chunk","created":1700000000,`+
			`"model":"loadtest","choices":[],"usage":`+usageJSON(promptBytes, tokens)+"}\n\n")...)
	}
	return append(dst, doneChunk...)
}

// appendWhole appends the response to a request that did not ask for a stream.
func appendWhole(dst []byte, promptBytes, tokens int, now time.Time) []byte {
	body := []byte(`{"id":"chatcmpl-loadtest0000000000000000000","object":"chat.completion","created":1700000000,"model":"loadtest",` +
		`"choices":[{"index":0,"message":{"role":"assistant","content":"`)
	for place := range tokens {
		body = token.Append(body, place, now)
	}
	body = append(body, `"},"logprobs":null,"finish_reason":"stop"}],"usage":`+usageJSON(promptBytes, tokens)+"}"...)
	return append(fmt.Appendf(dst, wholeHeader, len(body)), body...)
}
