package cache_test

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/cache"
	"narthex/cache/compressed"
)

// holding returns the keys of a church in Redis whose name or content has something in it.
func (b *bench) holding(t testing.TB, what string) (found []string) {
	t.Helper()
	for _, key := range b.keys(t, b.scope.ChurchID) {
		dump, err := b.client.Dump(t.Context(), key).Result()
		if err == nil && strings.Contains(key+dump, what) {
			found = append(found, key)
			continue
		}
		if !strings.Contains(key, ":cache:kept:") {
			continue // it is no answer
		}
		_, answer, _ := strings.Cut(b.client.Get(t.Context(), key).Val(), " ")
		opened, err := compressed.Open([]byte(answer))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(opened), what) {
			found = append(found, key)
		}
	}
	return found
}

func TestNothingIsKeptOfAQuestionThatCouldBeRead(t *testing.T) {
	b := newBench(t)
	vector := randomVector(newRandom(), dimensions)
	asked := cache.Asked{Text: "Does Zebulon teach the quilting class on Monday?", Session: uuid.New()}
	answer := cache.Answer{Question: "Does […] teach the class on Monday?", Text: "Yes.", Tier: 4}
	if err := b.Store(t.Context(), b.scope, asked, answer, vector); err != nil {
		t.Fatal(err)
	}
	if err := newEmbeddings(t, b.client).Put(t.Context(), b.scope.ChurchID, b.scope.Embedder, asked, vector); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"Zebulon", "zebulon", "quilting", asked.Session.String()} {
		if keys := b.holding(t, word); len(keys) != 0 {
			t.Errorf("%q is in %q", word, keys)
		}
	}
	for question, want := range map[string]bool{
		"does zebulon teach the quilting class on monday": true, "On Monday, does Zebulon teach the quilting class?": true,
		"Does Barnabas teach the quilting class on Monday?": false, "Does Zebulon teach the quilting class on Tuesday?": false,
	} {
		hit, ok := b.similarly(t, b.scope, question, vector)
		if ok != want || ok && hit.Answer.Question != answer.Question {
			t.Errorf("%q is given %v, %+v", question, ok, hit)
		}
	}
}

// What was forgotten is gone by every way to it, in all scopes; what others asked is still found by its words, and by others that ask
// the same.
func TestAForgottenQuestionIsGoneInAllScopes(t *testing.T) {
	b, random := newBench(t), newRandom()
	embeddings := newEmbeddings(t, b.client)
	const question, same, others = "Do you have a food pantry?", "Is there a food bank?", "Where is the library?"
	vector, source := randomVector(random, dimensions), uuid.New()
	other := randomVector(random, dimensions)
	scopes := []cache.Scope{b.scope, b.scope, b.scope}
	scopes[1].Language, scopes[2].Epoch = "es", 2
	elsewhere := newScope()
	for _, scope := range append(scopes, elsewhere) {
		b.mustStore(t, scope, question, "On Fridays.", vector, source)
		b.mustStore(t, scope, others, "Upstairs.", other, source)
		for asked, v := range map[string][]float32{question: vector, others: other} {
			if err := embeddings.Put(t.Context(), scope.ChurchID, b.scope.Embedder, cache.Asked{Text: asked}, v); err != nil {
				t.Fatal(err)
			}
		}
	}
	forgotten := []cache.QuestionHash{cache.HashQuestion("hi, do you have a FOOD PANTRY please"), cache.HashQuestion("Was never asked")}
	name := base64.RawURLEncoding.EncodeToString(forgotten[0][:16])
	prefix := cache.KeyPrefix(b.scope.ChurchID) + "cache:"
	of := b.client.ZRange(t.Context(), prefix+"scopes", 0, 0).Val()
	if len(of) != 1 || len(b.holding(t, name)) == 0 {
		t.Fatalf("the question's name is nowhere: scopes %q", of)
	}
	b.client.HSet(t.Context(), prefix+"answer:"+of[0]+":"+name, "a", "{}", "s", source.String(), "m", "a key") // of the layout before
	b.client.HSet(t.Context(), prefix+"embedding:"+name, "one", "xx")
	for range 2 { // once more changes nothing
		if err := b.ForgetQuestions(t.Context(), b.scope.ChurchID, forgotten); err != nil {
			t.Fatal(err)
		}
		if err := embeddings.Forget(t.Context(), b.scope.ChurchID, forgotten); err != nil {
			t.Fatal(err)
		}
	}
	for i, scope := range scopes {
		for _, asked := range []string{question, same} {
			if hit, ok := b.exactly(t, scope, asked); ok {
				t.Errorf("scope %d: %q is given %+v", i, asked, hit)
			}
			if hit, ok := b.similarly(t, scope, asked, vector); ok {
				t.Errorf("scope %d: near %q is %+v", i, asked, hit)
			}
		}
		if hit, ok := b.exactly(t, scope, others); !ok || hit.Answer.Text != "Upstairs." {
			t.Errorf("scope %d: what others asked is given %+v", i, hit)
		}
	}
	if _, ok, err := embeddings.Get(t.Context(), b.scope.ChurchID, b.scope.Embedder, question); ok || err != nil {
		t.Errorf("the embedding is there: %v", err)
	}
	if _, ok, err := embeddings.Get(t.Context(), b.scope.ChurchID, b.scope.Embedder, others); !ok || err != nil {
		t.Errorf("the embedding of what others asked is gone: %v", err)
	}
	if keys := b.holding(t, name); len(keys) != 0 {
		t.Errorf("the question's name is in %q", keys)
	}
	if sets := b.vectorSets(t); len(sets) != 0 {
		t.Errorf("vector sets that had its vector are left: %v", sets)
	}
	if hit, ok := b.similarly(t, elsewhere, question, vector); !ok {
		t.Errorf("another church has lost its answer: %+v", hit)
	}
	b.mustStore(t, b.scope, "When does the choir meet?", "On Tuesdays.", other)
	if hit, ok := b.similarly(t, b.scope, "When does the choir meet?", other); !ok || hit.Answer.Text != "On Tuesdays." {
		t.Errorf("what is stored afterwards is not found: %+v", hit)
	}
}

