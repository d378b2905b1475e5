package cache_test

import (
	"context"
	"log/slog"
	"math"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"
	"go.uber.org/goleak"

	"narthex/cache"
	"narthex/cmd/dev/leaktest"
	"narthex/cmd/dev/stack"
)

func TestMain(m *testing.M) {
	redis.SetLogger(silence{}) // tests cut connections on purpose
	leaktest.VerifyTestMain(m, goleak.Cleanup(os.Exit))
}

type silence struct{}

func (silence) Printf(context.Context, string, ...any) {}

// dimensions keep most tests small; the benchmarks use 1,536.
const dimensions = 384

// connect returns a client as the server sets one up.
func connect(t testing.TB, url string) redis.UniversalClient {
	t.Helper()
	options, err := redis.ParseURL(url)
	if err != nil {
		t.Fatal(err)
	}
	options.ContextTimeoutEnabled = true
	options.MaxRetries = 1
	options.DialerRetries = 1
	options.PoolSize = 64
	client := redis.NewClient(options)
	t.Cleanup(func() { client.Close() })
	return client
}

// bench is what a test of the answer cache works with.
type bench struct {
	*cache.Answers
	client   redis.UniversalClient
	registry *prometheus.Registry
	scope    cache.Scope // of a church that no other test uses
	log      *lines
}

func newBench(t testing.TB, adjust ...func(*cache.Config)) *bench {
	t.Helper()
	return newBenchOn(t, connect(t, stack.Need(t).RedisURL), adjust...)
}

func newBenchOn(t testing.TB, client redis.UniversalClient, adjust ...func(*cache.Config)) *bench {
	t.Helper()
	b := &bench{client: client, registry: prometheus.NewRegistry(), scope: newScope(), log: &lines{}}
	config := cache.Config{
		TTL: time.Minute, MinSimilarity: 0.9, Dimensions: dimensions, Timeout: 2 * time.Second,
		Registerer: b.registry, Logger: slog.New(slog.NewTextHandler(b.log, nil)),
	}
	for _, change := range adjust {
		change(&config)
	}
	var err error
	if b.Answers, err = cache.NewAnswers(t.Context(), client, config); err != nil {
		t.Fatal(err)
	}
	return b
}

func newScope() cache.Scope {
	return cache.Scope{ChurchID: uuid.New(), Agent: "care", Lens: "10", Language: "en", PromptVersion: "1", Embedder: "test", Epoch: 1}
}

func (b *bench) mustStore(t testing.TB, scope cache.Scope, question, text string, embedding []float32, sources ...uuid.UUID) {
	t.Helper()
	answer := cache.Answer{Question: question, Text: text, Tier: 4} // shown as it was asked
	for _, id := range sources {
		answer.Sources = append(answer.Sources, cache.Source{ID: id, Kind: "faq", Title: "A title", Similarity: 0.5})
	}
	if err := b.Store(t.Context(), scope, cache.Asked{Text: question}, answer, embedding); err != nil {
		t.Fatal(err)
	}
}

func (b *bench) exactly(t testing.TB, scope cache.Scope, question string) (cache.Hit, bool) {
	t.Helper()
	hit, ok, err := b.Exact(t.Context(), scope, question)
	if err != nil {
		t.Fatal(err)
	}
	return hit, ok
}

func (b *bench) similarly(t testing.TB, scope cache.Scope, question string, embedding []float32) (cache.Hit, bool) {
	t.Helper()
	hit, ok, err := b.Similar(t.Context(), scope, question, embedding)
	if err != nil {
		t.Fatal(err)
	}
	return hit, ok
}

// keys returns every key in Redis that mentions the church.
func (b *bench) keys(t testing.TB, church uuid.UUID) []string {
	t.Helper()
	var keys []string
	scan := b.client.Scan(t.Context(), 0, "*"+church.String()+"*", 10_000).Iterator()
	for scan.Next(t.Context()) {
		keys = append(keys, scan.Val())
	}
	if err := scan.Err(); err != nil {
		t.Fatal(err)
	}
	return keys
}

// metric returns the value of a counter or gauge, 0 if it was never touched.
func (b *bench) metric(t testing.TB, name string, labels ...string) float64 {
	t.Helper()
	return metricOf(t, b.registry, name, labels...)
}

func metricOf(t testing.TB, registry *prometheus.Registry, name string, labels ...string) float64 {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	total := 0.0
	for _, family := range families {
		if family.GetName() != name {
			continue
		}
	metrics:
		for _, metric := range family.GetMetric() {
			values := map[string]string{}
			for _, label := range metric.GetLabel() {
				values[label.GetName()] = label.GetValue()
			}
			for i := 0; i < len(labels); i += 2 {
				if values[labels[i]] != labels[i+1] {
					continue metrics
				}
			}
			total += metric.GetCounter().GetValue() + metric.GetGauge().GetValue()
		}
	}
	return total
}

// eventually waits for a condition, which is asked again and again.
func eventually(t testing.TB, what string, met func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !met() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Fatalf("waited in vain for: %s", what)
		}
	}
}

// randomVector returns a direction of its own: in this many dimensions any two are nearly at right angles.
func randomVector(random *rand.Rand, length int) []float32 {
	v := make([]float32, length)
	for i := range v {
		v[i] = float32(random.NormFloat64())
	}
	return unit(v)
}

// near returns a vector of the given cosine to v, which has length 1.
func near(random *rand.Rand, v []float32, cosine float64) []float32 {
	across := randomVector(random, len(v))
	along := dot(across, v)
	for i := range across {
		across[i] -= float32(along) * v[i]
	}
	unit(across)
	sine := math.Sqrt(1 - cosine*cosine)
	out := make([]float32, len(v))
	for i := range out {
		out[i] = float32(cosine*float64(v[i]) + sine*float64(across[i]))
	}
	return out
}

func unit(v []float32) []float32 {
	length := math.Sqrt(dot(v, v))
	for i := range v {
		v[i] = float32(float64(v[i]) / length)
	}
	return v
}

func dot(a, b []float32) float64 {
	var sum float64
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func newRandom() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }
