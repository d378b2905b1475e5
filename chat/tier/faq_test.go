package tier

import (
	"context"
	"errors"
	"fmt"
	"math"
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
func churchWithFAQs(n int) (*church.Snapshot, [][]float32) {
	random := rand.New(rand.NewPCG(1, 2))
	snapshot, vectors := &church.Snapshot{}, make([][]float32, n)
	for i := range n {
		vectors[i] = direction(random)
		snapshot.FAQs = append(snapshot.FAQs, church.FAQ{
			ID: uuid.New(), Question: fmt.Sprintf("Where do I find the key of room number %d?", i), Exact: true,
			QuestionEmbedding: church.NewEmbedding(vectors[i]),
		})
	}
	return snapshot, vectors
}

func direction(random *rand.Rand) []float32 {
	vector := make([]float32, retrieval.Dimensions)
	for j := range vector {
		vector[j] = float32(random.NormFloat64())
	}
	return unit(vector)
}

func unit(vector []float32) []float32 {
	var length float64
	for _, value := range vector {
		length += float64(value) * float64(value)
	}
	for i := range vector {
		vector[i] /= float32(math.Sqrt(length))
	}
	return vector
}

// towards has the similarity to a vector, and leans towards another for the rest.
func towards(vector, other []float32, similarity float64) []float32 {
	var along float64
	for i := range vector {
		along += float64(vector[i]) * float64(other[i])
	}
	rest := make([]float32, len(vector))
	for i := range rest {
		rest[i] = other[i] - float32(along)*vector[i]
	}
	unit(rest)
	for i := range rest {
		rest[i] = float32(similarity)*vector[i] + float32(math.Sqrt(1-similarity*similarity))*rest[i]
	}
	return rest
}

func TestAQuestionInAFAQsOwnWordsNeedsNoEmbedding(t *testing.T) {
	snapshot, _ := churchWithFAQs(3)
	snapshot.FAQs = append(snapshot.FAQs, snapshot.FAQs[1]) // the first of two that ask the same counts
	snapshot.FAQs[3].ID = uuid.New()
	tier := NewFAQ(retrieval.ThresholdsFor(""), nil)
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
	snapshot, vectors := churchWithFAQs(20)
	tier := NewFAQ(retrieval.Thresholds{FuzzyFAQ: 0.75}, nil)
	match, err := tier.match(t.Context(), faqTurn(snapshot, "Which key opens the twelfth?", vectors[12]))
	if err != nil || match == nil || match.FAQ != &snapshot.FAQs[12] || match.Similarity < 0.75 {
		t.Fatalf("%+v %v", match, err)
	}
	if match, err := tier.match(t.Context(), faqTurn(snapshot, "Which?", make([]float32, retrieval.Dimensions))); match != nil || err != nil {
		t.Errorf("nothing is near, and yet: %+v %v", match, err)
	}
}

// With vectors of 8 bits, and the exact similarities where they decide, it is decided as with whole vectors: around the thresholds, and
// between FAQs that ask almost the same.
func TestInexactVectorsDecideNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	thresholds := retrieval.Thresholds{ExactFAQ: 0.92, FuzzyFAQ: 0.75}
	var asked, matched int
	for range 400 {
		question := direction(random)
		inexact, whole := &church.Snapshot{ID: uuid.New()}, &church.Snapshot{}
		vectors := make(map[uuid.UUID][]float32)
		for range 6 {
			around := []float64{thresholds.ExactFAQ, thresholds.FuzzyFAQ, 0.5}[random.IntN(3)]
			vector := towards(question, direction(random), around+0.004*(random.Float64()-0.5))
			faq := church.FAQ{ID: uuid.New(), Question: "Where is the key?", Exact: true, QuestionEmbedding: church.NewEmbedding(vector)}
			vectors[faq.ID] = vector
			inexact.FAQs = append(inexact.FAQs, faq)
			faq.QuestionEmbedding = church.WholeEmbedding(vector)
			whole.FAQs = append(whole.FAQs, faq)
		}
		exactly := func(_ context.Context, id uuid.UUID, faqs []uuid.UUID, vector []float32) (map[uuid.UUID]float64, error) {
			asked++
			exact := make(map[uuid.UUID]float64)
			for _, faq := range faqs {
				exact[faq], _ = church.WholeEmbedding(vectors[faq]).Similarity(vector)
			}
			return exact, nil
		}
		got, gotErr := NewFAQ(thresholds, exactly).match(t.Context(), faqTurn(inexact, "Which opens it?", question))
		want, wantErr := NewFAQ(thresholds, nil).match(t.Context(), faqTurn(whole, "Which opens it?", question))
		if gotErr != nil || wantErr != nil || (got == nil) != (want == nil) {
			t.Fatalf("%+v %v; want %+v %v", got, gotErr, want, wantErr)
		}
		if got == nil {
			continue
		}
		matched++
		if got.FAQ.ID != want.FAQ.ID || (got.Similarity >= thresholds.ExactFAQ) != (want.Similarity >= thresholds.ExactFAQ) {
			t.Fatalf("%v at %v; want %v at %v", got.FAQ.ID, got.Similarity, want.FAQ.ID, want.Similarity)
		}
	}
	t.Logf("%d of 400 matched, %d asked for exact similarities", matched, asked)
	if matched < 100 || asked < 100 {
		t.Error("hardly anything was decided: the test shows nothing")
	}
}