// A turn may store its answer after its conversation was forgotten.
func TestNothingIsStoredOfAConversationThatIsForgotten(t *testing.T) {
	b := newBench(t)
	vector := randomVector(newRandom(), dimensions)
	embeddings := newEmbeddings(t, b.client)
	asked := cache.Asked{Text: "Do you have a food pantry?", Session: uuid.New()}
	mark := cache.ForgottenKey(b.scope.ChurchID, asked.Session)
	if err := b.client.Set(t.Context(), mark, "1", time.Minute).Err(); err != nil {
		t.Fatal(err)
	}
	if err := b.Store(t.Context(), b.scope, asked, cache.Answer{Text: "On Fridays."}, vector); err != nil {
		t.Fatal(err)
	}
	if err := embeddings.Put(t.Context(), b.scope.ChurchID, "one", asked, vector); err != nil {
		t.Fatal(err)
	}
	if keys := b.keys(t, b.scope.ChurchID); !slices.Equal(keys, []string{mark}) {
		t.Errorf("Redis has %q", keys)
	}
	asked.Session = uuid.New() // somebody else
	if err := b.Store(t.Context(), b.scope, asked, cache.Answer{Text: "On Fridays."}, vector); err != nil {
		t.Fatal(err)
	}
	if _, ok := b.exactly(t, b.scope, asked.Text); !ok {
		t.Error("somebody else's is not stored either")
	}
	if n := b.metric(t, "narthex_cache_stores_total", "result", "forgotten"); n != 1 {
		t.Errorf("%v were counted as forgotten", n)
	}
}

// A small church's set is never full: without an age it would keep the vectors of all questions since its first.
func TestASetIsNotAddedToForEver(t *testing.T) {
	const ttl = 300 * time.Millisecond
	b, random := newBench(t, func(c *cache.Config) { c.TTL = ttl }), newRandom()
	first := randomVector(random, dimensions)
	b.mustStore(t, b.scope, "Where is room 0?", "There.", first)
	began, n := time.Now(), 0
	eventually(t, "the set is replaced", func() bool {
		n++
		b.mustStore(t, b.scope, fmt.Sprintf("Where is room %d?", n), "There.", randomVector(random, dimensions))
		return b.metric(t, "narthex_cache_rotations_total", "reason", "old") > 0
	})
	if took := time.Since(began); took < 7*ttl-time.Second { // it is counted in whole seconds
		t.Errorf("it was replaced after %v", took)
	}
	eventually(t, "what it held expires", func() bool {
		n++
		b.mustStore(t, b.scope, fmt.Sprintf("Where is room %d?", n), "There.", randomVector(random, dimensions))
		return len(b.vectorSets(t)) == 1
	})
}
