package cache_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/cache"
)

func TestAChurchHasOnlySoManyAnswers(t *testing.T) {
	b := newBench(t, func(c *cache.Config) { c.MaxAnswers = 3 })
	random, source := newRandom(), uuid.New()
	question := func(n int) string { return fmt.Sprintf("Is door number %d open?", n) }
	other := newScope()
	b.mustStore(t, other, question(0), "Another church's.", randomVector(random, dimensions))
	for n := range 5 {
		b.mustStore(t, b.scope, question(n), "It is.", randomVector(random, dimensions), source)
		time.Sleep(2 * time.Millisecond) // answers are told apart by the millisecond that they were stored in
	}
	for n := range 5 {
		if _, found := b.exactly(t, b.scope, question(n)); found != (n >= 2) {
			t.Errorf("answer %d was found: %v", n, found)
		}
	}
	if _, found := b.exactly(t, other, question(0)); !found {
		t.Error("another church's went")
	}
	var made []int64
	for _, key := range b.keys(t, b.scope.ChurchID) {
		if strings.Contains(key, ":cache:from:") {
			made = append(made, b.client.ZCard(t.Context(), key).Val())
		}
	}
	if !slices.Equal(made, []int64{3}) {
		t.Errorf("%v answers are known to be made from sources; want 3 from one", made)
	}
}

func TestAChurchHasOnlySoManyEmbeddings(t *testing.T) {
	b := newBench(t)
	embeddings := newEmbeddings(t, b.client, func(c *cache.Config) { c.MaxEmbeddings = 3 })
	church, other, vector := uuid.New(), uuid.New(), randomVector(newRandom(), dimensions)
	put := func(church uuid.UUID, n int) {
		if err := embeddings.Put(t.Context(), church, "one", cache.Asked{Text: fmt.Sprintf("Question %d?", n)}, vector); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Millisecond) // as above
	}
	put(other, 0)
	for n := range 4 {
		put(church, n)
	}
	put(church, 1) // anew
	put(church, 4)
	for n, want := range []bool{false, true, false, true, true} {
		if _, found, err := embeddings.Get(t.Context(), church, "one", fmt.Sprintf("Question %d?", n)); found != want || err != nil {
			t.Errorf("embedding %d was found: %v, %v", n, found, err)
		}
	}
	if _, found, _ := embeddings.Get(t.Context(), other, "one", "Question 0?"); !found {
		t.Error("another church's went")
	}
	if keys := b.keys(t, church); len(keys) != 4 { // three, and their list
		t.Errorf("there are %q", keys)
	}
}
