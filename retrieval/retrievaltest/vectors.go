package retrievaltest

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/uuid"

	"narthex/retrieval"
)

// Offline is the embedder of every row that names no other.
var Offline = retrieval.NewOffline()

// Embed returns the text's vector by the offline embedder.
func Embed(t testing.TB, text string) []float32 {
	t.Helper()
	vectors, err := Offline.Embed(context.Background(), []string{text})
	if err != nil {
		t.Fatalf("embed: %v", err)
	}
	return vectors[0]
}

// Direction is the unit vector along one axis: of two different ones the similarity is 0.
func Direction(axis int) []float32 {
	v := make([]float32, retrieval.Dimensions)
	v[axis] = 1
	return v
}

// Random is a vector of a random direction.
func Random(r *rand.Rand) []float32 {
	v := make([]float32, retrieval.Dimensions)
	for i := range v {
		v[i] = float32(r.NormFloat64())
	}
	return v
}

// Cosine is the similarity of two vectors.
func Cosine(a, b []float32) float64 {
	var dot, aa, bb float64
	for i := range a {
		dot += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	return dot / math.Sqrt(aa*bb)
}

// StoredVector is a row's id and embedding.
type StoredVector struct {
	ID     uuid.UUID
	Vector []float32
}
