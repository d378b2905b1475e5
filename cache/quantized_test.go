package cache

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestWhatIsKeptOfAVectorComparesAsItDid(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const dimensions = 1536
	vector := func(outlier float64) []float32 {
		v := make([]float32, dimensions)
		for i := range v {
			v[i] = float32(random.NormFloat64())
		}
		v[7] *= float32(outlier)
		return v
	}
	for _, kind := range []struct{ outlier, most float64 }{{1, 0.001}, {10, 0.005}} {
		var worst float64
		for range 200 {
			stored, asked := vector(kind.outlier), vector(kind.outlier)
			for i := range asked { // anything from unlike to the same
				if random.IntN(4) > 0 {
					asked[i] = stored[i]
				}
			}
			var dot, vv, ww float64
			for i := range stored {
				dot, vv, ww = dot+float64(stored[i])*float64(asked[i]), vv+float64(stored[i])*float64(stored[i]), ww+float64(asked[i])*float64(asked[i])
			}
			kept := string(appendQuantized(nil, stored))
			got, err := cosine(asked, kept)
			if err != nil || len(kept) != dimensions {
				t.Fatalf("%d bytes, %v", len(kept), err)
			}
			worst = max(worst, math.Abs(got-dot/math.Sqrt(vv*ww)))
			decoded, err := decodeVector(kept, dimensions)
			if err != nil {
				t.Fatal(err)
			}
			var length float64
			for _, x := range decoded {
				length += float64(x) * float64(x)
			}
			if again, _ := cosine(decoded, kept); math.Abs(again-1) > 1e-6 || math.Abs(length-1) > 1e-5 {
				t.Fatalf("decoded it is %v long, and %v like what is kept", length, again)
			}
		}
		if worst > kind.most {
			t.Errorf("with one number %v times as large a cosine is wrong by %v; want %v at the most", kind.outlier, worst, kind.most)
		}
	}
}

func TestWhatIsNoVectorIsNotRead(t *testing.T) {
	for name, kept := range map[string]string{"short": "xxx", "long": strings.Repeat("x", 5), "of zeros": "\x00\x00\x00\x00", "empty": ""} {
		if _, err := decodeVector(kept, 4); !errors.Is(err, ErrVector) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := cosine([]float32{1, 0, 0, 0}, kept); !errors.Is(err, ErrVector) {
			t.Errorf("compared, %s: %v", name, err)
		}
	}
}
