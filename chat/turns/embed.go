package turns

import (
	"context"
	"fmt"
	"strings"
	"time"

	"narthex/cache"
	"narthex/chat"
)

// embedLimit bounds the embedding of a question, retries included: the full model can answer without.
const embedLimit = 3 * time.Second

// embed asks the embedding cache, then the embedder. A cache that is down costs the embedder a request, nothing else. What is put
// together of several messages nobody else asks: it is not kept, and need not be found again when they are forgotten.
func (s *Service) embed(ctx context.Context, turn *chat.Turn, text string) ([]float32, error) {
	churchID, name := turn.Church.ID, s.embedder.Name()
	asked := cache.Asked{Text: text, Session: turn.Request.SessionID}
	alone := text == turn.Request.Message
	if alone {
		if vector, ok, err := s.embeddings.Get(ctx, churchID, name, text); err == nil && ok {
			return vector, nil
		}
	}
	ctx, cancel := context.WithTimeout(ctx, embedLimit)
	defer cancel()
	back := turn.Work.Outside()
	vectors, err := s.embedder.Embed(ctx, []string{text})
	back()
	if err != nil {
		return nil, fmt.Errorf("embed the question: %w", err)
	}
	turn.Cost.AddText(strings.TrimPrefix(name, "openai:"), text)
	if alone {
		if err := s.embeddings.Put(ctx, churchID, name, asked, vectors[0]); err != nil {
			s.logger.DebugContext(ctx, "an embedding could not be cached", "error", err)
		}
	}
	return vectors[0], nil
}
