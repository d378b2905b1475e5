package cache_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/cache"
)

func TestAnAnswerIsFoundByTheSameWordsHoweverTyped(t *testing.T) {
	b := newBench(t)
	created := time.Now().UTC().Truncate(time.Second)
	stored := cache.Answer{
		Question: "What time is the service?", Text: "At ten.", Tier: 4, Created: created,
		Sources: []cache.Source{{ID: uuid.New(), Kind: "faq", Title: "Times", Similarity: 0.75}},
	}
	if err := b.Store(t.Context(), b.scope, cache.Asked{Text: stored.Question}, stored, nil); err != nil {
		t.Fatal(err)
	}
	hit, ok := b.exactly(t, b.scope, "  hi! WHAT time is the  service, please ")
	if !ok || !hit.Exact || hit.Similarity != 1 {
		t.Fatalf("got %+v, %v", hit, ok)
	}
	if got := hit.Answer; got.Question != stored.Question || got.Text != stored.Text || got.Tier != 4 || !got.Created.Equal(created) || !slices.Equal(got.Sources, stored.Sources) {
		t.Errorf("got %+v, stored %+v", got, stored)
	}
	if _, ok := b.exactly(t, b.scope, "What time is the concert?"); ok {
		t.Error("another question found it")
	}
	if hits, misses := b.metric(t, "narthex_cache_lookups_total", "cache", "exact", "result", "hit"), b.metric(t, "narthex_cache_lookups_total", "cache", "exact", "result", "miss"); hits != 1 || misses != 1 {
		t.Errorf("%v hits and %v misses were counted", hits, misses)
	}
}

func TestAnAnswerIsFoundByOtherWordsThatAskTheSameWithoutAnEmbedding(t *testing.T) {
	b, source := newBench(t), uuid.New()
	b.mustStore(t, b.scope, "Do you have a food pantry?", "On Fridays.", nil, source)
	hit, ok := b.exactly(t, b.scope, "Is there a food bank?")
	if !ok || hit.Exact || hit.Similarity != 0 || hit.Answer.Text != "On Fridays." {
		t.Fatalf("got %+v, %v", hit, ok)
	}
	b.mustStore(t, b.scope, "Can the pastor call the office?", "Yes.", nil)
	if _, ok := b.exactly(t, b.scope, "Can the office call the pastor?"); ok {
		t.Error("a question that exchanges the two is given the answer")
	}
	if n := b.metric(t, "narthex_cache_lookups_total", "cache", "exact", "result", "rejected"); n != 1 {
		t.Errorf("%v lookups were counted as rejected", n)
	}
	if _, err := b.PurgeSources(t.Context(), b.scope.ChurchID, []uuid.UUID{source}); err != nil {
		t.Fatal(err)
	}
	if hit, ok := b.exactly(t, b.scope, "Is there a food bank?"); ok {
		t.Errorf("an answer whose source was purged is found: %+v", hit)
	}
}

func TestAnAnswerIsFoundByANearQuestionThatAgrees(t *testing.T) {
	b, random := newBench(t), newRandom()
	sunday := randomVector(random, dimensions)
	b.mustStore(t, b.scope, "What time is the Sunday service?", "At ten.", sunday)

	hit, ok := b.similarly(t, b.scope, "When does the service start on Sundays?", near(random, sunday, 0.95))
	if !ok || hit.Exact || hit.Answer.Text != "At ten." || math.Abs(hit.Similarity-0.95) > 1e-3 {
		t.Fatalf("got %+v, %v", hit, ok)
	}
	if _, ok := b.similarly(t, b.scope, "When does the service start on Sundays?", near(random, sunday, 0.89)); ok {
		t.Error("a question below the least similarity was a hit")
	}
	if _, ok := b.similarly(t, b.scope, "When does the service start on Saturdays?", near(random, sunday, 0.99)); ok {
		t.Error("another weekday was a hit")
	}
	for result, want := range map[string]float64{"hit": 1, "miss": 1, "rejected": 1, "error": 0} {
		if got := b.metric(t, "narthex_cache_lookups_total", "cache", "semantic", "result", result); got != want {
			t.Errorf("%v lookups with result %s were counted, not %v", got, result, want)
		}
	}
}

