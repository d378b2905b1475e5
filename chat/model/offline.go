package model

import (
	"context"
	"iter"
	"strings"
	"time"
	"unicode"

	"github.com/prometheus/client_golang/prometheus"
)

// Offline answers without any service, from the prompt itself: it quotes the church's facts, the passages and FAQs that
// retrieval found and the product knowledge, names the document it quotes, and says plainly when none of them answers. It
// is extractive, so it cannot be talked into anything: neither a passage nor a visitor can make it say more than stands
// there. It takes prayer requests, visits, call-backs and messages where the request offers the tools, in English and in
// Spanish. It reads the prompt that every model gets: offline_prompt.go says what it expects there. Then come
// offline_answer.go, offline_query.go, offline_library.go and offline_rank.go (which sentences answer a question),
// offline_sentences.go, offline_words.go, offline_tools.go, offline_slots.go and offline_phrases.go.
type Offline struct {
	pace  time.Duration
	meter *meter
}

// OfflineModel is the name the offline model goes by in chunks and metrics.
const OfflineModel = "offline"

// defaultPace is the pause between two words, so that an answer can be seen to stream.
const defaultPace = 6 * time.Millisecond

// OfflineOption changes an offline model.
type OfflineOption func(*Offline)

// WithPace sets the pause between two words; 0 says everything at once.
func WithPace(pace time.Duration) OfflineOption {
	return func(o *Offline) { o.pace = pace }
}

// WithMetrics counts the offline model's answers with those of other models. It panics where something else is registered
// under the names of its metrics, as prometheus.MustRegister does.
func WithMetrics(registerer prometheus.Registerer) OfflineOption {
	return func(o *Offline) {
		meter, err := newMeter(registerer)
		if err != nil {
			panic(err)
		}
		o.meter = meter
	}
}

// NewOffline makes an offline model.
func NewOffline(options ...OfflineOption) *Offline {
	o := &Offline{pace: defaultPace}
	WithMetrics(prometheus.NewRegistry())(o)
	for _, option := range options {
		option(o)
	}
	return o
}

// Stream answers in chunks of one word. Its only errors are those of a context that ended.
func (o *Offline) Stream(ctx context.Context, req Request) iter.Seq2[Chunk, error] {
	return func(yield func(Chunk, error) bool) {
		metered := o.meter.begin(OfflineModel, req.Class)
		defer metered.end()
		tell := func(chunk Chunk) bool {
			metered.see(&chunk)
			return yield(chunk, nil)
		}
		text, call := compose(req)
		last := Chunk{Finish: FinishStop, Model: OfflineModel}
		if call != nil {
			last.Finish, last.ToolCalls = FinishToolCalls, []ToolCall{*call}
		}
		spent := 0
		for word := range eachWord(text) {
			if req.MaxTokens > 0 && tokens(spent+1) > req.MaxTokens {
				last.Finish = FinishLength
				break
			}
			if err := o.wait(ctx); err != nil {
				failed := failure(ctx, ctx, err)
				failed.Model, failed.Streamed = OfflineModel, spent > 0
				metered.failed(failed)
				yield(Chunk{}, failed)
				return
			}
			if !tell(Chunk{Text: word, Model: OfflineModel}) {
				return
			}
			spent++
		}
		last.Usage = &Usage{PromptTokens: tokens(promptWords(req)), CompletionTokens: tokens(spent)}
		tell(last)
	}
}

// compose decides what to say or which tool to call.
func compose(req Request) (string, *ToolCall) {
	b := readPrompt(req.Messages)
	if report, ok := b.report(req.Messages); ok {
		return report, nil
	}
	calls := 0
	for _, message := range req.Messages {
		calls += len(message.ToolCalls)
	}
	call, ask := b.act(req.Tools, calls)
	if call != nil || ask != "" {
		return ask, call
	}
	return b.answer(req.Class, req.Tools), nil
}

// wait pauses before a word.
func (o *Offline) wait(ctx context.Context) error {
	if o.pace <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(o.pace)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// eachWord cuts a text after its white space, so that the pieces together are the text.
func eachWord(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for text != "" {
			end := strings.IndexFunc(text, unicode.IsSpace)
			if end < 0 {
				end = len(text)
			}
			end += len(text[end:]) - len(strings.TrimLeftFunc(text[end:], unicode.IsSpace))
			if !yield(text[:end]) {
				return
			}
			text = text[end:]
		}
	}
}

// tokens estimates what a service would count: about four for three words.
func tokens(words int) int { return (words*4 + 2) / 3 }

func promptWords(req Request) int {
	n := 0
	for _, message := range req.Messages {
		n += len(strings.Fields(message.Content))
	}
	return n
}
