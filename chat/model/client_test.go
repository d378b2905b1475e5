package model_test

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"narthex/chat/model"
	"narthex/chat/model/modeltest"
)

const (
	testKey = "sk-test-0123456789"
	// patience is a time-out that a test waits for, or a wait far below one.
	patience = 500 * time.Millisecond
)

// newClient makes a client of up whose time-outs no test comes to by mistake.
func newClient(t testing.TB, up *modeltest.Server, change ...func(*model.Config)) *model.Client {
	t.Helper()
	config := model.Config{APIKey: testKey, BaseURL: up.URL, ChatModel: "test-chat", FastModel: "test-fast",
		Timeouts: model.Timeouts{Connect: 20 * time.Second, FirstByte: 20 * time.Second, Idle: 20 * time.Second, Whole: time.Minute}}
	for _, c := range change {
		c(&config)
	}
	client, err := model.New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

// question is a request whose words must never appear in an error.
func question() model.Request {
	return model.Request{Messages: []model.Message{
		{Role: model.RoleSystem, Content: "You answer for SECRETCHURCH."},
		{Role: model.RoleUser, Content: "Is SECRETPERSON ill?"},
	}}
}

// answer is a whole stream, collected.
type answer struct {
	Texts  []string
	Calls  []model.ToolCall
	Finish model.Finish
	Usage  *model.Usage
	Err    *model.Error
}

func (a answer) text() string { return strings.Join(a.Texts, "") }

// collect reads a stream to its end and fails the test where it breaks the rules of streams.
func collect(t testing.TB, stream iter.Seq2[model.Chunk, error]) answer {
	t.Helper()
	var a answer
	ended := false
	for chunk, err := range stream {
		if ended {
			t.Fatal("the stream went on after its end")
		}
		if err != nil {
			ended = true
			failed, ok := errors.AsType[*model.Error](err)
			if !ok {
				t.Fatalf("error is %T, not *model.Error: %v", err, err)
			}
			a.Err = failed
			continue
		}
		if chunk.Text != "" {
			a.Texts = append(a.Texts, chunk.Text)
		}
		a.Calls, a.Finish, a.Usage = chunk.ToolCalls, chunk.Finish, chunk.Usage
		ended = chunk.Finish != ""
	}
	if !ended {
		t.Fatal("the stream ended without a finish and without an error")
	}
	return a
}

func TestAnAnswerIsWholeAndEndsWithItsUsage(t *testing.T) {
	up := modeltest.New(t)
	up.Script(modeltest.Stream(modeltest.Role(), modeltest.Text("Sunday "), modeltest.Text("at "), modeltest.Text("ten."),
		modeltest.Finish("stop"), modeltest.Usage(100, 64, 3), modeltest.Done()))
	got := collect(t, newClient(t, up).Stream(t.Context(), question()))
	got.Texts = []string{got.text()} // what arrives together is told together, and that is luck
	want := answer{Texts: []string{"Sunday at ten."}, Finish: model.FinishStop,
		Usage: &model.Usage{PromptTokens: 100, CachedTokens: 64, CompletionTokens: 3}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatal(diff)
	}
}

func TestFirstPieceArrivesBeforeTheSecondIsSent(t *testing.T) {
	up := modeltest.New(t)
	hold := make(chan struct{})
	up.Script(modeltest.Stream(modeltest.Text("one"), modeltest.Hold(hold), modeltest.Text("two"), modeltest.Finish("stop"), modeltest.Done()))
	seen := ""
	for chunk, err := range newClient(t, up).Stream(t.Context(), question()) {
		if err != nil {
			t.Fatal(err)
		}
		if seen += chunk.Text; seen == "one" && chunk.Text == "one" {
			close(hold)
		}
	}
	if seen != "onetwo" {
		t.Fatalf("got %q", seen)
	}
}

func TestRequestOnTheWire(t *testing.T) {
	zero, warm := float32(0), float32(0.7)
	tests := map[string]struct {
		model string
		req   model.Request
		check func(modeltest.ChatRequest) error
	}{
		"the class chooses the model, and usage is asked for": {req: model.Request{Class: model.ClassFast}, check: func(r modeltest.ChatRequest) error {
			return expect(r.Model == "test-fast" && r.Stream && r.IncludeUsage)
		}},
		"an unknown class is answered by the chat model": {req: model.Request{Class: "slow"}, check: func(r modeltest.ChatRequest) error {
			return expect(r.Model == "test-chat")
		}},
		"the key is sent as a bearer token": {check: func(r modeltest.ChatRequest) error {
			return expect(r.Header.Get("Authorization") == "Bearer "+testKey)
		}},
		"the end user is passed on": {req: model.Request{User: "visitor-7"}, check: func(r modeltest.ChatRequest) error {
			return expect(r.User == "visitor-7")
		}},
		"a temperature of zero is sent rather than left out": {req: model.Request{Temperature: &zero}, check: func(r modeltest.ChatRequest) error {
			return expect(r.Temperature != nil && *r.Temperature < 1e-6)
		}},
		"no temperature is sent where none is asked for": {check: func(r modeltest.ChatRequest) error {
			return expect(r.Temperature == nil)
		}},
		"a limit on tokens is max_tokens, which every service knows": {req: model.Request{MaxTokens: 300}, check: func(r modeltest.ChatRequest) error {
			return expect(r.MaxTokens == 300 && r.MaxCompletionTokens == 0)
		}},
		"reasoning models get max_completion_tokens and no temperature": {model: "gpt-5-mini", req: model.Request{MaxTokens: 300, Temperature: &warm}, check: func(r modeltest.ChatRequest) error {
			return expect(r.MaxTokens == 0 && r.MaxCompletionTokens == 300 && r.Temperature == nil)
		}},
		"models that call tools only without reasoning do not reason": {model: "gpt-6-luna", req: model.Request{MaxTokens: 300, Temperature: &warm, Tools: []model.Tool{{Name: "plan_visit"}}}, check: func(r modeltest.ChatRequest) error {
			return expect(r.ReasoningEffort == "none" && r.MaxCompletionTokens == 300)
		}},
		"a tool without parameters has an empty object as its schema": {req: model.Request{Tools: []model.Tool{{Name: "get_service_times", Description: "Hours."}}}, check: func(r modeltest.ChatRequest) error {
			return expect(len(r.Tools) == 1 && r.Tools[0].Name == "get_service_times" && strings.Contains(string(r.Tools[0].Parameters), `"object"`))
		}},
		"a tool's schema is sent as it is": {req: model.Request{Tools: []model.Tool{{Name: "a", Parameters: json.RawMessage(`{"type":"object","required":["x"]}`)}}}, check: func(r modeltest.ChatRequest) error {
			return expect(string(r.Tools[0].Parameters) == `{"type":"object","required":["x"]}`)
		}},
		"tool calls and their results are sent back": {
			req: model.Request{Messages: []model.Message{
				{Role: model.RoleUser, Content: "pray"},
				{Role: model.RoleAssistant, ToolCalls: []model.ToolCall{{ID: "c1", Name: "submit_prayer_request", Arguments: `{"request":"x"}`}}},
				{Role: model.RoleTool, ToolCallID: "c1", Content: ""},
			}},
			check: func(r modeltest.ChatRequest) error {
				call, result := r.Messages[1], r.Messages[2]
				return expect(call.ToolCalls[0] == modeltest.ToolCall{ID: "c1", Name: "submit_prayer_request", Arguments: `{"request":"x"}`} &&
					result.ToolCallID == "c1" && result.Role == "tool" && strings.Contains(string(r.Body), `"content":" "`))
			},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			up := modeltest.New(t)
			client := newClient(t, up, func(c *model.Config) {
				if test.model != "" {
					c.ChatModel = test.model
				}
			})
			if test.req.Messages == nil {
				test.req.Messages = question().Messages
			}
			if got := collect(t, client.Stream(t.Context(), test.req)); got.Err != nil {
				t.Fatal(got.Err)
			}
			if err := test.check(up.LastChat()); err != nil {
				t.Fatalf("%v; the request was %s", err, up.LastChat().Body)
			}
		})
	}
}

