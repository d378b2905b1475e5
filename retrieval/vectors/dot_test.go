package vectors_test

import (
	"testing"

	"narthex/retrieval/vectors"
)

func TestEveryDimensionCounts(t *testing.T) {
	for dimensions := range 10 {
		a, b := make([]float32, dimensions), make([]float32, dimensions)
		var want float32
		for i := range dimensions {
			a[i], b[i] = float32(i+1), float32(2*i-5) // whole numbers: in whatever order they are added, the sum is the same
			want += a[i] * b[i]
		}
		if got := vectors.Dot(a, b); got != want {
			t.Errorf("%d dimensions: %v, want %v", dimensions, got, want)
		}
	}
}

func TestVectorsOfDifferentDimensionsHaveNothingInCommon(t *testing.T) {
	if got := vectors.Dot([]float32{1, 1}, []float32{1, 1, 1}) + vectors.Dot([]float32{1}, nil); got != 0 {
		t.Errorf("they come to %v", got)
	}
}
