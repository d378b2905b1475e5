// Tier 1: the church's own answers to common questions.

package tier

import (
	"cmp"
	"context"
	"hash/maphash"
	"iter"
	"slices"

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/question"
	"narthex/retrieval"
)

// FAQ (tier 1) answers with a stored FAQ, word for word, when the question is the same one. Short of that the tier
// leaves the nearest FAQ in the turn as preferred context for the model.
type FAQ struct {
	thresholds retrieval.Thresholds
	exactly    Similarities
}

// NewFAQ returns the tier for an embedder's thresholds. What the snapshot is not sure about it asks exactly; nil: nobody can be asked.
func NewFAQ(thresholds retrieval.Thresholds, exactly Similarities) *FAQ {
	return &FAQ{thresholds: thresholds, exactly: exactly}
}

// Answer implements chat.Tier.
func (f *FAQ) Answer(ctx context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		if !turn.SelfContained(ctx) {
			turn.Pass(chat.Passed{Reason: chat.PassLeans})
			return
		}
		if len(turn.Church.FAQs) == 0 {
			turn.Pass(chat.Passed{Reason: chat.PassNothing})
			return
		}
		match, err := f.match(ctx, turn)
		if err != nil {
			yield(chat.Event{}, err)
			return
		}
		if match == nil {
			return
		}
		if why := f.unlike(turn, match); why != "" {
			turn.FAQMatch = match
			turn.TraceNear(match.FAQ.ID, retrieval.KindFAQ, match.FAQ.Question, match.Similarity)
			f.pass(turn, why, match)
			return
		}
		yieldAnswer(yield, chat.TierEvent(1, "faq", match.Similarity), match.FAQ.Answer, []chat.Source{faqSource(match)})
	}
}

// unlike says why a FAQ is not the answer to the question; "" if it is.
func (f *FAQ) unlike(turn *chat.Turn, match *chat.FAQMatch) chat.PassReason {
	switch {
	case match.Similarity < f.thresholds.ExactFAQ:
		return chat.PassTooFar
	case !match.FAQ.Exact || match.Similarity < 1 && turn.Spoken() != match.FAQ.Language: // a model puts it into theirs
		return chat.PassNotVerbatim
	case !cache.Agree(turn.Request.Message, match.FAQ.Question):
		return chat.PassAsksElse
	}
	return ""
}

func (f *FAQ) pass(turn *chat.Turn, why chat.PassReason, nearest *chat.FAQMatch) {
	turn.Pass(chat.Passed{Reason: why, Title: nearest.FAQ.Question, Similarity: nearest.Similarity, Wanted: f.thresholds.ExactFAQ})
}

// match finds the FAQ nearest to the question: by its words first, which needs no embedding, then by meaning.
func (f *FAQ) match(ctx context.Context, turn *chat.Turn) (*chat.FAQMatch, error) {
	if faq, ok := askedInWords(turn.Church, turn.Request.Message); ok {
		return &chat.FAQMatch{FAQ: faq, Similarity: 1}, nil
	}
	vector, err := turn.Embedding(ctx)
	if err != nil {
		return nil, err
	}
	best := f.nearest(ctx, turn.Church, vector)
	if best.FAQ == nil {
		turn.Pass(chat.Passed{Reason: chat.PassNothing})
		return nil, nil
	}
	turn.TraceNear(best.FAQ.ID, retrieval.KindFAQ, best.FAQ.Question, best.Similarity)
	if best.Similarity < f.thresholds.FuzzyFAQ {
		f.pass(turn, chat.PassTooFar, &best)
		return nil, nil
	}
	return &best, nil
}

// AskedWordForWord reports whether a question is that of a FAQ to be answered with, word for word: it takes nobody's time.
func AskedWordForWord(turn *chat.Turn) bool {
	faq, ok := askedInWords(turn.Church, turn.Request.Message)
	return ok && faq.Exact && turn.Leaning == question.StandsAlone
}

// askedInWords finds the FAQ that asks a question in the same words. Of those that ask the same, the first counts.
func askedInWords(snapshot *church.Snapshot, question string) (faq *church.FAQ, ok bool) {
	words := cache.Normalise(question)
	hash, known := hashOf(words), faqsByWords(snapshot)
	at, _ := slices.BinarySearchFunc(known, hash, func(f hashedFAQ, hash uint32) int { return cmp.Compare(f.hash, hash) })
	for ; at < len(known) && known[at].hash == hash; at++ {
		if faq := &snapshot.FAQs[known[at].at]; cache.Normalise(faq.Question) == words {
			return faq, true
		}
	}
	return nil, false
}

// hashedFAQ stands for the words of the question of one of a snapshot's FAQs. Every church that is asked has them in memory, where the
// words themselves take ten times the room.
type hashedFAQ struct{ hash, at uint32 }

type faqsByWordsKey struct{}

// faqsByWords are a church's FAQs by the hashes of their questions' words, then in their own order.
func faqsByWords(snapshot *church.Snapshot) []hashedFAQ {
	return church.Derived(snapshot, faqsByWordsKey{}, func() []hashedFAQ {
		known := make([]hashedFAQ, len(snapshot.FAQs))
		for i := range known {
			known[i] = hashedFAQ{hashOf(cache.Normalise(snapshot.FAQs[i].Question)), uint32(i)}
		}
		slices.SortFunc(known, func(a, b hashedFAQ) int { return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.at, b.at)) })
		return known
	})
}

var wordsSeed = maphash.MakeSeed()

func hashOf(words string) uint32 { return uint32(maphash.String(wordsSeed, words)) }