func expect(ok bool) error {
	if !ok {
		return errors.New("not as expected")
	}
	return nil
}

func TestLeavingTheLoopStopsTheUpstreamAtOnce(t *testing.T) {
	up := modeltest.New(t)
	up.Script(modeltest.Stream(modeltest.Text("one"), modeltest.Silence()))
	for chunk, err := range newClient(t, up).Stream(t.Context(), question()) {
		if err != nil || chunk.Text != "one" {
			t.Fatal(chunk, err)
		}
		break
	}
	if err := up.WaitCancelled(withLimit(t)); err != nil {
		t.Fatal(err)
	}
}

func TestCancellingStopsTheUpstreamAndIsReported(t *testing.T) {
	up := modeltest.New(t)
	up.Script(modeltest.Stream(modeltest.Text("one"), modeltest.Silence()))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var last error
	for _, err := range newClient(t, up).Stream(ctx, question()) {
		cancel()
		last = err
	}
	failed, ok := errors.AsType[*model.Error](last)
	if !ok || failed.Kind != model.KindCanceled || !failed.Streamed || failed.Retryable() || !errors.Is(last, context.Canceled) {
		t.Fatalf("%v", last)
	}
	if err := up.WaitCancelled(withLimit(t)); err != nil {
		t.Fatal(err)
	}
}

