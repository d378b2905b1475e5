package chat

import (
	"context"
	"iter"
	"slices"

	"narthex/cache"
	"narthex/chat/church"
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
	if faq, ok := faqsByWords(turn.Church)[cache.Normalise(turn.Request.Message)]; ok {
		return &FAQMatch{FAQ: faq, Similarity: 1}, nil
	}
	vector, err := turn.Embedding(ctx)
	if err != nil {
		return nil, err
	}
	best := FAQMatch{}
	faqs := turn.Church.FAQs
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

type faqsByWordsKey struct{}

// faqsByWords finds a church's FAQs by their questions' words. Of those that ask the same, the first counts.
func faqsByWords(snapshot *church.Snapshot) map[string]*church.FAQ {
	return church.Derived(snapshot, faqsByWordsKey{}, func() map[string]*church.FAQ {
		found := make(map[string]*church.FAQ, len(snapshot.FAQs))
		for i := range slices.Backward(snapshot.FAQs) {
			found[cache.Normalise(snapshot.FAQs[i].Question)] = &snapshot.FAQs[i]
		}
		return found
	})
}

func faqSource(match *FAQMatch) Source {
	return Source{ID: match.FAQ.ID, Kind: "faq", Title: match.FAQ.Question, Similarity: match.Similarity, Excerpt: quotable(match.FAQ.Question, match.FAQ.Answer)}
}

// dot is the cosine similarity of two normalised vectors; 0 when they cannot be compared.
func dot(a, b []float32) float64 {
	if len(a) != len(b) {
		return 0
	}
	// Four sums: one would be waited for at each addition, which takes several times as long. A question is compared with
	// all FAQs of its church.
	var sums [4]float32
	for len(a) >= 4 && len(b) >= 4 {
		sums[0] += a[0] * b[0]
		sums[1] += a[1] * b[1]
		sums[2] += a[2] * b[2]
		sums[3] += a[3] * b[3]
		a, b = a[4:], b[4:]
	}
	for i := range a {
		sums[0] += a[i] * b[i]
	}
	return float64(sums[0] + sums[1] + sums[2] + sums[3])
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
