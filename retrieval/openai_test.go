package retrieval_test

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"narthex/chat/upstream"
	"narthex/retrieval"
)

// embeddingServer speaks OpenAI's embeddings API and misbehaves on demand.
type embeddingServer struct {
	mu       sync.Mutex
	requests []embeddingRequest
	times    []time.Time
	// respond takes over the answer of one request (counted from 1); it returns false to have it answered properly.
	respond func(w http.ResponseWriter, r *http.Request, count int, q embeddingRequest) bool
	// alter changes a proper answer before it is sent.
	alter func(data []embeddingItem) []embeddingItem
}

type embeddingRequest struct {
	Input          []string `json:"input"`
	Model          string   `json:"model"`
	EncodingFormat string   `json:"encoding_format"`
	Dimensions     int      `json:"dimensions"`
	authorization  string
	path           string
}

type embeddingItem struct {
	Object    string `json:"object"`
	Embedding string `json:"embedding"`
	Index     int    `json:"index"`
}

func (s *embeddingServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var q embeddingRequest
	body, _ := io.ReadAll(r.Body)
	if err := json.Unmarshal(body, &q); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	q.authorization, q.path = r.Header.Get("Authorization"), r.URL.Path
	s.mu.Lock()
	s.requests, s.times = append(s.requests, q), append(s.times, time.Now())
	count := len(s.requests)
	s.mu.Unlock()
	if s.respond != nil && s.respond(w, r, count, q) {
		return
	}
	var data []embeddingItem
	for i, text := range q.Input {
		v := make([]float32, retrieval.Dimensions)
		v[len(text)%retrieval.Dimensions] = 2 // not of length 1: some servers leave that to the client
		data = append(data, embeddingItem{"embedding", encodeVector(v), i})
	}
	if s.alter != nil {
		data = s.alter(data)
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"object": "list", "data": data, "model": q.Model, "usage": map[string]int{"prompt_tokens": 1, "total_tokens": 1}})
}

func (s *embeddingServer) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.requests)
}

func encodeVector(v []float32) string {
	raw := make([]byte, 4*len(v))
	for i, x := range v {
		binary.LittleEndian.PutUint32(raw[4*i:], math.Float32bits(x))
	}
	return base64.StdEncoding.EncodeToString(raw)
}

