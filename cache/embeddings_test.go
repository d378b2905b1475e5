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
		if err := b.client.HSet(t.Context(), key, "one", strings.Repeat("x", 17)).Err(); err != nil {
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
