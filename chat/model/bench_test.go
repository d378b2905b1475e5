package model_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	openai "github.com/sashabaranov/go-openai"

	"narthex/chat/model"
)

// offTheWire makes a client whose requests are answered with the body, without a network.
func offTheWire(t testing.TB, body []byte, asJSON bool) *model.Client {
	t.Helper()
	client, err := model.New(model.Config{BaseURL: "http://nowhere.invalid/v1", ChatModel: "m"})
	if err != nil {
		t.Fatal(err)
	}
	contentType := "text/event-stream"
	if asJSON {
		contentType = "application/json"
	}
	client.SetTransport(func() []byte { return body }, contentType)
	return client
}

const benchTokens = 1000

// longAnswer is a stream of benchTokens words as the API sends it.
func longAnswer() []byte {
	var body bytes.Buffer
	chunk := func(delta, finish string) {
		fmt.Fprintf(&body, "data: {\"id\":\"chatcmpl-AbCdEfGhIjKlMnOpQrStUvWx\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,\"model\":\"gpt-4.1-mini-2025-04-14\",\"service_tier\":\"default\",\"system_fingerprint\":\"fp_0123456789\",\"choices\":[{\"index\":0,\"delta\":%s,\"logprobs\":null,\"finish_reason\":%s}],\"usage\":null,\"obfuscation\":\"aB3dE5\"}\n\n", delta, finish)
	}
	chunk(`{"role":"assistant","content":"","refusal":null}`, "null")
	for i := range benchTokens {
		chunk(fmt.Sprintf(`{"content":" word%d"}`, i%97), "null")
	}
	chunk(`{}`, `"stop"`)
	body.WriteString("data: [DONE]\n\n")
	return body.Bytes()
}

// BenchmarkStream is the cost of one token from the response's bytes to a chunk, where several arrive together.
func BenchmarkStream(b *testing.B) {
	client := offTheWire(b, longAnswer(), false)
	b.ReportAllocs()
	for b.Loop() {
		words := 0
		for chunk, err := range client.Stream(b.Context(), question()) {
			if err != nil {
				b.Fatal(err)
			}
			words += strings.Count(chunk.Text, "word")
		}
		if words != benchTokens {
			b.Fatal(words)
		}
	}
	perToken(b)
}

// BenchmarkScanFloor is what reading the lines of the same bytes costs, below which no client can go.
func BenchmarkScanFloor(b *testing.B) {
	body := longAnswer()
	b.ReportAllocs()
	for b.Loop() {
		lines := 0
		for scanner := bufio.NewScanner(bytes.NewReader(body)); scanner.Scan(); {
			lines++
		}
		if lines < benchTokens {
			b.Fatal(lines)
		}
	}
	perToken(b)
}

// BenchmarkLibraryDecoding is what decoding the same events into the library's own type costs, for comparison.
func BenchmarkLibraryDecoding(b *testing.B) {
	events := bytes.Split(bytes.TrimSpace(longAnswer()), []byte("\n\n"))
	b.ReportAllocs()
	for b.Loop() {
		for _, event := range events[:len(events)-1] {
			var chunk openai.ChatCompletionStreamResponse
			if err := json.Unmarshal(event[len("data: "):], &chunk); err != nil {
				b.Fatal(err)
			}
		}
	}
	perToken(b)
}

func perToken(b *testing.B) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchTokens, "ns/token")
}

// BenchmarkRequest is the cost of a request with a prompt of the usual size and a one-word answer.
func BenchmarkRequest(b *testing.B) {
	client := offTheWire(b, []byte("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"), false)
	req := model.Request{Messages: []model.Message{{Role: model.RoleSystem, Content: strings.Repeat("Sunday at ten. ", 800)}, {Role: model.RoleUser, Content: "When?"}}}
	for range 6 {
		req.Tools = append(req.Tools, model.Tool{Name: "submit_prayer_request", Description: "Takes down a prayer request.",
			Parameters: json.RawMessage(`{"type":"object","required":["request"],"properties":{"request":{"type":"string","description":"What to pray for."},"name":{"type":"string"},"confidential":{"type":"boolean","description":"Only the pastors may see it."}}}`)})
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range client.Stream(b.Context(), req) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}