func refuse(w http.ResponseWriter, status int, message string) bool {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"error":{"message":%q,"type":"invalid_request_error"}}`, message)
	return true
}

func newOpenAI(t testing.TB, server *embeddingServer, cfg retrieval.OpenAIConfig) *retrieval.OpenAI {
	t.Helper()
	upstream := httptest.NewServer(server)
	t.Cleanup(upstream.Close)
	cfg.APIKey, cfg.BaseURL = "sk-test", upstream.URL+"/v1/"
	e, err := retrieval.NewOpenAI(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

func numbered(n int) []string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = strings.Repeat("x", i+1)
	}
	return texts
}

func TestOpenAIEmbedsInBatchesAndInOrder(t *testing.T) {
	server := &embeddingServer{alter: func(data []embeddingItem) []embeddingItem {
		data[0], data[len(data)-1] = data[len(data)-1], data[0] // the index counts, not the place
		return data
	}}
	e := newOpenAI(t, server, retrieval.OpenAIConfig{MaxBatchTexts: 10})
	if e.Name() != "openai:text-embedding-3-small" {
		t.Errorf("name %q", e.Name())
	}
	vectors, err := e.Embed(t.Context(), numbered(25))
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range vectors {
		if v[i+1] != 1 {
			t.Errorf("text %d has another text's vector, or one not of length 1", i)
		}
	}
	if n := server.count(); n != 3 {
		t.Errorf("%d requests, want 3", n)
	}
	q := server.requests[0]
	if q.EncodingFormat != "base64" || q.Dimensions != 1536 || q.Model != "text-embedding-3-small" || q.authorization != "Bearer sk-test" || q.path != "/v1/embeddings" {
		t.Errorf("request %+v", q)
	}
}

func TestOpenAIReadsVectorsThatAreLists(t *testing.T) {
	server := &embeddingServer{respond: func(w http.ResponseWriter, _ *http.Request, _ int, q embeddingRequest) bool {
		v := make([]float32, retrieval.Dimensions)
		v[len(q.Input[0])] = 2
		_ = json.NewEncoder(w).Encode(map[string]any{"object": "list", "data": []map[string]any{{"object": "embedding", "embedding": v, "index": 0}}})
		return true
	}}
	e := newOpenAI(t, server, retrieval.OpenAIConfig{})
	vectors, err := e.Embed(t.Context(), numbered(3)[2:])
	if err != nil || len(vectors) != 1 || vectors[0][3] != 1 || server.count() != 1 {
		t.Errorf("%d requests, %d vectors, %v", server.count(), len(vectors), err)
	}
}

func TestOpenAIBoundsTheBytesOfABatchAndOfAText(t *testing.T) {
	server := &embeddingServer{}
	e := newOpenAI(t, server, retrieval.OpenAIConfig{MaxBatchBytes: 100, MaxTextBytes: 61})
	if _, err := e.Embed(t.Context(), []string{strings.Repeat("é", 100), strings.Repeat("a", 50), "b", "c"}); err != nil {
		t.Fatal(err)
	}
	var sizes [][]int
	for _, q := range server.requests {
		var s []int
		for _, text := range q.Input {
			s = append(s, len(text))
		}
		sizes = append(sizes, s)
	}
	if got := fmt.Sprint(sizes); got != "[[60] [50 1 1]]" {
		t.Errorf("batches of %s bytes", got)
	}
}

func TestOpenAITriesAgainWhatMayPass(t *testing.T) {
	for name, fail := range map[string]func(w http.ResponseWriter, r *http.Request) bool{
		"429": func(w http.ResponseWriter, _ *http.Request) bool { return refuse(w, 429, "slow down") },
		"500": func(w http.ResponseWriter, _ *http.Request) bool { return refuse(w, 500, "oops") },
		"503 in HTML": func(w http.ResponseWriter, _ *http.Request) bool {
			w.WriteHeader(503)
			fmt.Fprint(w, "<html>")
			return true
		},
		"a broken connection": func(http.ResponseWriter, *http.Request) bool { panic(http.ErrAbortHandler) },
		"half an answer": func(w http.ResponseWriter, _ *http.Request) bool {
			w.Header().Set("Content-Length", "1000")
			fmt.Fprint(w, `{"data":[`)
			return true
		},
		"silence": func(_ http.ResponseWriter, r *http.Request) bool { <-r.Context().Done(); return true },
	} {
		t.Run(name, func(t *testing.T) {
			server := &embeddingServer{respond: func(w http.ResponseWriter, r *http.Request, count int, _ embeddingRequest) bool {
				return count == 1 && fail(w, r)
			}}
			config := retrieval.OpenAIConfig{MaxBackoff: 10 * time.Millisecond}
			if name == "silence" {
				config.RequestTimeout = 2 * time.Second
			}
			e := newOpenAI(t, server, config)
			vectors, err := e.Embed(t.Context(), numbered(2))
			if err != nil || len(vectors) != 2 || server.count() != 2 {
				t.Errorf("%d requests, %v", server.count(), err)
			}
		})
	}
}

func TestOpenAIGivesUpAndSaysWhy(t *testing.T) {
	for name, c := range map[string]struct {
		status, requests int
	}{
		"a server that stays down":     {500, 3},
		"a limit that is never lifted": {429, 3},
		"a wrong key":                  {401, 1},
		"an unknown model":             {404, 1},
	} {
		t.Run(name, func(t *testing.T) {
			server := &embeddingServer{respond: func(w http.ResponseWriter, _ *http.Request, _ int, _ embeddingRequest) bool {
				return refuse(w, c.status, "the reason given")
			}}
			registry := prometheus.NewRegistry()
			e := newOpenAI(t, server, retrieval.OpenAIConfig{Attempts: 3, MaxBackoff: time.Millisecond, MaxBatchTexts: 2, Registerer: registry})
			vectors, err := e.Embed(t.Context(), numbered(4))
			if vectors != nil || err == nil || !strings.Contains(err.Error(), "the reason given") {
				t.Errorf("got %v, %v", vectors, err)
			}
			if server.count() != c.requests {
				t.Errorf("%d requests, want %d: the second batch has no better chance", server.count(), c.requests)
			}
			want := fmt.Sprintf("# HELP narthex_embedding_requests_total Requests to the embedding server, every attempt counted. The outcome is ok, timeout, canceled, unreachable or the HTTP status.\n# TYPE narthex_embedding_requests_total counter\nnarthex_embedding_requests_total{embedder=\"openai:text-embedding-3-small\",outcome=\"%d\"} %d\n", c.status, c.requests)
			if err := testutil.GatherAndCompare(registry, strings.NewReader(want), "narthex_embedding_requests_total"); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestOpenAILeavesOutTheTextAtFault(t *testing.T) {
	server := &embeddingServer{respond: func(w http.ResponseWriter, _ *http.Request, _ int, q embeddingRequest) bool {
		for _, text := range q.Input {
			if text == "bad" {
				return refuse(w, 400, "this input is not allowed")
			}
		}
		return false
	}}
	e := newOpenAI(t, server, retrieval.OpenAIConfig{})
	texts := numbered(9)
	texts[4] = "bad"
	vectors, err := e.Embed(t.Context(), append(texts, " "))
	partial, ok := errors.AsType[*retrieval.PartialError](err)
	if !ok || len(partial.Errs) != 2 || !strings.Contains(partial.Errs[4].Error(), "not allowed") || partial.Errs[9] == nil {
		t.Fatalf("got %v", err)
	}
	for i, v := range vectors {
		if (v == nil) != (i == 4 || i == 9) {
			t.Errorf("text %d: vector %v", i, v != nil)
		}
	}
	if n := server.count(); n > 9 {
		t.Errorf("%d requests to find one bad text in nine", n)
	}
}

func TestOpenAIAcceptsNoVectorThatIsNone(t *testing.T) {
	vector := func(change func([]float32)) string {
		v := make([]float32, retrieval.Dimensions)
		v[0] = 1
		change(v)
		return encodeVector(v)
	}
	for name, bad := range map[string]func(data []embeddingItem) []embeddingItem{
		"too few dimensions": func(d []embeddingItem) []embeddingItem { d[1].Embedding = encodeVector(make([]float32, 768)); return d },
		"not a number": func(d []embeddingItem) []embeddingItem {
			d[1].Embedding = vector(func(v []float32) { v[7] = float32(math.NaN()) })
			return d
		},
		"infinite": func(d []embeddingItem) []embeddingItem {
			d[1].Embedding = vector(func(v []float32) { v[7] = float32(math.Inf(1)) })
			return d
		},
		"nothing but zeros": func(d []embeddingItem) []embeddingItem {
			d[1].Embedding = vector(func(v []float32) { v[0] = 0 })
			return d
		},
		"one missing":         func(d []embeddingItem) []embeddingItem { return append(d[:1], d[2:]...) },
		"an index of nothing": func(d []embeddingItem) []embeddingItem { d[1].Index = 99; return d },
	} {
		t.Run(name, func(t *testing.T) {
			e := newOpenAI(t, &embeddingServer{alter: bad}, retrieval.OpenAIConfig{})
			vectors, err := e.Embed(t.Context(), numbered(3))
			partial, ok := errors.AsType[*retrieval.PartialError](err)
			if !ok || len(partial.Errs) != 1 || !errors.Is(partial.Errs[1], retrieval.ErrBadEmbedding) {
				t.Fatalf("got %v", err)
			}
			if vectors[0] == nil || vectors[1] != nil || vectors[2] == nil {
				t.Error("the other texts lost their vectors")
			}
		})
	}
	e := newOpenAI(t, &embeddingServer{alter: func(d []embeddingItem) []embeddingItem { return nil }}, retrieval.OpenAIConfig{})
	if vectors, err := e.Embed(t.Context(), numbered(2)); vectors[0] != nil || !errors.Is(err, retrieval.ErrBadEmbedding) {
		t.Errorf("an answer without data: %v, %v", vectors, err)
	}
}

func TestOpenAIHonoursRetryAfterWithinReason(t *testing.T) {
	limited := func(after string) *embeddingServer {
		return &embeddingServer{respond: func(w http.ResponseWriter, _ *http.Request, count int, _ embeddingRequest) bool {
			w.Header().Set("Retry-After", after)
			return count == 1 && refuse(w, 429, "slow down")
		}}
	}
	server := limited("1")
	if _, err := newOpenAI(t, server, retrieval.OpenAIConfig{}).Embed(t.Context(), numbered(1)); err != nil {
		t.Fatal(err)
	}
	if pause := server.times[1].Sub(server.times[0]); pause < 950*time.Millisecond {
		t.Errorf("came back after %v, told to wait 1 s", pause)
	}
	server = limited("3600")
	if _, err := newOpenAI(t, server, retrieval.OpenAIConfig{}).Embed(t.Context(), numbered(1)); err == nil || server.count() != 1 {
		t.Errorf("waited an hour, or came back too early: %d requests, %v", server.count(), err)
	}
}

func TestOpenAIStopsWithItsCaller(t *testing.T) {
	server := &embeddingServer{respond: func(_ http.ResponseWriter, r *http.Request, _ int, _ embeddingRequest) bool {
		<-r.Context().Done()
		return true
	}}
	e := newOpenAI(t, server, retrieval.OpenAIConfig{})
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	started := time.Now()
	_, err := e.Embed(ctx, numbered(1))
	if !errors.Is(err, context.DeadlineExceeded) || time.Since(started) > 10*time.Second || server.count() != 1 {
		t.Errorf("after %v and %d requests: %v", time.Since(started), server.count(), err)
	}
}

// A visitor waits for less than an attempt may take: what says nothing for as long is dead all the same.
func TestOpenAILeavesASilentServerAlone(t *testing.T) {
	for name, test := range map[string]struct {
		leave func(context.Context) (context.Context, context.CancelFunc)
		dead  bool
	}{
		"too slow for the callers": {func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, 1500*time.Millisecond)
		}, true},
		"left by the callers": {context.WithCancel, false},
	} {
		t.Run(name, func(t *testing.T) {
			began := make(chan struct{}, 16)
			s := &embeddingServer{respond: func(_ http.ResponseWriter, r *http.Request, _ int, _ embeddingRequest) bool {
				began <- struct{}{}
				<-r.Context().Done()
				return true
			}}
			e := newOpenAI(t, s, retrieval.OpenAIConfig{})
			var callers sync.WaitGroup
			for range 6 {
				ctx, cancel := test.leave(t.Context())
				callers.Go(func() {
					if _, err := e.Embed(ctx, []string{"text"}); err == nil {
						t.Error("a silent server has embedded a text")
					}
				})
				<-began
				if !test.dead {
					cancel()
				}
				defer cancel()
			}
			callers.Wait()
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			if _, err := e.Embed(ctx, []string{"text"}); errors.Is(err, upstream.ErrOpen) != test.dead {
				t.Error(err)
			}
		})
	}
}

// What is too slow for visitors is not closed to who has the time.
func TestASlowServerStillEmbedsForWhoCanWait(t *testing.T) {
	s := &embeddingServer{respond: func(_ http.ResponseWriter, r *http.Request, count int, _ embeddingRequest) bool {
		if count <= 6 {
			<-r.Context().Done()
		}
		return count <= 6
	}}
	e := newOpenAI(t, s, retrieval.OpenAIConfig{})
	ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
	defer cancel()
	var visitors sync.WaitGroup
	for range 6 {
		visitors.Go(func() {
			if _, err := e.Embed(ctx, []string{"text"}); err == nil {
				t.Error("a silent server has embedded a text")
			}
		})
	}
	visitors.Wait()
	job, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for _, patient := range []context.Context{t.Context(), job} {
		if _, err := e.Embed(patient, []string{"text"}); err != nil {
			t.Error(err)
		}
	}
	hurried, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	if _, err := e.Embed(hurried, []string{"text"}); !errors.Is(err, upstream.ErrOpen) {
		t.Error(err)
	}
}

func TestOpenAIDoesNotWaitForARetryThatItsCallerWillNotSee(t *testing.T) {
	s := &embeddingServer{respond: func(w http.ResponseWriter, _ *http.Request, _ int, _ embeddingRequest) bool {
		w.Header().Set("Retry-After", "10")
		return refuse(w, http.StatusTooManyRequests, "slow down")
	}}
	e := newOpenAI(t, s, retrieval.OpenAIConfig{})
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	_, err := e.Embed(ctx, []string{"text"})
	if err == nil || ctx.Err() != nil || s.count() != 1 {
		t.Errorf("%v after %d requests; the caller: %v", err, s.count(), ctx.Err())
	}
}

func TestOpenAINeedsAKey(t *testing.T) {
	if _, err := retrieval.NewOpenAI(retrieval.OpenAIConfig{}); err == nil {
		t.Error("made without a key")
	}
}

// Answers are read in memory that is used again.
func TestOpenAIMixesNoAnswersThatComeAtOnce(t *testing.T) {
	e := newOpenAI(t, &embeddingServer{}, retrieval.OpenAIConfig{})
	var asking sync.WaitGroup
	vectors := make([][]float32, 64)
	for i := range vectors {
		asking.Go(func() {
			got, err := e.Embed(t.Context(), []string{strings.Repeat("x", i+1)})
			if err != nil {
				t.Error(err)
				return
			}
			vectors[i] = got[0]
		})
	}
	asking.Wait()
	for i, vector := range vectors {
		for j, x := range vector {
			if want := j == i+1; (x == 1) != want || (x == 0) == want {
				t.Fatalf("text %d: %v at %d", i, x, j)
			}
		}
	}
}

// BenchmarkOpenAIEmbedsAQuestion has the least of a server beside it.
func BenchmarkOpenAIEmbedsAQuestion(b *testing.B) {
	vector := make([]float32, retrieval.Dimensions)
	for i := range vector {
		vector[i] = float32(i)
	}
	answer := []byte(`{"object":"list","data":[{"object":"embedding","embedding":"` + encodeVector(vector) + `","index":0}]}`)
	e := newOpenAI(b, &embeddingServer{respond: func(w http.ResponseWriter, _ *http.Request, _ int, _ embeddingRequest) bool {
		w.Header().Set("Content-Length", strconv.Itoa(len(answer)))
		_, _ = w.Write(answer)
		return true
	}}, retrieval.OpenAIConfig{})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Embed(b.Context(), []string{"When is the hall open?"}); err != nil {
			b.Fatal(err)
		}
	}
}
