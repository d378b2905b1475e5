package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/tiktoken-go/tokenizer/codec"

	"narthex/cache"
	"narthex/chat/church"
	"narthex/chat/evaluate"
	"narthex/chat/model"
	"narthex/chat/tools"
	"narthex/chat/tools/catalog"
	"narthex/cmd/dev/stack"
	"narthex/migrations/seed"
	"narthex/retrieval"
)

const hourOfModel = "gpt-4.1-mini"

// TestAnHourOfMessagesCostsLess has messages of one line answered by the full model, whichever tier might have answered them for less, and
// counts what a service bills for their prompts.
func TestAnHourOfMessagesCostsLess(t *testing.T) {
	for name, c := range map[string]struct {
		among   func(messageOfHour) bool
		apart   bool  // each message is of another church, which differs from the next in its name
		atFirst int64 // what it cost, in millionths of a dollar
		most    float64
	}{
		// At first 100 messages of 10,932 tokens, 2,942 of them of tools, of which the service had kept 7,498.
		"of three churches": {func(messageOfHour) bool { return true }, false, 212_350, 0.83},
		// At first 60 messages of 11,578 tokens, 3,171 of them of tools, of which the service had kept 2,971.
		"of many churches": {func(m messageOfHour) bool { return m.slug == "grace-harbor" }, true, 224_384, 0.72},
	} {
		t.Run(name, func(t *testing.T) {
			h := openHour(t)
			for i, m := range readHour(t) {
				if !c.among(m) {
					continue
				}
				h.churchName = ""
				if c.apart {
					h.churchName = fmt.Sprintf("Chapel of the %dth Street", i)
				}
				h.ask(t, m)
			}
			n := len(h.service.seen)
			share := float64(h.cost.Micros()) / float64(c.atFirst)
			t.Logf("%d requests of %d tokens on average, %d of them of tools, %d kept: %d millionths of a dollar, %.3f of what they cost at first",
				n, h.tokens/n, h.ofTools/n, h.kept/n, h.cost.Micros(), share)
			if share > c.most {
				t.Errorf("%d millionths of a dollar, %.3f of %d, at most %.2f", h.cost.Micros(), share, c.atFirst, c.most)
			}
		})
	}
}

// messageOfHour is a line of testdata/hour.txt.
type messageOfHour struct {
	slug    string
	agent   church.Agent
	tool    string // "" where none is wanted
	message string
}

func readHour(t testing.TB) (hour []messageOfHour) {
	t.Helper()
	content, err := os.ReadFile("testdata/hour.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(content)) {
		if fields := strings.SplitN(strings.TrimSpace(line), " ", 4); fields[0] != "#" {
			hour = append(hour, messageOfHour{fields[0], church.Agent(fields[1]), strings.TrimPrefix(fields[2], "-"), fields[3]})
		}
	}
	if len(hour) != 100 {
		t.Fatalf("%d messages", len(hour))
	}
	return hour
}

// hour is what is asked within one, and what that cost.
type hour struct {
	trials  *evaluate.Evaluator
	now     time.Time
	model   *listener
	service keptPrefixes

	churchName string // instead of Grace Harbor Church; "": none
	price      model.Price
	encoder    *codec.Codec

	tokens, kept, ofTools int
	cost                  model.Cost
}