func TestTheNearestOfSeveralThatAgreeIsTaken(t *testing.T) {
	b, random := newBench(t), newRandom()
	asked := randomVector(random, dimensions)
	b.mustStore(t, b.scope, "What time is the Saturday service?", "wrong day", near(random, asked, 0.99))
	b.mustStore(t, b.scope, "When are the services on Sunday?", "farther", near(random, asked, 0.93))
	b.mustStore(t, b.scope, "What time is the Sunday service?", "nearer", near(random, asked, 0.96))
	hit, ok := b.similarly(t, b.scope, "When is the service on Sunday?", asked)
	if !ok || hit.Answer.Text != "nearer" {
		t.Errorf("got %+v, %v", hit, ok)
	}
}

func TestEveryPartOfTheScopeSeparates(t *testing.T) {
	b := newBench(t)
	vector := randomVector(newRandom(), dimensions)
	b.mustStore(t, b.scope, "What time is the service?", "At ten.", vector)
	for part, change := range map[string]func(*cache.Scope){
		"church":         func(s *cache.Scope) { s.ChurchID = uuid.New() },
		"agent":          func(s *cache.Scope) { s.Agent = "coordinator" },
		"lens":           func(s *cache.Scope) { s.Lens = "1" },
		"language":       func(s *cache.Scope) { s.Language = "es" },
		"prompt version": func(s *cache.Scope) { s.PromptVersion = "2" },
		"embedder":       func(s *cache.Scope) { s.Embedder = "other" },
		"epoch":          func(s *cache.Scope) { s.Epoch++ },
		"neighbouring parts that read the same together": func(s *cache.Scope) { s.Agent, s.Lens = "care1", "0" },
	} {
		other := b.scope
		change(&other)
		if _, ok := b.exactly(t, other, "What time is the service?"); ok {
			t.Errorf("another %s found it by its words", part)
		}
		if _, ok := b.similarly(t, other, "What time is the service?", vector); ok {
			t.Errorf("another %s found it by similarity", part)
		}
	}
	if _, ok := b.similarly(t, b.scope, "What time is the service?", vector); !ok {
		t.Error("its own scope did not find it")
	}
}

func TestChurchesNeverMixUnderConcurrency(t *testing.T) {
	b, random := newBench(t), newRandom()
	const churches, questions = 6, 15
	vectors := make([][]float32, questions)
	for i := range vectors {
		vectors[i] = randomVector(random, dimensions)
	}
	var all sync.WaitGroup
	for range churches {
		scope := newScope()
		for range 2 { // the same question is stored and looked up by two at once
			all.Go(func() {
				for i, vector := range vectors {
					question := fmt.Sprintf("Where is room %d?", i)
					b.mustStore(t, scope, question, scope.ChurchID.String()+question, vector, uuid.New())
					if hit, ok := b.exactly(t, scope, question); !ok || hit.Answer.Text != scope.ChurchID.String()+question {
						t.Errorf("exact: %+v, %v", hit, ok)
					}
					if hit, ok := b.similarly(t, scope, question, vector); !ok || hit.Answer.Text != scope.ChurchID.String()+question {
						t.Errorf("similar: %+v, %v", hit, ok)
					}
				}
			})
		}
	}
	all.Wait()
}

func TestEveryKeyBelongsToItsChurchAndExpires(t *testing.T) {
	b := newBench(t)
	vector := randomVector(newRandom(), dimensions)
	source := uuid.New()
	b.mustStore(t, b.scope, "What time is the service?", "At ten.", vector, source)
	if _, err := b.PurgeSources(t.Context(), b.scope.ChurchID, []uuid.UUID{uuid.New()}); err != nil {
		t.Fatal(err)
	}
	embeddings, limiter := newEmbeddings(t, b.client), newLimiter(t, b.client)
	if err := embeddings.Put(t.Context(), b.scope.ChurchID, "test", cache.Asked{Text: "hello"}, vector); err != nil {
		t.Fatal(err)
	}
	if _, err := limiter.Allow(t.Context(), b.scope.ChurchID, "session", "somebody", 5); err != nil {
		t.Fatal(err)
	}
	keys := b.keys(t, b.scope.ChurchID)
	if len(keys) != 12 { // answer, its meaning, set, vectors, source, purge mark, lists of answers, scopes and embeddings, two embeddings, limit
		t.Errorf("%d keys: %q", len(keys), keys)
	}
	for _, key := range keys {
		if !strings.HasPrefix(key, "narthex:{"+b.scope.ChurchID.String()+"}:") {
			t.Errorf("%s does not begin with the church's hash tag", key)
		}
		ttl, err := b.client.PTTL(t.Context(), key).Result()
		if err != nil || ttl <= 0 {
			t.Errorf("%s has no time to live: %v, %v", key, ttl, err)
		}
	}
}

