package cache_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/cache"
)

// vectorSets returns the names of the church's vector sets and how many elements each holds.
func (b *bench) vectorSets(t *testing.T) map[string]int64 {
	t.Helper()
	sets := map[string]int64{}
	for _, key := range b.keys(t, b.scope.ChurchID) {
		if strings.Contains(key, ":cache:vectors:") {
			n, err := b.client.VCard(t.Context(), key).Result()
			if err != nil {
				t.Fatal(err)
			}
			sets[key] = n
		}
	}
	return sets
}

func TestAFullSetIsReplacedAndItsAnswersAreStillFoundOnce(t *testing.T) {
	b, random := newBench(t, func(c *cache.Config) { c.MaxEntries = 10 }), newRandom()
	ask := func(i int) string { return fmt.Sprintf("Where is room %d?", i) }
	var vectors [][]float32
	store := func(n int) {
		for range n {
			i := len(vectors)
			vectors = append(vectors, randomVector(random, dimensions))
			b.mustStore(t, b.scope, ask(i), ask(i), vectors[i])
		}
	}
	found := func() (n int) {
		for i, vector := range vectors {
			if hit, ok := b.similarly(t, b.scope, ask(i), vector); ok && hit.Answer.Text == ask(i) {
				n++
			}
		}
		return n
	}
	store(10)
	if sets := b.vectorSets(t); len(sets) != 1 || found() != 10 {
		t.Fatalf("10 entries: sets %v, %d found", sets, found())
	}
	store(10)
	if sets := b.vectorSets(t); len(sets) != 2 || found() != 20 {
		t.Fatalf("20 entries: sets %v, %d found", sets, found())
	}
	store(1)
	sets := b.vectorSets(t)
	if len(sets) != 2 || found() != 11 {
		t.Fatalf("21 entries: sets %v, %d found", sets, found())
	}
	for key, n := range sets {
		if n > 10 {
			t.Errorf("%s holds %d", key, n)
		}
	}
	if _, ok := b.exactly(t, b.scope, ask(0)); !ok {
		t.Error("the first answer is no longer found by its words")
	}
	if n := b.metric(t, "narthex_cache_rotations_total", "reason", "full"); n != 2 {
		t.Errorf("%v rotations were counted", n)
	}
}

func TestASetWithManyDeadIsReplacedAndTheLivingAreStillFound(t *testing.T) {
	b, random := newBench(t), newRandom()
	source := uuid.New()
	living, dead := randomVector(random, dimensions), randomVector(random, dimensions)
	b.mustStore(t, b.scope, "Where is the library?", "lives", living)
	for i := range 3 {
		b.mustStore(t, b.scope, fmt.Sprintf("Where is room %d?", i), "dies", near(random, dead, 0.98), source)
	}
	if n, err := b.PurgeSources(t.Context(), b.scope.ChurchID, []uuid.UUID{source}); n != 3 || err != nil {
		t.Fatalf("purged %d, %v", n, err)
	}
	before := b.vectorSets(t)
	for range 11 { // 3 dead neighbours each
		if _, ok := b.similarly(t, b.scope, "Where is room 1?", dead); ok {
			t.Fatal("a purged answer was found")
		}
	}
	if n := b.metric(t, "narthex_cache_rotations_total", "reason", "dead"); n != 1 {
		t.Fatalf("%v rotations were counted", n)
	}
	if hit, ok := b.similarly(t, b.scope, "Where is the library?", living); !ok || hit.Answer.Text != "lives" {
		t.Errorf("got %+v, %v", hit, ok)
	}
	b.mustStore(t, b.scope, "Where is room 1?", "anew", dead)
	if hit, ok := b.similarly(t, b.scope, "Where is room 1?", dead); !ok || hit.Answer.Text != "anew" {
		t.Errorf("got %+v, %v", hit, ok)
	}
	after := b.vectorSets(t)
	for key := range before {
		delete(after, key)
	}
	if len(after) != 1 {
		t.Errorf("sets before %v, new ones %v", before, after)
	}
}

func TestWhoOnlyReadsReplacesNoSetAndFindsTheSame(t *testing.T) {
	b, random := newBench(t), newRandom()
	reader := newBenchOn(t, b.client, func(c *cache.Config) { c.ReadOnly = true })
	source := uuid.New()
	living, dead := randomVector(random, dimensions), randomVector(random, dimensions)
	b.mustStore(t, b.scope, "Where is the library?", "lives", living)
	for i := range 3 {
		b.mustStore(t, b.scope, fmt.Sprintf("Where is room %d?", i), "dies", near(random, dead, 0.98), source)
	}
	if n, err := b.PurgeSources(t.Context(), b.scope.ChurchID, []uuid.UUID{source}); n != 3 || err != nil {
		t.Fatalf("purged %d, %v", n, err)
	}
	before := b.dumped(t)
	for range 20 { // 3 dead neighbours each
		reader.similarly(t, b.scope, "Where is room 1?", dead)
	}
	if hit, ok := reader.similarly(t, b.scope, "Where is the library?", living); !ok || hit.Answer.Text != "lives" {
		t.Errorf("got %+v, %v", hit, ok)
	}
	if after := b.dumped(t); !maps.Equal(before, after) {
		t.Error("looking up has changed what Redis holds")
	}
}

// dumped gives all that Redis holds of the church.
func (b *bench) dumped(t *testing.T) map[string]string {
	t.Helper()
	held := map[string]string{}
	for _, key := range b.keys(t, b.scope.ChurchID) {
		value, err := b.client.Dump(t.Context(), key).Result()
		if err != nil {
			t.Fatal(err)
		}
		held[key] = value
	}
	return held
}
