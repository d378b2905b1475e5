package turns_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/model"
	"narthex/migrations/seed"
	"narthex/retrieval/knowledge"
)

// oneWord is a model service that spends next to nothing on its answer, which is one word: what it reads it does not keep.
func oneWord(b *testing.B) *httptest.Server {
	const answer = `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"chat-model","choices":[{"index":0,"delta":{"role":"assistant","content":"Gladly."},"finish_reason":null}]}

data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"chat-model","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"chat-model","choices":[],"usage":{"prompt_tokens":9000,"completion_tokens":1,"total_tokens":9001}}

data: [DONE]

`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, answer)
	}))
	b.Cleanup(server.Close)
	return server
}

// BenchmarkTurnOfTheFullModel asks a demonstration church, with all its knowledge and tools, what only the full model answers, in one word:
// so it is what a turn costs beside its words, from the request to the end of the answer, with the journal and what is stored of it. The
// client, the embedder and the model service are in the same process, and are the same before and after a change.
func BenchmarkTurnOfTheFullModel(b *testing.B) {
	service := oneWord(b)
	server := chattest.NewServer(b, func(c *chattest.Config) {
		c.Model = func(model.Streamer) model.Streamer {
			client, err := model.New(model.Config{APIKey: "test", BaseURL: service.URL, ChatModel: "chat-model", FastModel: "fast-model", Timeouts: c.Timeouts})
			chattest.Must(b, err)
			b.Cleanup(client.Close)
			return client
		}
	})
	_, err := seed.Apply(b.Context(), server.DB.Admin, seed.Options{Reference: true, Demo: true})
	chattest.Must(b, err)
	churchID := seed.ChurchID("grace-harbor")
	library, err := knowledge.NewLibrary(server.DB.Pool, server.Embedder, knowledge.Config{})
	chattest.Must(b, err)
	_, _, err = library.EmbedPending(b.Context(), churchID)
	chattest.Must(b, err)
	_, err = library.EmbedLensTexts(b.Context(), false)
	chattest.Must(b, err)
	asked := 0
	ask := func() {
		asked++
		body := fmt.Appendf(nil, `{"message":"Which lantern would polish the old piano that the gardeners of Nr%d left in the cloister?","churchId":%q,"sessionId":%q}`, asked, churchID, uuid.New())
		res, err := http.Post(server.StreamURL, "application/json", bytes.NewReader(body))
		if err != nil {
			b.Fatal(err)
		}
		answer, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil || !bytes.Contains(answer, []byte("Gladly.")) {
			b.Fatalf("%d %v %s", res.StatusCode, err, answer)
		}
	}
	for range 20 { // churches are held in memory when they are asked again
		ask()
	}
	b.ReportAllocs()
	before := processorTime(b)
	for b.Loop() {
		ask()
	}
	b.ReportMetric(float64((processorTime(b)-before).Microseconds())/float64(b.N), "cpu-µs/op")
}

// processorTime is what this process has spent: most of the time of a turn is waiting for Postgres and Redis.
func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	chattest.Must(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
