package cache_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
)

func newStrikes(t testing.TB, client redis.UniversalClient, config cache.StrikesConfig) *cache.Strikes {
	t.Helper()
	if config.Timeout == 0 {
		config.Timeout = 2 * time.Second
	}
	strikes, err := cache.NewStrikes(client, config)
	if err != nil {
		t.Fatal(err)
	}
	return strikes
}

// strike notes one and checks how many there are and whether the session cools off for about as long as wanted.
func strike(t testing.TB, c *cache.Strikes, church, session uuid.UUID, want int, cooling time.Duration) {
	t.Helper()
	n, until, err := c.Note(t.Context(), church, session)
	if err != nil || n != want || until.IsZero() != (cooling == 0) {
		t.Fatalf("strike %d, cooling until %v, error %v; want strike %d", n, until, err, want)
	}
	if left := time.Until(until); cooling > 0 && (left > cooling || left < cooling-10*time.Second) {
		t.Errorf("cooling for %v, want %v", left, cooling)
	}
	if marked, ok := c.Cooling(church, session); ok != (cooling > 0) || !marked.Equal(until) {
		t.Errorf("cooling %v until %v, want until %v", ok, marked, until)
	}
}

func TestTheThirdStrikeLetsASessionCoolOffOnAllNodes(t *testing.T) {
	b := newBench(t)
	registry := prometheus.NewRegistry()
	nodes := []*cache.Strikes{
		newStrikes(t, b.client, cache.StrikesConfig{Registerer: registry}), newStrikes(t, b.client, cache.StrikesConfig{}),
	}
	church, session := uuid.New(), uuid.New()
	strike(t, nodes[0], church, session, 1, 0)
	strike(t, nodes[1], church, session, 2, 0)
	strike(t, nodes[0], church, session, 3, 10*time.Minute)
	if _, cooling := nodes[1].Cooling(church, session); cooling {
		t.Error("the other node knows of it without having been told")
	}
	strike(t, nodes[1], church, session, 3, 10*time.Minute) // which it is now
	strike(t, nodes[0], church, uuid.New(), 1, 0)
	strike(t, nodes[0], uuid.New(), session, 1, 0)
	for labels, want := range map[[2]string]float64{{"redis", "warned"}: 3, {"redis", "cooling"}: 1, {"local", "warned"}: 0} {
		if n := metricOf(t, registry, "narthex_conduct_strikes_total", "backend", labels[0], "result", labels[1]); n != want {
			t.Errorf("%v: %v, want %v", labels, n, want)
		}
	}
	keys := b.keys(t, church)
	if len(keys) != 2 {
		t.Errorf("keys %q", keys)
	}
	for _, key := range keys {
		ttl := b.client.PTTL(t.Context(), key).Val()
		if !strings.HasPrefix(key, "narthex:{"+church.String()+"}:conduct:") || ttl <= 0 || ttl > 30*time.Minute {
			t.Errorf("%s lives for %v", key, ttl)
		}
	}
}

func TestNodesThatListenHearThatASessionCoolsOff(t *testing.T) {
	proxy := newProxy(t)
	client := connect(t, proxy.url())
	registry := prometheus.NewRegistry()
	listener, other := newStrikes(t, client, cache.StrikesConfig{Registerer: registry}), newStrikes(t, newBench(t).client, cache.StrikesConfig{Limit: 1})
	ctx, stop := context.WithCancel(t.Context())
	var listening sync.WaitGroup
	listening.Go(func() { listener.Listen(ctx) })
	defer listening.Wait()
	defer stop()

	church := uuid.New()
	hears := func() bool { // until it listens, announcements are missed
		session := uuid.New()
		before := metricOf(t, registry, "narthex_conduct_cooling_heard_total")
		strike(t, other, church, session, 1, 10*time.Minute)
		_, cooling := listener.Cooling(church, session)
		return cooling || metricOf(t, registry, "narthex_conduct_cooling_heard_total") > before
	}
	eventually(t, "the node hears", hears)
	if err := client.Publish(t.Context(), "narthex:{nobody}:conduct", "nonsense").Err(); err != nil {
		t.Fatal(err)
	}
	proxy.cut()
	proxy.mend()
	eventually(t, "the node hears again after Redis was gone", hears)
	if n := metricOf(t, registry, "narthex_conduct_strikes_total"); n != 0 {
		t.Errorf("%v strikes were counted by a node that only listens", n)
	}
}

func TestAfterCoolingOffStrikesAreCountedAnew(t *testing.T) {
	client := newBench(t).client
	for name, client := range map[string]redis.UniversalClient{"in Redis": client, "in process": connect(t, newProxy(t).nowhere())} {
		t.Run(name, func(t *testing.T) {
			strikes := newStrikes(t, client, cache.StrikesConfig{Limit: 2, Window: time.Hour, CoolingOff: 200 * time.Millisecond})
			church, session := uuid.New(), uuid.New()
			strike(t, strikes, church, session, 1, 0)
			if n, until, err := strikes.Note(t.Context(), church, session); n != 2 || until.IsZero() || err != nil {
				t.Fatalf("strike %d until %v, error %v", n, until, err)
			}
			eventually(t, "it is over", func() bool { _, cooling := strikes.Cooling(church, session); return !cooling })
			eventually(t, "a first strike", func() bool { // the clock of Redis may be a little behind
				n, until, err := strikes.Note(t.Context(), church, session)
				return err == nil && n == 1 && until.IsZero()
			})
		})
	}
}