func TestSlowReaderIsNotTakenForASilentService(t *testing.T) {
	up := modeltest.New(t)
	hold := make(chan struct{})
	up.Script(modeltest.Stream(modeltest.Role(), modeltest.Text("one "), modeltest.Hold(hold), modeltest.Text("two"), modeltest.Finish("stop"), modeltest.Done()))
	client := newClient(t, up, func(c *model.Config) { c.Timeouts.Idle = 4 * patience })
	var texts []string
	for chunk, err := range client.Stream(t.Context(), question()) {
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, chunk.Text)
		if chunk.Text == "one " {
			time.Sleep(8 * patience) // the reader's own time, which is what this test is about
			close(hold)
		}
	}
	if got := strings.Join(texts, ""); got != "one two" {
		t.Fatalf("got %q", got)
	}
}

func TestNothingIsYieldedToAReaderWhoLeft(t *testing.T) {
	up := modeltest.New(t)
	up.Script(modeltest.Stream(modeltest.Event(`{"choices":[{"delta":{"content":"one"},"finish_reason":"error"}]}`)))
	for range newClient(t, up).Stream(t.Context(), question()) {
		break // the event's error would come next, and the runtime panics when it does
	}
}

func TestRequestsAndTokensAreCounted(t *testing.T) {
	up := modeltest.New(t)
	registry := prometheus.NewRegistry()
	share := func(c *model.Config) { c.Registerer = registry }
	first, second := newClient(t, up, share), newClient(t, up, share) // two clients share one registry
	up.Script(modeltest.Stream(modeltest.Text("a"), modeltest.Finish("stop"), modeltest.Usage(10, 4, 2), modeltest.Done()), modeltest.Status(503), modeltest.Reply("a", "b"))
	collect(t, first.Stream(t.Context(), question()))
	collect(t, second.Stream(t.Context(), model.Request{Class: model.ClassFast, Messages: question().Messages}))
	for range first.Stream(t.Context(), question()) {
		break
	}
	want := `
# HELP narthex_model_requests_total Requests to models by how they ended: a finish reason, a kind of error, or canceled.
# TYPE narthex_model_requests_total counter
narthex_model_requests_total{class="chat",model="test-chat",outcome="canceled"} 1
narthex_model_requests_total{class="chat",model="test-chat",outcome="stop"} 1
narthex_model_requests_total{class="fast",model="test-fast",outcome="overloaded"} 1
# HELP narthex_model_tokens_total Tokens as the services bill them; cached ones are among the prompt's.
# TYPE narthex_model_tokens_total counter
narthex_model_tokens_total{kind="cached",model="test-chat"} 4
narthex_model_tokens_total{kind="completion",model="test-chat"} 2
narthex_model_tokens_total{kind="prompt",model="test-chat"} 10
`
	if err := testutil.GatherAndCompare(registry, strings.NewReader(want), "narthex_model_requests_total", "narthex_model_tokens_total"); err != nil {
		t.Fatal(err)
	}
	for name, count := range map[string]uint64{"narthex_model_first_token_seconds": 2, "narthex_model_duration_seconds": 3} {
		if got := observations(t, registry, name); got != count {
			t.Errorf("%s: %d observations, want %d", name, got, count)
		}
	}
}

// observations counts what a histogram has seen.
func observations(t *testing.T, gatherer prometheus.Gatherer, name string) uint64 {
	t.Helper()
	families, err := gatherer.Gather()
	if err != nil {
		t.Fatal(err)
	}
	count := uint64(0)
	for _, family := range families {
		if family.GetName() != name {
			continue
		}
		for _, metric := range family.GetMetric() {
			count += metric.GetHistogram().GetSampleCount()
		}
	}
	return count
}

// withLimit bounds a wait for a signal that is expected at once.
func withLimit(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}
