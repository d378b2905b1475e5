package cache_test

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
)

func newLimiter(t testing.TB, client redis.UniversalClient, adjust ...func(*cache.Config)) *cache.Limiter {
	t.Helper()
	config := cache.Config{Timeout: 2 * time.Second}
	for _, change := range adjust {
		change(&config)
	}
	limiter, err := cache.NewLimiter(client, config)
	if err != nil {
		t.Fatal(err)
	}
	return limiter
}

func allow(t testing.TB, l *cache.Limiter, church uuid.UUID, kind, key string, perMinute int) cache.Decision {
	t.Helper()
	d, err := l.Allow(t.Context(), church, kind, key, perMinute)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestALimitIsSharedByAllNodesAndKeptApartByChurchKindAndKey(t *testing.T) {
	b := newBench(t)
	nodes := []*cache.Limiter{newLimiter(t, b.client), newLimiter(t, b.client)}
	church := uuid.New()
	for i := range 6 {
		if d := allow(t, nodes[i%2], church, "session", "somebody", 6); !d.Allowed || d.RetryAfter != 0 {
			t.Fatalf("event %d: %+v", i, d)
		}
	}
	if d := allow(t, nodes[0], church, "session", "somebody", 6); d.Allowed || d.RetryAfter <= 0 || d.RetryAfter > 10*time.Second {
		t.Errorf("the seventh: %+v", d)
	}
	for name, d := range map[string]cache.Decision{
		"another church": allow(t, nodes[0], uuid.New(), "session", "somebody", 6),
		"another kind":   allow(t, nodes[0], church, "address", "somebody", 6),
		"another key":    allow(t, nodes[0], church, "session", "somebody else", 6),
		"no limit":       allow(t, nodes[0], church, "session", "somebody", 0),
	} {
		if !d.Allowed {
			t.Errorf("%s was denied: %+v", name, d)
		}
	}
}

func TestWhileRedisIsDownTheLimitIsKeptInProcess(t *testing.T) {
	proxy := newProxy(t)
	registry := prometheus.NewRegistry()
	limiter := newLimiter(t, connect(t, proxy.url()), func(c *cache.Config) {
		c.Registerer, c.Timeout, c.LocalLimits = registry, 100*time.Millisecond, 50
	})
	church := uuid.New()
	if d := allow(t, limiter, church, "session", "somebody", 5); !d.Allowed {
		t.Fatalf("got %+v", d)
	}
	proxy.cut()
	for i := range 5 {
		if d := allow(t, limiter, church, "session", "somebody", 5); !d.Allowed {
			t.Fatalf("event %d: %+v", i, d)
		}
	}
	if d := allow(t, limiter, church, "session", "somebody", 5); d.Allowed || d.RetryAfter <= 0 || d.RetryAfter > 13*time.Second {
		t.Errorf("the sixth: %+v", d)
	}
	if n := metricOf(t, registry, "narthex_limit_decisions_total", "backend", "local", "result", "denied"); n != 1 {
		t.Errorf("%v local denials were counted", n)
	}
	if d := allow(t, limiter, church, "session", "somebody", 600); !d.Allowed && d.RetryAfter > 100*time.Millisecond {
		t.Errorf("after the limit was raised: %+v", d)
	}
	for i := range 2000 { // many keys neither fill the memory nor fail
		if d := allow(t, limiter, church, "address", strconv.Itoa(i), 5); !d.Allowed {
			t.Fatalf("key %d: %+v", i, d)
		}
	}
	proxy.mend()
	eventually(t, "Redis decides again", func() bool {
		before := metricOf(t, registry, "narthex_limit_decisions_total", "backend", "redis")
		allow(t, limiter, church, "address", "anybody", 100_000)
		return metricOf(t, registry, "narthex_limit_decisions_total", "backend", "redis") > before
	})
}

func TestConcurrentEventsNeverExceedTheLimit(t *testing.T) {
	for name, url := range map[string]func(*proxy) string{"in Redis": (*proxy).url, "in process": (*proxy).nowhere} {
		t.Run(name, func(t *testing.T) {
			limiter := newLimiter(t, connect(t, url(newProxy(t))))
			church := uuid.New()
			var allowed atomic.Int64
			var all sync.WaitGroup
			for range 60 {
				all.Go(func() {
					if allow(t, limiter, church, "session", "somebody", 20).Allowed {
						allowed.Add(1)
					}
				})
			}
			all.Wait()
			if n := allowed.Load(); n < 20 || n > 22 { // one is regained every three seconds
				t.Errorf("%d were allowed", n)
			}
		})
	}
}

func TestALimitForACallerThatIsGoneIsAnError(t *testing.T) {
	limiter := newLimiter(t, newBench(t).client)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := limiter.Allow(ctx, uuid.New(), "session", "somebody", 5); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
