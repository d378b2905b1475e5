package upstream_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	openai "github.com/sashabaranov/go-openai"

	"narthex/cmd/loadtest/token"
	"narthex/cmd/loadtest/upstream"
)

// brisk answers in a few milliseconds.
var brisk = upstream.Config{Tokens: 12, Rate: 1000, FirstToken: time.Millisecond, Jitter: 0.5}

// start serves a model and returns it with its client and address.
func start(t *testing.T, config upstream.Config) (*upstream.Server, *openai.Client, string) {
	t.Helper()
	server, err := upstream.New(config)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := upstream.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- server.Serve(ctx, listener) }()
	transport := &http.Transport{}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	wired := openai.DefaultConfig("test")
	wired.BaseURL = "http://" + listener.Addr().String() + "/v1"
	wired.HTTPClient = &http.Client{Transport: transport}
	return server, openai.NewClientWithConfig(wired), listener.Addr().String()
}

func ask(question string) openai.ChatCompletionRequest {
	return openai.ChatCompletionRequest{
		Model: "any", Stream: true, StreamOptions: &openai.StreamOptions{IncludeUsage: true},
		Messages: []openai.ChatCompletionMessage{{Role: "system", Content: "You answer."}, {Role: "user", Content: question}},
	}
}

// listen returns the text of an answer, its usage, and how it finished.
func listen(ctx context.Context, client *openai.Client, question string) (text string, usage *openai.Usage, finish openai.FinishReason, err error) {
	stream, err := client.CreateChatCompletionStream(ctx, ask(question))
	if err != nil {
		return "", nil, "", err
	}
	defer stream.Close()
	for {
		chunk, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return text, usage, finish, nil
		}
		if err != nil {
			return text, usage, finish, err
		}
		if chunk.Usage != nil {
			usage = chunk.Usage
		}
		for _, choice := range chunk.Choices {
			text += choice.Delta.Content
			finish = choice.FinishReason
		}
	}
}

// tokensIn counts the tokens of a text and fails when one is out of its place.
func tokensIn(t *testing.T, text string) (count int) {
	t.Helper()
	for rest := []byte(text); ; count++ {
		found, after, ok := token.Next(rest, time.Now())
		if !ok {
			return count
		}
		if found.Place != count || found.Age < 0 || found.Age > 10*time.Second {
			t.Errorf("token %d is %+v", count, found)
		}
		rest = after
	}
}

func TestAnswersAreStreamedWithTheirUsage(t *testing.T) {
	_, client, _ := start(t, brisk)
	for question, want := range map[string]int{"Who?": 12, "Who? (answer in 37 tokens)": 37, "answer in many tokens": 12} {
		text, usage, finish, err := listen(t.Context(), client, question)
		if err != nil {
			t.Fatal(err)
		}
		if got := tokensIn(t, text); got != want || finish != openai.FinishReasonStop || usage == nil || usage.CompletionTokens != want {
			t.Errorf("%s: %d tokens, finish %q, usage %+v; want %d", question, got, finish, usage, want)
		}
	}
}