func TestAnAnswerExpiresAndTheNextNeighbourIsTried(t *testing.T) {
	short := newBench(t, func(c *cache.Config) { c.TTL = 300 * time.Millisecond })
	long := newBenchOn(t, short.client)
	random := newRandom()
	asked := randomVector(random, dimensions)
	long.mustStore(t, short.scope, "When are the Sunday services?", "lives", near(random, asked, 0.95))
	short.mustStore(t, short.scope, "What time is the Sunday service?", "expires", near(random, asked, 0.99))

	eventually(t, "the answer expires", func() bool {
		_, ok := short.exactly(t, short.scope, "What time is the Sunday service?")
		return !ok
	})
	hit, ok := long.similarly(t, short.scope, "When is the Sunday service?", asked)
	if !ok || hit.Answer.Text != "lives" {
		t.Errorf("got %+v, %v", hit, ok)
	}
}

func TestAnAnswerStoredAgainReplacesTheFirst(t *testing.T) {
	b, random := newBench(t), newRandom()
	vector := randomVector(random, dimensions)
	first, second := uuid.New(), uuid.New()
	b.mustStore(t, b.scope, "What time is the service?", "old", vector, first)
	b.mustStore(t, b.scope, "what time is the service", "new", vector, second)
	if hit, ok := b.similarly(t, b.scope, "What time are services?", near(random, vector, 0.95)); !ok || hit.Answer.Text != "new" {
		t.Errorf("got %+v, %v", hit, ok)
	}
	if n, err := b.PurgeSources(t.Context(), b.scope.ChurchID, []uuid.UUID{first}); n != 0 || err != nil {
		t.Errorf("the source of the answer that was replaced purged %d, %v", n, err)
	}
	if n, err := b.PurgeSources(t.Context(), b.scope.ChurchID, []uuid.UUID{second}); n != 1 || err != nil {
		t.Errorf("the source of the answer purged %d, %v", n, err)
	}
}

func TestAnAnswerThatIsTrueForADayOnlyIsNotKept(t *testing.T) {
	b := newBench(t)
	b.mustStore(t, b.scope, "Is there a service tonight?", "Yes.", randomVector(newRandom(), dimensions))
	if _, ok := b.exactly(t, b.scope, "Is there a service tonight?"); ok {
		t.Error("it was kept")
	}
	if n := b.metric(t, "narthex_cache_stores_total", "result", "time_bound"); n != 1 {
		t.Errorf("%v were counted", n)
	}
}

