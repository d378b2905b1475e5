package cache_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
)

func newEmbeddings(t testing.TB, client redis.UniversalClient, adjust ...func(*cache.Config)) *cache.Embeddings {
	t.Helper()
	config := cache.Config{Dimensions: dimensions, TTL: time.Minute, Timeout: 2 * time.Second}
	for _, change := range adjust {
		change(&config)
	}
	embeddings, err := cache.NewEmbeddings(client, config)
	if err != nil {
		t.Fatal(err)
	}
	return embeddings
}

// The vector by which an answer is found is the embedding of its question, which is kept once.
func TestAnAnswersVectorIsItsQuestionsEmbedding(t *testing.T) {
	b, random := newBench(t), newRandom()
	embeddings := newEmbeddings(t, b.client)
	vector := randomVector(random, dimensions)
	b.mustStore(t, b.scope, "What time is the service?", "At nine.", vector)
	other := b.scope
	other.Agent = "coordinator"
	b.mustStore(t, other, "What time is the service?", "At ten.", vector)
	if _, ok, err := embeddings.Get(t.Context(), b.scope.ChurchID, b.scope.Embedder, "What time is the service?"); !ok || err != nil {
		t.Errorf("the embedding: %v, %v", ok, err)
	}
	var kept int
	for _, key := range b.keys(t, b.scope.ChurchID) {
		if b.client.Type(t.Context(), key).Val() == "string" && len(b.client.Get(t.Context(), key).Val()) > dimensions {
			kept++
		}
	}
	if kept != 1 {
		t.Errorf("the vector is kept %d times", kept)
	}
	if left := embeddings.Forget(t.Context(), b.scope.ChurchID, []cache.QuestionHash{cache.HashQuestion("What time is the service?")}); left != nil {
		t.Fatal(left)
	}
	if _, ok := b.similarly(t, b.scope, "When is the service?", near(random, vector, 0.97)); ok {
		t.Error("it is found by a vector that was forgotten")
	}
}

func TestAnEmbeddingComesBackForTheSameWords(t *testing.T) {
	b := newBench(t)
	registry := prometheus.NewRegistry()
	embeddings := newEmbeddings(t, b.client, func(c *cache.Config) { c.Registerer = registry })
	church, vector := uuid.New(), randomVector(newRandom(), dimensions)
	vector[0] = math.SmallestNonzeroFloat32
	unit(vector)
	if _, ok, err := embeddings.Get(t.Context(), church, "one", "What time?"); ok || err != nil {
		t.Fatalf("before: %v, %v", ok, err)
	}
	if err := embeddings.Put(t.Context(), church, "one", cache.Asked{Text: "What time?"}, vector); err != nil {
		t.Fatal(err)
	}
	got, ok, err := embeddings.Get(t.Context(), church, "one", "Hi, what TIME")
	if !ok || err != nil || len(got) != len(vector) {
		t.Fatalf("got %d numbers, %v, %v", len(got), ok, err)
	}
	unit(got)
	for _, with := range [][]float32{vector, near(newRandom(), vector, .9)} {
		if kept, was := dot(with, got), dot(with, vector); math.Abs(kept-was) > 1e-3 {
			t.Errorf("a cosine of %v is %v", was, kept)
		}
	}
	for name, found := range map[string]func() bool{
		"another embedder": func() bool { _, ok, _ := embeddings.Get(t.Context(), church, "two", "What time?"); return ok },
		"another church":   func() bool { _, ok, _ := embeddings.Get(t.Context(), uuid.New(), "one", "What time?"); return ok },
		"another text":     func() bool { _, ok, _ := embeddings.Get(t.Context(), church, "one", "What day?"); return ok },
	} {
		if found() {
			t.Errorf("%s found it", name)
		}
	}
	if hits, misses := metricOf(t, registry, "narthex_cache_lookups_total", "cache", "embedding", "result", "hit"), metricOf(t, registry, "narthex_cache_lookups_total", "cache", "embedding", "result", "miss"); hits != 1 || misses != 4 {
		t.Errorf("%v hits and %v misses were counted", hits, misses)
	}
}

// Of a question the vector of one embedder is kept: what another one made says nothing of how near an answer is.
func TestTheVectorOfAnotherEmbedderIsNone(t *testing.T) {
	b, random := newBench(t), newRandom()
	embeddings := newEmbeddings(t, b.client)
	vector := randomVector(random, dimensions)
	b.mustStore(t, b.scope, "What time is the service?", "At nine.", vector)
	if _, ok := b.similarly(t, b.scope, "When is the service?", vector); !ok {
		t.Fatal("the answer is not found by its vector")
	}
	if err := embeddings.Put(t.Context(), b.scope.ChurchID, "another", cache.Asked{Text: "What time is the service?"}, vector); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := embeddings.Get(t.Context(), b.scope.ChurchID, b.scope.Embedder, "What time is the service?"); ok || err != nil {
		t.Errorf("the vector of another embedder is given: %v, %v", ok, err)
	}
	if hit, ok := b.similarly(t, b.scope, "Is the service at the usual time?", vector); ok {
		t.Errorf("an answer is found by the vector of another embedder: %+v", hit)
	}
	if hit, ok := b.exactly(t, b.scope, "What time is the service?"); !ok || hit.Answer.Text != "At nine." {
		t.Errorf("by the same words it is not found: %+v", hit)
	}
}

func TestAnUnusableEmbeddingIsRefusedOnTheWayInAndMissedOnTheWayOut(t *testing.T) {
	b := newBench(t)
	embeddings := newEmbeddings(t, b.client)
	church := uuid.New()
	vector := randomVector(newRandom(), dimensions)
	vector[3] = float32(math.Inf(1))
	if err := embeddings.Put(t.Context(), church, "one", cache.Asked{Text: "What time?"}, vector); !errors.Is(err, cache.ErrVector) {
		t.Errorf("got %v", err)
	}
	vector[3] = 0
	if err := embeddings.Put(t.Context(), church, "one", cache.Asked{Text: "What time?"}, vector); err != nil {
		t.Fatal(err)
	}
	for _, key := range b.keys(t, church) {
		if strings.HasSuffix(key, ":embeddings") {
			continue // the list of them
		}
		if err := b.client.Set(t.Context(), key, "one "+strings.Repeat("x", 17), 0).Err(); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok, err := embeddings.Get(t.Context(), church, "one", "What time?"); ok || err != nil {
		t.Errorf("a damaged embedding: %v, %v", ok, err)
	}
}

func TestAnEmbeddingExpires(t *testing.T) {
	b := newBench(t)
	embeddings := newEmbeddings(t, b.client, func(c *cache.Config) { c.TTL = 100 * time.Millisecond })
	church := uuid.New()
	if err := embeddings.Put(t.Context(), church, "one", cache.Asked{Text: "What time?"}, randomVector(newRandom(), dimensions)); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the embedding expires", func() bool {
		_, ok, err := embeddings.Get(t.Context(), church, "one", "What time?")
		return err == nil && !ok
	})
}
