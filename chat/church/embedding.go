package church

import (
	"encoding/binary"
	"errors"
	"math"

	"github.com/pgvector/pgvector-go"

	"narthex/retrieval/vectors"
)

// Embedding is the vector of an FAQ's question, of length one. A snapshot has it with 8 bits for each dimension, a quarter of what it
// would take otherwise: most of a snapshot is vectors. What decides on a similarity that such a vector is not sure about asks for the
// exact one (see Store.FAQSimilarities).
type Embedding struct {
	steps []int8
	step  float32    // what 1 stands for
	off   float32    // how far at the most it is from the vector that it was made of
	whole *[]float32 // that vector, where it was kept
}

// NewEmbedding keeps a vector with 8 bits for each dimension.
func NewEmbedding(vector []float32) Embedding {
	var largest float64
	for _, value := range vector {
		largest = max(largest, math.Abs(float64(value)))
	}
	if largest == 0 || math.IsInf(largest, 0) {
		return Embedding{}
	}
	e := Embedding{steps: make([]int8, len(vector)), step: float32(largest / math.MaxInt8)}
	var off float64
	for i, value := range vector {
		steps := math.Round(float64(value) / float64(e.step))
		e.steps[i] = int8(min(max(steps, -math.MaxInt8), math.MaxInt8))
		difference := float64(value) - float64(e.steps[i])*float64(e.step)
		off += difference * difference
	}
	e.off = math.Nextafter32(float32(math.Sqrt(off)), 1)
	return e
}

// readEmbedding reads one as it is stored: quantized, as quantize_vector in the migrations writes it, or where it is not, the vector as
// vector_send does.
func readEmbedding(quantized, exact []byte) (Embedding, error) {
	if quantized == nil {
		var vector pgvector.Vector
		if err := vector.DecodeBinary(exact); err != nil {
			return Embedding{}, err
		}
		return NewEmbedding(vector.Slice()), nil
	}
	const header = 8 // bytes: step, off
	if len(quantized) < header {
		return Embedding{}, errors.New("a quantized vector that is too short")
	}
	number := func(at int) float32 { return math.Float32frombits(binary.BigEndian.Uint32(quantized[at:])) }
	e := Embedding{steps: make([]int8, len(quantized)-header), step: number(0), off: math.Nextafter32(number(4), 1)} // it was rounded
	for i, steps := range quantized[header:] {
		e.steps[i] = int8(steps)
	}
	return e, nil
}

// WholeEmbedding keeps a vector as it is.
func WholeEmbedding(vector []float32) Embedding { return Embedding{whole: &vector} }

// Similarity is the cosine similarity to a vector of length one, and by how much it may be wrong at the most: the inner product of the
// vector with what rounding took is no larger than the product of their lengths. Vectors that cannot be compared have 0.
func (e Embedding) Similarity(vector []float32) (similarity, margin float64) {
	if e.whole != nil {
		return float64(vectors.Dot(vector, *e.whole)), 0
	}
	if len(e.steps) != len(vector) {
		return 0, 0
	}
	return float64(dotSteps(vector, e.steps) * e.step), float64(e.off)
}

// bytes is what a vector takes besides the structure.
func (e Embedding) bytes() int { return len(e.steps) }

// dotSteps is the inner product of a vector and one in steps, which are as many (see vectors.Dot).
func dotSteps(a []float32, b []int8) float32 {
	var sums [4]float32
	for len(a) >= 4 && len(b) >= 4 {
		sums[0] += a[0] * float32(b[0])
		sums[1] += a[1] * float32(b[1])
		sums[2] += a[2] * float32(b[2])
		sums[3] += a[3] * float32(b[3])
		a, b = a[4:], b[4:]
	}
	for i := range a {
		sums[0] += a[i] * float32(b[i])
	}
	return sums[0] + sums[1] + sums[2] + sums[3]
}