func TestAnAnswerThatNamesADayByTheOneItIsGivenOnIsNotKept(t *testing.T) {
	for text, kept := range map[string]bool{
		"Tomorrow at 7 PM.":                                              false,
		"There is one tonight, in the hall.":                             false,
		"The office is open today until 5.":                              false,
		"It was yesterday; the next is on June 3.":                       false,
		"We meet this evening.":                                          false,
		"The office is closed right now.":                                false,
		"Yes, the chapel is open now.":                                   false,
		"Mañana a las 7 de la tarde.":                                    false,
		"La reunión de mañana es en el salón.":                           false,
		"Es hoy a las 8.":                                                false,
		"Esta noche, a las 7.":                                           false,
		"Fue ayer.":                                                      false,
		"La oficina está cerrada ahora.":                                 false,
		"The rehearsal is this afternoon at 4.":                          false,
		"We met this morning.":                                           false,
		"This Sunday Pastor Ruth preaches.":                              false,
		"In the coming week it is closed.":                               false,
		"We are closed. Coming Sunday is a picnic.":                      false,
		"Coming Sunday there is a picnic.":                               false,
		"It is closed this coming Saturday.":                             false,
		"This Sunday's service is in the park.":                          false,
		"The class begins next Tuesday.":                                 false,
		"The picnic is next weekend, rain or shine.":                     false,
		"The office is closed this week.":                                false,
		"Baptisms are at the end of this month.":                         false,
		"It was on last Friday.":                                         false,
		"El ensayo es esta tarde a las 4.":                               false,
		"Esta semana no hay ensayo.":                                     false,
		"Este domingo predica el pastor.":                                false,
		"El próximo domingo hay bautizos.":                               false,
		"El domingo que viene hay bautizos.":                             false,
		"Empieza la semana próxima.":                                     false,
		"Este fin de semana estamos en el retiro.":                       false,
		"Fue el sábado pasado.":                                          false,
		"This church has a ramp, and so does this hall.":                 true,
		"It stands in this week's bulletin.":                             true,
		"On Sundays at 9 AM, and on Saturday night.":                     true,
		"On the last Sunday of May, and last Friday of the month.":       true,
		"After this, Sunday school is next door.":                        true,
		"We are next to the school; the next step is yours.":             true,
		"Con este fin, cada semana; por la tarde o la noche del sábado.": true,
		"El Rey que viene pronto; el mes de mayo.":                       true,
		"Los domingos a las 10, en esta iglesia.":                        true,
		"If you're coming Sunday morning, park behind the hall.":         true,
		"El pastor está martes y jueves.":                                true,
		"On Thursdays at 7 PM.":                                          true,
		"Now, there are two ways to help.":                               true,
		"We now meet in the hall, on Thursday evening.":                  true,
		"A las 10 de la mañana.":                                         true,
		"Los domingos por la mañana, y a media mañana hay café.":         true,
		"Hoy en día nos reunimos en el salón.":                           true,
		"Ahora nos reunimos en el salón, cada jueves en la noche.":       true,
		"The Todays are a family of our parish; ask for Hoyt Tomorrowe.": true,
	} {
		t.Run(text, func(t *testing.T) {
			b := newBench(t)
			b.mustStore(t, b.scope, "When is the group?", text, randomVector(newRandom(), dimensions))
			if _, ok := b.exactly(t, b.scope, "When is the group?"); ok != kept {
				t.Errorf("kept: %v", ok)
			}
			if n := b.metric(t, "narthex_cache_stores_total", "result", "time_bound"); (n == 0) != kept {
				t.Errorf("%v were counted", n)
			}
		})
	}
}

func TestUnusableInputIsRefused(t *testing.T) {
	b := newBench(t)
	good := randomVector(newRandom(), dimensions)
	with := func(x float64) []float32 {
		v := slices.Clone(good)
		v[7] = float32(x)
		return v
	}
	for name, vector := range map[string][]float32{
		"too short": good[1:], "too long": append(slices.Clone(good), 0), "not a number": with(math.NaN()),
		"infinite": with(math.Inf(-1)), "all zero": make([]float32, dimensions), "empty": {},
	} {
		if _, _, err := b.Similar(t.Context(), b.scope, "What?", vector); !errors.Is(err, cache.ErrVector) {
			t.Errorf("looking up a vector that is %s: %v", name, err)
		}
		if err := b.Store(t.Context(), b.scope, cache.Asked{Text: "What?"}, cache.Answer{Text: "This."}, vector); !errors.Is(err, cache.ErrVector) {
			t.Errorf("storing a vector that is %s: %v", name, err)
		}
	}
	for name, answer := range map[string]cache.Answer{
		"without a question": {Text: "This."}, "without a text": {Question: "What?"},
		"too long": {Question: "What?", Text: strings.Repeat("x", 70_000)},
	} {
		if err := b.Store(t.Context(), b.scope, cache.Asked{Text: answer.Question}, answer, good); !errors.Is(err, cache.ErrAnswer) {
			t.Errorf("storing an answer %s: %v", name, err)
		}
	}
}