func TestStrikesFarApartAreNotCountedTogether(t *testing.T) {
	client := newBench(t).client
	for name, client := range map[string]redis.UniversalClient{"in Redis": client, "in process": connect(t, newProxy(t).nowhere())} {
		t.Run(name, func(t *testing.T) {
			const window = 50 * time.Millisecond
			strikes := newStrikes(t, client, cache.StrikesConfig{Window: window, Limit: 1_000_000})
			church, session := uuid.New(), uuid.New()
			eventually(t, "two strikes close together", func() bool {
				n, _, err := strikes.Note(t.Context(), church, session)
				return err == nil && n > 1
			})
			last := time.Now()
			eventually(t, "a first strike again", func() bool {
				if time.Since(last) < 2*window {
					return false
				}
				n, _, err := strikes.Note(t.Context(), church, session)
				last = time.Now()
				return err == nil && n == 1
			})
		})
	}
}

func TestWhileRedisIsDownStrikesAreCountedInProcess(t *testing.T) {
	proxy := newProxy(t)
	registry := prometheus.NewRegistry()
	strikes := newStrikes(t, connect(t, proxy.url()), cache.StrikesConfig{
		Registerer: registry, Timeout: 100 * time.Millisecond, LocalSessions: 50,
	})
	church, session := uuid.New(), uuid.New()
	strike(t, strikes, church, session, 1, 0)
	proxy.cut()
	strike(t, strikes, church, session, 2, 0) // what Redis said is remembered
	strike(t, strikes, church, session, 3, 10*time.Minute)
	strike(t, strikes, church, session, 3, 10*time.Minute)
	if n := metricOf(t, registry, "narthex_conduct_strikes_total", "backend", "local", "result", "cooling"); n != 2 {
		t.Errorf("%v local strikes led to cooling off", n)
	}
	for range 2000 { // many sessions neither fill the memory nor fail
		strike(t, strikes, church, uuid.New(), 1, 0)
	}
	proxy.mend()
	eventually(t, "Redis counts again", func() bool {
		before := metricOf(t, registry, "narthex_conduct_strikes_total", "backend", "redis")
		strike(t, strikes, church, uuid.New(), 1, 0)
		return metricOf(t, registry, "narthex_conduct_strikes_total", "backend", "redis") > before
	})
}

func TestWhetherASessionCoolsOffIsNoRoundTrip(t *testing.T) {
	proxy := newProxy(t)
	strikes := newStrikes(t, connect(t, proxy.url()), cache.StrikesConfig{Limit: 1})
	church, session := uuid.New(), uuid.New()
	strike(t, strikes, church, session, 1, 10*time.Minute)
	before := proxy.requests.Load()
	for range 100 {
		if _, cooling := strikes.Cooling(church, session); !cooling {
			t.Fatal("the session does not cool off")
		}
		if _, cooling := strikes.Cooling(church, uuid.New()); cooling {
			t.Fatal("another session cools off")
		}
	}
	if n := proxy.requests.Load() - before; n != 0 {
		t.Errorf("%d round trips", n)
	}
}

func TestConcurrentStrikesAreAllCounted(t *testing.T) {
	for name, url := range map[string]func(*proxy) string{"in Redis": (*proxy).url, "in process": (*proxy).nowhere} {
		t.Run(name, func(t *testing.T) {
			strikes := newStrikes(t, connect(t, url(newProxy(t))), cache.StrikesConfig{Limit: 21})
			church, session := uuid.New(), uuid.New()
			var all sync.WaitGroup
			for range 20 {
				all.Go(func() {
					if _, _, err := strikes.Note(t.Context(), church, session); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			if n, until, err := strikes.Note(t.Context(), church, session); n != 21 || until.IsZero() || err != nil {
				t.Errorf("strike %d until %v, error %v", n, until, err)
			}
		})
	}
}

func TestAStrikeForACallerThatIsGoneIsAnError(t *testing.T) {
	strikes := newStrikes(t, newBench(t).client, cache.StrikesConfig{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := strikes.Note(ctx, uuid.New(), uuid.New()); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func BenchmarkCooling(b *testing.B) {
	strikes := newStrikes(b, newBench(b).client, cache.StrikesConfig{})
	church, session := uuid.New(), uuid.New()
	b.ReportAllocs()
	for b.Loop() {
		if _, cooling := strikes.Cooling(church, session); cooling {
			b.Fatal("cooling")
		}
	}
}
