package cache

import (
	"context"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

// Masters keeps a breaker for each master of a Redis cluster: one that is dead is left alone, and the others are asked as before. A
// single Redis has one. It is safe for concurrent use.
type Masters struct {
	client redis.UniversalClient
	config BreakerConfig

	mu       sync.Mutex
	breakers map[string]*Breaker // by the master's address; "" for a single Redis, and for slots of which nobody knows who has them
}

// NewMasters returns the masters of the Redis that a client reaches; config is that of each one's breaker.
func NewMasters(client redis.UniversalClient, config BreakerConfig) *Masters {
	return &Masters{client: client, config: config, breakers: make(map[string]*Breaker)}
}

// newMasters are those that keep what a turn can do without.
func newMasters(client redis.UniversalClient, timeout time.Duration) *Masters {
	return NewMasters(client, BreakerConfig{Timeout: timeout, Failures: 3, Pause: time.Second, Sheds: true})
}

// Of returns the breaker of the master that has a key now. One that takes over from a dead one begins anew.
func (m *Masters) Of(ctx context.Context, key string) *Breaker {
	return m.at(m.address(ctx, key))
}

// at returns the breaker of an address.
func (m *Masters) at(address string) *Breaker {
	m.mu.Lock()
	defer m.mu.Unlock()
	breaker := m.breakers[address]
	if breaker == nil {
		breaker = NewBreaker(m.config)
		m.breakers[address] = breaker
	}
	return breaker
}

func (m *Masters) address(ctx context.Context, key string) string {
	cluster, ok := m.client.(*redis.ClusterClient)
	if !ok {
		return ""
	}
	master, err := cluster.MasterForKey(fromMemory, key)
	if err != nil { // the client has not reached the cluster yet: that is a call like any other
		err = m.at("").Do(context.WithoutCancel(ctx), func(ctx context.Context) (err error) {
			master, err = cluster.MasterForKey(ctx, key)
			return err
		})
	}
	if err != nil {
		return ""
	}
	return master.Options().Addr
}

// fromMemory has the client ask nobody: it fails unless the client knows already.
var fromMemory = func() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}()

// Do makes a call about keys that lie where key does, or gives [ErrUnavailable].
func (m *Masters) Do(ctx context.Context, key string, call func(context.Context) error) error {
	return m.Of(ctx, key).Do(ctx, call)
}

// All are the breakers of the masters that were asked for anything.
func (m *Masters) All() []*Breaker {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := make([]*Breaker, 0, len(m.breakers))
	for _, breaker := range m.breakers {
		all = append(all, breaker)
	}
	return all
}
