package chat

import (
	"context"
	"iter"

	"narthex/cache"
	"narthex/retrieval"
)

// FAQTier (tier 1) answers with a stored FAQ, word for word, when the question is the same one. Short of that it leaves
// the nearest FAQ in the turn as preferred context for the model.
type FAQTier struct {
	thresholds retrieval.Thresholds
}

// NewFAQTier returns the tier for an embedder's thresholds.
func NewFAQTier(thresholds retrieval.Thresholds) *FAQTier { return &FAQTier{thresholds: thresholds} }

// Answer implements Tier.
func (f *FAQTier) Answer(ctx context.Context, turn *Turn) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		if !turn.SelfContained(ctx) || len(turn.Church.FAQs) == 0 {
			return
		}
		match, err := f.match(ctx, turn)
		if err != nil {
			yield(Event{}, err)
			return
		}
		if match == nil {
			return
		}
		if !match.FAQ.Exact || match.Similarity < f.thresholds.ExactFAQ || !cache.Agree(turn.Request.Message, match.FAQ.Question) {
			turn.FAQMatch = match
			return
		}
		answerStored(yield, 1, "faq", match.Similarity, match.FAQ.Answer, []Source{faqSource(match)})
	}
}

// match finds the FAQ nearest to the question: by its words first, which needs no embedding, then by meaning.
func (f *FAQTier) match(ctx context.Context, turn *Turn) (*FAQMatch, error) {
	faqs := turn.Church.FAQs
	asked := cache.Normalise(turn.Request.Message)
	for i := range faqs {
		if cache.Normalise(faqs[i].Question) == asked {
			return &FAQMatch{FAQ: &faqs[i], Similarity: 1}, nil
		}
	}
	vector, err := turn.Embedding(ctx)
	if err != nil {
		return nil, err
	}
	best := FAQMatch{}
	for i := range faqs {
		if similarity := dot(vector, faqs[i].QuestionEmbedding); similarity > best.Similarity {
			best = FAQMatch{FAQ: &faqs[i], Similarity: similarity}
		}
	}
	if best.FAQ == nil || best.Similarity < f.thresholds.FuzzyFAQ {
		return nil, nil
	}
	return &best, nil
}

func faqSource(match *FAQMatch) Source {
	return Source{ID: match.FAQ.ID, Kind: "faq", Title: match.FAQ.Question, Similarity: match.Similarity}
}

// dot is the cosine similarity of two normalised vectors; 0 when they cannot be compared.
func dot(a, b []float32) float64 {
	if len(a) != len(b) {
		return 0
	}
	var sum float32
	for i := range a {
		sum += a[i] * b[i]
	}
	return float64(sum)
}

// answerStored yields a whole answer that was not generated just now.
func answerStored(yield func(Event, error) bool, tier int, reason string, similarity float64, text string, sources []Source) {
	if !yield(tierEvent(tier, reason, similarity), nil) || !yield(deltaEvent(text), nil) {
		return
	}
	if len(sources) > 0 && !yield(sourcesEvent(sources), nil) {
		return
	}
	yield(doneEvent(Done{Finish: FinishStop}), nil)
}