func TestWhatIsClearAsksForNothingMore(t *testing.T) {
	snapshot, vectors := churchWithFAQs(20)
	exactly := func(context.Context, uuid.UUID, []uuid.UUID, []float32) (map[uuid.UUID]float64, error) {
		t.Error("exact similarities were asked for")
		return nil, nil
	}
	tier := NewFAQ(retrieval.Thresholds{ExactFAQ: 0.92, FuzzyFAQ: 0.75}, exactly)
	elsewhere := direction(rand.New(rand.NewPCG(9, 9)))
	for _, similarity := range []float64{0.4, 0.85, 0.96} {
		question := towards(vectors[12], elsewhere, similarity)
		match, err := tier.match(t.Context(), faqTurn(snapshot, "Which key opens the twelfth?", question))
		if err != nil || (match != nil) != (similarity > 0.75) {
			t.Errorf("at %v: %+v %v", similarity, match, err)
		}
	}
}

func TestWithoutExactSimilaritiesWhatIsKnownHasToDo(t *testing.T) {
	snapshot, vectors := churchWithFAQs(20)
	away := func(context.Context, uuid.UUID, []uuid.UUID, []float32) (map[uuid.UUID]float64, error) {
		return nil, errors.New("Postgres is away")
	}
	match, err := NewFAQ(retrieval.Thresholds{ExactFAQ: 0.92, FuzzyFAQ: 0.75}, away).match(t.Context(), faqTurn(snapshot, "Which?", vectors[12]))
	if err != nil || match == nil || match.FAQ != &snapshot.FAQs[12] || match.Similarity < 0.92 || match.Similarity >= 1 {
		t.Errorf("%+v %v", match, err)
	}
}

// BenchmarkFAQMatch looks for the FAQ nearest to a question that is none of them, its embedding known.
func BenchmarkFAQMatch(b *testing.B) {
	for _, n := range []int{20, 200} {
		b.Run(fmt.Sprint(n, "FAQs"), func(b *testing.B) {
			snapshot, vectors := churchWithFAQs(n)
			tier := NewFAQ(retrieval.ThresholdsFor(""), nil)
			vector := vectors[0]
			b.ReportAllocs()
			for b.Loop() {
				if _, err := tier.match(b.Context(), faqTurn(snapshot, "Which lantern would polish the old piano in the cloister?", vector)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
