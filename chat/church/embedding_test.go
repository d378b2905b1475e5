package church

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestASimilarityIsNoMoreWrongThanItSays(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	direction := func(outlier float64) []float32 {
		vector := make([]float32, 1536)
		var length float64
		for i := range vector {
			value := random.NormFloat64()
			if i == 7 {
				value *= outlier
			}
			vector[i] = float32(value)
			length += value * value
		}
		for i := range vector {
			vector[i] /= float32(math.Sqrt(length))
		}
		return vector
	}
	var worst, widest float64
	for range 300 {
		for _, outlier := range []float64{1, 10, 200} { // one dimension may be far larger than the others
			stored, asked := direction(outlier), direction(outlier)
			for i := range asked { // anything from unlike to the same
				asked[i] = stored[i]
				if random.IntN(3) == 0 {
					asked[i] = -asked[i]
				}
			}
			e := NewEmbedding(stored)
			got, margin := e.Similarity(asked)
			exact, _ := WholeEmbedding(stored).Similarity(asked)
			if wrong := math.Abs(got - exact); wrong > margin+1e-6 {
				t.Fatalf("%v for %v, which is more than %v", got, exact, margin)
			} else if outlier < 200 {
				worst, widest = max(worst, wrong), max(widest, margin)
			}
			if e.bytes() != 1536 {
				t.Fatalf("%d bytes", e.bytes())
			}
		}
	}
	t.Logf("wrong by %.4f at the most, where up to %.4f was said", worst, widest)
	if widest > 0.1 {
		t.Errorf("a similarity may be wrong by %v", widest)
	}
}

func TestVectorsThatCannotBeComparedAreNotSimilar(t *testing.T) {
	for name, e := range map[string]Embedding{"none": {}, "of zeros": NewEmbedding(make([]float32, 4)), "shorter": NewEmbedding([]float32{1, 0})} {
		if similarity, margin := e.Similarity([]float32{1, 0, 0, 0}); similarity != 0 || margin != 0 {
			t.Errorf("%s: %v, %v", name, similarity, margin)
		}
	}
}