func openHour(t *testing.T) *hour {
	t.Helper()
	db := demoContents.New(t)
	options, err := redis.ParseURL(stack.NeedRedisDB(t))
	if err != nil {
		t.Fatal(err)
	}
	memory := redis.NewClient(options)
	t.Cleanup(func() { memory.Close() })
	quietly, embedder := slog.New(slog.NewTextHandler(io.Discard, nil)), retrieval.NewOffline()
	answers, err := cache.NewAnswers(t.Context(), memory, cache.Config{ReadOnly: true, MinSimilarity: retrieval.ThresholdsFor(embedder.Name()).Cached, Logger: quietly})
	if err != nil {
		t.Fatal(err)
	}
	registry, err := tools.New(tools.Parts{Tools: catalog.All, Pool: db.Pool, Notifier: quiet{}}, tools.Config{Logger: quietly})
	if err != nil {
		t.Fatal(err)
	}
	prices, err := model.NewPrices()
	if err != nil {
		t.Fatal(err)
	}
	h := &hour{now: time.Now(), model: &listener{}, price: prices.Of(hourOfModel), encoder: codec.NewO200kBase()}
	h.trials = evaluate.New(evaluate.Parts{
		Churches: church.NewStore(db.Pool, church.Config{Embedder: embedder.Name(), Logger: quietly}), Answers: answers, Embedder: embedder,
		Searcher: retrieval.NewSearcher(db.Pool, retrieval.SearcherConfig{}), Model: h.model, Tools: registry, Prices: prices,
		Now: func() time.Time { return h.now }, Logger: quietly,
	})
	return h
}

// ask has the full model answer a message, and counts its prompt. The next message comes half a minute later.
func (h *hour) ask(t *testing.T, m messageOfHour) {
	t.Helper()
	h.model.asked = nil
	evaluation, err := h.trials.Ask(t.Context(), evaluate.Question{ChurchID: seed.ChurchID(m.slug), Message: m.message, Agent: m.agent, Others: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(h.model.asked) == 0 {
		t.Errorf("%s: no model is asked, but %s answers", m.message, evaluation.Answer.Reason)
	}
	for _, request := range h.model.asked {
		ofTools, messages := asRead(request)
		if h.churchName != "" {
			messages = strings.ReplaceAll(messages, "Grace Harbor Church", h.churchName)
		}
		tokens, _, err := h.encoder.Encode(ofTools + messages)
		if err != nil {
			t.Fatal(err)
		}
		own, err := h.encoder.Count(ofTools)
		if err != nil {
			t.Fatal(err)
		}
		kept := h.service.take(tokens)
		h.tokens, h.kept, h.ofTools = h.tokens+len(tokens), h.kept+kept, h.ofTools+own
		h.cost += h.price.Cost(model.Usage{PromptTokens: len(tokens), CachedTokens: kept})
	}
	h.now = h.now.Add(36 * time.Second)
}

// listener is a model that says next to nothing, and keeps what it was asked for full answers.
type listener struct{ asked []model.Request }

func (l *listener) Stream(_ context.Context, request model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		if request.Class == model.ClassChat {
			l.asked = append(l.asked, request)
		}
		yield(model.Chunk{Model: hourOfModel, Text: "Somebody at the office knows.", Finish: model.FinishStop}, nil)
	}
}

// asRead is a request in the order in which a service reads it: the tools, then the messages.
func asRead(request model.Request) (tools, messages string) {
	var t, m strings.Builder
	for _, tool := range request.Tools {
		fmt.Fprintf(&t, "{\"name\":%q,\"description\":%q,\"parameters\":%s}\n", tool.Name, tool.Description, tool.Parameters)
	}
	for _, message := range request.Messages {
		calls, _ := json.Marshal(message.ToolCalls) // strings always marshal
		fmt.Fprintf(&m, "<%s>%s%s\n", message.Role, message.Content, calls)
	}
	return t.String(), m.String()
}

// keptPrefixes is a service that keeps the beginnings of prompts as OpenAI does: from 1,024 tokens on, in steps of 128.
type keptPrefixes struct{ seen [][]uint }

// take takes a prompt in, and gives how many of its tokens were kept.
func (k *keptPrefixes) take(tokens []uint) int {
	longest := 0
	for _, before := range k.seen {
		n := 0
		for n < min(len(before), len(tokens)) && before[n] == tokens[n] {
			n++
		}
		longest = max(longest, n)
	}
	k.seen = append(k.seen, tokens)
	if longest < 1024 {
		return 0
	}
	return longest / 128 * 128
}
