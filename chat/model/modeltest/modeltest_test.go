package modeltest_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	openai "github.com/sashabaranov/go-openai"

	"narthex/chat/model/modeltest"
	"narthex/cmd/dev/leaktest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

func newClient(t *testing.T, up *modeltest.Server) *openai.Client {
	t.Helper()
	config := openai.DefaultConfig("key")
	config.BaseURL = up.URL
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	config.HTTPClient = &http.Client{Transport: transport}
	return openai.NewClientWithConfig(config)
}

func hello() openai.ChatCompletionRequest {
	return openai.ChatCompletionRequest{Model: "m", Messages: []openai.ChatCompletionMessage{{Role: "system", Content: "Be kind."}, {Role: "user", Content: "Hi"}}}
}

func TestAnswersChatsWholeAndStreamed(t *testing.T) {
	up := modeltest.New(t)
	client := newClient(t, up)
	up.Script(modeltest.Reply("Good ", "morning"))
	whole, err := client.CreateChatCompletion(t.Context(), hello())
	if err != nil || whole.Choices[0].Message.Content != "Good morning" || whole.Choices[0].FinishReason != "stop" || whole.Usage.CompletionTokens != 2 {
		t.Fatalf("%+v, %v", whole, err)
	}
	stream, err := client.CreateChatCompletionStream(t.Context(), hello())
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	text := ""
	for {
		chunk, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		text += chunk.Choices[0].Delta.Content
	}
	if text != "Hello there." {
		t.Fatalf("got %q", text)
	}
	last := up.LastChat()
	if last.System() != "Be kind." || last.LastUser() != "Hi" || !last.Stream || last.Model != "m" || up.Counts().Chats != 2 || len(up.Chats()) != 2 {
		t.Fatalf("%+v", last)
	}
}

func TestEchoAnswersFromTheRequest(t *testing.T) {
	up := modeltest.New(t)
	up.Default(modeltest.Echo(func(r modeltest.ChatRequest) []string { return []string{"You said ", r.LastUser()} }))
	whole, err := newClient(t, up).CreateChatCompletion(t.Context(), hello())
	if err != nil || whole.Choices[0].Message.Content != "You said Hi" {
		t.Fatalf("%+v, %v", whole, err)
	}
}

func TestToolCallsComeWholeWhereNoStreamIsAskedFor(t *testing.T) {
	up := modeltest.New(t)
	up.Script(modeltest.Call(modeltest.ToolCall{ID: "a", Name: "x", Arguments: `{"n":"ü"}`}, modeltest.ToolCall{ID: "b", Name: "y", Arguments: `{}`}))
	whole, err := newClient(t, up).CreateChatCompletion(t.Context(), hello())
	if err != nil {
		t.Fatal(err)
	}
	calls := whole.Choices[0].Message.ToolCalls
	if len(calls) != 2 || calls[0].ID != "a" || calls[0].Function.Arguments != `{"n":"ü"}` || calls[1].Function.Name != "y" || whole.Choices[0].FinishReason != "tool_calls" {
		t.Fatalf("%+v", calls)
	}
}

func TestScriptIsUsedUpInOrder(t *testing.T) {
	up := modeltest.New(t)
	up.Script(modeltest.Status(503).Header("Retry-After", "3"), modeltest.Body(200, "text/html", "<html>"))
	for _, want := range []struct {
		status int
		header string
	}{{503, "3"}, {200, ""}, {200, ""}} {
		resp := post(t, up.URL+"/chat/completions", `{"model":"m","messages":[]}`)
		if resp.StatusCode != want.status || resp.Header.Get("Retry-After") != want.header {
			t.Fatalf("%d, %v", resp.StatusCode, resp.Header)
		}
	}
}

func TestWhatIsNoRequestIsRefused(t *testing.T) {
	up := modeltest.New(t)
	for path, body := range map[string]string{"/chat/completions": "{", "/embeddings": `{"input":""}`, "/embeddings?": `{"input":[1,2]}`, "/embeddings?a": `{"input":[]}`, "/embeddings?b": "x"} {
		if resp := post(t, up.URL+path, body); resp.StatusCode != http.StatusBadRequest {
			t.Errorf("%s %s: %d", path, body, resp.StatusCode)
		}
	}
	if resp := post(t, up.URL+"/moderations", "{}"); resp.StatusCode != http.StatusNotFound || up.Counts().Others != 1 {
		t.Fatalf("%d, %+v", resp.StatusCode, up.Counts())
	}
}

