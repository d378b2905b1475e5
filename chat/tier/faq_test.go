package tier

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/question"
	"narthex/retrieval"
)

func faqTurn(snapshot *church.Snapshot, text string, vector []float32) *chat.Turn {
	turn := &chat.Turn{Church: snapshot, Request: &chat.Request{Message: text}, Leaning: question.StandsAlone}
	turn.Embed = func(context.Context, string) ([]float32, error) { return vector, nil }
	return turn
}

// churchWithFAQs has so many, with vectors that point anywhere.
func churchWithFAQs(n int) *church.Snapshot {
	random := rand.New(rand.NewPCG(1, 2))
	snapshot := &church.Snapshot{}
	for i := range n {
		vector := make([]float32, retrieval.Dimensions)
		for j := range vector {
			vector[j] = float32(random.NormFloat64()) / 40
		}
		snapshot.FAQs = append(snapshot.FAQs, church.FAQ{
			ID: uuid.New(), Question: fmt.Sprintf("Where do I find the key of room number %d?", i), Exact: true, QuestionEmbedding: vector,
		})
	}
	return snapshot
}

func TestAQuestionInAFAQsOwnWordsNeedsNoEmbedding(t *testing.T) {
	snapshot := churchWithFAQs(3)
	snapshot.FAQs = append(snapshot.FAQs, snapshot.FAQs[1]) // the first of two that ask the same counts
	snapshot.FAQs[3].ID = uuid.New()
	tier := NewFAQ(retrieval.ThresholdsFor(""))
	for range 2 {
		turn, embedded := faqTurn(snapshot, "please, where do i find the KEY of room number 1", nil), false
		turn.Embed = func(context.Context, string) ([]float32, error) { embedded = true; return nil, nil }
		match, err := tier.match(t.Context(), turn)
		if err != nil || match == nil || match.FAQ != &snapshot.FAQs[1] || match.Similarity != 1 {
			t.Fatalf("%+v %v", match, err)
		}
		if embedded {
			t.Error("the question was embedded")
		}
	}
}

func TestTheFAQNearestInMeaningIsFound(t *testing.T) {
	snapshot := churchWithFAQs(20)
	tier := NewFAQ(retrieval.Thresholds{FuzzyFAQ: 0.75})
	match, err := tier.match(t.Context(), faqTurn(snapshot, "Which key opens the twelfth?", snapshot.FAQs[12].QuestionEmbedding))
	if err != nil || match == nil || match.FAQ != &snapshot.FAQs[12] || match.Similarity < 0.75 {
		t.Fatalf("%+v %v", match, err)
	}
	if match, err := tier.match(t.Context(), faqTurn(snapshot, "Which?", make([]float32, retrieval.Dimensions))); match != nil || err != nil {
		t.Errorf("nothing is near, and yet: %+v %v", match, err)
	}
}

// BenchmarkFAQMatch looks for the FAQ nearest to a question that is none of them, its embedding known.
func BenchmarkFAQMatch(b *testing.B) {
	for _, n := range []int{20, 200} {
		b.Run(fmt.Sprint(n, "FAQs"), func(b *testing.B) {
			snapshot := churchWithFAQs(n)
			tier := NewFAQ(retrieval.ThresholdsFor(""))
			vector := snapshot.FAQs[0].QuestionEmbedding
			b.ReportAllocs()
			for b.Loop() {
				if _, err := tier.match(b.Context(), faqTurn(snapshot, "Which lantern would polish the old piano in the cloister?", vector)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
