package chat

import (
	"context"
	"iter"

	"narthex/chat/model"
)

// Model streams a chat model's answer; breaking out of the range stops the model.
type Model interface {
	Stream(ctx context.Context, request model.Request) iter.Seq2[model.Chunk, error]
}
