package church_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/uuid"
	"github.com/pgvector/pgvector-go"

	"narthex/chat/church"
)

// direction is a vector of length one.
func direction(seed uint64) []float32 {
	random := rand.New(rand.NewPCG(seed, 0))
	values := make([]float32, 1536)
	var length float64
	for i := range values {
		values[i] = float32(random.NormFloat64())
		length += float64(values[i]) * float64(values[i])
	}
	for i := range values {
		values[i] /= float32(math.Sqrt(length))
	}
	return values
}

// TestQuestionsAreStoredQuantized: whoever writes a question's vector writes the quantized one as well, the one that a node would make.
func TestQuestionsAreStoredQuantized(t *testing.T) {
	f := setup(t)
	id := f.subscriber("quantized", "starter_chat")
	faq := f.faq(id, "Parking?", `{"embedder": "test-embedder"}`)
	stored := func() (there bool) {
		t.Helper()
		if err := f.Admin.QueryRow(t.Context(), `select question_embedding_quantized is not null from unified_rag_content where id = $1`, faq).Scan(&there); err != nil {
			t.Fatal(err)
		}
		return there
	}
	asked := direction(1)
	// holds compares what a node reads with what it would make of the exact vector.
	holds := func(what string, exact []float32) {
		t.Helper()
		faqs := newStore(t, f.Pool, church.Config{}).snapshot(id).FAQs
		if len(faqs) != 1 {
			t.Fatalf("%s: %d FAQs", what, len(faqs))
		}
		similarity, margin := faqs[0].QuestionEmbedding.Similarity(asked)
		want, wantMargin := church.NewEmbedding(exact).Similarity(asked)
		if math.Abs(similarity-want) > 1e-6 || margin < wantMargin*(1-1e-6) || margin > wantMargin*1.0001 {
			t.Errorf("%s: %v ± %v; want %v ± %v", what, similarity, margin, want, wantMargin)
		}
	}

	if !stored() {
		t.Error("a FAQ is inserted without its quantized vector")
	}
	holds("inserted", vector(0.5).Slice())

	f.exec(`update unified_rag_content set question_embedding = $2 where id = $1`, faq, pgvector.NewVector(direction(2)))
	holds("embedded again", direction(2))
	if !stored() {
		t.Error("a vector that was made again is not quantized")
	}

	f.exec(`update unified_rag_content set question_embedding_quantized = null where id = $1`, faq)
	if stored() {
		t.Fatal("it is still quantized")
	}
	holds("stored by an older version", direction(2))

	f.exec(`update unified_rag_content set content = 'Behind the hall.' where id = $1`, faq)
	f.exec(`update unified_rag_content set question_embedding = $2 where id = $1`, faq, pgvector.NewVector(direction(3)))
	f.exec(`update unified_rag_content set title = 'Where is it?' where id = $1`, faq)
	if stored() {
		t.Error("the vector of a question that was edited is still there, quantized")
	}
}

func TestNothingIsQuantizedButQuestions(t *testing.T) {
	f := setup(t)
	id := f.subscriber("passages", "starter_chat")
	var there bool
	err := f.Admin.QueryRow(t.Context(), `
		insert into unified_rag_content (id, organization_id, content_type, title, content, embedding, question_embedding)
		values ($1, $2, 'theology', 'Grace', 'Grace is unearned.', $3, $3) returning question_embedding_quantized is not null`,
		uuid.Must(uuid.NewV7()), id, vector(1)).Scan(&there)
	if err != nil || there {
		t.Errorf("%v, %v", there, err)
	}
}

// TestVectorsOfZerosAreNotQuantized: they have no direction, and a node reads the exact one.
func TestVectorsOfZerosAreNotQuantized(t *testing.T) {
	f := setup(t)
	id := f.subscriber("zeros", "starter_chat")
	faq := f.faq(id, "Parking?", `{"embedder": "test-embedder"}`)
	f.exec(`update unified_rag_content set question_embedding = $2 where id = $1`, faq, pgvector.NewVector(make([]float32, 1536)))
	faqs := newStore(t, f.Pool, church.Config{}).snapshot(id).FAQs
	if len(faqs) != 1 {
		t.Fatalf("%d FAQs", len(faqs))
	}
	if similarity, margin := faqs[0].QuestionEmbedding.Similarity(direction(1)); similarity != 0 || margin != 0 {
		t.Errorf("%v, %v", similarity, margin)
	}
}
