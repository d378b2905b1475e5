package cache_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"narthex/cache"
)

// BenchmarkSimilar measures a semantic hit with the embedding known, beside the bare round trip to the same Redis in the
// same run. Its figures are wall-clock times of single lookups: p50, p99, and lookups a second of all clients together.
func BenchmarkSimilar(b *testing.B) {
	random := newRandom()
	for _, entries := range []int{1000, 2000} {
		cached := newBench(b, fullSize)
		vectors := corpora["dense"](random, entries)
		fill(b, cached, vectors)
		queries := make([][]float32, 256)
		for i := range queries {
			queries[i] = near(random, vectors[i*len(vectors)/len(queries)], 0.97)
		}
		miss := randomVector(random, 1536)
		for _, clients := range []int{1, 50} {
			name := func(what string) string { return fmt.Sprintf("%s/entries=%d/clients=%d", what, entries, clients) }
			b.Run(name("ping"), func(b *testing.B) {
				latencies(b, clients, func(int) error { return cached.client.Ping(b.Context()).Err() })
			})
			b.Run(name("hit"), func(b *testing.B) {
				latencies(b, clients, func(i int) error {
					i %= len(queries)
					_, ok, err := cached.Similar(b.Context(), cached.scope, roomQuestion(i*len(vectors)/len(queries)), queries[i])
					if err == nil && !ok {
						err = fmt.Errorf("question %d was a miss", i)
					}
					return err
				})
			})
			b.Run(name("miss"), func(b *testing.B) {
				latencies(b, clients, func(int) error {
					_, _, err := cached.Similar(b.Context(), cached.scope, "Who?", miss)
					return err
				})
			})
			b.Run(name("exact"), func(b *testing.B) {
				latencies(b, clients, func(i int) error {
					_, _, err := cached.Exact(b.Context(), cached.scope, roomQuestion(i%entries))
					return err
				})
			})
		}
		if err := cached.DropChurch(context.WithoutCancel(b.Context()), cached.scope.ChurchID); err != nil {
			b.Fatal(err)
		}
	}
}

// latencies runs b.N calls on so many clients at once and reports how long single calls took.
func latencies(b *testing.B, clients int, call func(i int) error) {
	b.ReportAllocs()
	for i := range clients { // connections and scripts are there
		if err := call(i); err != nil {
			b.Fatal(err)
		}
	}
	took := make([][]time.Duration, clients)
	var all sync.WaitGroup
	b.ResetTimer()
	start := time.Now()
	for c := range clients {
		all.Go(func() {
			for i := c; i < b.N; i += clients {
				before := time.Now()
				if err := call(i); err != nil {
					b.Error(err)
					return
				}
				took[c] = append(took[c], time.Since(before))
			}
		})
	}
	all.Wait()
	elapsed := time.Since(start)
	b.StopTimer()
	sorted := slices.Sorted(func(yield func(time.Duration) bool) {
		for _, times := range took {
			for _, d := range times {
				if !yield(d) {
					return
				}
			}
		}
	})
	b.ReportMetric(float64(sorted[len(sorted)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(sorted[len(sorted)*99/100].Microseconds()), "p99-µs")
	b.ReportMetric(float64(len(sorted))/elapsed.Seconds(), "lookups/s")
}

// BenchmarkRecall compares the coarse search and its re-check with brute force in a full set.
func BenchmarkRecall(b *testing.B) {
	for name, make := range corpora {
		b.Run(name, func(b *testing.B) {
			random := newRandom()
			cached := newBench(b, fullSize)
			vectors := make(random, 2000)
			fill(b, cached, vectors)
			found, asked := 0.0, 0.0
			for b.Loop() {
				found += recall(b, cached, vectors, random, 20)
				asked++
			}
			b.ReportMetric(100*found/asked, "%found")
			if err := cached.DropChurch(context.WithoutCancel(b.Context()), cached.scope.ChurchID); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// BenchmarkStore measures storing an answer in a set that grows to its full size.
func BenchmarkStore(b *testing.B) {
	random := newRandom()
	cached := newBench(b, fullSize)
	vectors := corpora["dense"](random, 2000)
	i := 0
	for b.Loop() {
		cached.mustStore(b, cached.scope, roomQuestion(i), "It is on the first floor.", vectors[i%len(vectors)])
		i++
	}
	if err := cached.DropChurch(context.WithoutCancel(b.Context()), cached.scope.ChurchID); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkAgree measures the agreement gate, which runs for every near neighbour.
func BenchmarkAgree(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		cache.Agree("What time does the youth group meet on Wednesday nights?", "When is the youth group on Wednesday night, please?")
	}
}

// BenchmarkNormalise measures the reading of a question's words, which names it in the caches and finds its FAQ.
func BenchmarkNormalise(b *testing.B) {
	for name, question := range map[string]string{
		"plain":   "Which lantern would polish the old piano that the gardeners of Bafeki left in the cloister?",
		"accents": "¿A qué hora es la misa de niños el domingo, y hay café después? Don’t know!",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				cache.Normalise(question)
			}
		})
	}
}

// BenchmarkTimeBound measures the reading of a question's meaning alone, as for every answer that is stored.
func BenchmarkTimeBound(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		cache.TimeBound("Which lantern would polish the old piano that the gardeners of Bafeki left in the cloister?")
	}
}

// BenchmarkEmbeddings measures putting and getting an embedding.
func BenchmarkEmbeddings(b *testing.B) {
	cached := newBench(b, fullSize)
	embeddings, err := cache.NewEmbeddings(cached.client, cache.Config{})
	if err != nil {
		b.Fatal(err)
	}
	vector := randomVector(newRandom(), 1536)
	b.Run("put", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := embeddings.Put(b.Context(), cached.scope.ChurchID, "an embedder", cache.Asked{Text: "What?"}, vector); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("get", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, ok, err := embeddings.Get(b.Context(), cached.scope.ChurchID, "an embedder", "What?"); err != nil || !ok {
				b.Fatal(ok, err)
			}
		}
	})
}
