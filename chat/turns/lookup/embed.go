package lookup

import (
	"context"
	"fmt"
	"strings"
	"time"

	"narthex/cache"
)

// embedLimit bounds the embedding of a question, retries included: the full model can answer without.
const embedLimit = 3 * time.Second

// embed asks the embedding cache, then the embedder. A cache that is down costs the embedder a request, nothing else. What is put
// together of several messages nobody else asks: it is not kept, and need not be found again when they are forgotten.
func (t *ofTurn) embed(ctx context.Context, text string) ([]float32, error) {
	churchID, name := t.turn.Church.ID, t.Embedder.Name()
	alone := text == t.turn.Request.Message
	if alone {
		vector, ok, err := t.Embeddings.Get(ctx, churchID, name, text)
		if err == nil && ok {
			return vector, nil
		}
		t.turn.Unheard = err == nil
	}
	t.lookAhead(ctx) // such a question comes to a model, as a rule
	vector, err := t.askEmbedder(ctx, text)
	if err != nil {
		return nil, fmt.Errorf("embed the question: %w", err)
	}
	t.turn.Cost.AddText(strings.TrimPrefix(name, "openai:"), text)
	if alone {
		t.keep(ctx, vector)
	}
	return vector, nil
}

func (t *ofTurn) askEmbedder(ctx context.Context, text string) ([]float32, error) {
	ctx, cancel := context.WithTimeout(ctx, embedLimit)
	defer cancel()
	defer t.turn.Work.Outside()()
	vectors, err := t.Embedder.Embed(ctx, []string{text})
	if err != nil {
		return nil, err
	}
	return vectors[0], nil
}

// keep keeps the vector of the message for whoever asks the same. The answer does not wait for that, but the turn's end does: who has an
// answer in hand may ask for it again at once.
func (t *ofTurn) keep(ctx context.Context, vector []float32) {
	asked := cache.Asked{Text: t.turn.Request.Message, Session: t.turn.Request.SessionID}
	t.turn.Beside.Go(func() {
		defer t.Panics.Recover("embedding_kept", nil, "church", t.turn.Church.ID, "turn", t.turn.ID)
		if err := t.Embeddings.Put(ctx, t.turn.Church.ID, t.Embedder.Name(), asked, vector); err != nil {
			t.Logger.DebugContext(ctx, "an embedding could not be cached", "error", err)
		}
	})
}
