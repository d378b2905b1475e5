package cache_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"narthex/cache"
)

// corpora make embeddings of questions that crowd: topics whose questions are as near each other as the least similarity.
var corpora = map[string]func(random *rand.Rand, count int) [][]float32{
	// A semantic embedder: every number counts, and all questions share a direction.
	"dense": func(random *rand.Rand, count int) [][]float32 {
		vectors := make([][]float32, 0, count)
		anchor := randomVector(random, 1536)
		for len(vectors) < count {
			topic := near(random, anchor, 0.75)
			for range min(20, count-len(vectors)) {
				vectors = append(vectors, near(random, topic, 0.95))
			}
		}
		return vectors
	},
	// A lexical embedder: some sixty of the numbers are not zero.
	"sparse": func(random *rand.Rand, count int) [][]float32 {
		vectors := make([][]float32, 0, count)
		for len(vectors) < count {
			topic := make([]int, 60)
			for i := range topic {
				topic[i] = random.IntN(1536)
			}
			for range min(20, count-len(vectors)) {
				vectors = append(vectors, ofFeatures(random, topic, 0.95))
			}
		}
		return vectors
	},
}

// ofFeatures returns a vector with most of the topic's features and some of its own.
func ofFeatures(random *rand.Rand, topic []int, share float64) []float32 {
	v := make([]float32, 1536)
	for _, feature := range topic {
		if random.Float64() > share {
			feature = random.IntN(len(v))
		}
		v[feature] += float32(1 - 2*(feature%2))
	}
	return unit(v)
}

// recall asks questions whose nearest neighbour brute force knows, and returns which share of them found it.
func recall(t testing.TB, b *bench, vectors [][]float32, random *rand.Rand, asked int) float64 {
	found := 0
	for range asked {
		query := near(random, vectors[random.IntN(len(vectors))], 0.9+0.099*random.Float64())
		best, similarity := 0, -1.0
		for i, v := range vectors {
			if s := dot(query, v); s > similarity {
				best, similarity = i, s
			}
		}
		hit, ok := b.similarly(t, b.scope, roomQuestion(best), query)
		if ok && hit.Answer.Question == roomQuestion(best) {
			found++
		}
	}
	return float64(found) / float64(asked)
}

func roomQuestion(i int) string { return fmt.Sprintf("Where is room %d?", i) }

// fill stores a question for each vector.
func fill(t testing.TB, b *bench, vectors [][]float32) {
	t.Helper()
	for i, v := range vectors {
		b.mustStore(t, b.scope, roomQuestion(i), "It is on the first floor, to the left of the stairs.", v)
	}
}

func fullSize(c *cache.Config) { c.Dimensions = 1536 }

func TestTheCoarseSearchFindsWhatBruteForceFinds(t *testing.T) {
	for name, make := range corpora {
		t.Run(name, func(t *testing.T) {
			random := newRandom()
			b := newBench(t, fullSize)
			vectors := make(random, 600)
			fill(t, b, vectors)
			if got := recall(t, b, vectors, random, 150); got < 1 {
				t.Errorf("found %.1f %% of what brute force finds", 100*got)
			}
		})
	}
}