func TestAnAnswerThatIsNotStreamedComesWhole(t *testing.T) {
	_, client, _ := start(t, brisk)
	request := ask("Who?")
	request.Stream, request.StreamOptions = false, nil
	response, err := client.CreateChatCompletion(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	if got := tokensIn(t, response.Choices[0].Message.Content); got != 12 || response.Usage.CompletionTokens != 12 {
		t.Errorf("%d tokens, usage %+v", got, response.Usage)
	}
}

func TestManyAnswersAtOnceKeepTheirPace(t *testing.T) {
	config := brisk
	config.Rate, config.Jitter, config.FirstToken = 50, 0, 0
	server, client, _ := start(t, config)
	began := time.Now()
	var all sync.WaitGroup
	for range 100 {
		all.Go(func() {
			text, _, _, err := listen(t.Context(), client, "answer in 20 tokens please")
			if err != nil {
				t.Error(err)
			}
			if got := tokensIn(t, text); got != 20 {
				t.Errorf("%d tokens", got)
			}
		})
	}
	all.Wait()
	if took := time.Since(began); took < 380*time.Millisecond {
		t.Errorf("20 tokens at 50 a second took %v", took)
	}
	if counts := server.Stats(); counts.Tokens != 2000 || counts.Completions != 100 || counts.Cancelled != 0 {
		t.Errorf("counted %+v", counts)
	}
}

func TestEmbeddingsAreTheSameInBothFormats(t *testing.T) {
	_, client, _ := start(t, brisk)
	texts := []string{"When does the choir practise?", "The choir does practise on Tuesdays", "Parking behind the hall"}
	embed := func(format openai.EmbeddingEncodingFormat) [][]float32 {
		response, err := client.CreateEmbeddings(t.Context(), openai.EmbeddingRequestStrings{
			Input: texts, Model: openai.SmallEmbedding3, EncodingFormat: format, Dimensions: 1536,
		})
		if err != nil {
			t.Fatal(err)
		}
		vectors := make([][]float32, len(texts))
		for _, data := range response.Data {
			vectors[data.Index] = data.Embedding
		}
		return vectors
	}
	floats, base64 := embed(openai.EmbeddingEncodingFormatFloat), embed(openai.EmbeddingEncodingFormatBase64)
	for i := range texts {
		if len(floats[i]) != 1536 || math.Abs(dot(floats[i], floats[i])-1) > 1e-5 {
			t.Fatalf("%d dimensions of length² %v", len(floats[i]), dot(floats[i], floats[i]))
		}
		if math.Abs(dot(floats[i], base64[i])-1) > 1e-5 {
			t.Errorf("%q differs between the formats", texts[i])
		}
	}
	if near, far := dot(floats[0], floats[1]), dot(floats[0], floats[2]); near < far+0.2 {
		t.Errorf("texts with words in common are %.2f alike, others %.2f", near, far)
	}
}

func dot(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestFaults(t *testing.T) {
	for name, test := range map[string]struct {
		faults upstream.Faults
		status int // 0: the stream breaks off
	}{
		"too many requests": {upstream.Faults{TooMany: 1}, http.StatusTooManyRequests},
		"an internal error": {upstream.Faults{Internal: 1}, http.StatusInternalServerError},
		"a cut answer":      {upstream.Faults{Cut: 1, CutAfter: 5}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			config := brisk
			config.Faults = test.faults
			_, client, _ := start(t, config)
			text, _, _, err := listen(t.Context(), client, "Who?")
			var refused *openai.APIError
			switch {
			case err == nil:
				t.Fatal("no error")
			case test.status != 0 && (!errors.As(err, &refused) || refused.HTTPStatusCode != test.status):
				t.Errorf("%v, want status %d", err, test.status)
			case test.status == 0 && tokensIn(t, text) != 5:
				t.Errorf("%q before it broke off with %v, want 5 tokens", text, err)
			}
		})
	}
	t.Run("silence", func(t *testing.T) {
		config := brisk
		config.Faults.Silent = 1
		_, client, _ := start(t, config)
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		if _, _, _, err := listen(ctx, client, "Who?"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v, want silence", err)
		}
	})
}

func TestAReaderWhoLeavesStopsTheAnswer(t *testing.T) {
	config := brisk
	config.Rate, config.Tokens = 100, 10_000
	server, client, _ := start(t, config)
	stream, err := client.CreateChatCompletionStream(t.Context(), ask("Who?"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); err != nil {
		t.Fatal(err)
	}
	stream.Close()
	for deadline := time.Now().Add(5 * time.Second); server.Stats().Cancelled == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the answer goes on")
		}
	}
}

func TestAReaderWhoDoesNotReadHoldsUpNobody(t *testing.T) {
	config := brisk
	config.Tokens = 20_000 // more bytes than the kernel keeps
	_, client, address := start(t, config)
	idler, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer idler.Close()
	body := `{"stream":true,"messages":[{"role":"user","content":"Who?"}]}`
	if _, err := fmt.Fprintf(idler, "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		began := time.Now()
		if _, _, _, err := listen(t.Context(), client, "answer in 30 tokens"); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("an answer beside it took %v", took)
		}
	}
}

func TestWhatCannotBeServedIsRefused(t *testing.T) {
	for name, change := range map[string]func(*upstream.Config){
		"no tokens":             func(c *upstream.Config) { c.Tokens = 0 },
		"no rate":               func(c *upstream.Config) { c.Rate = 0 },
		"a rate past the wheel": func(c *upstream.Config) { c.Rate = 5000 },
		"jitter above 1":        func(c *upstream.Config) { c.Jitter = 2 },
		"more faults than asks": func(c *upstream.Config) { c.Faults = upstream.Faults{TooMany: 0.6, Cut: 0.6} },
	} {
		config := upstream.Default
		change(&config)
		if _, err := upstream.New(config); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	for _, address := range []string{"0.0.0.0:0", ":0", "192.0.2.1:80", "localhost"} {
		if listener, err := upstream.Listen(address); err == nil {
			listener.Close()
			t.Errorf("listens on %s", address)
		}
	}
	_, client, _ := start(t, brisk)
	if _, err := client.ListModels(t.Context()); err == nil || !strings.Contains(err.Error(), "404") {
		t.Errorf("%v, want a 404", err)
	}
}
