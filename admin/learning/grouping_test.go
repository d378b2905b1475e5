package learning

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/uuid"

	"narthex/retrieval/vectors"
)

// direction is a random one.
func direction(random *rand.Rand) []float32 {
	v := make([]float32, 1536)
	for i := range v {
		v[i] = float32(random.NormFloat64())
	}
	return unit(v)
}

// beside is a direction of a similarity to another.
func beside(random *rand.Rand, v []float32, similarity float64) []float32 {
	across := direction(random)
	along := vectors.Dot(across, v)
	for i := range across {
		across[i] -= along * v[i]
	}
	across = unit(across)
	sine := 1 - similarity*similarity
	out := make([]float32, len(v))
	for i := range out {
		out[i] = float32(similarity)*v[i] + float32(math.Sqrt(sine))*across[i]
	}
	return out
}

// Signatures only spare comparisons: what is near enough is found whatever they are.
func TestSignaturesMissNothingThatIsNearEnough(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, nearest := range []float64{0.5, 0.75} {
		g := newGrouping(nearest)
		var directions [][]float32
		for range 200 {
			directions = append(directions, direction(random))
			g.add(uuid.NewSHA1(uuid.Nil, []byte{byte(len(directions))}), directions[len(directions)-1])
		}
		passed := 0
		for i, v := range directions {
			for _, similarity := range []float64{nearest + 0.01, (1 + nearest) / 2, 0.99} {
				if group, found := g.find(beside(random, v, similarity)); !found || group != g.anchors[i].group {
					t.Fatalf("at %.2f a neighbour of similarity %.2f was not found", nearest, similarity)
				}
			}
			if _, found := g.find(beside(random, v, nearest-0.02)); found {
				t.Errorf("at %.2f something too far was found", nearest)
			}
			other := signatureOf(direction(random))
			if g.anchors[i].signature.differs(&other) <= g.differing {
				passed++
			}
		}
		if passed > len(directions)/10 {
			t.Errorf("at %.2f, signatures let pass %d of %d that have nothing in common", nearest, passed, len(directions))
		}
	}
}

func TestAVectorWithoutADirectionBelongsNowhere(t *testing.T) {
	g := newGrouping(0.5)
	g.add(uuid.New(), make([]float32, 1536))
	g.add(uuid.New(), nil)
	if _, found := g.find(make([]float32, 1536)); found || len(g.anchors) != 0 {
		t.Error("it does")
	}
}

// A church's first look: ten thousand questions about two thousand things.
func BenchmarkGroupingTenThousandQuestions(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	topics, questions := make([][]float32, 2000), make([][]float32, 10_000)
	for i := range topics {
		topics[i] = direction(random)
	}
	for i := range questions {
		questions[i] = beside(random, topics[random.IntN(len(topics))], 0.9)
	}
	groups := 0
	for b.Loop() {
		g := newGrouping(0.5)
		for _, q := range questions {
			if _, found := g.find(q); !found {
				g.add(uuid.New(), q)
			}
		}
		groups = len(g.anchors)
	}
	b.ReportMetric(float64(groups), "groups")
}
