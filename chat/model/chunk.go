package model

import (
	"context"
	"iter"
)

// Streamer answers requests. Client, Failover and offline.Model are streamers; the package comment says how a stream ends.
type Streamer interface {
	Stream(ctx context.Context, req Request) iter.Seq2[Chunk, error]
}

// Finish says why a model ended its answer.
type Finish string

// The ways to finish.
const (
	FinishStop          Finish = "stop"
	FinishLength        Finish = "length"         // the limit on tokens cut it
	FinishToolCalls     Finish = "tool_calls"     // the model waits for the results of its calls
	FinishContentFilter Finish = "content_filter" // the service withheld the rest
)

// Chunk is a piece of an answer. Text is always valid UTF-8.
type Chunk struct {
	Text string
	// ToolCalls are whole calls. They come with the last chunk.
	ToolCalls []ToolCall
	// Finish is "" on all chunks but the last.
	Finish Finish
	// Usage comes with the last chunk; nil where the service did not say.
	Usage *Usage
	// Model is the configured name of the model that answers.
	Model string
}

// Usage counts tokens as the service bills them.
type Usage struct {
	PromptTokens     int // CachedTokens among them
	CachedTokens     int
	CompletionTokens int
}
