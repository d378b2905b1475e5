package tier

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/church"
)

// Similarities gives the exact similarities of a church's FAQs to a vector, by their ids; FAQs that are no more are left out.
type Similarities func(ctx context.Context, churchID uuid.UUID, faqs []uuid.UUID, vector []float32) (map[uuid.UUID]float64, error)

// near is an FAQ that may be the nearest.
type near struct {
	faq        *church.FAQ
	similarity float64
	margin     float64 // by which that may be wrong at the most
}

// mostNear bounds how many FAQs are asked about that all may be the nearest.
const mostNear = 32

// nearest finds the FAQ that is nearest to a vector; that of the match is nil where there is none. What a snapshot holds of the vectors
// is a little inexact, so it asks for the exact similarities where it depends on them which FAQ is the nearest, or whether it is near
// enough. Where there is no answer the inexact ones are taken.
func (f *FAQ) nearest(ctx context.Context, snapshot *church.Snapshot, vector []float32) (best chat.FAQMatch) {
	found := candidates(snapshot.FAQs, vector)
	if f.isInDoubt(found) {
		f.weighExactly(ctx, snapshot.ID, found, vector)
	}
	for _, one := range found {
		if one.margin > 0 {
			one.similarity = min(one.similarity, mostInexact)
		}
		if one.similarity > best.Similarity {
			best = chat.FAQMatch{FAQ: one.faq, Similarity: one.similarity}
		}
	}
	return best
}

// mostInexact is below that of a question in the FAQ's own words, which no inexact similarity shows.
const mostInexact = 0.9999

// candidates are the FAQs that may be the nearest to a vector, in the order in which they stand.
func candidates(faqs []church.FAQ, vector []float32) (found []near) {
	least := 0.0 // what the nearest has at least
	for i := range faqs {
		similarity, margin := faqs[i].QuestionEmbedding.Similarity(vector)
		if similarity+margin < least || similarity+margin <= 0 {
			continue
		}
		least = max(least, similarity-margin)
		found = append(found, near{&faqs[i], similarity, margin})
	}
	return slices.DeleteFunc(found, func(one near) bool { return one.similarity+one.margin < least })
}

// isInDoubt reports whether exact similarities could change what becomes of the candidates.
func (f *FAQ) isInDoubt(found []near) bool {
	doubtful, reach := false, false
	for _, one := range found {
		low, high := one.similarity-one.margin, one.similarity+one.margin
		reach = reach || high >= f.thresholds.FuzzyFAQ
		for _, threshold := range [...]float64{f.thresholds.FuzzyFAQ, f.thresholds.ExactFAQ, 1} {
			doubtful = doubtful || one.margin > 0 && low < threshold && threshold <= high
		}
		doubtful = doubtful || one.margin > 0 && len(found) > 1
	}
	return doubtful && reach
}

func (f *FAQ) weighExactly(ctx context.Context, churchID uuid.UUID, found []near, vector []float32) {
	var inexact []uuid.UUID
	for _, one := range found {
		if one.margin > 0 && len(inexact) < mostNear {
			inexact = append(inexact, one.faq.ID)
		}
	}
	if f.exactly == nil || len(inexact) == 0 {
		return
	}
	exact, err := f.exactly(ctx, churchID, inexact, vector)
	if err != nil {
		return // Postgres is away: what is known here has to do
	}
	for i := range found {
		if similarity, ok := exact[found[i].faq.ID]; ok {
			found[i].similarity, found[i].margin = similarity, 0
		}
	}
}
