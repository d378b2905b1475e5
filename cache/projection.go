package cache

import (
	"math"
	"math/rand/v2"
)

// Searching all 1,536 dimensions costs Redis most of a millisecond, on the one thread that serves everybody. Searching a
// projection to 256 costs a tenth of that, and the few neighbours it finds are compared exactly afterwards. Redis can
// project by itself (REDUCE), but spends longer on the projection than on the search; here it takes a few microseconds.
//
// The projection gives each number a random sign, adds up the numbers whose index is the same modulo 256, and rotates the
// sum by a Hadamard transform. Signs make it keep distances (a subsampled randomised Hadamard transform, Ailon and
// Chazelle 2009): the squared distance of two unit vectors is off by a factor of about 1 ± √(2/256), so the closer two
// questions are, the smaller the error in their cosine. The rotation spreads the few large numbers of a sparse vector over
// all dimensions, without which the 8-bit quantisation of the vector set would lose the small ones.
const projected = 256

// coarseLimit returns how near a neighbour must be by the projection to be compared exactly, if similarity is what is wanted
// by the exact cosine. The error of a cosine c has a standard deviation of about (1-c²)/√256 (and 0.01 is more than the
// quantisation adds); five of them miss nothing.
func coarseLimit(similarity float64) float64 {
	return similarity - 5*(1-similarity*similarity)/math.Sqrt(projected) - 0.01
}

// signs never change: vectors stored by one version of the program are compared with those of another.
var signs = func() (s [4096]float32) {
	source := rand.NewPCG(0x6e617274, 0x68657821)
	for i := range s {
		s[i] = 1
		if source.Uint64()&1 == 1 {
			s[i] = -1
		}
	}
	return s
}()

// project returns the coarse form of a vector, of length 1. It is undefined for the zero vector, which checkVector refuses.
func project(v []float32) []float32 {
	out := make([]float32, projected)
	scale := 1 / magnitude(v) // large numbers would overflow in Redis, which adds up squares in float32
	for i, x := range v {
		out[i%projected] += signs[i%len(signs)] * float32(float64(x)*scale)
	}
	for half := 1; half < projected; half *= 2 {
		for start := 0; start < projected; start += 2 * half {
			for i := start; i < start+half; i++ {
				out[i], out[i+half] = out[i]+out[i+half], out[i]-out[i+half]
			}
		}
	}
	length := magnitude(out)
	if length == 0 { // opposite numbers met in every place: possible in theory, and any direction is as good
		out[0], length = 1, 1
	}
	for i := range out {
		out[i] = float32(float64(out[i]) / length)
	}
	return out
}

func magnitude(v []float32) float64 {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	return math.Sqrt(sum)
}