func TestClientThatLeavesIsNoticed(t *testing.T) {
	for name, behaviour := range map[string]modeltest.Behaviour{
		"while nothing is sent":   modeltest.Stream(modeltest.Text("a"), modeltest.Silence()),
		"before the answer":       modeltest.Reply("a").After(time.Minute),
		"between words":           modeltest.Reply("a", "b").Every(time.Minute),
		"while the server writes": modeltest.Stream(modeltest.Text(strings.Repeat("a", 8<<20)), modeltest.Silence()),
	} {
		t.Run(name, func(t *testing.T) {
			up := modeltest.New(t)
			up.Script(behaviour)
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			asking, leave := context.WithCancel(ctx)
			answered := make(chan struct{})
			go func() {
				defer close(answered)
				if stream, err := newClient(t, up).CreateChatCompletionStream(asking, hello()); err == nil {
					<-asking.Done()
					stream.Close()
				}
			}()
			if err := up.WaitChat(ctx); err != nil {
				t.Fatal(err)
			}
			leave()
			<-answered
			if err := up.WaitCancelled(ctx); err != nil || up.Counts().Cancelled != 1 {
				t.Fatalf("%v, %+v", err, up.Counts())
			}
		})
	}
}

func TestWaitingEndsWithItsContext(t *testing.T) {
	up := modeltest.New(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := up.WaitCancelled(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := up.WaitChat(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}

func TestHeldAnswerGoesOnWhenReleased(t *testing.T) {
	up := modeltest.New(t)
	release := make(chan struct{})
	up.Script(modeltest.Stream(modeltest.Text("a"), modeltest.Hold(release), modeltest.Text("b"), modeltest.Done()))
	resp, err := http.Post(up.URL+"/chat/completions", "application/json", strings.NewReader(`{"stream":true}`))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	lines.Scan()
	if !strings.Contains(lines.Text(), `"a"`) {
		t.Fatal(lines.Text())
	}
	close(release)
	rest := ""
	for lines.Scan() {
		rest += lines.Text()
	}
	if !strings.Contains(rest, `"b"`) || !strings.HasSuffix(rest, "[DONE]") {
		t.Fatal(rest)
	}
	http.DefaultClient.CloseIdleConnections()
}

func TestEmbeddingsAreDeterministicAndNearForSharedWords(t *testing.T) {
	up := modeltest.New(t)
	client := newClient(t, up)
	embed := func(format openai.EmbeddingEncodingFormat, dimensions int, texts ...string) [][]float32 {
		got, err := client.CreateEmbeddings(t.Context(), openai.EmbeddingRequest{Input: texts, Model: "e", EncodingFormat: format, Dimensions: dimensions})
		if err != nil {
			t.Fatal(err)
		}
		var vectors [][]float32
		for i, data := range got.Data {
			if data.Index != i {
				t.Fatalf("index %d at %d", data.Index, i)
			}
			vectors = append(vectors, data.Embedding)
		}
		return vectors
	}
	texts := []string{"When is the Sunday service?", "when is the sunday service", "When is the Sunday lunch?", "Parking behind the hall"}
	floats, packed := embed("float", 256, texts...), embed("base64", 256, texts...)
	for i := range floats {
		if len(floats[i]) != 256 || math.Abs(cosine(floats[i], floats[i])-1) > 1e-5 || math.Abs(cosine(floats[i], packed[i])-1) > 1e-5 {
			t.Fatalf("vector %d differs between encodings or is not of length 1", i)
		}
	}
	same, near, far := cosine(floats[0], floats[1]), cosine(floats[0], floats[2]), cosine(floats[0], floats[3])
	if same < .9999 || near < .6 || near > .95 || far > .4 {
		t.Fatalf("same %.2f, near %.2f, far %.2f", same, near, far)
	}
	if n := len(embed("float", 0, "a")[0]); n != modeltest.DefaultDimensions {
		t.Fatalf("%d dimensions", n)
	}
	if requests := up.Embeddings(); len(requests) != 3 || requests[1].Encoding != "base64" || requests[0].Input[3] != texts[3] || up.Counts().Embeddings != 3 {
		t.Fatalf("%+v", up.Counts())
	}
}

func TestEmbeddingsFailAndWaitOnDemand(t *testing.T) {
	up := modeltest.New(t)
	up.ScriptEmbeddings(modeltest.Status(429).Header("Retry-After", "1"), modeltest.Behaviour{}.After(time.Millisecond))
	for _, want := range []int{429, 200, 200} {
		if resp := post(t, up.URL+"/embeddings", `{"input":"a"}`); resp.StatusCode != want {
			t.Fatalf("got %d, want %d", resp.StatusCode, want)
		}
	}
}

func cosine(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func post(t *testing.T, url, body string) *http.Response {
	t.Helper()
	resp, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var decoded any
	if err := json.NewDecoder(resp.Body).Decode(&decoded); err != nil && strings.Contains(resp.Header.Get("Content-Type"), "json") {
		t.Fatal(err)
	}
	http.DefaultClient.CloseIdleConnections()
	return resp
}
