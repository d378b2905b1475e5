package cache_test

import (
	"context"
	"errors"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
	"narthex/cmd/dev/stack"
)

// onMaster returns a church whose keys a master has, or another one than that.
func onMaster(t *testing.T, client *redis.ClusterClient, address string, there bool) uuid.UUID {
	t.Helper()
	for {
		church := uuid.New()
		master, err := client.MasterForKey(t.Context(), cache.KeyPrefix(church))
		if err != nil {
			t.Fatal(err)
		}
		if (master.Options().Addr == address) == there {
			return church
		}
	}
}

// Most of what is asked is about churches of a dead master: those of the others find their answers all the same, and share what is spent.
func TestADeadMasterKeepsNoOtherChurchFromItsAnswers(t *testing.T) {
	cluster := stack.NewRedisCluster(t)
	client, dead := cluster.Client(t), cluster.Addresses[1]
	b := newBenchOn(t, client)
	hit, spared := onMaster(t, client, dead, true), onMaster(t, client, dead, false)
	b.scope.ChurchID = spared
	b.mustStore(t, b.scope, "Is the blue door open?", "It is.", nil)
	lost := b.scope
	lost.ChurchID = hit
	one, two := newSpending(t, client, cache.SpendingConfig{}), newSpending(t, client, cache.SpendingConfig{})
	cluster.Kill(t, dead)

	refused := 0
	for range 60 {
		for range 3 {
			if _, _, err := b.Exact(t.Context(), lost, "Is the blue door open?"); err != nil {
				refused++
			}
		}
		if hit, ok := b.exactly(t, b.scope, "Is the blue door open?"); !ok || hit.Answer.Text != "It is." {
			t.Fatalf("answered %+v", hit)
		}
	}
	if refused != 180 {
		t.Errorf("%d of 180 look-ups failed at a master that is dead", refused)
	}
	for range 5 { // in whatever order they are told
		one.Add(hit, someDay, 100)
		one.Add(spared, someDay, 100)
		if err := one.Exchange(t.Context()); err == nil {
			t.Error("what was spent was told to a master that is dead")
		}
	}
	two.Spent(spared, someDay)
	if err := two.Exchange(t.Context()); err != nil {
		t.Fatal(err)
	}
	if sum := two.Spent(spared, someDay); sum != 500 {
		t.Errorf("the other node knows of %d", sum)
	}
}

// A cluster that cannot be reached when a node starts: one call after the other must not wait for it.
func TestAClusterThatIsAwayFromTheStartIsWaitedForOnce(t *testing.T) {
	cluster := stack.NewRedisCluster(t)
	reachable := cluster.Client(t)
	var away atomic.Bool
	var dials atomic.Int64
	away.Store(true)
	client := redis.NewClusterClient(&redis.ClusterOptions{
		Addrs: cluster.Addresses, ContextTimeoutEnabled: true, MaxRetries: 1, DialTimeout: 500 * time.Millisecond, DialerRetries: 1,
		Dialer: func(ctx context.Context, network, address string) (net.Conn, error) {
			dials.Add(1)
			if away.Load() { // as a network does that drops packets
				select {
				case <-ctx.Done():
				case <-t.Context().Done():
				}
				return nil, errors.New("nobody answers")
			}
			return (&net.Dialer{}).DialContext(ctx, network, address)
		},
	})
	t.Cleanup(func() { client.Close() })
	const most = 10 // the client may go on dialling for who has given up
	patient := cache.NewMasters(client, cache.BreakerConfig{Timeout: 50 * time.Millisecond, Failures: 1, Pause: time.Hour})
	first := patient.Of(t.Context(), cache.KeyPrefix(uuid.New()))
	before := dials.Load()
	for range 100 {
		if patient.Of(t.Context(), cache.KeyPrefix(uuid.New())) != first {
			t.Fatal("a master is known")
		}
	}
	if after := dials.Load(); before == 0 || after > before+most {
		t.Errorf("dialled %d times, and then %d times", before, after-before)
	}
	if err := first.Do(t.Context(), func(context.Context) error { return nil }); !errors.Is(err, cache.ErrUnavailable) {
		t.Errorf("who calls waits once more: %v", err)
	}

	away.Store(false)
	masters := cache.NewMasters(client, cache.BreakerConfig{Timeout: time.Minute, Failures: 1, Pause: time.Millisecond})
	one, other := onMaster(t, reachable, cluster.Addresses[0], true), onMaster(t, reachable, cluster.Addresses[0], false)
	eventually(t, "the masters are told apart", func() bool {
		return masters.Of(t.Context(), cache.KeyPrefix(one)) != masters.Of(t.Context(), cache.KeyPrefix(other))
	})
	if patient.Of(t.Context(), cache.KeyPrefix(one)) == first {
		t.Error("what the client knows by now is asked for all the same")
	}
}
