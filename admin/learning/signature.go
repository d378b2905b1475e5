package learning

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// signatureBits is how long the coarse form of an embedding is. Comparing two takes some nanoseconds instead of a microsecond, so that
// thousands of questions find their groups in a second.
const signatureBits = 512

// signature is on which side of 512 planes an embedding lies. Two embeddings lie on different sides of a plane with a probability of
// their angle divided by π (Charikar 2002). The planes are those of a randomised Hadamard transform, which takes a few thousand
// additions.
type signature [signatureBits / 64]uint64

// flips never change while a process runs, and nothing that is made with them is stored.
var flips = func() (flipped [4096]float32) {
	source := rand.NewPCG(0x71756573, 0x74696f6e)
	for i := range flipped {
		flipped[i] = 1 - 2*float32(source.Uint64()&1)
	}
	return flipped
}()

func signatureOf(v []float32) (s signature) {
	var folded [signatureBits]float32
	for i, x := range v {
		folded[i%signatureBits] += flips[i%len(flips)] * x
	}
	for half := 1; half < signatureBits; half *= 2 {
		for start := 0; start < signatureBits; start += 2 * half {
			for i := start; i < start+half; i++ {
				folded[i], folded[i+half] = folded[i]+folded[i+half], folded[i]-folded[i+half]
			}
		}
	}
	for i, x := range folded {
		if x > 0 {
			s[i/64] |= 1 << (i % 64)
		}
	}
	return s
}

// differs is in how many bits two signatures do.
func (s *signature) differs(other *signature) (n int) {
	for i := range s {
		n += bits.OnesCount64(s[i] ^ other[i])
	}
	return n
}

// mostDiffering is in how many bits the signatures of embeddings of a similarity differ at most: what is expected, and five standard
// deviations and a little for the projection, which miss nothing.
func mostDiffering(similarity float64) int {
	share := math.Acos(similarity) / math.Pi
	return int(signatureBits*share + 5*math.Sqrt(signatureBits*share*(1-share)) + signatureBits/50)
}
