package cache_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
)

const someDay = "2026-03-08"

func newSpending(t testing.TB, client redis.UniversalClient, config cache.SpendingConfig) *cache.Spending {
	t.Helper()
	if config.Timeout == 0 {
		config.Timeout = 2 * time.Second
	}
	spending, err := cache.NewSpending(client, config)
	if err != nil {
		t.Fatal(err)
	}
	return spending
}

// exchange has nodes exchange their sums, one after another.
func exchange(t testing.TB, nodes ...*cache.Spending) {
	t.Helper()
	for _, node := range nodes {
		if err := node.Exchange(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestNodesAddUpWhatTheySpend(t *testing.T) {
	b := newBench(t)
	one, two := newSpending(t, b.client, cache.SpendingConfig{}), newSpending(t, b.client, cache.SpendingConfig{})
	ours, theirs := uuid.New(), uuid.New()
	if sum := one.Add(ours, someDay, 1500); sum != 1500 {
		t.Errorf("the sum is %d", sum)
	}
	two.Add(ours, someDay, 250)
	one.Add(theirs, someDay, 7)
	one.Add(ours, "2026-03-09", 40)
	one.Add(ours, someDay, -1000)
	exchange(t, one, two)
	for name, node := range map[string]*cache.Spending{"one": one, "two": two} {
		node.Spent(ours, someDay) // who asks nothing is told nothing
		exchange(t, node)
		if got := node.Spent(ours, someDay); got != 1750 {
			t.Errorf("node %s knows of %d", name, got)
		}
	}
	two.Spent(theirs, someDay)
	two.Spent(ours, "2026-03-09")
	exchange(t, two)
	if a, b := two.Spent(theirs, someDay), two.Spent(ours, "2026-03-09"); a != 7 || b != 40 {
		t.Errorf("another church %d, another day %d", a, b)
	}
	exchange(t, one, two, one, two) // telling it again changes nothing
	if got := one.Spent(ours, someDay); got != 1750 {
		t.Errorf("told again, it is %d", got)
	}
	keys := b.keys(t, ours)
	if len(keys) != 2 {
		t.Errorf("keys %q", keys)
	}
	for _, key := range keys {
		if ttl := b.client.PTTL(t.Context(), key).Val(); !strings.HasPrefix(key, "narthex:{"+ours.String()+"}:spent:2026-") || ttl <= 71*time.Hour || ttl > 72*time.Hour {
			t.Errorf("%s lives for %v", key, ttl)
		}
	}
	started := newSpending(t, b.client, cache.SpendingConfig{})
	started.Spent(ours, someDay)
	exchange(t, started)
	if got := started.Spent(ours, someDay); got != 1750 {
		t.Errorf("a node that starts hears of %d", got)
	}
}

func TestAReplyThatWasLostCountsNothingTwiceAndWhatRedisForgetsItIsToldAgain(t *testing.T) {
	proxy := newProxy(t)
	registry := prometheus.NewRegistry()
	node := newSpending(t, connect(t, proxy.url()), cache.SpendingConfig{Timeout: time.Second, Registerer: registry})
	b := newBench(t)
	watcher := newSpending(t, b.client, cache.SpendingConfig{})
	church := uuid.New()
	node.Add(church, someDay, 100)
	exchange(t, node)
	known := int64(100)
	for name, fail := range map[string]func(){"cut": proxy.cut, "hanging": func() { proxy.hanging.Store(true) }} {
		fail()
		known += 10
		node.Add(church, someDay, 10)
		if err := node.Exchange(t.Context()); err == nil {
			t.Errorf("%s: Redis was told", name)
		}
		if got := node.Spent(church, someDay); got != known {
			t.Errorf("%s: the node itself knows of %d, want %d", name, got, known)
		}
		proxy.hanging.Store(false)
		proxy.cut()
		proxy.mend()
		eventually(t, "Redis is told", func() bool { return node.Exchange(context.Background()) == nil })
	}
	watcher.Spent(church, someDay)
	exchange(t, watcher)
	if got := watcher.Spent(church, someDay); got != 120 {
		t.Errorf("the others know of %d", got)
	}
	if n := metricOf(t, registry, "narthex_spending_exchange_errors_total"); n < 2 {
		t.Errorf("%v failures are counted", n)
	}
	b.client.Del(t.Context(), b.keys(t, church)...)
	node.Spent(church, someDay)
	exchange(t, node)
	watcher.Spent(church, someDay)
	exchange(t, watcher)
	if got := watcher.Spent(church, someDay); got != 120 {
		t.Errorf("after Redis lost its data the others know of %d", got)
	}
}

func TestANodeThatRunsTellsAndHearsByItself(t *testing.T) {
	b := newBench(t)
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	nodes := []*cache.Spending{
		newSpending(t, b.client, cache.SpendingConfig{Every: 10 * time.Millisecond}),
		newSpending(t, b.client, cache.SpendingConfig{Every: 10 * time.Millisecond}),
	}
	for _, node := range nodes {
		running.Go(func() { node.Run(ctx) })
	}
	church := uuid.New()
	for range 50 {
		nodes[0].Add(church, someDay, 2)
		nodes[1].Add(church, someDay, 3)
	}
	for _, node := range nodes {
		eventually(t, "all is known", func() bool { return node.Spent(church, someDay) == 250 })
	}
	nodes[0].Add(church, someDay, 1)
	stop()
	running.Wait()
	last := newSpending(t, b.client, cache.SpendingConfig{})
	last.Spent(church, someDay)
	exchange(t, last)
	if got := last.Spent(church, someDay); got != 251 {
		t.Errorf("after the nodes ended there is %d", got)
	}
}

func TestAskingWhatWasSpentTakesNoRoundTrip(t *testing.T) {
	proxy := newProxy(t)
	node := newSpending(t, connect(t, proxy.url()), cache.SpendingConfig{})
	churches := make([]uuid.UUID, 350)
	for i := range churches {
		churches[i] = uuid.New()
		node.Add(churches[i], someDay, int64(i))
	}
	exchange(t, node) // connects
	before := proxy.requests.Load()
	for range 10 {
		for _, church := range churches {
			node.Add(church, someDay, 1)
			node.Spent(church, someDay)
		}
	}
	if n := proxy.requests.Load() - before; n != 0 {
		t.Errorf("%d round trips", n)
	}
	exchange(t, node)
	if n := proxy.requests.Load() - before; n != 350 {
		t.Errorf("%d commands for 350 churches", n)
	}
}

func BenchmarkSpendingAsked(b *testing.B) {
	node := newSpending(b, connect(b, "redis://127.0.0.1:1"), cache.SpendingConfig{})
	church := uuid.New()
	for b.Loop() {
		node.Spent(church, someDay)
	}
}
