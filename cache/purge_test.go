package cache_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/cache"
)

func TestAPurgeRemovesExactlyTheAnswersOfItsSources(t *testing.T) {
	b, random := newBench(t), newRandom()
	one, two, three := uuid.New(), uuid.New(), uuid.New()
	other := newScope()
	spanish := b.scope
	spanish.Language = "es"
	answers := []struct {
		scope    cache.Scope
		question string
		sources  []uuid.UUID
		purged   bool
	}{
		{b.scope, "Where is room 1?", []uuid.UUID{one}, true},
		{b.scope, "Where is room 2?", []uuid.UUID{two, one, one}, true},
		{b.scope, "Where is room 3?", []uuid.UUID{two}, false},
		{b.scope, "Where is room 4?", []uuid.UUID{three, two}, true},
		{b.scope, "Where is room 5?", nil, false},
		{spanish, "¿Dónde está la sala 1?", []uuid.UUID{one}, true},
		{other, "Where is room 1?", []uuid.UUID{one}, false}, // another church
	}
	vectors := make([][]float32, len(answers))
	for i, a := range answers {
		vectors[i] = randomVector(random, dimensions)
		b.mustStore(t, a.scope, a.question, "text", vectors[i], a.sources...)
	}
	n, err := b.PurgeSources(t.Context(), b.scope.ChurchID, []uuid.UUID{one, three, uuid.New()})
	if n != 4 || err != nil {
		t.Errorf("purged %d, %v", n, err)
	}
	for i, a := range answers {
		_, exact := b.exactly(t, a.scope, a.question)
		_, similar := b.similarly(t, a.scope, a.question, vectors[i])
		if exact == a.purged || similar == a.purged {
			t.Errorf("%q of %v: found by its words %v, by similarity %v", a.question, a.sources, exact, similar)
		}
	}
	if n := b.metric(t, "narthex_cache_purged_answers_total"); n != 4 {
		t.Errorf("%v were counted", n)
	}
	if n, err := b.PurgeSources(t.Context(), b.scope.ChurchID, []uuid.UUID{one, three}); n != 0 || err != nil {
		t.Errorf("purged %d again, %v", n, err)
	}
}

func TestAPurgeOfManySourcesGoesThroughAllOfThem(t *testing.T) {
	b := newBench(t)
	var sources []uuid.UUID
	for i := range 250 {
		sources = append(sources, uuid.New())
		b.mustStore(t, b.scope, fmt.Sprintf("Where is room %d?", i), "text", nil, sources[i])
	}
	if n, err := b.PurgeSources(t.Context(), b.scope.ChurchID, sources); n != 250 || err != nil {
		t.Errorf("purged %d, %v", n, err)
	}
}

func TestAnAnswerMadeDuringAPurgeOfItsSourceDoesNotSurvive(t *testing.T) {
	b, random := newBench(t), newRandom()
	vector := randomVector(random, dimensions)
	for i := range 100 {
		source, question := uuid.New(), fmt.Sprintf("Where is room %d?", i)
		var both sync.WaitGroup
		both.Go(func() { b.mustStore(t, b.scope, question, "old", vector, source) })
		both.Go(func() {
			if _, err := b.PurgeSources(t.Context(), b.scope.ChurchID, []uuid.UUID{source}); err != nil {
				t.Error(err)
			}
		})
		both.Wait()
		if _, ok := b.exactly(t, b.scope, question); ok {
			t.Fatal("an answer from the old text survived")
		}
	}
	stored, refused := b.metric(t, "narthex_cache_stores_total", "result", "stored"), b.metric(t, "narthex_cache_stores_total", "result", "purged")
	if stored+refused != 100 {
		t.Errorf("%v stored, %v refused", stored, refused)
	}
}

func TestAnswersOfAPurgedSourceAreStoredAgainAfterTheQuarantine(t *testing.T) {
	b := newBench(t, func(c *cache.Config) { c.Quarantine = 2 * time.Second })
	source := uuid.New()
	if _, err := b.PurgeSources(t.Context(), b.scope.ChurchID, []uuid.UUID{source}); err != nil {
		t.Fatal(err)
	}
	b.mustStore(t, b.scope, "Where is room 1?", "text", nil, source)
	if _, ok := b.exactly(t, b.scope, "Where is room 1?"); ok {
		t.Fatal("it was stored at once")
	}
	eventually(t, "the quarantine ends", func() bool {
		b.mustStore(t, b.scope, "Where is room 1?", "text", nil, source)
		_, ok := b.exactly(t, b.scope, "Where is room 1?")
		return ok
	})
}

func TestADroppedChurchLeavesNothingBehindAndOthersAlone(t *testing.T) {
	b, random := newBench(t, func(c *cache.Config) { c.Quarantine = 3 * time.Second }), newRandom()
	other := newScope()
	embeddings := newEmbeddings(t, b.client)
	for _, scope := range []cache.Scope{b.scope, other} {
		for i := range 20 {
			b.mustStore(t, scope, fmt.Sprintf("Where is room %d?", i), "text", randomVector(random, dimensions), uuid.New())
		}
		if err := embeddings.Put(t.Context(), scope.ChurchID, "test", cache.Asked{Text: "hello"}, randomVector(random, dimensions)); err != nil {
			t.Fatal(err)
		}
	}
	others := len(b.keys(t, other.ChurchID))
	if err := b.DropChurch(t.Context(), b.scope.ChurchID); err != nil {
		t.Fatal(err)
	}
	b.mustStore(t, b.scope, "Where is room 1?", "from a turn that was still running", nil)
	if keys := b.keys(t, b.scope.ChurchID); len(keys) > 1 { // the mark that keeps running turns out
		t.Errorf("left: %q", keys)
	}
	if n := len(b.keys(t, other.ChurchID)); n != others {
		t.Errorf("another church has %d keys, not %d", n, others)
	}
	eventually(t, "the mark expires", func() bool { return len(b.keys(t, b.scope.ChurchID)) == 0 })
}

func TestHowFarAChurchIsPurgedIsKnownToEveryNode(t *testing.T) {
	b := newBench(t)
	church := b.scope.ChurchID
	for _, want := range []int64{0, 7, 9} {
		if want > 0 {
			if err := b.NotePurged(t.Context(), church, want); err != nil {
				t.Fatal(err)
			}
		}
		other := newBenchOn(t, b.client)
		if version, err := other.PurgedThrough(t.Context(), church); version != want || err != nil {
			t.Errorf("purged through %d, %v; want %d", version, err, want)
		}
	}
}
