package cache_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/cache"
)

func TestALookupIsOneRoundTrip(t *testing.T) {
	proxy := newProxy(t)
	b, random := newBenchOn(t, connect(t, proxy.url())), newRandom()
	vector := randomVector(random, dimensions)
	b.mustStore(t, b.scope, "What time is the service?", "At ten.", vector)
	b.similarly(t, b.scope, "When is the service?", vector) // connects, loads the script
	for name, look := range map[string]func() bool{
		"exact":           func() bool { _, ok := b.exactly(t, b.scope, "What time is the service?"); return ok },
		"similar":         func() bool { _, ok := b.similarly(t, b.scope, "When is the service?", vector); return ok },
		"exact, a miss":   func() bool { _, ok := b.exactly(t, b.scope, "Who?"); return !ok },
		"similar, a miss": func() bool { _, ok := b.similarly(t, b.scope, "Who?", randomVector(random, dimensions)); return !ok },
	} {
		before := proxy.requests.Load()
		if !look() {
			t.Errorf("%s: the other result", name)
		}
		if n := proxy.requests.Load() - before; n != 1 {
			t.Errorf("%s: %d round trips", name, n)
		}
	}
}

func TestAnOlderRedisAnswersByTheSameWordsAndWarnsOnce(t *testing.T) {
	proxy := newProxy(t)
	proxy.old.Store(true)
	b := newBenchOn(t, connect(t, proxy.url()), func(c *cache.Config) { c.ProbeInterval = 20 * time.Millisecond })
	vector := randomVector(newRandom(), dimensions)
	if b.SemanticAvailable() || b.metric(t, "narthex_cache_semantic_available") != 0 {
		t.Fatal("vector sets are taken to be there")
	}
	probed := proxy.requests.Load()
	b.mustStore(t, b.scope, "What time is the service?", "At ten.", vector)
	eventually(t, "Redis is asked again", func() bool {
		if _, ok := b.exactly(t, b.scope, "What time is the service?"); !ok {
			t.Error("the answer is not found by its words")
		}
		if _, ok := b.similarly(t, b.scope, "What time is the service?", vector); ok {
			t.Error("the answer is found by similarity")
		}
		return proxy.requests.Load() > probed+50
	})
	if n := b.log.count("WARN"); n != 1 {
		t.Errorf("%d warnings", n)
	}

	proxy.cut()
	proxy.old.Store(false) // Redis is upgraded
	proxy.mend()
	eventually(t, "the upgrade is noticed", func() bool {
		_, _, _ = b.Exact(t.Context(), b.scope, "What time is the service?")
		return b.SemanticAvailable()
	})
	if b.metric(t, "narthex_cache_semantic_available") != 1 {
		t.Error("the metric says otherwise")
	}
	b.mustStore(t, b.scope, "What time is the service?", "At ten.", vector)
	if _, ok := b.similarly(t, b.scope, "When is the service?", vector); !ok {
		t.Error("the answer is not found by similarity after the upgrade")
	}
}

func TestAnOlderRedisThatTakesOverIsNoticedByScripts(t *testing.T) {
	for name, use := range map[string]func(*testing.T, *bench, []float32) error{
		"a search": func(t *testing.T, b *bench, v []float32) error {
			_, _, err := b.Similar(t.Context(), b.scope, "When is the service?", v)
			return err
		},
		"a store": func(t *testing.T, b *bench, v []float32) error {
			return b.Store(t.Context(), b.scope, cache.Asked{Text: "Who is the pastor?"}, cache.Answer{Text: "Ann."}, v)
		},
	} {
		t.Run(name, func(t *testing.T) {
			proxy := newProxy(t)
			b := newBenchOn(t, connect(t, proxy.url()))
			vector := randomVector(newRandom(), dimensions)
			b.mustStore(t, b.scope, "What time is the service?", "At ten.", vector)
			proxy.old.Store(true)
			_ = use(t, b, vector) // a search that finds out is an error, a store is not
			if b.SemanticAvailable() || b.log.count("WARN") != 1 {
				t.Errorf("available %v, %d warnings", b.SemanticAvailable(), b.log.count("WARN"))
			}
			if err := use(t, b, vector); err != nil {
				t.Errorf("afterwards: %v", err)
			}
			if _, ok := b.exactly(t, b.scope, "What time is the service?"); !ok {
				t.Error("the answer is not found by its words")
			}
		})
	}
}

func TestARedisThatIsDownCostsLittleAndIsFoundAgain(t *testing.T) {
	for name, harm := range map[string]struct{ do, undo func(*proxy) }{
		"gone":    {(*proxy).cut, (*proxy).mend},
		"hanging": {func(p *proxy) { p.hanging.Store(true) }, func(p *proxy) { p.cut(); p.hanging.Store(false); p.mend() }},
	} {
		t.Run(name, func(t *testing.T) {
			proxy := newProxy(t)
			b := newBenchOn(t, connect(t, proxy.url()), func(c *cache.Config) { c.Timeout = 500 * time.Millisecond })
			vector := randomVector(newRandom(), dimensions)
			b.mustStore(t, b.scope, "What time is the service?", "At ten.", vector)
			harm.do(proxy)

			refused := 0
			start := time.Now()
			for range 200 {
				_, _, exact := b.Exact(t.Context(), b.scope, "What time is the service?")
				_, _, similar := b.Similar(t.Context(), b.scope, "When is the service?", vector)
				store := b.Store(t.Context(), b.scope, cache.Asked{Text: "Who is the pastor?"}, cache.Answer{Text: "Ann."}, vector)
				_, through := b.PurgedThrough(t.Context(), b.scope.ChurchID)
				note := b.NotePurged(t.Context(), b.scope.ChurchID, 7)
				if exact == nil || similar == nil || store == nil || through == nil || note == nil {
					t.Fatalf("got %v, %v, %v, %v, %v", exact, similar, store, through, note)
				}
				if errors.Is(exact, cache.ErrUnavailable) {
					refused++
				}
			}
			// 1,000 calls: three wait for their time-out, the others are refused, but for one a second. All would wait 8 minutes.
			if took := time.Since(start); took > 20*time.Second || refused < 150 {
				t.Errorf("1,000 calls took %v, %d of 200 were refused at once", took, refused)
			}
			if n := b.metric(t, "narthex_cache_lookups_total", "cache", "exact", "result", "error"); n != 200 {
				t.Errorf("%v errors were counted", n)
			}
			if _, err := b.PurgeSources(t.Context(), b.scope.ChurchID, []uuid.UUID{uuid.New()}); err == nil {
				t.Error("a purge that did not happen said it did")
			}
			harm.undo(proxy)
			eventually(t, "lookups work again", func() bool {
				_, ok, err := b.Similar(t.Context(), b.scope, "When is the service?", vector)
				return ok && err == nil
			})
		})
	}
}

func TestARedisThatIsDownAtTheStartIsFoundLater(t *testing.T) {
	proxy := newProxy(t)
	b := newBenchOn(t, connect(t, proxy.nowhere()))
	if b.SemanticAvailable() || b.log.count("WARN") != 0 {
		t.Errorf("available %v, %d warnings", b.SemanticAvailable(), b.log.count("WARN"))
	}
	if _, _, err := b.Exact(t.Context(), b.scope, "What?"); err == nil {
		t.Error("a lookup succeeded")
	}
	proxy.mend()
	eventually(t, "Redis is found", func() bool {
		_, _, _ = b.Exact(t.Context(), b.scope, "What?")
		return b.SemanticAvailable()
	})
}