func TestQuestionsOfAnythingAreFine(t *testing.T) {
	b := newBench(t)
	vector := randomVector(newRandom(), dimensions)
	for name, question := range map[string]string{
		"2,000 letters": strings.Repeat("a", 2000), "2,000 words": strings.Repeat("no ", 2000), "punctuation": "?!", "emoji": "🙏🙏🙏",
		"invalid UTF-8": "what\xff\xfe time", "NUL and controls": "a\x00b\r\n\x1b[31m", "combining marks": "e" + strings.Repeat("\u0301", 2000),
		"numbers": strings.Repeat("twenty hundred thousand ", 80), "braces": "{}{other}:*", "right to left": "\u202emass\u202c متى",
	} {
		b.mustStore(t, b.scope, question, "An answer to "+name, vector)
		if hit, ok := b.exactly(t, b.scope, question); !ok || hit.Answer.Text != "An answer to "+name {
			t.Errorf("%s: got %+v, %v", name, hit, ok)
		}
		b.similarly(t, b.scope, question, vector)
	}
}

func TestOnlyTheDirectionOfAVectorCounts(t *testing.T) {
	b := newBench(t)
	short := randomVector(newRandom(), dimensions)
	long := slices.Clone(short)
	for i := range long {
		long[i] *= 1e37 // the sum of squares exceeds float32
	}
	b.mustStore(t, b.scope, "Where is the hall?", "here", long)
	if hit, ok := b.similarly(t, b.scope, "Where is the hall?", short); !ok || hit.Similarity < 0.9999 {
		t.Errorf("got %+v, %v", hit, ok)
	}
}

func TestACancelledLookupSaysSo(t *testing.T) {
	b := newBench(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("the visitor left")
	cancel(why)
	if _, _, err := b.Exact(ctx, b.scope, "What time is the service?"); !errors.Is(err, why) {
		t.Errorf("got %v", err)
	}
}

func TestADamagedEntryIsAMissAndHidesNoOther(t *testing.T) {
	for name, damage := range map[string]func(b *bench, key string) error{
		"the answer": func(b *bench, key string) error {
			if !strings.Contains(key, ":cache:kept:") {
				return nil
			}
			return b.client.Set(t.Context(), key, "{", 0).Err()
		},
		"the vector": func(b *bench, key string) error {
			if !strings.Contains(key, ":cache:quantized:") {
				return nil
			}
			return b.client.Set(t.Context(), key, b.scope.Embedder+" short", 0).Err()
		},
		"the vector is gone": func(b *bench, key string) error {
			if !strings.Contains(key, ":cache:quantized:") {
				return nil
			}
			return b.client.Del(t.Context(), key).Err()
		},
	} {
		t.Run(name, func(t *testing.T) {
			b, random := newBench(t), newRandom()
			asked := randomVector(random, dimensions)
			b.mustStore(t, b.scope, "What time is the Sunday service?", "damaged", near(random, asked, 0.98))
			for _, key := range b.keys(t, b.scope.ChurchID) {
				if err := damage(b, key); err != nil {
					t.Fatal(err)
				}
			}
			b.mustStore(t, b.scope, "When are the Sunday services?", "whole", near(random, asked, 0.95))
			if _, ok := b.exactly(t, b.scope, "What time is the Sunday service?"); ok && name == "the answer" {
				t.Error("the damaged answer is found by its words")
			}
			if hit, ok := b.similarly(t, b.scope, "When is the service on Sunday?", asked); !ok || hit.Answer.Text != "whole" {
				t.Errorf("got %+v, %v", hit, ok)
			}
			if hit, ok := b.similarly(t, b.scope, "What time is the Sunday service?", asked); !ok || (hit.Answer.Text == "damaged") != (name == "the vector is gone") {
				t.Errorf("the question itself: got %+v, %v", hit, ok)
			}
		})
	}
}

func TestAConfigurationThatCannotWorkIsRefused(t *testing.T) {
	client := newBench(t).client
	for name, config := range map[string]cache.Config{
		"a cosine above 1":     {MinSimilarity: 1.1},
		"a TTL below Redis's":  {TTL: time.Microsecond},
		"a quarantine of none": {Quarantine: time.Nanosecond},
	} {
		if _, err := cache.NewAnswers(t.Context(), client, config); err == nil {
			t.Errorf("answers: %s was accepted", name)
		}
		if _, err := cache.NewEmbeddings(client, config); err == nil {
			t.Errorf("embeddings: %s was accepted", name)
		}
		if _, err := cache.NewLimiter(client, config); err == nil {
			t.Errorf("limits: %s was accepted", name)
		}
	}
}
